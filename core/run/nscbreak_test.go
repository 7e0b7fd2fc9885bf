package run

import (
	"fmt"
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
