package run

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// swing is a bar on a hinge, 1 m long, released when horizontal.
const swing = `
<Force_Gravity grav_x="0." grav_y="-10." grav_z="0."/>
<Body_Rigid id="1" IsGround="TRUE"/>
<Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1." inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/>
<Reference_Marker id="20" body_id="2" pos_x="1."/>
<Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/>`

// TestColumns: each request has the columns of its type, expressions only those
// given, in the order of the deck.
func TestColumns(t *testing.T) {
	requests := `
<Post_Request id="7" type="MARKER_DISPLACEMENT" i_marker_id="20" j_marker_id="10"/>
<Post_Request id="3" type="MARKER_VELOCITY" i_marker_id="20"/>
<Post_Request id="4" type="MARKER_ACCELERATION" i_marker_id="20"/>
<Post_Request id="5" type="MARKER_FORCE" i_marker_id="21" j_marker_id="10"/>
<Post_Request id="6" type="EXPRESSION" expr2="TIME" expr5="DX(20)"/>`
	o := carryOut(t, buildText(t, swing+requests, simulate(`end_time="0.1" num_steps="1"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	want := "time,7.MAG,7.X,7.Y,7.Z,7.PSI,7.THETA,7.PHI," +
		"3.VM,3.VX,3.VY,3.VZ,3.WM,3.WX,3.WY,3.WZ," +
		"4.ACCM,4.ACCX,4.ACCY,4.ACCZ,4.WDTM,4.WDTX,4.WDTY,4.WDTZ," +
		"5.FM,5.FX,5.FY,5.FZ,5.TM,5.TX,5.TY,5.TZ,6.F2,6.F5"
	if got := strings.Join(o.tab.name, ","); got != want {
		t.Errorf("columns\n%s\nwant\n%s", got, want)
	}
	// At rest the bar falls with m g l²/(m l² + I) = 10/1.1 at its centre, and
	// the hinge carries the rest of its weight.
	for name, v := range map[string]float64{"7.X": 1, "7.MAG": 1, "4.ACCY": -10 / 1.1, "4.WDTZ": -10 / 1.1, "5.FY": 10 - 10/1.1, "6.F2": 0, "6.F5": 1} {
		if got := o.tab.of(t, name)[0]; math.Abs(got-v) > 1e-9 {
			t.Errorf("%s is %g at the start, want %g", name, got, v)
		}
	}
}

// TestFreedomAndRedundancy: the rank counts, and rows that repeat others are
// named once each.
func TestFreedomAndRedundancy(t *testing.T) {
	for _, c := range []struct {
		deck           string
		dof, redundant int
	}{
		{"four-bar/four-bar.xml", 1, 2}, {"andrews/andrews.xml", 1, 3}, {"slider-crank/slider-crank.xml", 1, 0},
		{"heavy-top/heavy-top.xml", 3, 0},
	} {
		o := carryOut(t, build(t, examples+"/"+c.deck), Options{End: 1e-3, HasEnd: true, Steps: 1})
		if o.err != nil {
			t.Fatal(o.err)
		}
		n := 0
		for _, w := range o.doc.Warnings {
			if strings.Contains(w, "redundant") && strings.Contains(w, "Constraint_") {
				n++
			}
		}
		if *o.doc.DOF != c.dof || n != c.redundant {
			t.Errorf("%s: %d degrees of freedom, want %d; warnings %q", c.deck, *o.doc.DOF, c.dof, o.doc.Warnings)
		}
	}
}

// TestRedundantJoint: a joint that stands twice is left out once, and what it
// carries is not lost.
func TestRedundantJoint(t *testing.T) {
	twice := swing + `<Constraint_Joint id="2" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/>
<Post_Request id="1" type="EXPRESSION" expr1="JOINT(1,0,3,0)+JOINT(2,0,3,0)" expr2="DY(20)" expr3="JOINT(1,0,3,0)-JOINT(2,0,3,0)"/>`
	var reported []string
	o := carryOut(t, buildText(t, twice, simulate(`end_time="1." num_steps="10"`)), Options{Warn: func(text string) { reported = append(reported, text) }})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if *o.doc.DOF != 1 || len(o.doc.Warnings) != 1 || len(o.doc.Redundant) != 1 || o.doc.Reactions != "minimum-norm" || !slices.Equal(reported, o.doc.Warnings) {
		t.Errorf("%d degrees of freedom, warnings %q, reported %q", *o.doc.DOF, o.doc.Warnings, reported)
	}
	if f := o.tab.of(t, "1.F1")[0]; math.Abs(f-(10-10/1.1)) > 1e-9 {
		t.Errorf("the joints carry %g", f)
	}
	if d := largest(o.tab.of(t, "1.F3")); d > 1e-9 {
		t.Errorf("one of two equal joints carries %g more", d)
	}
}

// TestEnergy: nothing is lost in conservative models, and where forces and
// dampers work the balance takes account of it.
func TestEnergy(t *testing.T) {
	for _, c := range []struct {
		deck  string
		drift float64
	}{
		{"pendulum/pendulum.xml", 1e-7}, {"heavy-top/heavy-top.xml", 1e-7}, {"spring-mass/chain.xml", 1e-3},
		{"lugre-pendulum/lugre-pendulum-free.xml", 1e-7}, {"four-bar/four-bar.xml", 1e-6},
		{"catenary/catenary.xml", 1e-5}, {"spring-mass/spring-mass.xml", 1e-3}, {"slider-crank/slider-crank.xml", 1e-4},
	} {
		m := build(t, examples+"/"+c.deck)
		m.Tuning.Tol = 1e-8
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		if o.doc.EnergyDrift == nil {
			t.Errorf("%s: no energy_drift", c.deck)
			continue
		}
		t.Logf("%s: %.1e", c.deck, *o.doc.EnergyDrift)
		if *o.doc.EnergyDrift > c.drift {
			t.Errorf("%s: energy_drift %g, the bound is %g", c.deck, *o.doc.EnergyDrift, c.drift)
		}
		if o.doc.ConstraintViolation > 1e-9*math.Max(1, m.System.Length) {
			t.Errorf("%s: constraint_violation %g", c.deck, o.doc.ConstraintViolation)
		}
	}
}

// TestDriven: a motion is followed exactly, its work is in the balance, and no
// freedom is left.
func TestDriven(t *testing.T) {
	driven := swing + `<Motion_Joint id="1" joint_id="1" joint_type="R" type="EXPRESSION" expr="SIN(3*TIME)"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(21,10)-SIN(3*TIME)" expr2="WZ(21,10)-3*COS(3*TIME)" expr3="JOINT(1,0,8,0)"/>`
	o := carryOut(t, buildText(t, driven, simulate(`end_time="2." num_steps="50"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	if *o.doc.DOF != 0 {
		t.Errorf("%d degrees of freedom", *o.doc.DOF)
	}
	if d := largest(o.tab.of(t, "1.F1")); d > 1e-9 {
		t.Errorf("the angle is off by %g", d)
	}
	if d := largest(o.tab.of(t, "1.F2")); d > 1e-3 {
		t.Errorf("the rate is off by %g", d)
	}
	if o.doc.EnergyDrift == nil || *o.doc.EnergyDrift > 1e-2 {
		t.Errorf("energy_drift %v", o.doc.EnergyDrift)
	}
}

// TestInterrupted: a run that is cancelled keeps its rows and says so.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := buildText(t, falling, simulate(`end_time="100." print_interval="0.1"`))
	o := carryOutUnder(ctx, t, m, Options{Progress: func(p Progress) {
		if p.T > 0.75 {
			cancel()
		}
	}})
	if !errors.Is(o.err, context.Canceled) || o.doc.ExitCode != ExitInterrupted || o.doc.Status != Interrupted {
		t.Fatalf("%v, code %d, status %s", o.err, o.doc.ExitCode, o.doc.Status)
	}
	if n := len(o.tab.of(t, "time")); n != 8 || o.doc.EndTime < 0.75 || o.doc.EndTime > 0.8 || o.doc.Steps == 0 {
		t.Errorf("%d rows, end_time %g, %d steps", n, o.doc.EndTime, o.doc.Steps)
	}
}

// TestWallTime: a run that has used up its time ends, its rows are there.
func TestWallTime(t *testing.T) {
	m := buildText(t, falling, simulate(`end_time="1E6" print_interval="0.1"`))
	o := carryOut(t, m, Options{MaxWall: 30 * time.Millisecond})
	if !errors.Is(o.err, ErrWall) || o.doc.ExitCode != ExitWall || o.doc.Status != Failed || o.doc.Error == nil {
		t.Fatalf("%v, %+v", o.err, o.doc)
	}
	if time := o.tab.of(t, "time"); len(time) == 0 || time[len(time)-1] > o.doc.EndTime {
		t.Errorf("%d rows, end_time %g", len(time), o.doc.EndTime)
	}
}

// TestLawFails: a law without a value ends the run at its time, names the
// element, and leaves the rows before.
func TestLawFails(t *testing.T) {
	bad := falling + `<Body_Rigid id="2" IsGround="TRUE"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="5" type="ForceOnly" marker_id="9" ref_marker_id="20" fx_expression="SQRT(0.55-TIME)" fy_expression="0." fz_expression="0."/>`
	o := carryOut(t, buildText(t, bad, simulate(`end_time="1." print_interval="0.1"`)), Options{})
	if o.err == nil || o.doc.Status != Failed || o.doc.ExitCode == ExitOK || o.doc.ExitCode == ExitInternal {
		t.Fatalf("%v, code %d, status %s", o.err, o.doc.ExitCode, o.doc.Status)
	}
	if want := []float64{0, .1, .2, .3, .4, .5}; !sameTimes(o.tab.of(t, "time"), want) {
		t.Errorf("times %v", o.tab.of(t, "time"))
	}
	e := o.doc.Error
	if e == nil || e.Time == nil || *e.Time < 0.5 || *e.Time > 0.5501 || !strings.Contains(e.Element+e.Message, "Force_Vector_OneBody 5") {
		t.Errorf("error %+v (%v)", e, o.err)
	}
}

// TestImpossible: a model that cannot be assembled says which joint is open.
func TestImpossible(t *testing.T) {
	torn := swing + `<Reference_Marker id="11" body_id="1" pos_x="5."/>
<Constraint_Joint id="2" type="SPHERICAL" i_marker_id="20" j_marker_id="11"/>`
	o := carryOut(t, buildText(t, torn, simulate(`end_time="1."`)), Options{})
	if o.err == nil || !strings.Contains(o.err.Error(), "Constraint_Joint") || o.doc.DOF != nil {
		t.Errorf("%v", o.err)
	}
}
