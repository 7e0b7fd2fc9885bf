//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

func legacy(t *testing.T) (c, fortran string) {
	return build(t, "legacy.so", "testdata/quirks/legacy.c"), build(t, "legacy.so", "testdata/quirks/legacy.f")
}

// Results, flags and texts have exactly the room that callers give them.
func TestNothingIsWrittenBesideResults(t *testing.T) {
	c, f := legacy(t)
	for name, lib := range map[string]string{"NEIGHBOUR": c, "NARROW": c, "NOWHERE": c, "NEIGHB": f, "CONSTS": f} {
		if v, err := scalar(t, load(t, lib, usersub.VARSUB, name), &subtest.Full{}); v != 0 || err != nil {
			t.Errorf("%s gives %g (%v), want 0", name, v, err)
		}
	}
}

func TestZeroesInsideOfTexts(t *testing.T) {
	c, f := legacy(t)
	for _, lib := range []string{c, f} {
		s := &subtest.Full{}
		_, err := scalar(t, load(t, lib, usersub.VARSUB, "ZEROES"), s)
		var failed *usersub.CallError
		if !errors.As(err, &failed) || !strings.Contains(failed.Message, "over") || strings.Contains(failed.Message, "\x00") {
			t.Errorf("got %v, want the run to stop", err)
		}
		if len(s.Said) != 2 || s.Said[0].Text != "half" || s.Said[0].Tag != "WARN" || s.Said[1].Tag != "STOP" {
			t.Errorf("said %+v", s.Said)
		}
	}
}

// Flags are integers in C and LOGICAL in Fortran; whatever is not 0 is odd.
func TestFlagsInBothLanguages(t *testing.T) {
	c, f := legacy(t)
	for _, lib := range []string{c, f} {
		r := load(t, lib, usersub.VARSUB, "FLAGS")
		fr := usersub.NewFrame(usersub.VARSUB, "Reference_Variable", 7, nil, nil)
		for want, flags := range map[float64][2]bool{0: {false, false}, 10: {true, false}, 101: {false, true}, 111: {true, true}} {
			fr.PrepareCall(0, flags[0], flags[1])
			if err := r.Call(fr, &subtest.State{}); err != nil || fr.RealArgNamed("value")[0] != want {
				t.Errorf("%s: dflag %v, iflag %v give %v (%v), want %g", r.Implementation, flags[0], flags[1], fr.RealArgNamed("value"), err, want)
			}
		}
	}
}

// The case is 0 again in a call that does not set it.
func TestIntegerOutputsStartAtZero(t *testing.T) {
	c, _ := legacy(t)
	r := load(t, c, usersub.MFOSUB, "MFOSUB")
	f := usersub.NewFrame(usersub.MFOSUB, "Force_FlexModal", 1, nil, map[string]int{"nmodes": 2, "ncases": 1})
	for time, want := range map[float64]int32{0: 2, 1: 0} {
		f.Ints(f.Sig.ArgIndex("icase"))[0] = 99
		f.PrepareCall(time, false, false)
		if err := r.Call(f, &subtest.State{}); err != nil {
			t.Fatal(err)
		}
		if v := f.Ints(f.Sig.ArgIndex("icase"))[0]; v != want || f.RealArgNamed("loadvec")[2] != 5 {
			t.Errorf("at time %g: case %d, want %d; loads %v", time, v, want, f.RealArgNamed("loadvec"))
		}
	}
}

// A set-up call whose outputs are unset or not numbers is not an error, and what
// it left behind does not show in the next call.
func TestSetupCallsMayLeaveAnything(t *testing.T) {
	c, _ := legacy(t)
	r := load(t, c, usersub.VFOSUB, "VFOSUB")
	f := usersub.NewFrame(usersub.VFOSUB, "Force_Vector_TwoBody", 1, nil, nil)
	f.PrepareCall(0, false, true)
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	f.RealArgNamed("result")[1] = math.NaN()
	f.PrepareCall(0, false, false)
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	if v := f.RealArgNamed("result"); [3]float64(v) != [3]float64{1, 0, 3} {
		t.Errorf("got %v, want [1 0 3]", v)
	}
}

func TestLogicalInARequest(t *testing.T) {
	_, lib := legacy(t)
	r := load(t, lib, usersub.REQSUB, "REQSUB")
	f := usersub.NewFrame(usersub.REQSUB, "Post_Request", 1, nil, nil)
	f.PrepareCall(0, false, true)
	if err := r.Call(f, &subtest.State{}); err != nil {
		t.Fatal(err)
	}
	if v := f.RealArgNamed("results"); [8]float64(v) != [8]float64{0, 4, 1} {
		t.Errorf("got %v", v)
	}
}
