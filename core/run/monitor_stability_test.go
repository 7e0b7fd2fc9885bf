package run

import (
	"fmt"
	"strings"
	"testing"
)

// follower is a mass of 1 kg on a soft spring, 1 Hz, that pulls one of 1 g on a stiff spring with damping: hertz and the part of
// critical damping are those of the second. It follows the first slowly.
func follower(hertz, ratio float64, method string) string {
	const m, π = 1e-3, 3.14159265358979
	w := 2 * π * hertz
	return floor + fmt.Sprintf(`<Param_Transient %s/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="10.1"/>
<Body_Rigid id="3" mass="%g" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_x="20.1"/>
<Force_SpringDamper id="1" type="TRANSLATION" i_marker_id="20" j_marker_id="1" stiffness="%g" damping="0" length="10"/>
<Force_SpringDamper id="2" type="TRANSLATION" i_marker_id="30" j_marker_id="20" stiffness="%g" damping="%g" length="10"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="20" j_marker_id="1"/>`, method, m, 4*π*π, m*w*w, 2*ratio*m*w)
}

// TestStability: steps of explicit methods that are held by the fastest motion, which does not take part, bring a warning with
// its body and time constant; steps that follow the motion, and implicit methods, bring none. Of a method that controls errors, which
// is right at such steps, it takes thousands of them for a warning; fewer are counted in run.json.
func TestStability(t *testing.T) {
	for _, c := range []struct {
		name, model    string
		warns, counted bool
	}{
		{"DOP853", follower(6000, 1, `integrator_type="DOP853"`), true, true},
		{"ABAM", follower(2000, 1, `integrator_type="ABAM"`), true, true},
		{"DOP853, few steps", follower(500, 1, `integrator_type="DOP853"`), false, true},
		{"ABAM, few steps", follower(300, 1, `integrator_type="ABAM"`), false, true},
		{"RK4", follower(500, 0.5, `integrator_type="RK4" h_max="0.0007"`), true, true},
		{"VERLET", follower(500, 0, `integrator_type="VERLET" h_max="0.0005"`), true, true},
		{"DOP853, soft", follower(3, 0.1, `integrator_type="DOP853"`), false, false},
		{"ABAM, soft", follower(3, 0.1, `integrator_type="ABAM"`), false, false},
		{"RK4, short steps", follower(500, 0.5, `integrator_type="RK4" h_max="0.0001"`), false, false},
		{"VERLET, short steps", follower(500, 0, `integrator_type="VERLET" h_max="0.0001"`), false, false},
		{"RADAU", follower(500, 1, `integrator_type="RADAU"`), false, false},
		{"DSTIFF", follower(500, 1, `integrator_type="DSTIFF"`), false, false},
	} {
		o := carryOut(t, buildText(t, c.model, simulate(`end_time="1" num_steps="4"`)), Options{})
		said := strings.Join(o.doc.Warnings, "\n")
		n := 0
		if f := o.doc.Findings; f != nil {
			n = f.StabilityLimited
		}
		if o.err != nil || c.counted != (n > 0) || c.warns != strings.Contains(said, "are held by stability, not by accuracy: the fastest motion, of") || !c.warns && said != "" {
			t.Errorf("%s: %v, %d findings, %q", c.name, o.err, n, said)
		}
	}
}
