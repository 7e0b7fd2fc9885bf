package run

import (
	"fmt"
	"math"
	"testing"
)

// steps3 is the solution of x' = -x(t - 1) with x = 1 before 0, by the method of steps: on [n-1, n]
// it is Σ (-1)^k (t - k + 1)^k / k! for k from 0 to n.
func steps3(t float64) float64 {
	x, f := 1.0, 1.0
	for k := 1; float64(k) <= t+1; k++ {
		f *= float64(k)
		x += math.Pow(-1, float64(k)) * math.Pow(t-float64(k)+1, float64(k)) / f
	}
	return x
}

const lone = `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="2" cg_id="20" mass="1"/><Reference_Marker id="20" body_id="2"/>`

// TestDelay: x' = -x(t - 1) against the method of steps. The history has the accuracy of the
// methods: the error falls with the tolerance.
func TestDelay(t *testing.T) {
	for _, c := range []struct {
		method string
		tol    float64
		within float64
	}{
		{"DSTIFF", 1e-3, 1e-3}, {"DSTIFF", 1e-8, 1e-7}, {"VSTIFF", 1e-8, 1e-7}, {"ABAM", 1e-8, 1e-8}, {"ABAM", 1e-11, 1e-11},
		{"MSTIFF", 1e-8, 1e-7}, {"RADAU", 1e-8, 1e-9}, {"RADAU", 1e-12, 1e-12}, {"DOP853", 1e-10, 1e-11}, {"HHT", 1e-6, 1e-5}, {"RK4", 1e-3, 1e-7}, {"CSTIFF", 1e-8, 1e-7},
	} {
		longest := 1.0
		if c.method == "RK4" || c.method == "CSTIFF" { // steps of which no error controls the length
			longest = 0.02
		}
		o := carryOut(t, buildText(t, lone+`<Control_Diff id="1" ic="1" expr="-DELAY(DIF(1),1,1)"/><Post_Request id="1" type="EXPRESSION" expr1="DIF(1)" expr2="DELAY(DIF(1),1,1)"/>`+
			fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="%g" h_max="%g" dae_interpolation="TRUE"/>`, c.method, c.tol, longest), simulate(`end_time="6" num_steps="60"`)), Options{})
		if o.err != nil {
			t.Fatal(c, o.err)
		}
		worst := 0.0
		for k, time := range o.tab.of(t, "time") {
			worst = math.Max(worst, math.Abs(o.tab.of(t, "1.F1")[k]-steps3(time)))
			past := 1.0
			if time > 1 {
				past = steps3(time - 1)
			}
			worst = math.Max(worst, math.Abs(o.tab.of(t, "1.F2")[k]-past))
		}
		t.Logf("%s %g: %.2e in %d steps", c.method, c.tol, worst, o.doc.Steps)
		if !(worst <= c.within) {
			t.Errorf("%s at %g: error %.2e", c.method, c.tol, worst)
		}
	}
}

// TestDelayOfState: lags that depend on time and state. For x' = -x(t/2), that is a lag of t/2 that is
// zero at the start, x is Σ (-1)^k 2^(-k(k-1)/2) t^k / k!; x' = x(ln x) x/t with x = 1 before 1 is t up to e, where
// the delayed time passes 1, then exp(t/e) (Neves, ACM TOMS 1, 1975).
func TestDelayOfState(t *testing.T) {
	pantograph := func(t float64) float64 {
		x, term := 0.0, 1.0
		for k := 0; k < 60; k++ {
			x += term
			term *= -t * math.Pow(2, -float64(k)) / float64(k+1)
		}
		return x
	}
	neves := func(t float64) float64 {
		if t < math.E {
			return t
		}
		return math.Exp(t / math.E)
	}
	for _, c := range []struct {
		name, text string
		start, end float64
		x          func(t float64) float64
		tol        float64
		within     float64
	}{
		{"t/2", `<Control_Diff id="1" ic="1" expr="-DELAY(DIF(1),TIME/2,1)"/>`, 0, 4, pantograph, 1e-3, 1e-3},
		{"t/2", `<Control_Diff id="1" ic="1" expr="-DELAY(DIF(1),TIME/2,1)"/>`, 0, 4, pantograph, 1e-8, 1e-6},
		{"ln x", `<Control_Diff id="1" ic="1" expr="DELAY(DIF(1),TIME-LOG(DIF(1)),1)*DIF(1)/TIME"/>`, 1, 5, neves, 1e-3, 1e-2},
		{"ln x", `<Control_Diff id="1" ic="1" expr="DELAY(DIF(1),TIME-LOG(DIF(1)),1)*DIF(1)/TIME"/>`, 1, 5, neves, 1e-8, 1e-6},
	} {
		for _, method := range []string{"DSTIFF", "RADAU", "ABAM"} {
			o := carryOut(t, buildText(t, lone+c.text+`<Post_Request id="1" type="EXPRESSION" expr1="DIF(1)"/>`+
				fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="%g" h_max="1" dae_interpolation="TRUE"/>`, method, c.tol),
				simulate(fmt.Sprintf(`start_time="%g" end_time="%g" num_steps="40"`, c.start, c.end))), Options{})
			if o.err != nil {
				t.Fatal(c.name, method, o.err)
			}
			worst := 0.0
			for k, time := range o.tab.of(t, "time") {
				worst = math.Max(worst, math.Abs(o.tab.of(t, "1.F1")[k]-c.x(time))/math.Max(1, c.x(time)))
			}
			t.Logf("%s %s %g: %.2e in %d steps", c.name, method, c.tol, worst, o.doc.Steps)
			if !(worst <= c.within) {
				t.Errorf("%s, %s at %g: error %.2e", c.name, method, c.tol, worst)
			}
		}
	}
}

// TestDelayOfJump: a delay of a jump is a jump, wherever it comes from: x' is 0 up to 1.5, then 1, where
// the signal jumps at 1 within a step, and where an earlier delay does; the history jumps at the start.
func TestDelayOfJump(t *testing.T) {
	ramp := func(at float64) func(float64) float64 {
		return func(t float64) float64 { return math.Max(0, t-at) }
	}
	for _, c := range []struct {
		name, expr string
		x          func(float64) float64
	}{
		{"of time", "DELAY(IF(TIME-1:0,0,1),0.5,0)", ramp(1.5)},
		{"of a delay", "DELAY(DELAY(IF(TIME-1:0,0,1),0.2,0),0.3,0)", ramp(1.5)},
		{"of the start", "DELAY(1,1.5,0)", ramp(1.5)},
		{"of the history", "DELAY(1,1.5,IF(TIME+0.5:0,0,1))", ramp(1)},
	} {
		for _, method := range []string{"DSTIFF", "HHT", "RADAU", "DOP853", "ABAM"} {
			o := carryOut(t, buildText(t, lone+`<Control_Diff id="1" expr="`+c.expr+`"/><Post_Request id="1" type="EXPRESSION" expr1="DIF(1)"/>`+
				fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="1e-6" h_max="0.7"/>`, method), simulate(`end_time="3.1" print_interval="0.31"`)), Options{})
			if o.err != nil {
				t.Fatal(c.name, method, o.err)
			}
			for k, time := range o.tab.of(t, "time") {
				// The place of a jump is known to 1e-10 of a step; a jump in the history, of which only times
				// are known, is located by the error control.
				within := 1e-9
				if c.name == "of the history" {
					within = 3e-6
				}
				near(t, fmt.Sprintf("%s, %s: x(%g)", c.name, method, time), o.tab.of(t, "1.F1")[k], c.x(time), within)
			}
		}
	}
}

// TestDelayAcrossChanges: a change of the model that does not concern it leaves a history as it is, and analyses that
// end anywhere only add places where the signal may break.
func TestDelayAcrossChanges(t *testing.T) {
	model := lone + `<Control_Diff id="1" ic="1" expr="-DELAY(DIF(1),1,1)"/><Post_Request id="1" type="EXPRESSION" expr1="DIF(1)"/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="1"/><Param_Transient integr_tol="1e-8" h_max="1"/>`
	o := carryOut(t, buildText(t, model, simulate(`end_time="1.3" num_steps="4"`)+`<Deactivate element_type="VFORCE" element_id="1"/>`+
		simulate(`end_time="2.45" num_steps="4"`, `end_time="5" num_steps="10"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	for k, time := range o.tab.of(t, "time") {
		near(t, fmt.Sprintf("x(%g)", time), o.tab.of(t, "1.F1")[k], steps3(time), 1e-7)
	}
}

// TestDelayAtRest: at rest the history asked is that of motion, and the deck's where there was none: a spring of 100 N/m, pulled by a force of
// 5 N before 0, and in quasi-statics by what the prescribed place was 0.5 s ago.
func TestDelayAtRest(t *testing.T) {
	model := lone + `<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="-100*DX(20)+DELAY(10*TIME,0.5,5)" fy_expression="-100*DY(20)" fz_expression="-100*DZ(20)"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`
	row, _ := rested(t, model, `<Simulate analysis_type="Static"/>`)
	near(t, "at rest", row["1.F1"], 0.05, 1e-6)
	row, _ = rested(t, model, `<Simulate analysis_type="Static" end_time="2" num_steps="8"/>`)
	near(t, "at rest, in the end", row["1.F1"], 0.15, 1e-6)
}
