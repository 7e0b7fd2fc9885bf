package run

import (
	"math"
	"strings"
	"testing"
)

// pendulumWith is a rigid body of 1 kg on a hinge about z at the origin, its mass centre at (1, 0, 0);
// marker is the attributes of the body's marker on the hinge, which should lie at the origin too.
func pendulumWith(marker string) string {
	return floor + `<Force_Gravity grav_y="-9.81"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="0.01" inertia_yy="0.1" inertia_zz="0.1"/>
<Reference_Marker id="20" body_id="2" pos_x="1"/><Reference_Marker id="21" body_id="2" ` + marker + `/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="20" j_marker_id="1"/>`
}

// TestAssemblyReport: run.json has the displacement of the bodies and the gaps of the joints, and a
// joint that is far from fitting brings a warning with both.
func TestAssemblyReport(t *testing.T) {
	deg := math.Pi / 180
	for _, c := range []struct {
		name, marker    string
		distance, angle float64 // displacement of the body
		gap, tilt       float64 // of the joint
		warning         string  // "" for none
	}{
		{"fits", ``, 0, 0, 0, 0, ""},
		{"digits of the deck", `pos_x="0.00001"`, 1e-5, 0, 1e-5, 0, ""},
		{"5 m off", `pos_x="5"`, 5, 0, 5, 0, "Constraint_Joint 1 (REVOLUTE): gap 5 does not fit before assembly; assembly moved body 2 by 5 and"},
		{"half a degree off", `zp_x="0.0087268678" zp_y="0" zp_z="1"`, math.NaN(), 0.5 * deg, 0, 0.5 * deg, ""},
		{"10 degrees off", `zp_x="0.17632698" zp_y="0" zp_z="1"`, math.NaN(), 10 * deg, 0, 10 * deg, "axes off by 10 deg"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := carryOut(t, buildText(t, pendulumWith(c.marker), simulate(`end_time="0.5" num_steps="10"`)), Options{})
			if o.err != nil || len(o.doc.Assembly) != 1 {
				t.Fatalf("%v, %+v", o.err, o.doc.Assembly)
			}
			a := o.doc.Assembly[0]
			near := func(what string, got, want float64) {
				if !math.IsNaN(want) && math.Abs(got-want) > 1e-6 {
					t.Errorf("%s is %g, want %g", what, got, want)
				}
			}
			near("the displacement", a.Distance, c.distance)
			near("the rotation", a.Angle, c.angle)
			gap := GapInfo{}
			if len(a.Gaps) > 0 {
				gap = a.Gaps[0]
			}
			near("the gap", gap.Distance, c.gap)
			near("the tilt", gap.Angle, c.tilt)
			said := strings.Join(o.doc.Warnings, "\n")
			if (c.warning == "") != (said == "") || !strings.Contains(said, c.warning) {
				t.Errorf("warnings: %q, want %q", said, c.warning)
			}
		})
	}
}
