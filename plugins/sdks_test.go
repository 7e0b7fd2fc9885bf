//go:build unix

package plugins_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/sdk/wire"
	frames "github.com/trammel-mbd/trammel/sdk/wire/frame"
	"github.com/trammel-mbd/trammel/usersub"
)

// The plugins of the SDKs in other languages are tried alike: each has a plugin with the routines that the functions
// below name.

// bothTransports runs a test with each transport of frames.
func bothTransports(t *testing.T, test func(t *testing.T, tr plugins.Transport)) {
	for _, tr := range []plugins.Transport{plugins.Memory, plugins.Pipe} {
		t.Run(string(tr), func(t *testing.T) { test(t, tr) })
	}
}

// newLoader is a loader of plugins by one transport.
func newLoader(t testing.TB, tr plugins.Transport, limit time.Duration) *plugins.Loader {
	l := plugins.New(plugins.Config{Transport: tr, StartTimeout: 2 * time.Minute, CallTimeout: limit})
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// loads loads the routines of a plugin for a suite.
func loads(l *plugins.Loader, plugin string) subtest.Load {
	return func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
		t.Helper()
		r, err := l.Load(ref(plugin, function), sig)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

// failsLate calls a routine at the times 0, which goes well, and 0.5, which does not.
func failsLate(t *testing.T, tr plugins.Transport, plugin, routine, says string) {
	limit := time.Duration(0)
	if strings.Contains(says, "within 1s") {
		limit = time.Second
	}
	r := loads(newLoader(t, tr, limit), plugin)(t, usersub.VARSUB, routine)
	f := frame(4)
	f.PrepareCall(0, false, false)
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	f.PrepareCall(0.5, false, false)
	err := r.Call(f, &subtest.State{})
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("got %v, want %q", err, says)
	}
	var call *usersub.CallError
	if says := "exit("; strings.Contains(fmt.Sprint(err), says) && (!errors.As(err, &call) || call.Cause != usersub.Exited) {
		t.Errorf("%v does not say that the routine called exit", err)
	}
}

// converses tries what conversations are made of: a shorter step (routine shorter), calls while a query waits
// (inner), and messages longer than the memory in both directions (mirror).
func converses(t *testing.T, tr plugins.Transport, plugin string) {
	l := newLoader(t, tr, 0)
	load := loads(l, plugin)
	f := frame(1)
	f.PrepareCall(0.5, false, false)
	if err := load(t, usersub.VARSUB, "shorter").Call(f, &subtest.State{}); !errors.Is(err, usersub.ErrRetry) ||
		!strings.Contains(err.Error(), "penetration too deep") {
		t.Errorf("got %v, want a shorter step", err)
	}
	r := load(t, usersub.VARSUB, "inner")
	f.PrepareCall(0.3, false, false)
	if err := r.Call(f, &recursiveSolver{inner: r}); err != nil || f.RealArgNamed("value")[0] != 1e4 {
		t.Errorf("inner gives %g, %v, want 10000", f.RealArgNamed("value")[0], err)
	}
	const n = 300_000 // 2.4 MB; the memory has 1 MB
	long := usersub.NewFrame(usersub.YFOSUB, "Force_StateEqn", 5, []float64{3}, map[string]int{"nstate": n, "ninput": 1, "noutpt": 1})
	for i := range long.RealArgNamed("states") {
		long.RealArgNamed("states")[i] = float64(i)
	}
	long.PrepareCall(0.5, false, false)
	if err := load(t, usersub.YFOSUB, "mirror").Call(long, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	for i, v := range long.RealArgNamed("stated") {
		if v != 3*float64(i) {
			t.Fatalf("entry %d is %g, want %g", i, v, 3*float64(i))
		}
	}
	if _, err := l.Load(ref(plugin, "nosuch"), usersub.VARSUB); err == nil || !strings.Contains(err.Error(), "has no such routine") {
		t.Errorf("a routine that is not there: %v", err)
	}
}

// describes checks what the routine fine says about itself.
func describes(t *testing.T, plugin string) {
	r := loads(loader(t), plugin)(t, usersub.VARSUB, "fine")
	a := r.About
	if a == nil || len(a.Params) != 4 {
		t.Fatalf("it reports %+v", a)
	}
	if err := a.Validate(usersub.VARSUB); err != nil {
		t.Error(err)
	}
	k, n, i, more := a.Params[0], a.Params[1], a.Params[2], a.Params[3]
	switch {
	case a.Doc != "gives the time: \"t\"\n" || !a.Pure:
		t.Errorf("it reports %+v", a)
	case k.Name != "k" || k.Unit != "N/m" || k.Doc != "force by length" || *k.Min != 0 || !k.AboveMin || k.Max != nil || k.Default != nil:
		t.Errorf("k is %+v", k)
	case n.Type != usersub.Integer || *n.Min != 1 || n.AboveMin || *n.Max != 3 || n.BelowMax || *n.Default != 2:
		t.Errorf("n is %+v", n)
	case i.Type != usersub.ID || i.Element != "Reference_Marker" || i.Doc != "one end":
		t.Errorf("i is %+v", i)
	case !more.Many || more.Doc != "further":
		t.Errorf("more is %+v", more)
	}
}

// endsWithSolver checks that a plugin whose routine computes for ever (spin) ends when the solver does.
func endsWithSolver(t *testing.T, path string, args ...string) {
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		before := descriptors()
		h, err := frames.NewHost(tr == plugins.Memory)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(path, args...)
		cmd.Env = append(os.Environ(), h.Env, wire.HandshakeKey+"="+wire.HandshakeValue, "PLUGIN_PROTOCOL_VERSIONS=1")
		cmd.ExtraFiles = h.Files
		t.Cleanup(func() { cmd.Process.Kill() })
		out, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		end := hostEnd(before, h)
		h.ClosePluginFiles()
		line := make([]byte, 64)
		n, err := out.Read(line)
		if got := string(line[:n]); got != "1|1|unix|frames|grpc\n" {
			t.Fatalf("the handshake is %q, %v", got, err)
		}
		conn, taken, err := h.AcceptPlugin(nil)
		if err != nil || plugins.Transport(taken.String()) != tr {
			t.Fatalf("transport %v, %v", taken, err)
		}
		c := wire.NewFrameClient(conn)
		f := frame(4)
		f.PrepareCall(0.5, false, false)
		lost := make(chan error)
		go func() { lost <- c.Remote("spin", usersub.VARSUB).Call(f, &subtest.State{}) }()
		// The call is under way when a message waits for its reply.
		for c.WaitCount()%2 == 0 {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond)
		if end >= 0 { // bytes that the plugin does not read hide no end of file
			syscall.Write(end, []byte("ww"))
			syscall.Close(end)
		}
		conn.Close()
		<-lost
		stuck := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		err = cmd.Wait()
		if !stuck.Stop() || err == nil {
			t.Errorf("the plugin did not end by itself, or as if all were well: %v", err)
		}
	})
}

// descriptors lists the open descriptors of this process, where the system reports.
func descriptors() map[string]bool {
	all := map[string]bool{}
	list, _ := os.ReadDir("/proc/self/fd")
	for _, e := range list {
		all[e.Name()] = true
	}
	return all
}

// hostEnd returns a copy of the solver's end of the socket of h, -1 where it is not known: a descriptor that was not there
// before, is a socket, and not the plugin's.
func hostEnd(before map[string]bool, h *frames.Host) int {
	for name := range descriptors() {
		at, _ := os.Readlink("/proc/self/fd/" + name)
		theirs := false
		for _, f := range h.Files {
			theirs = theirs || name == fmt.Sprint(f.Fd())
		}
		if before[name] || theirs || !strings.HasPrefix(at, "socket:") {
			continue
		}
		if fd, err := strconv.Atoi(name); err == nil {
			if own, err := syscall.Dup(fd); err == nil {
				syscall.CloseOnExec(own)
				return own
			}
		}
	}
	return -1
}
