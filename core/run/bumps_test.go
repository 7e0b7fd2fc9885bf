package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestBumps: a body that passes a short bump in space at a speed at which a step is several times as long as the bump: the
// work of a conservative force is that of its potential, whatever the method. The force along the way does no work over all;
// the one across it gives the body the impulse ∫ f dx / v.
func TestBumps(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	for i, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "RADAU", "DOP853", "HHT", "NEWMARK"} {
		for n := range 4 {
			w, v := []float64{0.02, 0.005, 0.05, 0.01}[n], 20+80*rng.Float64()
			at, size := 1+5*rng.Float64(), 10*v*v/w
			var bump string
			switch (n + i) % 3 {
			case 0:
				bump = fmt.Sprintf("%.17g*EXP(-((DX(20)-%.17g)/%.17g)**2)", size, at, w/math.SqrtPi)
			case 1:
				bump = fmt.Sprintf("%.17g*(STEP(DX(20),%.17g,0,%.17g,1)-STEP(DX(20),%.17g,0,%.17g,1))", 2*size, at-w/2, at, at, at+w/2)
			case 2:
				bump = fmt.Sprintf("IF(ABS(DX(20)-%.17g)-%.17g:%.17g,0,0)", at, w/2, size)
			}
			tol := []string{"", `integr_tol="1E-4"`, `integr_tol="1E-6"`}[n%3]
			if (method == "HHT" || method == "NEWMARK") && n == 2 {
				tol = ""
			}
			model := fmt.Sprintf(`<Param_Transient integrator_type="%s" %s h_min="1E-10"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="100" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="%.17g"/><Reference_Marker id="20" body_id="2"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fy_expression="%s"/>
<Post_Request id="1" type="EXPRESSION" expr1="VY(20)" expr2="VX(20)"/>`, method, tol, v, bump)
			o := carryOut(t, buildText(t, model, simulate(`end_time="0.5" num_steps="50"`)), Options{})
			if o.err != nil {
				t.Errorf("%s %s: %v", method, bump, o.err)
				continue
			}
			y := o.tab.of(t, "1.F1")
			want := size * w / v / 100
			if got := y[len(y)-1]; !(math.Abs(got-want) <= 2e-3*want) {
				t.Errorf("%s %s at %g, %s: the speed is %.9g, want %.9g", method, tol, v, bump, got, want)
			}
			t.Logf("%s %s at %g, %s: %d steps, %.3g", method, tol, v, bump, o.doc.Steps, y[len(y)-1]/want-1)
		}
	}
}
