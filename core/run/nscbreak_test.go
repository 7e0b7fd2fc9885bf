package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestNSCBreaks: constraints that break are out of force in NSC, too. Loads are means over a step there, so
// that they break up to two steps late. The force 10 t breaks the joint at 0.5.
func TestNSCBreaks(t *testing.T) {
	for _, h := range []float64{0.01, 0.001} {
		set := map[string]string{"integrator_type": "NSC", "h_max": fmt.Sprint(h)}
		for _, joint := range []string{fixed, strings.Replace(fixed, `"FIXED"`, `"INPLANE"`, 1)} {
			o := ran(t, strings.ReplaceAll(pulled, "%", joint), simulate(`end_time="1." num_steps="10"`), set)
			if len(o.doc.Events) == 0 || o.doc.Events[len(o.doc.Events)-1].Actions[0] != "breaks" {
				t.Fatalf("step %g: events %v", h, o.doc.Events)
			}
			isNear(t, "the time", o.doc.Events[len(o.doc.Events)-1].Time, 0.5+h, 1.001*h)
			for i, now := range o.tab.of(t, "time") {
				z, v := 0.0, 0.0
				if now > 0.501 {
					z, v = 5./6*(now*now*now-0.125)-0.625*(now-0.5), 2.5*(now*now-0.25)
				}
				if now > 0.501 || now < 0.499 {
					isNear(t, "DZ", o.tab.of(t, "1.F1")[i], z, 2.6*h) // from two steps later on
					isNear(t, "VZ", o.tab.of(t, "1.F2")[i], v, 5.1*h)
				}
			}
		}
	}
}

// TestNSCSticksAtTheTop: 2 kg at 3 m/s on a guide, pressed with 20 and pushed back with 8, between μd N = 6 and μs N = 10: it stops after
// 9/14 and stays; pushed back with 11 it comes back. On the way up it has 0.3 μ, v = 3 - 8.5 t, on the way down 2.5 t.
func TestNSCSticksAtTheTop(t *testing.T) {
	for _, h := range []float64{0.02, 0.003} {
		set := map[string]string{"integrator_type": "NSC", "h_max": fmt.Sprint(h)}
		for back, want := range map[string][3]float64{"-8": {9. / 14, 0, 8}, "-11": {9./17 - 1.25*(1-6./17)*(1-6./17), -2.5 * (1 - 6./17), 6}} {
			o := ran(t, guided(`v_ic_x="3"`, `mu_static="0.5" mu_dynamic="0.3"`, `fx_expression="`+back+`" fy_expression="0" fz_expression="0"`),
				simulate(`end_time="1." num_steps="5"`), set)
			for k, tol := range []float64{4 * h, 4 * h, 1e-5} {
				got := o.tab.of(t, fmt.Sprintf("1.F%d", k+1))
				at := 0.0
				if k == 0 {
					at = 2
				}
				isNear(t, fmt.Sprintf("step %g, pushed with %s, F%d", h, back, k+1), got[5]-at, want[k], tol)
			}
		}
	}
}

// TestNSCTurns: a step ends where a slip does, so that the error falls with the square of the step: the oscillator of TestRubOscillator, and a cube
// thrown up a slope of 20° with μ = 0.2, which turns back after v/(g (s + μc)).
func TestNSCTurns(t *testing.T) {
	half := math.Pi / 5
	last := 0.0
	for _, h := range []float64{4e-3, 2e-3, 1e-3} {
		o := ran(t, guided(``, `mu_static="0.3" mu_dynamic="0.3"`, `fx_expression="-50*DX(20)" fy_expression="0" fz_expression="0"`),
			simulate(fmt.Sprintf(`end_time="%.17g" num_steps="10"`, 10*half)), map[string]string{"integrator_type": "NSC", "h_max": fmt.Sprint(h)})
		most := 0.0
		for k, x := range o.tab.of(t, "1.F1") {
			want := 0.08
			if k < 8 {
				want = (2 - 0.24*float64(k)) * math.Pow(-1, float64(k))
			}
			most = math.Max(most, math.Abs(x-want))
		}
		if most > 40*h*h || last > 0 && most > 0.35*last {
			t.Errorf("step %g: off by %g after %g with twice the step", h, most, last)
		}
		last = most
	}
	const g, mu, v = 9.81, 0.2, 3.
	s, c := math.Sincos(20 * math.Pi / 180)
	for _, h := range []float64{0.001, 0.005, 0.02} {
		o := carryOut(t, buildText(t, nscFloor(g*s, -g*c)+nscBlock(2, 0.1, `v_ic_x="-3"`, false)+`<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="2" j_graphics_id="1" mu="0.2"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)"/>`, nscTune(fmt.Sprintf(`h_max="%g"`, h))+simulate(`end_time="1.5" num_steps="3"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		top := v / (g * (s + mu*c))
		down := g * (s - mu*c)
		near(t, fmt.Sprintf("step %g: place", h), o.tab.of(t, "1.F1")[3], -v*top/2+down*(1.5-top)*(1.5-top)/2, 1e-6)
		near(t, fmt.Sprintf("step %g: speed", h), o.tab.of(t, "1.F2")[3], down*(1.5-top), 1e-6)
	}
}
