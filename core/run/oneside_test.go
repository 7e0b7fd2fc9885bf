package run

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestOneSidedStart: a body that violates a one-sided row at the start is moved onto its bound, and is told of; one that does
// not is left where it is. The row does not count against the degrees of freedom.
func TestOneSidedStart(t *testing.T) {
	for at, want := range map[string]float64{"1.5": 1, "0.5": 0.5} {
		o := carryOut(t, buildText(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="`+at+`"/>
<Constraint_General id="3" expr="DX(20)-1" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, simulate(`end_time="0.1" num_steps="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		near(t, "place", o.tab.of(t, "1.F1")[0], want, 1e-9)
		if *o.doc.DOF != 6 {
			t.Errorf("%d degrees of freedom, want 6", *o.doc.DOF)
		}
		told := slices.ContainsFunc(o.doc.Warnings, func(x string) bool {
			return strings.Contains(x, "Constraint_General 3 is violated by 0.5 at the start")
		})
		if told != (at == "1.5") {
			t.Errorf("from %s: warnings %q", at, o.doc.Warnings)
		}
	}
}

const drops = `<Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>`

// TestBall: a ball that bounces with e = 0.9 from 1 m strikes the floor at t0 (1 + 2 (e + e² + ...)), t0 = √(2/g).
func TestBall(t *testing.T) {
	e, g := 0.9, 9.81
	for _, method := range []string{"DOP853", "DSTIFF", "RADAU"} {
		m := buildText(t, drops+`<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="1"/>
<Constraint_General id="3" expr="-DZ(20)" i_marker_id="20" unilateral="TRUE" restitution_coef="0.9"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>`+fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-10" h_max="0.1" dae_interpolation="TRUE"/>`, method), simulate(`end_time="10" num_steps="50"`))
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		t.Log(method, len(o.doc.Events), o.doc.Steps, o.doc.Events[len(o.doc.Events)-1])
		t0 := math.Sqrt(2/g)
		at, worst := t0, 0.0
		for k, x := range o.doc.Events {
			if k%8 == 0 {
				t.Log(k, x.Time-at, x.Value)
			}
			worst = math.Max(worst, math.Abs(x.Time-at))
			at += 2 * t0 * math.Pow(e, float64(k+1))
		}
		t.Log(worst, at)
	}
}
