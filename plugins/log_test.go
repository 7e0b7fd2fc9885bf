package plugins_test

import (
	"bytes"
	"log/slog"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

func catenary(s *subtest.State, m int32) float64 {
	quiet := subtest.State{Shift: s.Shift, Silent: true}
	x, _ := quiet.SysFnc("DX", []int32{m})
	y, _ := quiet.SysFnc("DY", []int32{m})
	return y - math.Cosh(x)
}

// lines is a log that may be written from several goroutines.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestOutputGoesToTheLog(t *testing.T) {
	log := &lines{}
	l := plugins.New(plugins.Config{
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err := call(load(t, l, "refplugin", "LOGGER"), frame(4), 1); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil { // all output is read when it returns
		t.Fatal(err)
	}
	for _, want := range []string{
		`level=WARN msg="a warning" depth=2.5 plugin=refplugin`,
		`level=INFO msg="a plain line" plugin=refplugin`,
		`level=DEBUG msg="plugin started"`,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, log)
		}
	}
}

// A plugin that the solver takes leave of ends in good order: it sees the end of the connection, too, and must not take
// that for a solver that was killed.
func TestLeaveIsNoLoss(t *testing.T) {
	for _, transport := range transports {
		for range 8 {
			log := &lines{}
			l := plugins.New(plugins.Config{Log: slog.New(slog.NewTextHandler(log, nil)), Transport: transport})
			if err := call(load(t, l, "refplugin", "LOGGER"), frame(4), 1); err != nil {
				t.Fatal(err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(log.String(), wire.BrokeOff) {
				t.Fatalf("over %s:\n%s", transport, log)
			}
		}
	}
}
