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
