package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestStopBesideStiffBushing: a mass that a force of 30 N cos(2t) pulls against a stop, beside a bushing of stiffness 1e7:
// the stop carries what the bushing does not, and opens when that changes sign.
func TestStopBesideStiffBushing(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="30*COS(2*TIME)-1E3*VX(20)-1E7*DX(20)" fy_expression="0" fz_expression="0"/>
<Constraint_General id="3" expr="DX(20)" i_marker_id="20" unilateral="TRUE"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`
	for _, method := range []string{"DSTIFF", "HHT", "RADAU", "VSTIFF"} {
		o := carryOut(t, buildText(t, model+sideOptions(method, false), simulate(`end_time="3" num_steps="60"`)), Options{})
		if o.err != nil {
			t.Fatal(method, o.err)
		}
		happens(t, o, 0, "closes", 0, 0)
		happens(t, o, 1, "opens", math.Pi/4, 1e-5)
		happens(t, o, 2, "closes", 3*math.Pi/4, 2e-3)
		for k, time := range o.tab.of(t, "time") {
			near(t, fmt.Sprint(method, " place at ", time), o.tab.of(t, "1.F1")[k], math.Min(0, 3e-6*math.Cos(2*time)), 2e-9)
		}
	}
}

// TestTwoRopes: a mass on two ropes of one length and place falls, is caught and swings: one rope more is not an error, and
// changes nothing.
func TestTwoRopes(t *testing.T) {
	rope := `<Constraint_General id="%d" expr="DM(20)-2" i_marker_id="20" unilateral="TRUE"/>`
	model := drops + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="0.7"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DZ(20)"/>` + sideOptions("DSTIFF", false)
	var last [2]float64
	for n := 1; n <= 2; n++ {
		text := model
		for k := range n {
			text += fmt.Sprintf(rope, k+1)
		}
		o := carryOut(t, buildText(t, text, simulate(`end_time="2" num_steps="20"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		for k, c := range []string{"1.F1", "1.F2"} {
			x := o.tab.of(t, c)[20]
			if n == 2 {
				near(t, c, x, last[k], 1e-6)
			}
			last[k] = x
		}
	}
}

// TestSaturatedMotion: a motion that would hold a mass of 2 at 0 with 5 N at most, against a force of 10 N between 1 and 2: it
// slips by 2.5 (t-1)²/2 while that lasts, is stopped by its 5 N from then on, after another second, and holds 2.5 where it is.
func TestSaturatedMotion(t *testing.T) {
	model := `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="10"/>
<Motion_Joint id="3" joint_id="1" expr="0" max_effort="5"/>
<Force_Vector_OneBody id="6" type="FORCEONLY" marker_id="20" ref_marker_id="10" fx_expression="0" fy_expression="0" fz_expression="IF(TIME-1:0,0,IF(TIME-2:10,10,0))"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>`
	for _, method := range []string{"DSTIFF", "HHT", "RADAU", "DOP853", "ABAM"} {
		o := carryOut(t, buildText(t, model+sideOptions(method, false), simulate(`end_time="4" num_steps="8"`)), Options{})
		if o.err != nil {
			t.Fatal(method, o.err)
		}
		happens(t, o, 0, "slips", 1, 1e-4)
		happens(t, o, 1, "sticks", 3, 1e-3)
		for k, time := range o.tab.of(t, "time") {
			want := 0.0
			switch {
			case time > 3:
				want = 2.5
			case time > 2:
				want = 2.5 - 1.25*(3-time)*(3-time)
			case time > 1:
				want = 1.25 * (time - 1) * (time - 1)
			}
			near(t, fmt.Sprint(method, " place at ", time), o.tab.of(t, "1.F1")[k], want, 1e-3)
		}
	}
}

// TestChainsWithStops: random chains of hinges with stops and a floor do not gain energy, whatever strikes what.
func TestChainsWithStops(t *testing.T) {
	seeds := uint64(6)
	if long {
		seeds = 15
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 3))
		text := drops
		at, n := 0.0, 2+r.IntN(3)
		total := ""
		for k := range n {
			id := k + 2
			l := 0.3 + 0.4*r.Float64()
			m := 0.5 + r.Float64()
			text += fmt.Sprintf(`<Body_Rigid id="%d" cg_id="%d0" mass="%.3f" inertia_xx="0.05" inertia_yy="0.06" inertia_zz="0.07"/>
<Reference_Marker id="%d0" body_id="%d" pos_x="%.4f"/><Reference_Marker id="%d1" body_id="%d" pos_x="%.4f" theta="1.5707963267948966"/><Reference_Marker id="%d2" body_id="%d" pos_x="%.4f" theta="1.5707963267948966"/>`,
				id, id, m, id, id, at+l/2, id, id, at, id, id, at+l)
			before := fmt.Sprintf("%d2", id-1)
			if k == 0 {
				before = "11"
				text += `<Reference_Marker id="11" body_id="1" theta="1.5707963267948966"/>`
			}
			text += fmt.Sprintf(`<Constraint_Joint id="%d" type="REVOLUTE" i_marker_id="%d1" j_marker_id="%s" limit_min="%.3f" limit_max="%.3f" limit_restitution="%.2f"/>
<Constraint_General id="%d" expr="-DZ(%d2)-%.3f" i_marker_id="%d2" unilateral="TRUE" restitution_coef="%.2f"/>`,
				id, id, before, -0.3-r.Float64(), 0.3+r.Float64(), r.Float64()*0.8, id, id, 0.3+0.4*r.Float64(), id, r.Float64()*0.8)
			total += fmt.Sprintf("+%.3f*(VM(%d0)**2/2+9.81*DZ(%d0))+0.03*WY(%d0)**2", m, id, id, id)
			at += l
		}
		text += fmt.Sprintf(`<Post_Request id="1" type="EXPRESSION" expr1="%s"/>`, total[1:]) + sideOptions([]string{"DSTIFF", "RADAU", "DOP853"}[seed%3], false)
		o := carryOut(t, buildText(t, text, simulate(`end_time="1" num_steps="50"`)), Options{})
		if o.err != nil {
			t.Errorf("seed %d: %v", seed, o.err)
			continue
		}
		last := math.Inf(1)
		for k, e := range o.tab.of(t, "1.F1") {
			if e > last+1e-5 {
				t.Errorf("seed %d: energy grows from %g to %g at %g", seed, last, e, o.tab.of(t, "time")[k])
			}
			last = e
		}
		if o.doc.ConstraintViolation > 1e-8 {
			t.Errorf("seed %d: rows are violated by %g", seed, o.doc.ConstraintViolation)
		}
	}
}

// TestMotionAgainstLimit: a motion that drives a joint against its limit ends the run where it gets there, and the message names both and reports the time once.
func TestMotionAgainstLimit(t *testing.T) {
	o := carryOut(t, buildText(t, `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="2"/><Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="10" limit_max="0.5"/><Motion_Joint id="4" joint_id="1" joint_type="R" val_type="D" expr="TIME"/>
<Post_Request id="1" type="EXPRESSION" expr1="AZ(20)"/>`, simulate(`end_time="1." num_steps="10"`)), Options{})
	if o.err == nil {
		t.Fatal("the run ends well")
	}
	text := o.err.Error()
	for _, want := range []string{"Constraint_Joint 1", "limit_max", "Motion_Joint 4", "max_effort"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: no %s", text, want)
		}
	}
	if ExitCode(o.err) != ExitConvergence || strings.Count(text, "time ") != 1 || o.doc.Error.Time == nil || *o.doc.Error.Time < 0.4999 || *o.doc.Error.Time > 0.51 {
		t.Errorf("%s: code %d, time %v", text, ExitCode(o.err), o.doc.Error.Time)
	}
}
