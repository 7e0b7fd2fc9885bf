package element_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
)

// A body with all six freedoms driven by markers: places along the axes of the
// base, which is turned by 30 degrees about z, and orientation by Rx Ry Rz. The
// weight and the inertia are carried by the motions.
func TestMotionMarkerPose(t *testing.T) {
	model := tight + ground + `<Reference_Marker id="2" body_id="1" psi="30D"/>` + body + `<Force_Gravity grav_z="-10"/>`
	for k, f := range []string{"0.3*TIME**2", "-TIME", "0.5*SIN(TIME)", "7*TIME**2", "0.4*TIME", "-5*TIME"} {
		model += fmt.Sprintf(`<Motion_Marker id="%d" i_marker_id="20" j_marker_id="2" direction="%s" expr="%s"/>`, k+1, []string{"X", "Y", "Z", "B1", "B2", "B3"}[k], f)
	}
	// of Rx(a)Ry(b)Rz(c): z axis (sin b, -sin a cos b, cos a cos b), x axis cos b cos c, ...
	a, b, c := 7.0, 0.4, -5.0
	r := simulate(t, model+report("DX(20,2,2)", "DY(20,2,2)", "DZ(20,2,2)", "B2(20,2)", "B1(20,2)", "B3(20,2)", "MOTION(1,0,2,2)")+
		`<Post_Request id="8" type="EXPRESSION" expr1="DX(21,20,2)" expr2="THETA(20,2)" expr3="MOTION(3,0,4,2)" expr4="MOTION(5,0,1,2)"/>`, one, nil)
	for k, want := range []float64{0.3, -1, 0.5 * math.Sin(1), b, a, c, 2 * 0.6} {
		r.near(-1, "9.F"+string(rune('1'+k)), want, 1e-6)
	}
	r.near(-1, "8.F1", math.Cos(b)*math.Cos(c), 1e-6)
	r.near(-1, "8.F2", math.Acos(math.Cos(a)*math.Cos(b)), 1e-6)
	r.near(-1, "8.F3", 2*(10-0.5*math.Sin(1)), 1e-6)
	r.near(-1, "8.F4", 0, 1e-9)
}

// Each level, by an expression and by MOTSUB: the place and the force of mass 2,
// or the torque of the unit moment of inertia.
func TestMotionMarkerLevels(t *testing.T) {
	for _, direction := range []string{"X", "Y", "Z", "B1", "B2", "B3"} {
		for k, level := range []string{"D", "V", "A"} {
			for _, routine := range []bool{false, true} {
				t.Run(fmt.Sprint(direction, level, routine), func(t *testing.T) {
					asked := map[int32]bool{}
					law := `expr="` + []string{"0.3*TIME**3", "0.9*TIME**2", "1.8*TIME"}[k] + `"`
					if routine {
						law = `type="USERSUB" usrsub_dll_name="a" usrsub_param_string="` + []string{"USER(0.3,3)", "USER(0.9,2)", "USER(1.8,1)"}[k] + `"`
					}
					axis, turns := int(direction[len(direction)-1]-'X'), len(direction) == 2
					if turns {
						axis = int(direction[1] - '1')
					}
					name, load := "D"+"XYZ"[axis:axis+1]+"(20)", fmt.Sprintf("MOTION(7,0,%d,0)", 2+axis)
					force := 2 * 1.8
					if turns {
						name, load, force = direction+"(20)", fmt.Sprintf("MOTION(7,0,%d,0)", 6+axis), 1.8
					}
					r := simulate(t, tight+ground+body+`<Motion_Marker id="7" i_marker_id="20" j_marker_id="1" direction="`+direction+`" val_type="`+level+`" `+law+`/>`+
						report(name, load), one, routines{"MOTSUB": power(asked)})
					r.near(-1, "9.F1", 0.3, 1e-6)
					r.near(-1, "9.F2", force, 1e-5)
					if got := slices.Sorted(maps.Keys(asked)); routine && !slices.Equal(got, [][]int32{{0, 1, 2}, {0, 1}, {0}}[k]) {
						t.Errorf("MOTSUB was asked for %v", got)
					}
				})
			}
		}
	}
}

// A motion that depends on the state: the body keeps as far along x as the other
// one has gone along y, in displacement or in velocity.
func TestMotionMarkerState(t *testing.T) {
	for _, law := range []string{`expr="DY(30)"`, `val_type="V" expr="VY(30)"`} {
		r := simulate(t, tight+ground+body+`<Body_Point id="3" cg_id="30" mass="1"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="30" fy_expression="6"/>
<Motion_Marker id="7" i_marker_id="20" j_marker_id="1" direction="X" `+law+`/>`+report("DX(20)", "DY(30)"), one, nil)
		// 6 N drive 1 kg and, by the motion, 2 kg
		r.near(-1, "9.F1", 1, 1e-6)
		r.near(-1, "9.F2", 1, 1e-6)
	}
}
