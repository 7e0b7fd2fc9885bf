package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// Body 2 of unit moment of inertia turns about z from 0.25, body 4 of mass 2 slides
// along z from 0.5; the torque 3 acts on body 2.
const coupling = tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" psi="0.25"/>
<Body_Rigid id="4" cg_id="40" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4" pos_z="0.5"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="2" type="TRANSLATIONAL" i_marker_id="40" j_marker_id="1"/>
<Force_Vector_OneBody id="1" type="TorqueOnly" marker_id="20" tz_expression="3"/>`

var couplingReport = report("AZ(20,1)", "DZ(40,1,1)", "WZ(20)", "VZ(40)")

// 2 a - z = constant: the slide follows with twice the angle, so that
// (1 + 2 · 2²) a” = 3.
func couplingWant(r *table) {
	r.t.Helper()
	r.near(-1, "9.F1", 0.25+1./6, 1e-6)
	r.near(-1, "9.F2", 0.5+1./3, 1e-6)
	r.near(-1, "9.F3", 1./3, 1e-6)
	r.near(-1, "9.F4", 2./3, 1e-6)
}

func TestCoupler(t *testing.T) {
	for _, attrs := range []string{`coefficients="2, -1"`, `freedom_1="R" freedom_2="T" coefficients="-4 2"`} {
		couplingWant(simulate(t, coupling+`<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" `+attrs+`/>`+couplingReport, one, nil))
	}
	subs := routines{"COUSUB": func(f *usersub.Frame, _ usersub.State) {
		q := f.RealArgNamed("disp")
		out(f)[0] = 2*q[0] - q[1]
	}}
	couplingWant(simulate(t, coupling+`<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" usrsub_dll_name="a"/>`+couplingReport, one, subs))
}

// Three joints, two of them of one cylindrical joint.
func TestCouplerOfThree(t *testing.T) {
	model := tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="4" cg_id="40" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="40" body_id="4"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Constraint_Joint id="2" type="CYLINDRICAL" i_marker_id="40" j_marker_id="1"/>
<Motion_Joint id="1" joint_id="1" expr="3*TIME"/><Motion_Joint id="2" joint_id="2" joint_type="R" expr="9*TIME"/>
<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" freedom_2="R" joint3_id="2" freedom_3="T" coefficients="2,1,-5"/>`
	r := simulate(t, model+report("DZ(40)", "VZ(40)"), one, nil)
	r.near(-1, "9.F1", 3, 1e-6)
	r.near(-1, "9.F2", 3, 1e-6)
}

// A cam z = 0.5 + (a - 0.25)² lifts the slide at the constant rate of turning 2: the
// torque of the motion follows from power, M a' = m z” z'. With COUXX and COUXX2, one of them, none.
func TestCouplerRoutine(t *testing.T) {
	calls := map[string]int{}
	subs := routines{
		"COUSUB": func(f *usersub.Frame, _ usersub.State) {
			q := f.RealArgNamed("disp")
			out(f)[0] = 0.5 + (q[0]-0.25)*(q[0]-0.25) - q[1]
		},
		"first": func(f *usersub.Frame, _ usersub.State) {
			calls["first"]++
			out(f)[0], out(f)[1] = 2*(f.RealArgNamed("disp")[0]-0.25), -1
		},
		"second": func(f *usersub.Frame, _ usersub.State) {
			calls["second"]++
			out(f)[0] = 2
		},
	}
	for _, more := range []string{"", ` usrsub_der1_name="first"`, ` usrsub_der1_name="first" usrsub_der2_name="second"`} {
		model := coupling + `<Motion_Joint id="1" joint_id="1" expr="0.25+2*TIME"/><Constraint_Coupler id="1" joint1_id="1" joint2_id="2" usrsub_dll_name="a"` + more + `/>`
		r := simulate(t, model+report("DZ(40)", "VZ(40)", "MOTION(1,0,8,0)"), one, subs)
		r.near(-1, "9.F1", 4.5, 1e-6)
		r.near(-1, "9.F2", 8, 1e-6)
		r.near(-1, "9.F3", 2*8*8/2.-3, 1e-5)
		// driven by the torque 3 alone: energy (1 + 2 (2 s)²) s'²/2 = 3 s with s = a - 0.25
		model = coupling + `<Constraint_Coupler id="1" joint1_id="1" joint2_id="2" usrsub_dll_name="a"` + more + `/>`
		r = simulate(t, model+couplingReport, one, subs)
		s := r.at(-1, "9.F1") - 0.25
		r.near(-1, "9.F2", 0.5+s*s, 1e-6)
		r.near(-1, "9.F3", math.Sqrt(6*s/(1+8*s*s)), 1e-6)
	}
	if calls["first"] == 0 || calls["second"] == 0 {
		t.Error("derivatives that the deck names were not called:", calls)
	}
}
