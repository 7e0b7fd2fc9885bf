package plugins_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// load opens a VARSUB of a plugin.
func load(t testing.TB, l *plugins.Loader, plugin, function string) *usersub.Routine {
	t.Helper()
	r, err := l.Load(ref(plugin, function), usersub.VARSUB)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func frame(id int) *usersub.Frame {
	return usersub.NewFrame(usersub.VARSUB, "Reference_Variable", id, nil, nil)
}

func call(r *usersub.Routine, f *usersub.Frame, time float64) error {
	f.PrepareCall(time, false, false)
	return r.Call(f, &subtest.State{})
}

// fails makes a call that must end with a CallError.
func fails(t *testing.T, r *usersub.Routine, cause usersub.Cause, says ...string) *usersub.CallError {
	t.Helper()
	err := call(r, frame(4), 0.5)
	var e *usersub.CallError
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a CallError", err)
	}
	if e.Cause != cause || e.Time != 0.5 || e.Element != "Reference_Variable 4" || e.Routine == "" {
		t.Errorf("cause %d of %q in %q at time %g", e.Cause, e.Routine, e.Element, e.Time)
	}
	for _, s := range says {
		if !strings.Contains(e.Error(), s) {
			t.Errorf("the error does not say %q:\n%v", s, e)
		}
	}
	return e
}

func TestProcessDiesInACall(t *testing.T) {
	for _, c := range []struct {
		routine string
		says    []string
	}{
		{"EXITER", []string{"refplugin", "exit status 3", "last words on standard output", "last words on standard error"}},
		{"ABORTS", []string{"exit status 2", "panic: a goroutine of its own"}},
	} {
		overAll(t, func(t *testing.T, l *plugins.Loader) {
			r, other := load(t, l, "refplugin", c.routine), load(t, l, "refplugin", "PID")
			if err := call(r, frame(4), 0); err != nil {
				t.Fatal(err)
			}
			fails(t, r, usersub.Lost, c.says...)
			fails(t, r, usersub.Lost)
			fails(t, other, usersub.Lost, c.says[0])
			again := load(t, l, "refplugin", "PID")
			if err := call(again, frame(4), 0.5); err != nil {
				t.Errorf("loaded again after the loss: %v", err)
			}
		})
	}
}

func TestPanicIsAnErrorOfOneCall(t *testing.T) { overAll(t, panicIsAnErrorOfOneCall) }

func panicIsAnErrorOfOneCall(t *testing.T, l *plugins.Loader) {
	r := load(t, l, "refplugin", "PANICS")
	e := fails(t, r, usersub.Exception, "panic: no way out")
	if !strings.Contains(e.Detail, "refplugin") || strings.Contains(e.Message, "\n") {
		t.Errorf("message %q, detail %q", e.Message, e.Detail)
	}
	if err := call(r, frame(4), 0); err != nil {
		t.Errorf("the next call: %v", err)
	}
}

func TestRetry(t *testing.T) { overAll(t, retry) }

func retry(t *testing.T, l *plugins.Loader) {
	err := call(load(t, l, "refplugin", "SHORTER"), frame(4), 1)
	if !errors.Is(err, usersub.ErrRetry) || !strings.Contains(err.Error(), "penetration too deep") ||
		strings.Count(err.Error(), "shorter step") != 1 {
		t.Fatalf("got %v", err)
	}
}

func TestGarbledMessages(t *testing.T) {
	for name, says := range map[string]string{
		"lengths": "returned 2 reals",
		"empty":   "empty message",
		"model":   "MODFNC with 0 ids",
	} {
		t.Run(name, func(t *testing.T) {
			fails(t, load(t, loader(t), "garbled", name), usersub.BadReturn, says)
		})
	}
}

func TestConnectionBreaksOff(t *testing.T) {
	r := load(t, loader(t), "garbled", "leaves")
	fails(t, r, usersub.Lost, "enough", "the process was stopped")
}

func TestCloseDuringACall(t *testing.T) { overAll(t, closeDuringACall) }

func closeDuringACall(t *testing.T, l *plugins.Loader) {
	r := load(t, l, "refplugin", "SLEEPS")
	done := make(chan error)
	go func() { done <- call(r, frame(4), 1) }()
	time.Sleep(20 * time.Millisecond) // either side of the start of the call is fine
	plugins.CloseAllProcesses()
	var e *usersub.CallError
	if err := <-done; !errors.As(err, &e) || e.Cause != usersub.Lost ||
		!strings.Contains(e.Message, "was stopped") {
		t.Fatalf("got %v", err)
	}
}

func TestElementsShareAProcess(t *testing.T) { overAll(t, elementsShareAProcess) }

func elementsShareAProcess(t *testing.T, l *plugins.Loader) {
	a, b := load(t, l, "refplugin", "PID"), load(t, l, "./refplugin", "PID")
	fa, fb := frame(1), frame(2)
	for range 2 {
		if err := errors.Join(call(a, fa, 0), call(b, fb, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if fa.RealArgNamed("value")[0] != fb.RealArgNamed("value")[0] || fa.RealArgNamed("value")[0] == 0 {
		t.Errorf("processes %g and %g", fa.RealArgNamed("value")[0], fb.RealArgNamed("value")[0])
	}
}

// recursiveSolver is a solver whose query DX(n) is another call of the same routine,
// down to n = 0.
type recursiveSolver struct {
	subtest.State
	inner *usersub.Routine
}

func (n *recursiveSolver) SysFnc(name string, par []int32) (float64, int32) {
	if par[0] == 0 {
		return 1, 0
	}
	f := frame(100 + int(par[0]))
	f.PrepareCall(float64(par[0]-1)/10, false, false)
	if err := n.inner.Call(f, n); err != nil {
		return 0, 2
	}
	return f.RealArgNamed("value")[0], 0
}

func TestQueriesMayCallRoutines(t *testing.T) { overAll(t, queriesMayCallRoutines) }

func queriesMayCallRoutines(t *testing.T, l *plugins.Loader) {
	r := load(t, l, "refplugin", "INNER")
	f := frame(1)
	f.PrepareCall(0.3, false, false)
	if err := r.Call(f, &recursiveSolver{inner: r}); err != nil {
		t.Fatal(err)
	}
	if got := f.RealArgNamed("value")[0]; got != 1e4 {
		t.Errorf("value %g, want 10000", got)
	}
}

func TestManyCallsOfManyElements(t *testing.T) { overAll(t, manyCallsOfManyElements) }

func manyCallsOfManyElements(t *testing.T, l *plugins.Loader) {
	r, err := l.Load(ref("refplugin", "CATENA"), usersub.PFOSUB)
	if err != nil {
		t.Fatal(err)
	}
	var frames []*usersub.Frame
	for id := range 20 {
		frames = append(frames, usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", id, []float64{float64(id)}, nil))
	}
	s, asked := &subtest.State{Silent: true}, 0
	for n := range 50 {
		s.Shift = float64(n) * 0.01
		for id, f := range frames {
			s.RefreshAnswers(f)
			f.PrepareCall(float64(n), false, false)
			before := s.Entered
			if err := r.Call(f, s); err != nil {
				t.Fatal(err)
			}
			asked += s.Entered - before
			want := catenary(s, int32(id))
			if got := f.RealArgNamed("value")[0]; got != want {
				t.Fatalf("element %d in call %d: %g, want %g", id, n, got, want)
			}
		}
	}
	if asked != 2*len(frames) {
		t.Errorf("%d queries came through, want %d", asked, 2*len(frames))
	}
}
