package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// thrown is n rods of random masses on spherical joints, thrown up in random directions; in units of which a metre is unit.
func thrown(seed uint64, n int, unit float64) string {
	r := rand.New(rand.NewPCG(seed, 29))
	var b strings.Builder
	fmt.Fprintf(&b, `<Force_Gravity grav_x="0." grav_y="%g" grav_z="0."/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="2" body_id="1"/>`, -10*unit)
	var p [3]float64
	for k := 1; k <= n; k++ {
		d := [3]float64{r.NormFloat64(), r.NormFloat64() + 1, r.NormFloat64()}
		length := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
		mass := math.Pow(10, 2*r.Float64()-1)
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="%g" inertia_xx="%g" inertia_yy="%g" inertia_zz="%g"/>`, k+1, 10*k, mass, 0.1*mass*unit*unit, 0.12*mass*unit*unit, 0.09*mass*unit*unit)
		q := p
		for i := range q {
			q[i] += d[i] / length * unit
		}
		for i, x := range [3][3]float64{{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2}, p, q} {
			fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" pos_y="%.17g" pos_z="%.17g"/>`, 10*k+i, k+1, x[0], x[1], x[2])
		}
		fmt.Fprintf(&b, `<Constraint_Joint id="%d" type="SPHERICAL" i_marker_id="%d" j_marker_id="%d"/>`, k, 10*k+1, 10*k-8)
		p = q
	}
	fmt.Fprintf(&b, `<Post_Request id="1" type="EXPRESSION" expr1="DX(%[1]d)" expr2="DY(%[1]d)" expr3="DZ(%[1]d)"/>`, 10*n+2)
	return b.String()
}

// TestStaticThrown: chains far from equilibrium, whose rods spin freely about themselves, come to hang straight down, by Newton's
// method alone, in metres and in millimetres.
func TestStaticThrown(t *testing.T) {
	for seed := range uint64(10) {
		for _, unit := range []float64{1, 1000} {
			row, doc := rested(t, thrown(seed, 6, unit), still)
			what := fmt.Sprintf("chain %d, unit %g: ", seed, unit)
			near(t, what+"x", row["1.F1"]/unit, 0, 1e-8)
			near(t, what+"y", row["1.F2"]/unit, -6, 1e-10)
			near(t, what+"z", row["1.F3"]/unit, 0, 1e-8)
			if a := doc.Analyses[0]; a.Relaxed || a.Unstable || len(doc.Warnings) > 0 {
				t.Errorf("%s%+v %q", what, a, doc.Warnings)
			}
		}
	}
}
