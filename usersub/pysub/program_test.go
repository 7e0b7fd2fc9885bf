package pysub

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// executed runs a program whose native REC notes what it is given.
func executed(t testing.TB, text string, modules map[string]string) (l *Loader, said []string, err error) {
	t.Helper()
	l = New(Options{Output: io.Discard})
	t.Cleanup(func() { l.Close() })
	file := filepath.Join(t.TempDir(), "model.py")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := Program{File: file, Text: []byte(text), Modules: modules, Natives: []string{"REC"}, Tracked: []string{"Thing"}}
	p.Call = func(name string, site int, args []any, keys []string, vals []any) (any, error) {
		s := fmt.Sprint(name, args)
		for i, k := range keys {
			s += fmt.Sprintf(" %s=%v", k, vals[i])
		}
		x := l.Site(site)
		for _, k := range x.Keys {
			s += fmt.Sprintf(" %s@%s", k.Name, text[k.Value[0]:k.Value[1]])
		}
		for _, a := range x.Args {
			s += " @" + text[a[0]:a[1]]
		}
		said = append(said, s)
		if len(args) > 0 && args[0] == "bad" {
			return nil, errors.New("no good")
		}
		if len(args) > 0 && args[0] == "end" {
			return nil, endError{}
		}
		return []any{int64(1), 2.5, "x", nil, true}, nil
	}
	err = l.Execute(p)
	return l, said, err
}

// endError ends a program.
type endError struct{}

func (endError) Error() string { return "there is no such thing" }
func (endError) Ends() bool    { return true }

// TestRoutineThatEndsProgram: what ends a program whatever it catches is the message of a routine that asks for it in a run.
func TestRoutineThatEndsProgram(t *testing.T) {
	l, _, err := executed(t, "def law(id, time, par, npar, dflag, iflag):\n    try:\n        REC('end')\n    except Exception:\n        pass\n    return 3.0\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Load(&usersub.Ref{Script: l.Files()[0].Path, Function: "law"}, usersub.PFOSUB)
	if err != nil {
		t.Fatal(err)
	}
	var e *usersub.CallError
	if err := r.Call(frame(usersub.PFOSUB), &subtest.State{}); !errors.As(err, &e) || e.Message != "there is no such thing" {
		t.Errorf("%v", err)
	}
}

func TestExecute(t *testing.T) {
	l, said, err := executed(t, `from things import Thing
a = REC(1, 2.5, [None, (True, "x")], KEY = 1 + 2, other=Thing(5,
   k=[1, 2]).n)
assert a == [1, 2.5, "x", None, True]
t = Thing()
t.n = 7 - 1
try:
    REC("bad")
except RuntimeError as e:
    assert str(e) == "no good"


def law(id, time, par, npar, dflag, iflag):
    return 3.0


ref = law
`, map[string]string{"things": `
all = []
class Thing:
    def __init__(self, n=0, **kw):
        self._sites, self.n = {}, n
        all.append((kw, self))
def _finish():
    for kw, x in all:
        REC(kw["__site__"], x.n, sorted([k for k in x._sites]))
`})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"REC[1 2.5 [<nil> [true x]]] KEY=3 other=5 KEY@1 + 2 other@Thing(5,\n   k=[1, 2]).n @1 @2.5 @[None, (True, \"x\")]",
		`REC[bad] @"bad"`,
		"REC[2 5 []]", // calls of modules have no site
		"REC[3 6 [n]]",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q\nwant\n%q", said, want)
	}
	if x := l.Site(2); len(x.Args) != 1 || len(x.Keys) != 1 || x.Keys[0].Name != "k" || l.Site(0).File != "" || l.Site(99).File != "" {
		t.Errorf("%+v", x)
	}
	r, err := l.Load(&usersub.Ref{Script: l.Files()[0].Path, Function: "law"}, usersub.PFOSUB)
	if err != nil || r.Symbol != "law" {
		t.Fatal(err)
	}
}

func TestExecuteFails(t *testing.T) {
	_, _, err := executed(t, "def f(x):\n    return 1/x\n\n\nf(0)\n", nil)
	var e *ProgramError
	if !errors.As(err, &e) || !strings.HasPrefix(e.Error(), "ZeroDivisionError") || e.Line != 2 || e.Col != 0 ||
		len(e.Calls()) != 2 || e.Calls()[0].Line != 5 || e.Calls()[1].Func != "f" {
		t.Errorf("%+v", err)
	}
	_, _, err = executed(t, "x = 1\ny = = 2\n", nil)
	if !errors.As(err, &e) || e.Line != 2 || e.Col != 5 {
		t.Errorf("%+v", err)
	}
}

// A list that holds itself has no end, and a value of one has.
func TestListInItself(t *testing.T) {
	_, said, err := executed(t, "a = [1]\na.append(a)\nREC(a)\n", nil)
	if err != nil || len(said) != 1 || !strings.Contains(said[0], "list") {
		t.Errorf("said %.80q, %v", said, err)
	}
}

// Nor has a comparison of two of them, which is an exception as in CPython.
func TestListsInThemselves(t *testing.T) {
	for op, want := range map[string]bool{"a == b": true, "a != b": true, "a < b": true, "(a,) == (b,)": true, "a == a": false, "a == [1]": false} {
		_, _, err := executed(t, "a = [1]\na.append(a)\nb = [1]\nb.append(b)\nx = "+op+"\n", nil)
		if got := err != nil && strings.Contains(err.Error(), "maximum recursion depth"); got != want {
			t.Errorf("%s: %v", op, err)
		}
	}
}

// What fails in a program is said once: routines that it has defined before can
// be loaded all the same.
func TestRoutinesOfFailedProgram(t *testing.T) {
	l, _, err := executed(t, "def law(id, time, par, npar, dflag, iflag):\n    return 3.0\nx = 1/0\n", nil)
	if err == nil {
		t.Fatal("the program does not fail")
	}
	file := l.Files()[0].Path
	if _, err := l.Load(&usersub.Ref{Script: file, Function: "law"}, usersub.PFOSUB); err != nil {
		t.Error(err)
	}
	l, _, _ = executed(t, "def law(:\n", nil)
	file = l.Files()[0].Path
	if _, err := l.Load(&usersub.Ref{Script: file, Function: "law"}, usersub.PFOSUB); err == nil || !strings.Contains(err.Error(), "SyntaxError") {
		t.Errorf("loaded from a program that cannot be read: %v", err)
	}
}

// A call in a script whose syntax is edited before it is parsed keeps its place.
func TestSitesBehindEdits(t *testing.T) {
	_, said, err := executed(t, "n: int = 1_0; REC(n, LABEL=f\"a{n}\", K=(m := 2)); REC(*[n, *[m]], Z = 3)\n", nil)
	want := []string{`REC[10] K=2 LABEL=a10 LABEL@f"a{n}" K@(m := 2) @n`, "REC[10 2] Z=3 Z@3"}
	if err != nil || !slices.Equal(said, want) {
		t.Errorf("%q, %v\nwant\n%q", said, err, want)
	}
}
