package run

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// TestBalanceOfLongSteps: a free mass under a force of 60 Hz, whose ripple is 0.1 mm, and of 900 Hz. All methods that control errors are right to
// 1e-3 of the travel at their defaults, and close the energy balance to 1e-2 without a word: DOP853 takes a third of a period in a step, where the
// power inside has to come from its dense output.
func TestBalanceOfLongSteps(t *testing.T) {
	for n, c := range []struct{ hertz, end float64 }{{60, 1}, {900, 0.05}} {
		w := 2 * math.Pi * c.hertz
		model := lone + fmt.Sprintf(`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fx_expression="%.17g*SIN(%.17g*TIME)" fy_expression="0" fz_expression="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)"/>`, 1e-4*w*w, w)
		for i, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "RADAU", "DOP853", "ABAM", "AUTO", "HHT", "NEWMARK"} {
			for k, interpolate := range []string{"FALSE", "TRUE"} {
				if !long && (n+i+2*k)%4 != 0 {
					continue
				}
				name := fmt.Sprintf("%s at %g Hz, interpolation %s", method, c.hertz, interpolate)
				build := func() *element.Model {
					return buildText(t, model+fmt.Sprintf(`<Param_Transient integrator_type="%s" dae_interpolation="%s"/>`, method, interpolate), simulate(fmt.Sprintf(`end_time="%g" num_steps="20"`, c.end)))
				}
				o := carryOut(t, build(), Options{})
				if o.err != nil {
					t.Fatal(name, o.err)
				}
				travel := 1e-4 * w * c.end
				for k, time := range o.tab.of(t, "time") {
					near(t, fmt.Sprintf("%s: x at %g", name, time), o.tab.of(t, "1.F1")[k], 1e-4*(w*time-math.Sin(w*time)), 1e-3*travel)
				}
				if d := o.doc.EnergyDrift; d == nil || !(*d < driftLimit) || len(o.doc.Warnings) > 0 {
					t.Errorf("%s: energy drift %.3g, warnings %q", name, *d, o.doc.Warnings)
				}
				coarse := carryOut(t, build(), Options{CoarseBalance: true})
				if d := coarse.doc.EnergyDrift; d == nil || !(*d < driftLimit) || len(coarse.doc.Warnings) > 0 || !reflect.DeepEqual(coarse.tab, o.tab) {
					t.Errorf("%s, with coarse powers: energy drift %.3g, warnings %q, the same rows: %v", name, *d, coarse.doc.Warnings, reflect.DeepEqual(coarse.tab, o.tab))
				}
			}
		}
	}
}

// TestCubicIntegral: the integral of a cubic between uneven points is exact.
func TestCubicIntegral(t *testing.T) {
	f := func(x float64) float64 { return 1 + x*(2+x*(-3+x*4)) }
	antiderivative := func(x float64) float64 { return x * (1 + x*(1+x*(-1+x))) }
	at := [4]float64{1.7, 1.1, 0.9, -0.4}
	got := cubicIntegral(at, [4]float64{f(at[0]), f(at[1]), f(at[2]), f(at[3])})
	near(t, "the integral", got, antiderivative(1.7)-antiderivative(1.1), 1e-13)
}

// TestCoarseBalance: the coarse balance leaves evaluations away, of the same steps.
func TestCoarseBalance(t *testing.T) {
	build := func() *element.Model {
		return buildText(t, oscillator(3, `integrator_type="DSTIFF"`), simulate(`end_time="1" num_steps="10"`))
	}
	fine, coarse := &Effort{}, &Effort{}
	a, b := carryOut(t, build(), Options{Effort: fine}), carryOut(t, build(), Options{Effort: coarse, CoarseBalance: true})
	if !reflect.DeepEqual(a.tab, b.tab) || a.doc.Steps != b.doc.Steps {
		t.Error("the rows differ")
	}
	if n, m := fine.Count[system.Forces], coarse.Count[system.Forces]; m >= n-a.doc.Steps {
		t.Errorf("forces are computed %d times with coarse powers, %d without; there are %d steps", m, n, a.doc.Steps)
	}
}
