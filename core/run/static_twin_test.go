package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// hangingTree is a random tree of bodies with joints of all common types, each body on a soft bushing with
// damping, under gravity: it has one equilibrium near its start.
func hangingTree(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 3))
	types := []string{"REVOLUTE", "SPHERICAL", "UNIVERSAL", "CYLINDRICAL", "TRANSLATIONAL", "PLANAR", "INLINE", "CONSTANT_VELOCITY", "PARALLEL_AXES"}
	var b strings.Builder
	b.WriteString(`<Force_Gravity grav_x="1." grav_y="-2." grav_z="-9."/><Param_Transient integr_tol="1e-7"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>`)
	place := func() [3]float64 { return [3]float64{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1} }
	marker := func(id, body int, p [3]float64, turn string) {
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.6f" pos_y="%.6f" pos_z="%.6f" %s/>`, id, body, p[0], p[1], p[2], turn)
	}
	const n = 5
	for k := 2; k <= n+1; k++ {
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="%.4f" inertia_xx="0.3" inertia_yy="0.25" inertia_zz="0.2"/>`, k, 10*k, 0.5+r.Float64())
		at := place()
		marker(10*k, k, at, "")
		on := 1 + r.IntN(k-1)
		p := place()
		psi, theta, phi := r.Float64(), r.Float64(), r.Float64()
		turned := func(theta float64) string { return fmt.Sprintf(`psi="%.6f" theta="%.15g" phi="%.6f"`, psi, theta, phi) }
		i, turn := turned(theta), turned(theta)
		t := types[r.IntN(len(types))]
		if t == "UNIVERSAL" { // the z axes are perpendicular
			i = turned(theta + math.Pi/2)
		}
		marker(10*k+1, k, p, i)
		marker(10*k+2, on, p, turn)
		fmt.Fprintf(&b, `<Constraint_Joint id="%d" type="%s" i_marker_id="%d" j_marker_id="%d"/>`, k, t, 10*k+1, 10*k+2)
		marker(10*k+3, 1, at, "")
		s := 20 + 40*r.Float64()
		fmt.Fprintf(&b, `<Force_Bushing id="%d" i_marker_id="%d" j_marker_id="%d" kx="%g" ky="%g" kz="%g" ktx="%g" kty="%g" ktz="%g" cx="9" cy="9" cz="9" ctx="4" cty="4" ctz="4"/>`,
			k, 10*k, 10*k+3, s, s, s, s/2, s/2, s/2)
		fmt.Fprintf(&b, `<Post_Request id="%d" type="MARKER_DISPLACEMENT" i_marker_id="%d"/>`, k, 10*k)
		fmt.Fprintf(&b, `<Post_Request id="%d" type="MARKER_FORCE" i_marker_id="%d" j_marker_id="%d"/>`, 100+k, 10*k+1, 10*k+2)
	}
	return b.String()
}

// linked is a four-bar linkage with a spring, friction of oil in a hinge and gravity: a loop.
const linked = `<Force_Gravity grav_y="-10."/><Param_Transient integr_tol="1e-7"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_x="3."/>
<Body_Rigid id="2" cg_id="20" mass="1." inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="20" body_id="2" pos_y="0.5"/><Reference_Marker id="21" body_id="2"/><Reference_Marker id="22" body_id="2" pos_y="1."/>
<Body_Rigid id="3" cg_id="30" mass="2." inertia_xx="0.4" inertia_yy="0.4" inertia_zz="0.4"/><Reference_Marker id="30" body_id="3" pos_x="1.5" pos_y="1.5"/><Reference_Marker id="31" body_id="3" pos_y="1."/><Reference_Marker id="32" body_id="3" pos_x="3." pos_y="2."/>
<Body_Rigid id="4" cg_id="40" mass="1." inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/><Reference_Marker id="40" body_id="4" pos_x="3." pos_y="1."/><Reference_Marker id="41" body_id="4" pos_x="3." pos_y="2."/><Reference_Marker id="42" body_id="4" pos_x="3."/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="22"/>
<Constraint_Joint id="3" type="REVOLUTE" i_marker_id="41" j_marker_id="32"/><Constraint_Joint id="4" type="REVOLUTE" i_marker_id="42" j_marker_id="2"/>
<Force_SpringDamper id="1" i_marker_id="30" j_marker_id="1" stiffness="30." damping="8." length="1."/>
<Force_SpringDamper id="2" type="ROTATIONAL" i_marker_id="21" j_marker_id="1" damping="6."/>
<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="30"/><Post_Request id="2" type="MARKER_DISPLACEMENT" i_marker_id="20"/>`

// TestStaticAgainstTransient: a motion with damping comes to rest where the static analysis says, places and
// forces in joints alike.
func TestStaticAgainstTransient(t *testing.T) {
	models := map[string]string{"four-bar": linked}
	trees := uint64(12)
	if !long {
		trees = 2
	}
	for seed := range trees {
		models[fmt.Sprintf("tree %d", seed)] = hangingTree(seed)
	}
	for name, model := range models {
		rest, doc := rested(t, model, still)
		relaxed, _ := rested(t, model, `<Param_Static method="MKEAM"/>`+still)
		end, _ := rested(t, model, `<Simulate analysis_type="Transient" end_time="80" num_steps="1"/>`)
		for column, v := range rest {
			if column == "time" {
				continue
			}
			if w := end[column]; math.Abs(v-w) > 2e-6*math.Max(1, math.Abs(w)) {
				t.Errorf("%s: %s is %.9g at rest, %.9g in the long run", name, column, v, w)
			}
			near(t, name+", MKEAM: "+column, relaxed[column], v, 1e-8)
		}
		t.Logf("%s: %+v", name, doc.Analyses[0])
	}
}

// column is n bars of length and weight 1 upright, each on a hinge with a spring of stiffness k.
func column(n int, k, sideways float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<Force_Gravity grav_x="%g" grav_y="-1." grav_z="0."/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="2" body_id="1"/>`, sideways)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="1." inertia_xx="0.1" inertia_yy="0.01" inertia_zz="0.1"/>`, i+1, 10*i)
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_y="%g"/>`, 10*i, i+1, float64(i)-0.5)
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_y="%d"/><Reference_Marker id="%d" body_id="%[2]d" pos_y="%[5]d"/>`, 10*i+1, i+1, i-1, 10*i+2, i)
		fmt.Fprintf(&b, `<Constraint_Joint id="%d" type="REVOLUTE" i_marker_id="%d" j_marker_id="%d"/>`, i, 10*i+1, 10*i-8)
		fmt.Fprintf(&b, `<Force_SpringDamper id="%d" type="ROTATIONAL" i_marker_id="%d" j_marker_id="%d" stiffness="%.17g"/>`, i, 10*i+1, 10*i-8, k)
	}
	fmt.Fprintf(&b, `<Post_Request id="1" type="EXPRESSION" expr1="DX(%d)" expr2="DY(%[1]d)"/>`, 10*n+2)
	return b.String()
}

// critical is the stiffness below which the column buckles. In the angles of its bars its stiffness is k
// tridiag(-1, 2, -1), 1 at the last, less the weight w = n - i + 1/2 on bar i: by bisection with the pivots of this matrix, of
// which one is negative below.
func critical(n int) float64 {
	lo, hi := 0.0, 1e9
	for range 200 {
		k := (lo + hi) / 2
		pivot, stable := 0.0, true
		for i := 1; i <= n; i++ {
			d := 2 * k
			if i == n {
				d = k
			}
			d -= float64(n-i) + 0.5
			if i > 1 {
				d -= k * k / pivot
			}
			pivot = d
			stable = stable && pivot > 0
		}
		if stable {
			hi = k
		} else {
			lo = k
		}
	}
	return hi
}

// TestStaticColumn: an upright column is called unstable up to the critical stiffness of its hinges and not beyond; a
// little push and it leans over where it would buckle.
func TestStaticColumn(t *testing.T) {
	for _, n := range []int{1, 2, 15, 60} {
		for _, part := range []float64{0.3, 0.97, 1.03, 4} {
			row, doc := rested(t, column(n, part*critical(n), 0), still)
			near(t, "tip", row["1.F1"], 0, 1e-9)
			if doc.Analyses[0].Unstable != (part < 1) {
				t.Errorf("%d bars, %g of the critical stiffness: %+v", n, part, doc.Analyses[0])
			}
		}
	}
	row, doc := rested(t, column(10, 0.5*critical(10), 1e-3), still)
	if row["1.F1"] < 3 || doc.Analyses[0].Unstable {
		t.Errorf("a slender column leans to %g, height %g: %+v", row["1.F1"], row["1.F2"], doc.Analyses[0])
	}
	row, _ = rested(t, column(10, 3*critical(10), 1e-3), still)
	if math.Abs(row["1.F1"]) > 0.05 {
		t.Errorf("a stout column leans to %g", row["1.F1"])
	}
}
