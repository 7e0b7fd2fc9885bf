package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestAutomaticIntegrator: a deck that names no integrator begins with ABAM; where a damper makes the model stiff MSTIFF continues, run.log says
// when and why.
func TestAutomaticIntegrator(t *testing.T) {
	deck := `<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_x="1"/>
<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="10" stiffness="100" damping="DAMPING" length="0.5"/>`
	for damping, to := range map[string]string{"1": "ABAM", "1e6": "MSTIFF"} {
		m := buildText(t, strings.Replace(deck, "DAMPING", damping, 1), simulate(`end_time="1" print_interval="0.01"`))
		o := carryOut(t, m, Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		said := strings.Contains(o.log, "MSTIFF integrates from time 0.0") &&
			strings.Contains(o.log, "instead of ABAM: its steps are held by stability: the model is stiff")
		if said != (to == "MSTIFF") || o.doc.Steps > 1000 || !strings.Contains(o.log, "integrator: AUTO (the deck names none)") {
			t.Errorf("damping %s: %d steps\n%s", damping, o.doc.Steps, o.log)
		}
	}
}

// TestOrbit: two turns of an orbit of eccentricity 0.9 from its far end, at the defaults, by Kepler's equation: positions to 1e-4 of their range,
// speeds to 1e-3.
func TestOrbit(t *testing.T) {
	const e = 0.9
	deck := fmt.Sprintf(`<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" mass="1" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_y="%.17g"/><Reference_Marker id="20" body_id="2" pos_x="1.9"/>
<Force_Scalar_TwoBody id="1" type="FORCE" i_marker_id="20" j_marker_id="10" expr="-1/DM(20,10)**2"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DY(20)" expr3="VX(20)"/>`, math.Sqrt((1-e)/(1+e)))
	o := carryOut(t, buildText(t, deck, simulate(`end_time="12.566" num_steps="100"`)), Options{})
	if o.err != nil || len(o.doc.Warnings) > 0 {
		t.Fatal(o.err, o.doc.Warnings)
	}
	for k, time := range o.tab.of(t, "time") {
		mean := math.Pi + time
		x := mean
		for range 100 {
			x -= (x - e*math.Sin(x) - mean) / (1 - e*math.Cos(x))
		}
		s, c := math.Sincos(x)
		near(t, fmt.Sprint("x at ", time), o.tab.of(t, "1.F1")[k], e-c, 2e-4)
		near(t, fmt.Sprint("y at ", time), o.tab.of(t, "1.F2")[k], -math.Sqrt(1-e*e)*s, 1e-4)
		near(t, fmt.Sprint("speed at ", time), o.tab.of(t, "1.F3")[k], s/(1-e*c), 4.5e-3)
	}
}

// TestStatesAlone: a model without bodies, which has no energy, is not a reason to warn of its balance.
func TestStatesAlone(t *testing.T) {
	o := carryOut(t, buildText(t, `<Body_Rigid id="1" isground="TRUE"/><Control_Diff id="1" ic="0" expr="-1000*(DIF(1)-COS(TIME))"/>
<Post_Request id="1" type="EXPRESSION" expr1="DIF(1)"/>`, simulate(`end_time="1" num_steps="10"`)), Options{})
	if o.err != nil || len(o.doc.Warnings) > 0 {
		t.Error(o.err, o.doc.Warnings)
	}
}
