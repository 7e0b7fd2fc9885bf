package run

import (
	"fmt"
	"math"
	"testing"
)

// drop is a ball of 1 kg that falls from 50 mm above a stop of k N/m without damping.
type drop struct{ k float64 }

// at returns the height above the place where it touches the stop, and the speed upwards, at time t: parabolas, and between them
// x = g/ω² (1 - cos ωt) + v/ω sin ωt for the penetration x, which is zero again at ωt = 2 (π - atan(vω/g)).
func (d drop) at(t float64) (z, v float64) {
	const g, h = 9.81, 0.05
	w := math.Sqrt(d.k)
	fall := math.Sqrt(2 * h / g)
	hit := g * fall
	contact := 2 * (math.Pi - math.Atan(hit*w/g)) / w
	s := math.Mod(t+fall, 2*fall+contact)
	if s < 2*fall {
		s -= fall
		return h - g*s*s/2, -g * s
	}
	sin, cos := math.Sincos(w * (s - 2*fall))
	return -(g/(w*w)*(1-cos) + hit/w*sin), -(g/w*sin + hit*cos)
}

// TestManyBounces: the errors of 20 impacts on a stop, without damping to forget them, fall with integr_tol. The form with MAX says the same.
func TestManyBounces(t *testing.T) {
	laws := []string{`IMPACT(DZ(2),VZ(2),0,%g,1,0,0.001)`, `%g*MAX(-DZ(2),0)`, `%g*DIM(0,DZ(2))`, `-%g*MIN(DZ(2),0)`, `-BISTOP(-DZ(2),-VZ(2),-1,0,%g,1,0,0.001)`}
	for n, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "RADAU", "DOP853"} {
		for i, k := range []float64{1e4, 1e6} {
			for j, c := range []struct{ tol, bound float64 }{{1e-8, 3e-3}, {1e-10, 2e-4}} {
				if leftOut(t, n+i+j, 2) {
					continue
				}
				law := fmt.Sprintf(laws[n%len(laws)], k)
				model := fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="%g"/><Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" isground="TRUE"/>
<Reference_Marker id="1" body_id="1"/><Body_Rigid id="2" cg_id="2" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="2" body_id="2" pos_z="0.05"/>
<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="2" fz_expression="%s"/><Post_Request id="1" type="EXPRESSION" expr1="DZ(2)" expr2="VZ(2)"/>`, method, c.tol, law)
				o := carryOut(t, buildText(t, model, simulate(`end_time="4" num_steps="400"`)), Options{})
				if o.err != nil {
					t.Errorf("%s %g %g: %v", method, k, c.tol, o.err)
					continue
				}
				worst := 0.0
				z := o.tab.of(t, "1.F1")
				for i, at := range o.tab.of(t, "time") {
					want, _ := drop{k}.at(at)
					worst = math.Max(worst, math.Abs(z[i]-want)/0.05)
				}
				if !(worst <= c.bound) {
					t.Errorf("%s, %s, integr_tol %g: off by %.2g of the height, want %g", method, law, c.tol, worst, c.bound)
				}
				t.Logf("%s %g %g: %.2g, %d steps", method, k, c.tol, worst, o.doc.Steps)
			}
		}
	}
}

// TestKinksOften: where kinks come within a few steps of each other, as those of many stops that are reached one after the other, steps pass over
// them, and the run does not begin again at each.
func TestKinksOften(t *testing.T) {
	steps := func(laws string) int {
		model := `<Param_Transient integrator_type="MSTIFF"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="2" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="1"/><Reference_Marker id="2" body_id="2"/>` + laws +
			`<Post_Request id="1" type="EXPRESSION" expr1="DX(2)" expr2="VX(2)"/>`
		o := carryOut(t, buildText(t, model, simulate(`end_time="1" num_steps="10"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		return o.doc.Steps
	}
	many := ""
	for i := range 300 {
		many += fmt.Sprintf("-0.01*MAX(DX(2)-%g,0)", 0.1+0.001*float64(i))
	}
	force := `<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="2" fx_expression="%s"/>`
	few, n := steps(fmt.Sprintf(force, "-DX(2)")), steps(fmt.Sprintf(force, many))
	t.Logf("%d steps, %d without kinks", n, few)
	if n > 4*few {
		t.Errorf("%d steps with 300 kinks, %d without", n, few)
	}
}
