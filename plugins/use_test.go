package plugins_test

import (
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// TestUse: utilities travel to the solver and back, or stay where they only
// calculate; what does not fit is an error of the call.
func TestUse(t *testing.T) {
	l := loader(t)
	r, f := load(t, l, "refplugin", "USES"), frame(4)
	f.PrepareCall(0.5, false, false)
	if err := r.Call(f, &subtest.Full{}); err != nil {
		t.Fatal(err)
	}
	s := &subtest.Full{}
	spline := subtest.CallUtility(s, "AKISPL", 1.5, 0.0, 7, 0)
	array := subtest.CallUtility(s, "GTARAY", 5)
	step := subtest.CallUtility(s, "STEP", 0.5, 0.0, 0.0, 1.0, 1.0, 0)
	want := spline.Arg[4].Real[0] + 10*array.Arg[1].Real[1] + 100*step.Arg[6].Real[0]
	if got := f.RealArgNamed("value")[0]; got != want || want == 0 {
		t.Errorf("got %g, want %g", got, want)
	}
	if err := call(load(t, l, "refplugin", "MISUSE"), frame(4), 0.5); err == nil || err.Error() != "Reference_Variable 4: MISUSE at time 0.5: STEP takes 6 arguments but 2 were given" {
		t.Errorf("%v", err)
	}
}
