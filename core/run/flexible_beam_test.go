package run

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"github.com/trammel-mbd/trammel/core/flex"
)

// reducedBeam writes a steel beam along x, 0.02 (y) × 0.01 (z), of Euler–Bernoulli elements of 0.05 m with consistent masses as matrices by nodes, reduces it with both ends as
// interfaces, and returns the path of the data. Its nodes are 1 to n + 1.
func reducedBeam(t *testing.T, n, modes int) string {
	t.Helper()
	const (
		young, shear, density, l = 2.1e11, 2.1e11 / 2.6, 7850.0, 0.05
		area, iy, iz, torsion    = 2e-4, 0.02 * 1e-6 / 12, 0.01 * 8e-6 / 12, 4.57e-9
	)
	matrices := [2]map[[2]int]float64{{}, {}}
	add := func(which, element int, rows []int, signs [4]float64, f float64, a [][]float64) {
		for i, r := range rows {
			for k, c := range rows {
				matrices[which][[2]int{6*element + r, 6*element + c}] += f * signs[i] * signs[k] * a[i][k]
			}
		}
	}
	one, across := [4]float64{1, 1, 1, 1}, [4]float64{1, -1, 1, -1}
	bar, barMass := [][]float64{{1, -1}, {-1, 1}}, [][]float64{{2, 1}, {1, 2}}
	bend := [][]float64{{12, 6 * l, -12, 6 * l}, {6 * l, 4 * l * l, -6 * l, 2 * l * l}, {-12, -6 * l, 12, -6 * l}, {6 * l, 2 * l * l, -6 * l, 4 * l * l}}
	bendMass := [][]float64{{156, 22 * l, 54, -13 * l}, {22 * l, 4 * l * l, 13 * l, -3 * l * l}, {54, 13 * l, 156, -22 * l}, {-13 * l, -3 * l * l, -22 * l, 4 * l * l}}
	for e := range n {
		add(0, e, []int{0, 6}, one, young*area/l, bar)
		add(1, e, []int{0, 6}, one, density*area*l/6, barMass)
		add(0, e, []int{3, 9}, one, shear*torsion/l, bar)
		add(1, e, []int{3, 9}, one, density*(iy+iz)*l/6, barMass)
		add(0, e, []int{1, 5, 7, 11}, one, young*iz/(l*l*l), bend)
		add(1, e, []int{1, 5, 7, 11}, one, density*area*l/420, bendMass)
		add(0, e, []int{2, 4, 8, 10}, across, young*iy/(l*l*l), bend)
		add(1, e, []int{2, 4, 8, 10}, across, density*area*l/420, bendMass)
	}
	files := map[string]string{"a.inp": "*NODE\n"}
	for i := range n + 1 {
		files["a.inp"] += fmt.Sprintf("%d, %.17g, 0, 0\n", i+1, l*float64(i))
	}
	for k, name := range []string{"a_STIF2.mtx", "a_MASS2.mtx"} {
		var b strings.Builder
		for at, v := range matrices[k] {
			fmt.Fprintf(&b, "%d,%d,%d,%d,%.17g\n", at[0]/6+1, at[0]%6+1, at[1]/6+1, at[1]%6+1, v)
		}
		files[name] = b.String()
	}
	m, err := flex.ReadMesh([]string{"a_STIF2.mtx", "a_MASS2.mtx", "a.inp"}, flex.Units{Mass: 1, Length: 1, Time: 1}, func(name string) ([]byte, error) { return []byte(files[name]), nil })
	if err != nil {
		t.Fatal(err)
	}
	r, err := flex.Reduce(m, flex.Options{Interfaces: []flex.Interface{{Nodes: []int{1}}, {Nodes: []int{n + 1}}}, Modes: modes})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "beam.json")
	write(t, path, string(r.Data.WriteJSON()))
	return path
}

// frequenciesOf returns the frequencies in Hz, above 1e-3, of a linear analysis.
func frequenciesOf(t *testing.T, deck string) (hz []float64) {
	t.Helper()
	l := linearize(t, deck, about, nil)
	for _, e := range l.eigenvalues(t) {
		if e[1] > 1e-3 {
			hz = append(hz, e[1])
		}
	}
	return hz
}

func compareFrequencies(t *testing.T, name string, got []float64, bound float64, want ...float64) {
	t.Helper()
	if len(got) < len(want) {
		t.Fatalf("%s: %v, want %v", name, got, want)
	}
	for k, w := range want {
		if math.Abs(got[k]/w-1) > bound {
			t.Errorf("%s: frequency %d is %.10g, want %.10g", name, k+1, got[k], w)
		}
	}
}

// TestReducedBeamFrequencies: digits of an independent program for the beam reduced with ten modes, free and clamped, and for the whole finite-element model, which two halves with all
// their modes, joined by a fixed joint, are; the deflection by a force at the tip is FL³/3EI.
func TestReducedBeamFrequencies(t *testing.T) {
	const ground = `<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>`
	whole := ground + `<Body_Flexible id="2" flex_file="` + reducedBeam(t, 20, 10) + `" lprf_id="20" cdamp_expr="0"/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="21" body_id="2" node_id="1"/><Reference_Marker id="22" body_id="2" node_id="21"/>`
	const clamp = `<Constraint_Joint id="1" type="FIXED" i_marker_id="21" j_marker_id="1"/>`
	compareFrequencies(t, "free", frequenciesOf(t, whole), 1e-6, 53.1706772, 106.375800, 146.594658, 287.689726, 293.380804, 475.707807, 577.090033, 712.149060)
	compareFrequencies(t, "clamped", frequenciesOf(t, whole+clamp), 1e-6, 8.35517527, 16.7104229, 52.3626788, 104.736699)
	half := reducedBeam(t, 10, 54)
	halves := ground + `<Body_Flexible id="2" flex_file="` + half + `" lprf_id="20" cdamp_expr="0"/><Reference_Marker id="20" body_id="2"/>
<Reference_Marker id="21" body_id="2" node_id="1"/><Reference_Marker id="22" body_id="2" node_id="11"/>
<Body_Flexible id="3" flex_file="` + half + `" lprf_id="30" cdamp_expr="0"/><Reference_Marker id="30" body_id="3" pos_x="0.5"/>
<Reference_Marker id="31" body_id="3" node_id="1"/><Constraint_Joint id="2" type="FIXED" i_marker_id="31" j_marker_id="22"/>` + clamp
	compareFrequencies(t, "two halves", frequenciesOf(t, halves), 1e-6, 8.35516639, 16.7103328, 52.3610410, 104.722082)
	pull := `<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="22" ref_marker_id="1" fz_expression="1E-3"/><Post_Request id="1" type="EXPRESSION" expr1="DZ(22)"/>`
	o := runText(t, whole+clamp+pull, `<Simulate analysis_type="Static"/>`, nil)
	compareRows(t, "deflection", o, 1e-7, [][]float64{{0, 1e-3 / (3 * 2.1e11 * 0.02 * 1e-6 / 12)}})
}

// rotatingBeam writes a beam along x, clamped at 0, of length, mass a length and bending stiffness one, that bends in y and z by x² P_k(2x-1), k < n, with the stiffening of a
// turn about z: ∫ ½(1 - x²) f_i' f_j' dx.
func rotatingBeam(t *testing.T, n int) string {
	t.Helper()
	const points = 32
	x, weight := make([]float64, points), make([]float64, points)
	quad.Legendre{}.FixedLocations(x, weight, 0, 1)
	// value, slope and curvature of x² P_k(2x-1) by the recurrence of P and its derivatives
	shape := func(k int, x float64) (f, d, dd float64) {
		var p, q [3]float64 // P_i and P_i-1 with their derivatives by x
		p[0] = 1
		s := 2*x - 1
		for i := range k {
			a, b := float64(2*i+1)/float64(i+1), float64(i)/float64(i+1)
			p, q = [3]float64{a*s*p[0] - b*q[0], a*(s*p[1]+2*p[0]) - b*q[1], a*(s*p[2]+4*p[1]) - b*q[2]}, p
		}
		return x * x * p[0], 2*x*p[0] + x*x*p[1], 2*p[0] + 4*x*p[1] + x*x*p[2]
	}
	m := 2 * n
	square := func() [][]float64 {
		a := make([][]float64, m)
		for i := range a {
			a[i] = make([]float64, m)
		}
		return a
	}
	matrix := func(rows ...int) [][]float64 {
		return [][]float64{make([]float64, rows[0]), make([]float64, rows[0]), make([]float64, rows[0])}
	}
	mass, stiffness, stiffening := square(), square(), square()
	s, c, phi, psi, none := matrix(m), matrix(m), matrix(m), matrix(m), matrix(m)
	c1, j1, j2 := make([]any, m), make([]any, m), make([][]any, m)
	for i := range m {
		along, across := 1+i/n, 0 // y, then z
		var first, moment float64
		for p := range points {
			f, _, _ := shape(i%n, x[p])
			first, moment = first+weight[p]*f, moment+weight[p]*x[p]*f
		}
		s[along][i] = first
		inertia := matrix(3)
		inertia[along][across] = -moment
		j1[i] = inertia
		f, d, _ := shape(i%n, 1)
		phi[along][i] = f
		if along == 1 {
			c[2][i], psi[2][i] = moment, d
		} else {
			c[1][i], psi[1][i] = -moment, -d
		}
		product := matrix(m)
		j2[i] = make([]any, m)
		for k := range m {
			var both, curved, stiff float64
			for p := range points {
				f, d, dd := shape(i%n, x[p])
				g, e, ee := shape(k%n, x[p])
				both, curved, stiff = both+weight[p]*f*g, curved+weight[p]*dd*ee, stiff+weight[p]*(1-x[p]*x[p])/2*d*e
			}
			second := matrix(3)
			if i/n == k/n {
				mass[i][k], stiffness[i][k], stiffening[i][k] = both, curved, stiff
				second[0][0], second[3-along][3-along] = both, both
			} else {
				product[0][k] = both
				if along == 2 {
					product[0][k] = -both
				}
				second[3-along][along] = -both
			}
			j2[i][k] = second
		}
		c1[i] = product
	}
	text, err := json.Marshal(map[string]any{"trammel": "flexible body 1", "units": "m-kg-s", "mass": 1, "s0": []float64{0.5, 0, 0},
		"J0": [][]float64{{0.01, 0, 0}, {0, 1. / 3, 0}, {0, 0, 1. / 3}}, "S": s, "C0": c, "C1": c1, "M": mass, "J1": j1, "J2": j2, "K": stiffness,
		"Kgeo": map[string]any{"w33": stiffening}, "nodes": []any{map[string]any{"id": 1, "position": []float64{0, 0, 0}, "Phi": none, "Psi": none},
			map[string]any{"id": 2, "position": []float64{1, 0, 0}, "Phi": phi, "Psi": psi}}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rotating.json")
	write(t, path, string(text))
	return path
}

// TestRotatingBeamFrequencies: frequencies about a steady turn with the speed η, out of the plane of rotation (flap) and in it (lag); lag² = flap² - η². The first column of the table is published.
func TestRotatingBeamFrequencies(t *testing.T) {
	file := rotatingBeam(t, 12)
	for _, c := range [][]float64{ // η, flap, lag
		{0, 3.516015269, 22.034491556, 61.697214414, 3.516015269, 22.034491556},
		{2, 4.137319573, 22.614921957, 62.273184106, 3.621796964, 22.526311175},
		{6, 7.360373019, 26.809081679, 66.683914382, 4.263225420, 26.129042471},
		{12, 13.170150488, 37.603112331, 79.614478489, 5.427049278, 35.636975980},
	} {
		hz := frequenciesOf(t, fmt.Sprintf(`<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Flexible id="2" flex_file="%s" lprf_id="20" cdamp_expr="0" w_ic_z="%g"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" node_id="1"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="1"/><Motion_Joint id="1" joint_id="1" joint_type="R" expr="%g*TIME"/>`, file, c[0], c[0]))
		for _, want := range c[1:] {
			near := math.Inf(1)
			for _, f := range hz {
				near = math.Min(near, math.Abs(2*math.Pi*f/want-1))
			}
			if near > 1e-6 {
				t.Errorf("η %g: there is no frequency %.10g; they are %.8g (Hz)", c[0], want, hz)
			}
		}
	}
}

// TestFlexibleSpinUpWithoutStiffening: data without geometric stiffness give the deflections of the linear theory, which grow without bound.
func TestFlexibleSpinUpWithoutStiffening(t *testing.T) {
	text, err := os.ReadFile(flexFile(t, "beam.json"))
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	delete(data, "Kgeo")
	if text, err = json.Marshal(data); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "beam.json")
	write(t, path, string(text))
	o := runText(t, spinUp(path, `integr_tol="1e-7"`), `<Simulate analysis_type="Transient" end_time="10" print_interval="0.5"/>`, nil)
	compareRows(t, "linear", o, 1e-6, [][]float64{{2, -9.579347766e-2}, {4, -3.245794339e-1}, {5, -4.568294113e-1}, {6, -6.189925688e-1}, {6.5, -7.253984629e-1},
		{7, -8.491738338e-1}, {7.5, -1.011789758}, {8, -1.256242426}, {10, -6.823070871}})
}
