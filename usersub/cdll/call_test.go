//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// nesting answers the query NEST by calling a routine itself.
type nesting struct {
	subtest.State
	ask func() (float64, error)
}

func (s *nesting) SysFnc(name string, par []int32) (float64, int32) {
	if name != "NEST" {
		return s.State.SysFnc(name, par)
	}
	v, err := s.ask()
	if err != nil {
		return 0, 1
	}
	return v, 0
}

func TestCallsNest(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	r := load(t, lib, usersub.VARSUB, "NESTS")
	s := &nesting{}
	depth := 0
	s.ask = func() (float64, error) {
		if depth++; depth == 4 {
			return 100, nil
		}
		return scalar(t, r, s)
	}
	if v, err := scalar(t, r, s); v != 104 || err != nil {
		t.Fatalf("got %g (%v), want 104", v, err)
	}
	if callLock.top != nil || callLock.thread.Load() != 0 {
		t.Fatal("callLock is not as before")
	}
}

func TestPanicOfStateReachesTheCaller(t *testing.T) {
	lib := build(t, "quirks.so", "testdata/quirks/quirks.c")
	r := load(t, lib, usersub.VARSUB, "NESTS")
	asked := 0
	s := &nesting{ask: func() (float64, error) { asked++; panic("out of range") }}
	func() {
		defer func() {
			if v := recover(); v != "out of range" {
				t.Errorf("recovered %v", v)
			}
		}()
		_, _ = scalar(t, r, s)
		t.Error("no panic")
	}()
	if asked != 1 {
		t.Errorf("asked %d times although the first query panicked", asked)
	}
	s.ask = func() (float64, error) { return 1, nil }
	if v, err := scalar(t, r, s); v != 2 || err != nil {
		t.Errorf("afterwards: %g (%v), want 2", v, err)
	}
}

// Several simulations in one process: calls are serialised, frames not mixed.
func TestConcurrentCallers(t *testing.T) {
	lib := build(t, "suite.so", "testdata/c/suite.c")
	var wg sync.WaitGroup
	errs := make(chan error, 8)
	for g := range 8 {
		r := load(t, lib, usersub.PFOSUB, "LATERQ")
		wg.Go(func() {
			f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", g, []float64{float64(g), 3}, nil)
			for k := range 300 {
				s := &subtest.State{Shift: float64(k % 5)}
				s.RefreshAnswers(f)
				f.PrepareCall(0, false, false)
				if err := r.Call(f, s); err != nil {
					errs <- err
					return
				}
				x, _ := s.SysFnc("DX", []int32{int32(g)})
				if y, _ := s.SysFnc("DY", []int32{int32(g)}); x > 3 {
					x += y
				}
				if v := f.RealArgNamed("value")[0]; v != x {
					errs <- fmt.Errorf("caller %d, call %d: %g, want %g", g, k, v, x)
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}

func TestForeseenCallsDoNotAllocate(t *testing.T) {
	lib := build(t, "suite.so", "testdata/c/suite.c")
	for name, sig := range map[string]*usersub.Sig{"CATENA": usersub.PFOSUB,
		"BUSHNG": usersub.GFOSUB, "MANYQS": usersub.VARSUB} {
		r := load(t, lib, sig, name)
		f, s := learned(t, r, name)
		var err error
		if n := testing.AllocsPerRun(200, func() { err = r.Call(f, s) }); n != 0 || err != nil {
			t.Errorf("%s: %g allocations (%v)", name, n, err)
		}
	}
}

func TestCounts(t *testing.T) {
	lib := build(t, "suite.so", "testdata/c/suite.c")
	r := load(t, lib, usersub.VARSUB, "SPELNG")
	f, s := learned(t, r, "SPELNG")
	for range 4 {
		if err := r.Call(f, s); err != nil {
			t.Fatal(err)
		}
	}
	if sub := r.Sub.(*Sub); sub.Calls != 5 || sub.Asked != 15 {
		t.Errorf("%d calls with %d queries, want 5 with 15", sub.Calls, sub.Asked)
	}
}

// A list of queries that was replaced by one of the same length in the same
// memory must not be taken for the old one.
func TestReplacedQueries(t *testing.T) {
	lib := build(t, "suite.so", "testdata/c/suite.c")
	r := load(t, lib, usersub.PFOSUB, "CATENA")
	f, s := learned(t, r, "CATENA")
	before := f.RealArgNamed("value")[0]
	a := &f.QueryAnswers
	a.Asked, a.At, a.Value, a.Flag = a.Asked[:0], a.At[:0], a.Value[:0], a.Flag[:0]
	a.AddAnswer(usersub.Query{Name: "DX", Par: []int32{1}}, 0, 77)
	a.AddAnswer(usersub.Query{Name: "DX", Par: []int32{2}}, 0, 78)
	f.PrepareCall(0, false, false)
	if err := r.Call(f, s); err != nil {
		t.Fatal(err)
	}
	if v := f.RealArgNamed("value")[0]; v != before || len(f.Asked) != 4 {
		t.Errorf("value %g with %d queries, want %g with 4", v, len(f.Asked), before)
	}
}

func TestTooManyArguments(t *testing.T) {
	sig := &usersub.Sig{Name: "BROAD"}
	for range maxArgs + 1 {
		sig.Args = append(sig.Args, usersub.Arg{Name: "x", Kind: usersub.Real})
	}
	lib := build(t, "suite.so", "testdata/c/suite.c")
	if _, err := new(Loader).Load(ref(lib, "CATENA"), sig); err == nil ||
		!strings.Contains(err.Error(), "arguments") {
		t.Errorf("got %v", err)
	}
}

func TestWideArgumentLists(t *testing.T) {
	src := source(t, "w.c", `void WIDE(double *a, double *b, double *c, double *d, double *e, double *f,
 double *g, double *h, double *i, double *j, double *k, double *l, double *m, double *n, double *o,
 double *p, double *q, double *r, double *s, double *t, double *u, double *v, double *w, double *x)
{ *x = *a - *b + 2 * *i + 3 * *q + 4 * *v + 5 * *w; }`)
	sig := &usersub.Sig{Name: "WIDE"}
	for k := range maxArgs {
		sig.Args = append(sig.Args, usersub.Arg{Name: string(rune('a' + k)), Kind: usersub.Real,
			Out: k == maxArgs-1})
	}
	r := load(t, build(t, "w.so", src), sig, "WIDE")
	f := usersub.NewFrame(sig, "X", 1, nil, nil)
	for k := range f.Real {
		f.Real[k] = float64(k * k)
	}
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	if v, want := f.Real[23], 0.-1+2*64+3*256+4*21*21+5*22*22; v != want {
		t.Errorf("got %g, want %g", v, want)
	}
}
