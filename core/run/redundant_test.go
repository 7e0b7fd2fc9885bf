package run

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/system"
)

// spatialLoop is a crank about y and a rocker about x on a rod between two balls (RSSR), which
// gravity swings: 2 degrees of freedom, one of them the spin of the rod.
const spatialLoop = `<Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1" theta="90D"/><Reference_Marker id="2" body_id="1" pos_x="2" psi="90D" theta="90D"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.01"/><Reference_Marker id="20" body_id="2" pos_z="-0.25"/>
<Reference_Marker id="21" body_id="2" theta="90D"/><Reference_Marker id="22" body_id="2" pos_z="-0.5"/>
<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="0.3" inertia_yy="0.3" inertia_zz="0.2"/><Reference_Marker id="30" body_id="3" pos_x="1" pos_y="0.5" pos_z="-0.25"/>
<Reference_Marker id="31" body_id="3" pos_z="-0.5"/><Reference_Marker id="32" body_id="3" pos_x="2" pos_y="1"/>
<Body_Rigid id="4" mass="1" cg_id="40" inertia_xx="0.2" inertia_yy="0.01" inertia_zz="0.2"/><Reference_Marker id="40" body_id="4" pos_x="2" pos_y="0.5"/>
<Reference_Marker id="41" body_id="4" pos_x="2" psi="90D" theta="90D"/><Reference_Marker id="42" body_id="4" pos_x="2" pos_y="1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="41" j_marker_id="2"/>
<Constraint_Joint id="3" type="SPHERICAL" i_marker_id="31" j_marker_id="22"/><Constraint_Joint id="4" type="SPHERICAL" i_marker_id="32" j_marker_id="42"/>
<Force_Gravity grav_z="-9.81"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,1)"/>`

// TestConstraintsHold: over a minute of swinging, 6000 steps and more (ten seconds in the short form), no
// row is off by more than the deck allows, whatever the integrator; nothing adds up.
func TestConstraintsHold(t *testing.T) {
	seconds := 3
	switch {
	case long:
		seconds = 60
	case os.Getenv("TRAMMEL_REQUIRE_ALL") == "1":
		seconds = 10
	}
	steps := 0 // of index 3
	for _, c := range []struct{ method, tol string }{
		{`integrator_type="DSTIFF" `, "dae_constr_tol"}, {`integrator_type="DSTIFF" dae_index="SI2" `, "dae_constr_tol"},
		{`integrator_type="HHT" `, "dae_constr_tol"}, {`integrator_type="ABAM" `, "constr_tol"},
	} {
		for _, tol := range []string{"1e-6", "1e-10"} {
			o := carryOut(t, buildText(t, `<Param_Transient `+c.method+c.tol+`="`+tol+`" integr_tol="1e-4"/>`+spatialLoop,
				simulate(fmt.Sprintf(`end_time="%d." num_steps="%d"`, seconds, 100*seconds))), Options{})
			if o.err != nil {
				t.Errorf("%s%s: %v", c.method, tol, o.err)
				continue
			}
			most := map[string]float64{"1e-6": 1e-6, "1e-10": 1e-10}[tol] * 2 // the length scale is 2 m
			t.Logf("%s%s: %.2g after %d steps, energy drift %.2g, swings to %.3g rad", c.method, tol, o.doc.ConstraintViolation, o.doc.Steps, *o.doc.EnergyDrift, largest(o.tab.of(t, "1.F1")))
			if !(o.doc.ConstraintViolation <= most) || o.doc.Steps < 100*seconds-1 {
				t.Errorf("%s%s: constraint_violation %.3g in %d steps", c.method, tol, o.doc.ConstraintViolation, o.doc.Steps)
			}
			if largest(o.tab.of(t, "1.F1")) < 0.3 {
				t.Error("nothing swings")
			}
			// Index 2 takes about as many steps as index 3; speeds of its rows that are kept from step to step made a million of them.
			if strings.Contains(c.method, "SI2") && o.doc.Steps > 2*steps {
				t.Errorf("%d steps in index 2, %d in index 3", o.doc.Steps, steps)
			} else if strings.Contains(c.method, "DSTIFF") {
				steps = max(steps, o.doc.Steps)
			}
		}
	}
}

// TestLineUpReactions: the parallelogram reports finite reactions wherever it is, lined up too, and
// those at its feet hold its weight and its accelerations: with five bars of 1 kg, cranks of which the mass
// centre moves half as much as the tips, 3/2 + 2 kg at the tips' acceleration.
func TestLineUpReactions(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(examples, "four-bar", "four-bar.xml"))
	if err != nil {
		t.Fatal(err)
	}
	feet := func(comp string) string {
		return "JOINT(1,1," + comp + ",1)+JOINT(2,1," + comp + ",1)+JOINT(3,1," + comp + ",1)"
	}
	request := `<Post_Request id="9" type="EXPRESSION" expr1="` + feet("2") + `+3.5*ACCX(102)" expr2="` + feet("3") + `+3.5*ACCY(102)+5*9.81"
expr3="JOINT(1,0,1)" expr4="JOINT(2,0,1)" expr5="JOINT(3,0,1)" expr6="JOINT(6,0,1)" expr7="JOINT(7,0,1)" expr8="DY(102)"/></Model>`
	path := filepath.Join(t.TempDir(), "deck.xml")
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "</Model>", request, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tol := range []float64{1e-3, 1e-6, 1e-8} {
		m := build(t, path)
		m.Tuning.Tol = tol
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		worst, least := 0.0, 1.0
		for _, name := range []string{"9.F3", "9.F4", "9.F5", "9.F6", "9.F7"} {
			for _, v := range o.tab.of(t, name) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%g: %s is %g", tol, name, v)
				}
				worst = math.Max(worst, v)
			}
		}
		for _, v := range o.tab.of(t, "9.F8") {
			least = math.Min(least, math.Abs(v))
		}
		t.Logf("%g: the largest reaction is %.6g N, the tip comes within %.2g of the line", tol, worst, least)
		for _, name := range []string{"9.F1", "9.F2"} {
			if d := largest(o.tab.of(t, name)); !(d < 1e-6*math.Max(1, worst)) {
				t.Errorf("%g: the feet are off by %.3g N, largest reaction %.3g", tol, d, worst)
			}
		}
		if worst > 1e3 {
			t.Errorf("%g: a reaction of %.3g N", tol, worst)
		}
	}
}

// TestContradictingMotions: two motions of one joint that part in the course of a run end it with
// code 6 and their names, not with a joint that is torn apart in silence.
func TestContradictingMotions(t *testing.T) {
	twice := swing + `<Motion_Joint id="1" joint_id="1" joint_type="R" type="EXPRESSION" expr="TIME"/>
<Motion_Joint id="2" joint_id="1" joint_type="R" type="EXPRESSION" expr="TIME+TIME**3"/>`
	o := carryOut(t, buildText(t, twice, simulate(`end_time="1." num_steps="100"`)), Options{})
	var c *system.ContradictionError
	if !errors.As(o.err, &c) || o.doc.ExitCode != 6 || !strings.Contains(o.doc.Error.Message, "Motion_Joint 1") || !strings.Contains(o.doc.Error.Message, "Motion_Joint 2") {
		t.Errorf("code %d: %v", o.doc.ExitCode, o.err)
	}
	if o.doc.Error.Time == nil || math.Abs(*o.doc.Error.Time-0.1) > 0.011 { // 1e-3 rad at 0.1 s
		t.Errorf("%+v", o.doc.Error)
	}
}

// TestContradictionAtStep: it is noticed at the step, not at the next output a second later.
func TestContradictionAtStep(t *testing.T) {
	for _, method := range []string{"DSTIFF", "ABAM", "RADAU"} {
		twice := `<Param_Transient integrator_type="` + method + `"/>` + swing + `<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3"/>
<Motion_Joint id="1" joint_id="1" joint_type="R" type="EXPRESSION" expr="TIME"/>
<Motion_Joint id="2" joint_id="1" joint_type="R" type="EXPRESSION" expr="TIME+TIME**3"/>`
		o := carryOut(t, buildText(t, twice, simulate(`end_time="1." num_steps="1"`)), Options{})
		var c *system.ContradictionError
		if !errors.As(o.err, &c) || c.Time < 0.099 || c.Time > 0.111 { // 1e-3 rad at 0.1 s, steps of at most 0.01 s
			t.Errorf("%s: code %d: %v", method, o.doc.ExitCode, o.err)
		}
	}
}

// TestSharedWithFriction: where forces depend on reactions, what is reported is what they see.
func TestSharedWithFriction(t *testing.T) {
	twice := swing + `<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/>
<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="21" j_marker_id="10" val_expression="-0.01*WZ(21,10)*JOINT(1,0,1,0)"/>
<Post_Request id="1" type="EXPRESSION" expr1="JOINT(2,0,1,0)" expr2="SFORCE(1,0,8,10)+0.01*WZ(21,10)*JOINT(1,0,1,0)" expr3="JOINT(1,0,1,0)"/>`
	o := carryOut(t, buildText(t, twice, simulate(`end_time="1." num_steps="10"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if o.doc.Reactions != "rows taken out carry nothing" || largest(o.tab.of(t, "1.F1")) != 0 || largest(o.tab.of(t, "1.F3")) < 0.1 {
		t.Errorf("reactions: %s, %v", o.doc.Reactions, o.tab.of(t, "1.F1"))
	}
	if d := largest(o.tab.of(t, "1.F2")); d > 1e-9 {
		t.Errorf("the torque is off by %g from the reaction that is reported", d)
	}
	if said := strings.Join(o.doc.Warnings, "\n"); !strings.Contains(said, "Force_Scalar_TwoBody 1: val_expression: JOINT(1,0,1,0)") {
		t.Errorf("warnings: %s", said)
	}
}

// TestSharedBesideFriction: friction in a joint whose reaction is determined does not keep the reactions of
// redundant ones elsewhere from being shared: two hinges at the same place carry half each.
func TestSharedBesideFriction(t *testing.T) {
	beside := swing + `<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/>
<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_x="0.5"/><Reference_Marker id="31" body_id="3"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="31" j_marker_id="10"/>
<Force_Scalar_TwoBody id="1" type="TORQUE" i_marker_id="31" j_marker_id="10" val_expression="-0.01*WZ(31,10)*JOINT(3,0,1,0)"/>
<Post_Request id="1" type="EXPRESSION" expr1="JOINT(2,0,1,0)-JOINT(1,0,1,0)" expr2="SFORCE(1,0,8,10)+0.01*WZ(31,10)*JOINT(3,0,1,0)" expr3="JOINT(1,0,1,0)"/>`
	o := carryOut(t, buildText(t, beside, simulate(`end_time="1." num_steps="10"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if o.doc.Reactions != "minimum-norm" || largest(o.tab.of(t, "1.F1")) > 1e-9 || largest(o.tab.of(t, "1.F3")) < 0.1 {
		t.Errorf("reactions: %s, %v", o.doc.Reactions, o.tab.of(t, "1.F1"))
	}
	if d := largest(o.tab.of(t, "1.F2")); d > 1e-9 {
		t.Errorf("the torque is off by %g from the reaction that is reported", d)
	}
}

// TestSingularStart: a crank that stands still square to its rod leaves a loop more freedom than nearby.
// A run that starts there says so and names the joint.
func TestSingularStart(t *testing.T) {
	// with the crank along x its tip moves along z, as the rocker's does, square to the rod
	turned := strings.NewReplacer(`<Reference_Marker id="20" body_id="2" pos_z="-0.25"/>`, `<Reference_Marker id="20" body_id="2" pos_x="0.25"/>`,
		`body_id="2" pos_z="-0.5"`, `body_id="2" pos_x="0.5"`, `body_id="3" pos_z="-0.5"`, `body_id="3" pos_x="0.5"`).Replace(spatialLoop)
	o := carryOut(t, buildText(t, turned, simulate(`end_time="1." num_steps="10"`)), Options{})
	const want = "the configuration is singular: Constraint_Joint 4 (SPHERICAL): position "
	if o.doc.ExitCode != 6 || !strings.Contains(o.doc.Error.Message, want) || o.doc.Error.Element != "Constraint_Joint 4" {
		t.Errorf("code %d: %+v", o.doc.ExitCode, o.doc.Error)
	}
}
