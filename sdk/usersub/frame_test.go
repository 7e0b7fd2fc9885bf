package usersub

import (
	"strings"
	"testing"
)

type noState struct{ asked int }

func (s *noState) SysFnc(name string, par []int32) (float64, int32) {
	s.asked++
	return float64(par[0]) + 0.5, 0
}
func (s *noState) SysAry(_ string, par []int32, dst []float64) (int, int32) {
	s.asked++
	return copy(dst, []float64{1, 2, 3}), 0
}
func (s *noState) ModFnc(string, int32, string) (string, int32) { return "", -1 }

func TestFrameLayout(t *testing.T) {
	f := NewFrame(YFOSUB, "Force_StateEqn", 3, []float64{1, 2},
		map[string]int{"nstate": 2, "ninput": 3, "noutpt": 6})
	if len(f.RealArgNamed("stated")) != 2 || len(f.RealArgNamed("output")) != 6 || len(f.RealArgNamed("input")) != 3 {
		t.Fatal("sizes of the array arguments are wrong")
	}
	if got := f.Ints(YFOSUB.ArgIndex("ninput"))[0]; got != 3 {
		t.Fatalf("ninput = %d, want 3", got)
	}
	at := f.ArgOffset(YFOSUB.ArgIndex("par"))
	for i, want := range []float64{1, 2, 0, 0} {
		if f.Real[at+i] != want {
			t.Fatalf("par[%d] = %g, want %g", i, f.Real[at+i], want)
		}
	}
	if next := f.ArgOffset(YFOSUB.ArgIndex("states")); next-at < minPar {
		t.Fatalf("par has room for %d entries, want %d", next-at, minPar)
	}
	f.RealArgNamed("output")[3] = 7
	f.PrepareCall(1.5, true, false)
	if f.Time() != 1.5 || f.RealArgNamed("output")[3] != 0 || f.IsSetup() {
		t.Fatal("Prepare did not set time, flags and zero outputs")
	}
}

func TestDoorForeseesFromThenOn(t *testing.T) {
	f := NewFrame(PFOSUB, "Force_Penalty", 1, nil, nil)
	s := &noState{}
	d := &QueryCache{Frame: f, State: s}
	if v, _ := d.SysFnc(" dx ", []int32{9}); v != 9.5 {
		t.Fatalf("value %g, want 9.5", v)
	}
	f.Value[0] = 4
	if v, _ := d.SysFnc("DX\x00junk", []int32{9}); v != 4 || s.asked != 1 {
		t.Fatalf("value %g after %d queries to the solver, want 4 after 1", v, s.asked)
	}
	dst := make([]float64, 3)
	d.SysAry("TDISP", []int32{1}, dst)
	if n, _ := d.SysAry("tdisp", []int32{1}, dst); n != 3 || dst[2] != 3 || s.asked != 2 {
		t.Fatalf("n = %d, dst %v, %d queries", n, dst, s.asked)
	}
	par := []int32{1}
	if n := testing.AllocsPerRun(100, func() { d.SysAry("TDISP", par, dst) }); n != 0 {
		t.Fatalf("%g allocations for a foreseen query", n)
	}
}

// notified are the routines that are reported something and return nothing.
var notified = map[string]bool{"CONSUB": true, "CBKSUB": true, "CONTACTPOST": true}

func TestSigsAreComplete(t *testing.T) {
	for _, s := range Sigs() {
		if s.Doc == "" || s.Element == "" || len(s.OutputIndices()) == 0 && !notified[s.Name] {
			t.Errorf("%s lacks its element, its outputs or its line of text", s.Name)
		}
	}
}

// Old routines read parameters behind the last: thirty there are, and those that
// were not given are zeros, whatever stands in the other arguments.
func TestParametersBeyondTheLastAreZero(t *testing.T) {
	for _, sig := range Sigs() {
		i := sig.ArgIndex("par")
		if i < 0 {
			continue
		}
		dims := map[string]int{}
		for k := range sig.Args {
			for _, name := range strings.FieldsFunc(sig.Args[k].Len, func(r rune) bool { return r == '*' || r == '+' }) {
				dims[name] = 2
			}
		}
		delete(dims, "npar")
		f := NewFrame(sig, sig.Element, 1, []float64{3}, dims)
		for k := range sig.Args {
			if a := &sig.Args[k]; a.Kind == Real && a.Name != "par" {
				for n := range f.Reals(k) {
					f.Reals(k)[n] = 7
				}
			}
		}
		par := f.Real[f.ArgOffset(i):]
		if len(par) < 30 || par[0] != 3 {
			t.Fatalf("%s: parameters %v", sig.Name, par)
		}
		for k, v := range par[1:30] {
			if v != 0 {
				t.Errorf("%s: parameter %d is %g", sig.Name, k+2, v)
			}
		}
	}
}
