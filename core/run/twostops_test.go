package run

import (
	"math"
	"strings"
	"testing"
)

// TestTwoStops: a parallelogram whose two cranks have the same stops moves as with the stops of one, though both do not close at quite
// the same speed: which of them bears how much is settled by nothing.
func TestTwoStops(t *testing.T) {
	crank := func(id, x string) string {
		return `<Body_Rigid id="` + id + `" cg_id="` + id + `0" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_z="-0.5" v_ic_x="0.25"/>
<Reference_Marker id="` + id + `0" body_id="` + id + `" pos_x="` + x + `" pos_y="0.5"/><Reference_Marker id="` + id + `1" body_id="` + id + `" pos_x="` + x + `"/>
<Reference_Marker id="` + id + `2" body_id="` + id + `" pos_x="` + x + `" pos_y="1"/>`
	}
	const stops = `limit_min="-0.5" limit_max="0.5" limit_restitution="0.5"`
	one := `<Force_Gravity grav_y="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/><Reference_Marker id="11" body_id="1" pos_x="2"/>` +
		crank("2", "0") + crank("4", "2") + `<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="0.5"/>
<Reference_Marker id="30" body_id="3" pos_x="1" pos_y="1"/><Reference_Marker id="31" body_id="3" pos_y="1"/><Reference_Marker id="32" body_id="3" pos_x="2" pos_y="1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10" ` + stops + `/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="22"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="42" j_marker_id="32"/><Constraint_Joint id="4" type="REVOLUTE" i_marker_id="41" j_marker_id="11" %/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)" expr2="WZ(21,10)"/>`
	for _, method := range []string{"DSTIFF", "CSTIFF", "RADAU", "DOP853"} {
		options := sideOptions(method, false)
		var angle [2][]float64
		for k, more := range []string{"", stops} {
			o := carryOut(t, buildText(t, strings.Replace(one, "%", more, 1)+options, simulate(`end_time="1.5" num_steps="15"`)), Options{})
			if o.err != nil {
				t.Fatal(method, o.err)
			}
			if n := len(o.doc.Events); n != 3*(k+1) {
				t.Errorf("%s: %d events, want %d", method, n, 3*(k+1))
			}
			angle[k] = o.tab.of(t, "1.F1")
		}
		for i, a := range angle[0] {
			near(t, method, angle[1][i], a, 1e-6)
			if math.Abs(a) > 0.5+1e-9 {
				t.Errorf("%s: angle %g", method, a)
			}
		}
	}
}
