//go:build unix

package plugins_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	frames "github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// A plugin that does not answer is ended after the limit, whatever keeps it.
func TestNoAnswer(t *testing.T) {
	for _, transport := range transports {
		for name, stall := range map[string]func(pid int){
			"SLEEPS": func(int) {},
			"PID": func(pid int) {
				syscall.Kill(pid, syscall.SIGSTOP)
				for range 1000 { // on a busy machine it still answers for a while
					if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err != nil || strings.Contains(string(b), ") T ") {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
			},
		} {
			t.Run(string(transport)+"/"+name, func(t *testing.T) {
				l := with(t, plugins.Config{Transport: transport, CallTimeout: 300 * time.Millisecond})
				r, pid := load(t, l, "refplugin", name), pidOf(t, l)
				stall(pid)
				fails(t, r, usersub.Lost, "did not respond within 300ms (--call-timeout)")
				if !gone(pid) {
					t.Errorf("process %d is still there", pid)
				}
			})
		}
	}
}

// slow answers after a time: that is not the plugin's fault.
type slow struct{ subtest.State }

func (s *slow) SysFnc(name string, par []int32) (float64, int32) {
	time.Sleep(400 * time.Millisecond)
	return s.State.SysFnc(name, par)
}

func TestDelayedAnswersAreTheSolversTime(t *testing.T) {
	for _, transport := range transports {
		t.Run(string(transport), func(t *testing.T) {
			l := with(t, plugins.Config{Transport: transport, CallTimeout: 200 * time.Millisecond})
			r, f := load(t, l, "refplugin", "INNER"), frame(1)
			f.PrepareCall(0.9, false, false)
			if err := r.Call(f, &slow{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// Messages that do not fit are named, the process is ended at once, and nothing panics.
func TestGarbledFrames(t *testing.T) {
	for name, says := range map[string]string{
		"kind":   "OPENED came where DONE must",
		"count":  "DONE has 2 results, CALL had 1 calls",
		"handle": "the result of handle 77 came where that of handle 1 must",
		"short":  "the parts of DONE do not fit its length",
		"long":   "DONE is 8 bytes too long",
		"index":  "call 8 of 1 makes a query",
		"fault":  "the plugin cannot read a message of this program: no sense",
		"twice":  "message 8 came, expected was 6",
	} {
		for _, transport := range transports[:len(transports)-1] {
			t.Run(name+"/"+string(transport), func(t *testing.T) {
				l := over(t, transport)
				r := load(t, l, "garbles", name)
				start := time.Now()
				fails(t, r, usersub.Lost, "its process was ended: garbled: "+says)
				if took := time.Since(start); took > time.Minute {
					t.Errorf("it took %v", took)
				}
				fails(t, r, usersub.Lost)
			})
		}
	}
}

func TestTransportIsReported(t *testing.T) {
	for _, transport := range transports {
		r := load(t, over(t, transport), "refplugin", "PID")
		if r.Transport != string(transport) {
			t.Errorf("%s: %s was taken", transport, r.Transport)
		}
	}
	if r := load(t, over(t, plugins.Auto), "refplugin", "PID"); r.Transport != string(transports[0]) {
		t.Errorf("auto: %s was taken", r.Transport)
	}
	if r := load(t, over(t, plugins.Auto), "garbled", "empty"); r.Transport != "grpc" {
		t.Errorf("a plugin that speaks gRPC only: %s was taken", r.Transport)
	}
	refused(t, over(t, plugins.Pipe), ref("garbled", "empty"), "it speaks gRPC only, wanted was the transport pipe", "--plugin-transport auto")
	t.Setenv(plugins.TransportVariable, "pigeon")
	refused(t, with(t, plugins.Config{}), ref("refplugin", "PID"), plugins.TransportVariable, "none of auto, memory, pipe, grpc")
}

func TestChecksums(t *testing.T) {
	t.Setenv(frames.CheckVariable, "1")
	overAll(t, manyCallsOfManyElements)
}

// garbles is a plugin in frames whose replies to calls are wrong.
func garbles() {
	conn, _, err := frames.AcceptOffer(func() { os.Exit(1) })
	if err != nil || conn == nil {
		fmt.Fprintln(os.Stderr, "no frames:", err)
		os.Exit(1)
	}
	fmt.Println("1|1|unix|frames|grpc")
	names, name := []string{"kind", "count", "handle", "short", "long", "index", "fault", "twice"}, ""
	for {
		k, r, err := conn.Receive()
		if err != nil {
			return
		}
		switch k {
		case frames.Describe:
			var list []string
			for _, n := range names {
				list = append(list, fmt.Sprintf(`{"name":%q,"kind":"VARSUB"}`, n))
			}
			conn.BeginMessage(frames.Description).WriteText(`{"name":"garbles","protocol":1,"routines":[` + strings.Join(list, ",") + `]}`)
		case frames.Open:
			name = r.ReadOpen().Routine
			conn.BeginMessage(frames.Opened).WriteOpened(nil)
		case frames.Call:
			reply(conn, name)
		default:
			return
		}
		if conn.Send() != nil {
			return
		}
	}
}

// reply begins a reply that is wrong in the way that name reports.
func reply(conn *frames.Conn, name string) {
	one := &wirepb.Done{Reals: []float64{1}}
	switch name {
	case "kind":
		conn.BeginMessage(frames.Opened).WriteOpened(nil)
	case "count":
		w := conn.BeginMessage(frames.Done)
		w.WriteResultCount(2)
		w.WriteResult(1, one)
		w.WriteResult(1, one)
	case "handle":
		w := conn.BeginMessage(frames.Done)
		w.WriteResultCount(1)
		w.WriteResult(77, one)
	case "short":
		conn.BeginMessage(frames.Done).WriteResultCount(1)
	case "long":
		w := conn.BeginMessage(frames.Done)
		w.WriteResultCount(1)
		w.WriteResult(1, one)
		w.WriteResultCount(0)
	case "index":
		conn.BeginMessage(frames.Ask).WriteQuery(7, &wirepb.Ask{Name: "DX", Par: []int32{1}})
	case "fault":
		conn.BeginMessage(frames.Fault).WriteText("no sense")
	case "twice": // numbers continue
		conn.SkipSequenceNumbers(2)
		conn.BeginMessage(frames.Done).WriteResultCount(0)
	}
}

func init() { programs["garbles"] = garbles }
