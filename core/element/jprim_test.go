package element_test

import (
	"math"
	"testing"
)

// What is left free moves freely and what is held is held, by the force that
// acts on it: body 2 of mass 2 and unit moments of inertia, under the force
// (2, 4, 6) at its centre and the torque (1, 2, 3).
func TestSimpleJoints(t *testing.T) {
	load := `<Force_Vector_OneBody id="1" type="ForceAndTorque" marker_id="20" fx_expression="2" fy_expression="4" fz_expression="6" tx_expression="1" ty_expression="2" tz_expression="3"/>`
	tests := map[string][6]float64{ // accelerations and angular accelerations at the start
		"INLINE":            {0, 0, 3, 1, 2, 3},
		"INPLANE":           {1, 2, 0, 1, 2, 3},
		"ORIENTATION":       {1, 2, 3, 0, 0, 0},
		"PARALLEL_AXES":     {1, 2, 3, 0, 0, 3},
		"PLANAR":            {1, 2, 0, 0, 0, 3},
		"ATPOINT":           {0, 0, 0, 1, 2, 3},
		"HOOKE":             {0, 0, 0, 1, 2, 0},
		"CONSTANT_VELOCITY": {0, 0, 0, 1, 2, 0},
	}
	for kind, want := range tests {
		for _, element := range []string{"Constraint_Joint", "Constraint_Jprim"} {
			if element == "Constraint_Jprim" && (kind == "PLANAR" || kind == "HOOKE" || kind == "CONSTANT_VELOCITY") {
				continue
			}
			model := all + load + accelerations + `<` + element + ` id="1" type="` + kind + `" i_marker_id="20" j_marker_id="1"/>`
			r := simulate(t, model, start, nil)
			for k, c := range []string{"2.ACCX", "2.ACCY", "2.ACCZ", "2.WDTX", "2.WDTY", "2.WDTZ"} {
				r.near(0, c, want[k], 1e-9)
			}
		}
	}
	// z of I along x: it may not turn about y, which would lift it out of the plane
	model := all + load + accelerations + `<Reference_Marker id="22" body_id="2" psi="90D" theta="90D"/><Constraint_Jprim id="1" type="PERPENDICULAR" i_marker_id="22" j_marker_id="1"/>`
	r := simulate(t, model, start, nil)
	for k, c := range []string{"2.ACCX", "2.ACCY", "2.ACCZ", "2.WDTX", "2.WDTY", "2.WDTZ"} {
		r.near(0, c, []float64{1, 2, 3, 1, 0, 3}[k], 1e-9)
	}
}

// JPRIM reports what a condition holds against: the force (2, 4, 6) along z.
func TestJprimReaction(t *testing.T) {
	r := simulate(t, all+`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="2" fy_expression="4" fz_expression="6"/>
<Constraint_Jprim id="7" type="INPLANE" i_marker_id="20" j_marker_id="1"/>`+report("JPRIM(7,0,4,0)", "JPRIM(7,1,4,0)", "JPRIM(7,0,1,0)"), start, nil)
	for k, want := range []float64{-6, 6, 6} {
		r.near(0, "9.F"+string(rune('1'+k)), want, 1e-9)
	}
}

// Two shafts that meet at 45 degrees. Through a joint of constant velocity the
// second turns as the first does; through a Hooke joint its angle follows
// tan b = tan a · cos 45° or / cos 45°, by which shaft the fork begins.
func TestBentShafts(t *testing.T) {
	model := func(kind string) string {
		return tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="4" cg_id="40" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4" theta="45D"/>
<Reference_Marker id="2" body_id="1" theta="45D"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="40" j_marker_id="2"/>
<Motion_Joint id="1" joint_id="1" expr="TIME"/><Constraint_Joint id="3" type="` + kind + `" i_marker_id="20" j_marker_id="40"/>` +
			report("AZ(40,2)", "WZ(40,2,2)")
	}
	r := simulate(t, model("CONSTANT_VELOCITY"), one, nil)
	r.near(-1, "9.F1", 1, 1e-6)
	r.near(-1, "9.F2", 1, 1e-6)
	// x of the first shaft, (cos a, sin a, 0), stays perpendicular to y of the second,
	// (-sin b, cos b cos 45°, cos b sin 45°)
	r = simulate(t, model("HOOKE"), one, nil)
	r.near(-1, "9.F1", math.Atan(math.Tan(1)*math.Sqrt2/2), 1e-6)
}
