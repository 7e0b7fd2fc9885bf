package element_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// beamModel is a nonlinear body of n elements between n+1 nodes at the given places, clamped at the first, with a load at the tip.
type beamModel struct {
	n        int
	node     func(s float64) string // attributes of the node at s from 0 to 1
	sections string                 // PBEAMA 1 and MAT1 1
	kind     string                 // of the elements; BEAM12 if empty
	body     string                 // more attributes of the body
	load     string                 // expressions of the load at the tip
	aside    bool                   // marker 22 is on the y axis of the tip
}

func (m *beamModel) deck() string {
	var s strings.Builder
	s.WriteString(ground + `<Body_Flexible id="2" type="NLFE" ` + m.body + `>`)
	kind := m.kind
	if kind == "" {
		kind = "BEAM12"
	}
	for i := range m.n + 1 {
		fmt.Fprintf(&s, `<GRID id="%d" %s/>`, i+1, m.node(float64(i)/float64(m.n)))
		if i < m.n {
			fmt.Fprintf(&s, `<%s id="%d" pid="1" g1="%d" g2="%d"/>`, kind, i+1, i+1, i+2)
		}
	}
	s.WriteString(m.sections + `</Body_Flexible>`)
	fmt.Fprintf(&s, `<Reference_Marker id="20" body_id="2" node_id="1"/><Reference_Marker id="21" body_id="2" node_id="%d"/>
<Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="3"/><Reference_Marker id="3" body_id="1"/>`, m.n+1)
	if m.load != "" {
		s.WriteString(`<Force_Vector_OneBody id="4" marker_id="21" ref_marker_id="3" type="ForceAndTorque" ` + m.load + `/>`)
	}
	if m.aside {
		fmt.Fprintf(&s, `<Reference_Marker id="22" body_id="2" node_id="%d" rm_id="21" pos_y="1"/>`, m.n+1)
	}
	return s.String()
}

const statics = `<Simulate analysis_type="Static"/>`

// straight are the attributes of nodes along x.
func straight(length float64) func(s float64) string {
	return func(s float64) string { return fmt.Sprintf(`x="%v" y="0" z="0" rx="1 0 0" ry="0 1 0"`, s*length) }
}

// force is a load with a force alone.
func force(x, y, z float64) string {
	return fmt.Sprintf(`fx_expression="%v" fy_expression="%v" fz_expression="%v" tx_expression="0" ty_expression="0" tz_expression="0"`, x, y, z)
}

// checkConvergence runs a model with 8, 16 and 32 elements: the largest error of the requests against want, in parts of scale, falls by a ratio at least at
// each halving, and that extrapolated from the last two is below 1e-5. It returns the errors.
func checkConvergence(t *testing.T, m beamModel, exprs []string, want, scale []float64, ratio float64) (errs [3]float64) {
	t.Helper()
	var got [3][]float64
	for k, n := range [3]int{8, 16, 32} {
		m.n = n
		r := simulate(t, `<Param_Static max_residual="1e-7" max_imbalance="1e-7"/>`+m.deck()+report(exprs...), statics, nil)
		for i := range exprs {
			v := r.at(-1, fmt.Sprint("9.F", i+1))
			got[k] = append(got[k], v)
			errs[k] = math.Max(errs[k], math.Abs(v-want[i])/scale[i])
		}
	}
	rest := 0.0
	for i := range exprs {
		rest = math.Max(rest, math.Abs((ratio*got[2][i]-got[1][i])/(ratio-1)-want[i])/scale[i])
	}
	t.Logf("errors %.2e %.2e %.2e, ratios %.2f %.2f, extrapolated %.1e", errs[0], errs[1], errs[2], errs[0]/errs[1], errs[1]/errs[2], rest)
	for k := range 2 {
		if !(errs[k+1] < errs[k]/(0.9*ratio)) && errs[k+1] > 1e-6 { // what EA, which the reference has not, makes
			t.Errorf("errors with 8, 16, 32 elements: %.3g, they do not fall by %.1f", errs, ratio)
			break
		}
	}
	if rest > 1e-5 {
		t.Errorf("extrapolated, the error is %.2e", rest)
	}
	return errs
}

// TestElastica: the tip of a cantilever under a dead force, against the exact solution for a rod that neither stretches nor shears.
func TestElastica(t *testing.T) {
	const sections = `<MAT1 id="1" e="1e7" rho="1"/><PBEAMA id="1" mid="1" area="1" iyy="1e-7" izz="1e-7" asy="0" asz="0"/>`
	for _, c := range [][4]float64{
		{1, 0.9435667637, 0.3017207738, 0.4613519497}, {2, 0.8393582792, 0.4934574804, 0.7817498316},
		{5, 0.6123716393, 0.7137915236, 1.2153681176}, {10, 0.4450044022, 0.8106090249, 1.4302855388},
	} {
		m := beamModel{node: straight(1), sections: sections, load: force(0, c[0], 0)}
		checkConvergence(t, m, []string{"DX(21)", "DY(21)", "AZ(21,3)"}, c[1:], []float64{1, 1, 1}, 4)
	}
}

// TestBeamRollsUp: a moment 2π EI/L at the tip bends a beam of eight elements to a full circle, half of it to a half circle.
func TestBeamRollsUp(t *testing.T) {
	m := beamModel{n: 8, node: straight(1), sections: `<MAT1 id="1" e="1e5" rho="1"/><PBEAMA id="1" mid="1" area="1" iyy="1e-5" izz="1e-5"/>`}
	for _, c := range [][3]float64{{1, 0, 2 / math.Pi}, {2, 0, 0}} {
		m.load = fmt.Sprintf(`fx_expression="0" fy_expression="0" fz_expression="0" tx_expression="0" ty_expression="0" tz_expression="%v"`, c[0]*math.Pi)
		r := simulate(t, `<Param_Static max_residual="1e-9" max_imbalance="1e-9"/>`+m.deck()+report("DX(21)", "DY(21)", "AZ(21,3)"), statics, nil)
		r.near(-1, "9.F1", c[1], 1e-8)
		r.near(-1, "9.F2", c[2], 1e-8)
		r.near(-1, "9.F3", c[0]*math.Pi, 1e-8)
	}
}

// TestBentBeam: a cantilever whose axis without load is an eighth of a circle, bent out of its plane, against the exact rod with shear.
func TestBentBeam(t *testing.T) {
	node := func(s float64) string {
		sin, cos := math.Sincos(s * math.Pi / 4)
		return fmt.Sprintf(`x="%v" y="%v" z="0" rx="%v %v 0" ry="%v %v 0"`, 100*sin, 100*(1-cos), cos, sin, -sin, cos)
	}
	const (
		first  = `<MAT1 id="1" e="1e7" rho="1"/><PBEAMA id="1" mid="1" area="1" ixx="0.16666666666666666" iyy="0.08333333333333333" izz="0.08333333333333333"/>`
		second = `<MAT1 id="1" e="1e7" rho="1"/><PBEAMA id="1" mid="1" area="1" ixx="0.1406" iyy="0.0833333333" izz="0.0833333333" asy="1.2" asz="1.2"/>`
	)
	for _, c := range []struct {
		sections string
		p        float64
		tip      []float64
	}{
		{first, 300, []float64{58.77912249, 22.24478095, 40.19189167}},
		{first, 600, []float64{47.15043857, 15.68480053, 53.47485879}},
		{second, 600, []float64{46.89184964, 15.55781437, 53.60785012}},
	} {
		m := beamModel{node: node, sections: c.sections, load: force(0, 0, c.p)}
		checkConvergence(t, m, []string{"DX(21)", "DY(21)", "DZ(21)"}, c.tip, []float64{100, 100, 100}, 4)
	}
}

// TestPrincetonBeam: a cantilever that is bent about both axes of its section twists; against the exact rod with shear.
func TestPrincetonBeam(t *testing.T) {
	const e, g, gj, kga, ea = 71.7e9, 71.7e9 / 2.62, 3.103796, 9.039150e5, 2.841909e6
	as := g * ea / e / kga
	sections := fmt.Sprintf(`<MAT1 id="1" e="%v" nu="0.31" rho="2700"/><PBEAMA id="1" mid="1" area="%v" ixx="%v" iyy="%v" izz="%v" asy="%v" asz="%v"/>`,
		e, ea/e, gj/g, 2.428734/e, 36.279364/e, as, as)
	for _, c := range []struct{ p, angle, x, y, z, twist float64 }{
		{4.448, 45, 0.504253116, 0.003965134, 0.056055164, -0.435903},
		{8.896, 30, 0.500339235, 0.010147089, 0.079455843, -1.511251},
		{13.345, 0, 0.507695189, 0.016065145, 0, 0},
		{13.345, 45, 0.477639117, 0.015341573, 0.156587348, -3.484247},
		{13.345, 75, 0.459925429, 0.006328089, 0.196124651, -1.518514},
	} {
		sin, cos := math.Sincos(c.angle * math.Pi / 180)
		m := beamModel{node: straight(0.508), sections: sections, load: force(0, c.p*cos, c.p*sin), aside: true}
		checkConvergence(t, m, []string{"DX(21)", "DY(21)", "DZ(21)", "ATAN2(DZ(22,21,3),DY(22,21,3))"}, []float64{c.x, c.y, c.z, c.twist * math.Pi / 180}, []float64{0.508, 0.508, 0.508, 1}, 4)
	}
}
