package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// pulse is a function of TIME that is zero outside of a short while, its integral, and the integral of that at time 1.
type pulse struct {
	expr            string
	impulse, travel float64
}

// pulseOf returns a random pulse that lasts w.
func pulseOf(rng *rand.Rand, w float64) pulse {
	t, size := 0.1+0.7*rng.Float64(), math.Exp(3*rng.Float64())/w
	a, b := t, t+w
	p := pulse{impulse: size * w, travel: size * w * (1 - t - w/2)}
	switch rng.IntN(5) {
	case 0:
		p.expr = fmt.Sprintf("IF(TIME-%.17g:0,0,IF(TIME-%.17g:%.17g,0,0))", a, b, size)
	case 1: // two cubic ramps, one half as long as the pulse each
		p.expr = fmt.Sprintf("STEP(TIME,%.17g,0,%.17g,%.17g)-STEP(TIME,%.17g,0,%.17g,%.17g)", a, a+w/2, 2*size, a+w/2, b, 2*size)
	case 2:
		p.expr = fmt.Sprintf("MAX(0,%.17g*(1-ABS(TIME-%.17g)/%.17g))", 2*size, a+w/2, w/2)
	case 3:
		p.expr = fmt.Sprintf("%.17g*(SIGN(1,TIME-%.17g)-SIGN(1,TIME-%.17g))/2", size, a, b)
	default:
		p.expr = fmt.Sprintf("%.17g*(HAVSIN(TIME,%.17g,0,%.17g,1)-HAVSIN(TIME,%.17g,0,%.17g,1))", 2*size, a, a+w/2, a+w/2, b)
	}
	return p
}

// TestPulses: short pulses of a force, of a prescribed acceleration and of the rate of a state, at any time: none is missed by any method. Speeds
// may be off by a part of the impulse that the tolerance asks for.
func TestPulses(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	for i, method := range []string{"DSTIFF", "VSTIFF", "MSTIFF", "ABAM", "RADAU", "DOP853", "HHT", "NEWMARK", "RK4", "VERLET", "CSTIFF", "DSTIFF2"} {
		for n := range 6 {
			p := pulseOf(rng, []float64{3e-4, 3e-3, 1e-4, 3e-2, 1e-3, 1e-2}[n])
			tol := []string{"1E-3", "1E-5", "1E-7"}[(n+i)%3]
			more := []string{"", `dae_interpolation="TRUE" h_max="1"`}[(n/3+i)%2]
			name, index := method, ""
			if strings.HasSuffix(method, "2") {
				name, index = "DSTIFF", `dae_index="2"`
			}
			switch method {
			case "RK4", "VERLET", "CSTIFF":
				more = ""
			}
			model := fmt.Sprintf(`<Param_Transient integrator_type="%s" integr_tol="%s" %s %s/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" mass="2" cg_id="20" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Body_Rigid id="3" mass="2" cg_id="30" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="30" j_marker_id="1"/>
<Motion_Joint id="1" joint_id="1" joint_type="TRANSLATIONAL" type="EXPRESSION" expr="%s" val_type="A"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="1" fx_expression="2*(%s)"/>
<Control_Diff id="7" type="EXPRESSION" expr="%s" ic="0"/>
<Post_Request id="1" type="EXPRESSION" expr1="VX(20)" expr2="VZ(30)" expr3="DIF(7)" expr4="DX(20)"/>`, name, tol, index, more, p.expr, p.expr, p.expr)
			o := carryOut(t, buildText(t, model, simulate(`end_time="1." num_steps="10"`)), Options{})
			if o.err != nil {
				t.Fatalf("%s %s: %v", method, p.expr, o.err)
			}
			worst := 0.0
			for k, want := range []float64{p.impulse, p.impulse, p.impulse, p.travel} {
				column := o.tab.of(t, fmt.Sprintf("1.F%d", k+1))
				off := math.Abs(column[len(column)-1]-want) / p.impulse
				worst = max(worst, off)
				if !(off <= 5e-3) {
					t.Errorf("%s at %s %s, %s: result %d is %.9g, want %.9g", method, tol, more, p.expr, k+1, column[len(column)-1], want)
				}
			}
			t.Logf("%s at %s %s: off by %.2g in %d steps", method, tol, more, worst, o.doc.Steps)
		}
	}
}
