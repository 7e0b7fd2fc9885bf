package run

import (
	"fmt"
	"math"
	"testing"
)

// nscBody is ground and a body of 1 kg whose mass centre, marker 20, begins at a place; gravity pulls along -y.
func nscBody(x, y float64, more string) string {
	return fmt.Sprintf(`<Force_Gravity grav_x="0" grav_y="-9.81" grav_z="0"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1" %s/><Reference_Marker id="20" body_id="2" pos_x="%g" pos_y="%g"/>
`, more, x, y)
}

func nscTune(more string) string { return `<Param_Transient integrator_type="NSC" ` + more + `/>` }

// TestNSCRope: a mass falls beside the point where its rope is tied. The rope is taut where x² + y² = 16: the impact takes the speed
// along it, and the mass swings on as a pendulum whose energy stays.
func TestNSCRope(t *testing.T) {
	const x, g = 3.0, 9.81
	taut := math.Sqrt(2 * math.Sqrt(16-x*x) / g)
	o := carryOut(t, buildText(t, nscBody(x, 0, "")+`
<Constraint_General id="3" expr="DM(20)-4" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DM(20)" expr2="VY(20)" expr3="9.81*DY(20)+VM(20)**2/2" expr4="VR(20)"/>`,
		nscTune(`h_max="0.001"`)+simulate(`end_time="2" num_steps="200"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	s := o.doc.NonSmooth
	if s == nil || s.Impacts != 1 || s.Residual > 1e-8 {
		t.Errorf("%+v, want one impact", s)
	}
	time, long, e := o.tab.of(t, "time"), o.tab.of(t, "1.F1"), o.tab.of(t, "1.F3")
	v := g * taut
	along := v * math.Sqrt(16-x*x) / 4
	for i, now := range time {
		if long[i] > 4+1e-9 {
			t.Errorf("time %g: rope %g m", now, long[i])
		}
		want := 0.0
		if now > taut {
			want = -along * along / 2
			if now < 1.9 {
				near(t, "length", long[i], 4, 1e-6)
			}
		}
		near(t, fmt.Sprintf("energy at %g", now), e[i], want, 1e-4)
	}
}
