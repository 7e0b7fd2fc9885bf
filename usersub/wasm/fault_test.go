package wasm

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// fault0 calls the routine FAULTS of testdata/faults.c.
func fault0(t *testing.T, l *Loader, file string, kind int) (*usersub.Frame, error) {
	t.Helper()
	r := load(t, l, file, usersub.PFOSUB, "FAULTS")
	f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{float64(kind)}, nil)
	f.PrepareCall(0.5, false, false)
	return f, r.Call(f, &subtest.Full{})
}

func TestFaultsAreErrors(t *testing.T) {
	each(t, "faults", func(t *testing.T, file string) {
		for _, c := range []struct {
			kind  int
			cause usersub.Cause
			says  string
		}{
			{1, usersub.Exception, "unreachable code"},
			{2, usersub.Exception, "out of bounds memory access (an index or pointer outside of its memory"},
			{3, usersub.Exception, "integer divide by zero"},
			{4, usersub.Exception, "recursion without end"},
			{5, usersub.Exception, "indirect call type mismatch"},
			{6, usersub.Exited, "exit(3)"},
			{10, usersub.Exited, "it requests a stop: the road ends"},
			{11, usersub.Exception, "MiB of memory, the limit is 8 MiB"},
			{12, usersub.Exception, "outside of its memory"},
			{19, usersub.Exception, "stack overflow (recursion without end)"},
			{14, usersub.Exception, "an address outside of its memory: 0x7ffffff0"},
		} {
			l := loader(t)
			l.Memory, l.Log = 8<<20, slog.New(slog.DiscardHandler)
			_, err := fault0(t, l, file, c.kind)
			var e *usersub.CallError
			if !errors.As(err, &e) {
				t.Errorf("%d: got %v, want a CallError", c.kind, err)
				continue
			}
			if e.Cause != c.cause || !strings.Contains(e.Message, c.says) || strings.Contains(e.Message, "\n") {
				t.Errorf("%d: cause %d with %q, want %d with %q", c.kind, e.Cause, e.Message, c.cause, c.says)
			}
			if e.Element != "Force_Penalty 7" || e.Routine != "FAULTS" || e.Time != 0.5 {
				t.Errorf("%d: it names %s, %s, %g", c.kind, e.Element, e.Routine, e.Time)
			}
			if c.kind < 4 && !strings.Contains(e.Detail, "in FAULTS(") || c.kind == 4 && !strings.Contains(e.Detail, " times") {
				t.Errorf("%d: the trace is %q", c.kind, e.Detail)
			}
			// What is called next works.
			f, err := fault0(t, l, file, 0)
			if err != nil || f.RealArgNamed("value")[0] != 1001 {
				t.Errorf("%d: the next call gives %v, %v", c.kind, f.RealArgNamed("value"), err)
			}
		}
	})
}

// abort is a trap in C's library, whose function the trace names.
func TestAbort(t *testing.T) {
	each(t, "faults", func(t *testing.T, file string) {
		_, err := fault0(t, loader(t), file, 7)
		if err == nil || !strings.Contains(err.Error(), "abort") {
			t.Error(err)
		}
	})
}

// What continues without harm: odd queries, infinite results, long loops, writing past an
// output within the memory.
func TestHarmless(t *testing.T) {
	each(t, "faults", func(t *testing.T, file string) {
		l := loader(t)
		for kind, want := range map[int]float64{13: 1, 15: math.Inf(1), 16: 99996.5} {
			f, err := fault0(t, l, file, kind)
			if v := f.RealArgNamed("value")[0]; err != nil || v != want {
				t.Errorf("%d: %g, %v; want %g", kind, v, err, want)
			}
		}
	})
}

// Loops and recursion that do not end are ended by the limit of time, and by the context.
func TestEndless(t *testing.T) {
	each(t, "faults", func(t *testing.T, file string) {
		for _, kind := range []int{8, 9} {
			l := loader(t)
			l.CallTimeout = 20 * time.Millisecond
			_, err := fault0(t, l, file, kind)
			var e *usersub.CallError
			if !errors.As(err, &e) || e.Cause != usersub.TimedOut || !strings.Contains(e.Message, "within 20ms") {
				t.Errorf("%d: %v", kind, err)
			}
			l = loader(t)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			l.SetContext(ctx)
			if _, err := fault0(t, l, file, kind); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%d: %v", kind, err)
			}
		}
	})
}

// panics is a solver that ends an evaluation by a panic.
type panics struct{ subtest.State }

func (*panics) SysFnc(string, []int32) (float64, int32) { panic("the solver's own") }

// What the solver panics with reaches its caller; the module serves on.
func TestPanicsOfTheSolver(t *testing.T) {
	l := loader(t)
	r := load(t, l, "testdata/faults.wasm", usersub.PFOSUB, "FAULTS")
	f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, []float64{17}, nil)
	func() {
		defer func() {
			if r := recover(); r != "the solver's own" {
				t.Errorf("got %v", r)
			}
		}()
		_ = r.Call(f, &panics{})
	}()
	if f, err := fault0(t, l, "testdata/faults.wasm", 0); err != nil || f.RealArgNamed("value")[0] != 1001 {
		t.Error(f.RealArgNamed("value"), err)
	}
}

// inside calls another routine of the same module, and the same one, from a query.
type inside struct {
	subtest.State
	t     *testing.T
	again func(s usersub.State)
	depth int
}

func (s *inside) SysFnc(name string, par []int32) (float64, int32) {
	if s.depth < 3 {
		s.depth++
		s.again(s)
	}
	return 0.25 + float64(s.depth), 0
}

// Calls nest where the solver is driven.
func TestCallsNest(t *testing.T) {
	r := load(t, loader(t), "testdata/faults.wasm", usersub.PFOSUB, "FAULTS")
	s := &inside{t: t}
	s.again = func(s usersub.State) {
		f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 8, []float64{17}, nil)
		if err := r.Call(f, s); err != nil || f.RealArgNamed("value")[0] != 3.25 {
			t.Error(f.RealArgNamed("value"), err)
		}
	}
	s.again(s)
}

func TestPrints(t *testing.T) {
	each(t, "faults", func(t *testing.T, file string) {
		var out bytes.Buffer
		l := &Loader{Output: &out}
		r := load(t, l, file, usersub.PFOSUB, "PRINTS")
		f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, nil, nil)
		if err := r.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		l.Close()
		// printf of the C standard, with the outputs prepared as zero.
		want := "7  3.14|ab  |0042|0.1 1e+20 1.234568e+04 z% ff 7 1099511627776 end\n" +
			"zero -inf nan\n" +
			" -7|+1.230e-03|  abc|xy\ntrun\nno end\n"
		if got := strings.ReplaceAll(out.String(), "-nan", "nan"); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		if n := f.RealArgNamed("value")[0]; n != 23 {
			t.Errorf("sprintf returns %g", n)
		}
	})
}

func TestFunctionsOfC(t *testing.T) {
	each(t, "faults", func(t *testing.T, file string) {
		r := load(t, loader(t), file, usersub.PFOSUB, "CHECKS")
		f := usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, nil, nil)
		if err := r.Call(f, &subtest.State{}); err != nil || f.RealArgNamed("value")[0] != 0 {
			t.Errorf("the sum of the numbers of failed checks is %g (%v)", f.RealArgNamed("value")[0], err)
		}
	})
}

// Texts: with lengths behind each in C, behind all in Fortran.
func TestTexts(t *testing.T) {
	for function, want := range map[string]int32{"SPLINE_READ": 0, "spline_read_": 84} {
		r := load(t, loader(t), "testdata/faults.wasm", usersub.SPLINE_READ, function)
		f := usersub.NewFrame(usersub.SPLINE_READ, "Reference_Spline", 7, nil, nil)
		f.Text[0], f.Text[1] = "road.dat", "LEFT"
		f.PrepareCall(0, false, false)
		if err := r.Call(f, &subtest.Full{}); err != nil {
			t.Fatal(err)
		}
		if v := f.Ints(f.Sig.ArgIndex("errflg"))[0]; v != want {
			t.Errorf("%s: errflg %d, want %d", function, v, want)
		}
	}
}

// The argument area is there or not as the type says.
func TestArea(t *testing.T) {
	for function, want := range map[string]float64{"CNFSUB": 2 + 30 + 100, "cnfarea": 4 + 100} {
		r := load(t, loader(t), "testdata/faults.wasm", usersub.CNFSUB, function)
		f := usersub.NewFrame(usersub.CNFSUB, "Force_Contact", 7, nil, nil)
		f.RealArgNamed("gap")[0], f.RealArgNamed("gapdot")[0], f.RealArgNamed("area")[0] = 2, 3, 4
		f.PrepareCall(0, true, false)
		if err := r.Call(f, &subtest.State{}); err != nil || f.RealArgNamed("result")[0] != want {
			t.Errorf("%s: %v, %v", function, f.RealArgNamed("result"), err)
		}
	}
}

// What is not supported is said once.
func TestLacks(t *testing.T) {
	var out bytes.Buffer
	l := loader(t)
	l.Log = slog.New(slog.NewTextHandler(&out, nil))
	file := build(t, source(t, "lacks.c", `#include "msolve.h"
DLLFUNC void PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{ double v; c_timget(&v); c_usrmes(1, "so far", *id, "WARN"); c_usrmes(0, "not said", *id, "WARN"); }`))
	r := load(t, l, file, usersub.PFOSUB, "PFOSUB")
	for range 2 {
		if err := r.Call(usersub.NewFrame(usersub.PFOSUB, "Force_Penalty", 7, nil, nil), &subtest.State{}); err != nil {
			t.Fatal(err)
		}
	}
	if text := out.String(); strings.Count(text, "c_timget") != 1 || strings.Count(text, "so far") != 2 || strings.Contains(text, "not said") {
		t.Error(text)
	}
}
