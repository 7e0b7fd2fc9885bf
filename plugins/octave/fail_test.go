package main_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// lines takes a log from several goroutines.
type lines struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.String()
}

// script writes a script into a folder of its own.
func script(t *testing.T, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t *testing.T, l *plugins.ScriptLoader, path, function string) *usersub.Routine {
	t.Helper()
	r, err := l.Load(ref(t, path, function), usersub.VARSUB)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// value is the result of a call at 0.5 s, which is not the set-up call.
func value(r *usersub.Routine, iflag bool) (float64, error) {
	f := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 4, []float64{3}, nil)
	f.PrepareCall(0.5, false, iflag)
	err := r.Call(f, &subtest.State{})
	return f.RealArgNamed("value")[0], err
}

func TestNotLoaded(t *testing.T) {
	subtest.RequireTool(t, "octave-cli")
	l := loader(t, &lines{})
	for _, c := range []struct {
		text, function string
		lacks          bool
		says           []string
	}{
		{"function v = F(id)\n  v = (1 + ;\nend\n", "F", false, []string{"parse error near line 2 of file", "w.m", "v = (1 + ;"}},
		{"x = nothing_of_this_name;\nfunction v = G(id)\n  v = 1;\nend\n", "G", false, []string{"'nothing_of_this_name' undefined"}},
		{"function v = LAW(id)\n  v = 1;\nend\n", "OTHER", true, []string{"has no function OTHER", "it has LAW"}},
		{"x = 3;\n", "F", false, []string{"has no function", "a routine is a function"}},
		{"m_sysfnc('DX', 9);\nfunction v = H(id)\n  v = 1;\nend\n", "H", false, []string{"queries are possible only while"}},
	} {
		_, err := l.Load(ref(t, script(t, "w.m", c.text), c.function), usersub.VARSUB)
		var e *usersub.LoadError
		if !errors.As(err, &e) || e.Lacks != c.lacks || e.Routine != "VARSUB" {
			t.Errorf("%q: %#v", c.text, err)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(e.Error(), s) {
				t.Errorf("%q: the error does not say %q:\n%v", c.text, s, e)
			}
		}
	}
	var e *usersub.LoadError
	if _, err := l.Load(ref(t, "none", "F"), usersub.VARSUB); !errors.As(err, &e) || !strings.Contains(err.Error(), filepath.Join("testdata", "none.m")) {
		t.Errorf("%v", err)
	}
}

// TestNoOctave: what was looked for, and where, is named.
func TestNoOctave(t *testing.T) {
	for variable, says := range map[string]string{"PATH": "octave-cli in the folders of PATH: /nowhere", "TRAMMEL_OCTAVE": "/nowhere (TRAMMEL_OCTAVE)"} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, "/nowhere")
			_, err := loader(t, &lines{}).Load(ref(t, "suite.m", "CATENA"), usersub.PFOSUB)
			var e *usersub.LoadError
			if !errors.As(err, &e) || !strings.Contains(e.Error(), says) || !strings.Contains(e.Hint, "apt install octave") {
				t.Error(err)
			}
		})
	}
}

func TestFailedCalls(t *testing.T) {
	subtest.RequireTool(t, "octave-cli")
	log := &lines{}
	l := loader(t, log)
	path := script(t, "wrong.m", `function v = RAISES(id, time, par, npar, dflag, iflag)
  v = helper([1 2]);
end
function v = helper(x)
  v = x * [3 4];
end
function v = TWOS(id, time, par, npar, dflag, iflag)
  v = [1 2];
end
function v = WORDS(id, time, par, npar, dflag, iflag)
  v = 'one';
end
function v = ROOTS(id, time, par, npar, dflag, iflag)
  v = sqrt(-1);
end
function v = UNSET(id, time, par, npar, dflag, iflag)
  if time < 0, v = 1; end
end
function v = EMPTY(id, time, par, npar, dflag, iflag)
  v = [];
end
function v = STOPS(id, time, par, npar, dflag, iflag)
  v = 1;
  m_errmes(0, 'not said', id, 'STOP');
  m_errmes(1, 'too far', id, 'STOP');
end
function v = WRONG(id, time, par, npar, dflag, iflag)
  v = m_step(1, 2);
end
function v = LATER(id, time, par, npar, dflag, iflag)
  error('trammel:retry', 'not yet');
end
function v = GOOD(id, time, par, npar, dflag, iflag)
  disp('printed by a function');
  v = 7;
end
`)
	for _, c := range []struct {
		function string
		cause    usersub.Cause
		says     []string
	}{
		{"RAISES", usersub.Exception, []string{"nonconformant", "in helper (" + path + ":5:", "in RAISES (" + path + ":2:"}},
		{"TWOS", usersub.BadReturn, []string{"returns 2 values", "1 number is needed"}},
		{"WORDS", usersub.BadReturn, []string{"class char"}},
		{"ROOTS", usersub.BadReturn, []string{"complex"}},
		{"UNSET", usersub.Exception, []string{"'v' undefined"}},
		{"EMPTY", usersub.BadReturn, []string{"nothing ([])"}},
		{"STOPS", usersub.Exception, []string{"it requests a stop: too far"}},
		{"WRONG", usersub.Exception, []string{"m_step: STEP takes 6 arguments but 2 were given", "in WRONG (" + path}},
	} {
		_, err := value(load(t, l, path, c.function), false)
		var e *usersub.CallError
		if !errors.As(err, &e) && c.function != "STOPS" || err == nil {
			t.Errorf("%s: %v", c.function, err)
			continue
		}
		if e != nil && (e.Cause != c.cause || e.Routine != c.function || e.Element != "Reference_Variable 4" || e.Time != 0.5) {
			t.Errorf("%s: %+v", c.function, e)
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: the error does not say %q:\n%v", c.function, s, err)
			}
		}
		if strings.Contains(err.Error(), "__trammel") {
			t.Errorf("%s: the error names our own functions:\n%v", c.function, err)
		}
	}
	if _, err := value(load(t, l, path, "LATER"), false); !errors.Is(err, usersub.ErrRetry) {
		t.Errorf("LATER: %v", err)
	}
	for _, name := range []string{"UNSET", "EMPTY"} { // the results of a set-up call are not used
		if v, err := value(load(t, l, path, name), true); v != 0 || err != nil {
			t.Errorf("%s in the set-up call: %g, %v", name, v, err)
		}
	}
	// All this did not hurt: the next call works, and what it prints is logged.
	if v, err := value(load(t, l, path, "GOOD"), false); v != 7 || err != nil {
		t.Errorf("GOOD: %g, %v", v, err)
	}
	if l.Close(); !strings.Contains(log.String(), "printed by a function") {
		t.Errorf("the log:\n%s", log)
	}
}

// TestEnds: exit is an error of the call, a crash a lost process.
func TestEnds(t *testing.T) {
	subtest.RequireTool(t, "octave-cli")
	path := script(t, "ends.m", `function v = EXITS(id, time, par, npar, dflag, iflag)
  exit(4);
end
function v = CRASHES(id, time, par, npar, dflag, iflag)
  kill(getpid(), 11);
  pause(10);
end
`)
	for _, c := range []struct {
		function, says string
		cause          usersub.Cause
	}{
		{"EXITS", "Octave ended with exit status 4", usersub.Exited},
		{"CRASHES", "was lost: signal: segmentation fault", usersub.Lost},
	} {
		_, err := value(load(t, loader(t, &lines{}), path, c.function), false)
		var e *usersub.CallError
		if !errors.As(err, &e) || e.Cause != c.cause || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%s: %v", c.function, err)
		}
	}
}

// TestSessions: scripts share global variables unless they define the same
// function, and "clear all" takes nothing away.
func TestSessions(t *testing.T) {
	subtest.RequireTool(t, "octave-cli")
	l := loader(t, &lines{})
	head := "function v = %(id, time, par, npar, dflag, iflag)\n  global G\n"
	law := func(name, file, first, body string) *usersub.Routine {
		return load(t, l, script(t, file, first+strings.Replace(head, "%", name, 1)+body+"\nend\n"), name)
	}
	one := law("ONE", "one.m", "", "  G = 11; v = m_sysfnc('DX', par(1));")
	two := law("TWO", "two.m", "clear all; close all; clc\n", "  v = G;")
	other := law("ONE", "other.m", "", "  v = numel(G);")
	dx, _ := (&subtest.State{}).SysFnc("DX", []int32{3})
	for k, c := range []struct {
		r    *usersub.Routine
		want float64
	}{{one, dx}, {two, 11}, {other, 0}, {one, dx}} {
		if v, err := value(c.r, false); v != c.want || err != nil {
			t.Errorf("call %d: %g, %v, want %g", k, v, err, c.want)
		}
	}
}
