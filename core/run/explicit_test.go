package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// damped is one mass point on a spring of 100 with damping 1: from 1.05 it moves along x by
// 1 + 0.05 exp(-t/2) (cos wt + sin(wt)/(2w)), w² = 99.75.
const damped = `<Reference_Marker id="10" body_id="7"/><Body_Rigid id="7" IsGround="TRUE"/>
<Body_Point id="2" cg_id="20" mass="1."/><Reference_Marker id="20" body_id="2" body_type="POINTBODY" pos_x="1.05"/>
<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="10" stiffness="100." damping="1." length="1."/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="20" j_marker_id="10"/>`

// dampedError is the largest error of that over 1 s at steps of 1/n and outputs every 0.05 s.
func dampedError(t *testing.T, method string, n int) float64 {
	t.Helper()
	model := fmt.Sprintf(`<Param_Transient integrator_type="%s" h_max="%.17g"/>`, method, 1/float64(n)) + damped
	o := carryOut(t, buildText(t, model, simulate(`end_time="1" num_steps="20"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if got := o.doc.Steps; got != n {
		t.Errorf("%s: %d steps, wanted %d", method, got, n)
	}
	w, worst := math.Sqrt(99.75), 0.0
	times := o.tab.of(t, "time")
	for i, x := range o.tab.of(t, "1.X") {
		at := times[i]
		exact := 1 + 0.05*math.Exp(-at/2)*(math.Cos(w*at)+math.Sin(w*at)/(2*w))
		worst = math.Max(worst, math.Abs(x-exact))
	}
	return worst
}

// TestExplicit: the methods of fixed step show their orders from the deck to the results.
func TestExplicit(t *testing.T) {
	for method, order := range map[string]float64{"RK4": 4, "VERLET": 2} {
		a, b := dampedError(t, method, 100), dampedError(t, method, 200)
		if got := math.Log2(a / b); math.Abs(got-order) > 0.2 {
			t.Errorf("%s: errors %.3g and %.3g show order %.2f", method, a, b, got)
		}
	}
}

// TestExplicitTooLong: a step beyond stability ends with the name of the body.
func TestExplicitTooLong(t *testing.T) {
	for _, method := range []string{"RK4", "VERLET"} {
		model := `<Param_Transient integrator_type="` + method + `" h_max="0.5"/>` + damped
		o := carryOut(t, buildText(t, model, simulate(`end_time="100" num_steps="10"`)), Options{})
		if o.err == nil || !strings.Contains(o.err.Error(), "body 2") || !strings.Contains(o.err.Error(), "fixed step") {
			t.Errorf("%s: %v", method, o.err)
		}
	}
}
