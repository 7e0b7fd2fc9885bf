package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// springBead is a bead of mass 1 at 2.5 on a spring of length 1 from the origin, with more
// attributes.
func springBead(attrs string) string {
	return tight + ground + `<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2.5"/>
<Force_SpringDamper id="1" type="TRANSLATION" i_marker_id="30" j_marker_id="1" ` + attrs + `/>` + report("DX(30)", "SPDP(1,0,2,0)", "DM(30,1)")
}

// A routine gets the elongation 1.5 and its rate less the offset, 0.25; its
// result is a tension. With 5 u + 2 (v + 0.25) - 5 the bead swings as in TestSpring about
// 1 + (5 - 0.5)/5 = 1.9.
func TestSpringRoutine(t *testing.T) {
	subs := routines{"SPDSUB": func(f *usersub.Frame, _ usersub.State) {
		k, c, pre := f.RealArgNamed("par")[0], f.RealArgNamed("par")[1], f.RealArgNamed("par")[2]
		f.RealArgNamed("force")[0] = k*f.RealArgNamed("disp")[0] + c*f.RealArgNamed("velo")[0] - pre
	}}
	for name, attrs := range map[string]string{
		"law":     `stiffness="5" damping="2" preload="5" length="1" velocity_offset="-0.25"`,
		"routine": `length="1" velocity_offset="-0.25" usrsub_param_string="USER(5,2,5)"`,
	} {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, springBead(attrs), one, subs)
			r.near(0, "9.F2", -(5*1.5 + 2*0.25 - 5), 1e-9)
			r.near(-1, "9.F1", 1.9+0.6*math.Exp(-1)*(math.Cos(2)+0.5*math.Sin(2)), 1e-6)
		})
	}
}

// An inactive spring has no force and calls nothing, but is still there to be
// asked.
func TestInactiveSpring(t *testing.T) {
	subs := routines{"SPDSUB": func(*usersub.Frame, usersub.State) { t.Error("the routine was called") }}
	for _, attrs := range []string{`stiffness="5" length="1" active="FALSE"`, `length="1" active="FALSE" usrsub_param_string="USER()"`} {
		r := simulate(t, springBead(attrs), one, subs)
		r.near(-1, "9.F1", 2.5, 1e-12)
		r.near(-1, "9.F2", 0, 1e-12)
		r.near(-1, "9.F3", 2.5, 1e-12)
	}
}

// A length of 0 is possible for springs with attributes of our own: then the
// force has no direction at distance 0, and 9 sin is x(t) from there.
func TestSpringOfNoLength(t *testing.T) {
	r := simulate(t, springBead(`stiffness="9" active="TRUE"`), one, nil)
	r.near(-1, "9.F1", 2.5*math.Cos(3), 2e-6)
}
