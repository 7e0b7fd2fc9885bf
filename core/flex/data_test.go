package flex

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// points is a body of point masses with given shapes.
type points struct {
	mass     []float64
	position []spatial.Vec
	shape    [][]spatial.Vec // by point and mode
}

func randomVec(r *rand.Rand) spatial.Vec {
	return spatial.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
}

func randomPoints(seed uint64, count, n int) *points {
	r := rand.New(rand.NewPCG(seed, 1))
	p := &points{}
	for range count {
		p.mass = append(p.mass, 0.1+r.Float64())
		p.position = append(p.position, randomVec(r))
		var shape []spatial.Vec
		for range n {
			shape = append(shape, randomVec(r))
		}
		p.shape = append(p.shape, shape)
	}
	return p
}

// data returns the invariants as sums over the points, and a diagonal stiffness.
func (p *points) data() *Data {
	n := len(p.shape[0])
	d := newData(n)
	for i, m := range p.mass {
		c := p.position[i]
		ct := spatial.Tilde(c)
		d.Mass += m
		d.S0 = d.S0.AddScaled(m, c)
		x := ct.MulMat(&ct)
		x = x.Scale(-m)
		d.J0 = d.J0.Add(&x)
		for j, f := range p.shape[i] {
			ft := spatial.Tilde(f)
			d.S[j] = d.S[j].AddScaled(m, f)
			d.C0[j] = d.C0[j].Add(c.Cross(f).Scale(m))
			x := ct.MulMat(&ft)
			x = x.Scale(-m)
			d.J1[j] = d.J1[j].Add(&x)
			for k, g := range p.shape[i] {
				gt := spatial.Tilde(g)
				d.C1[j][k] = d.C1[j][k].Add(f.Cross(g).Scale(m))
				d.M[j*n+k] += m * f.Dot(g)
				x := ft.MulMat(&gt)
				x = x.Scale(-m)
				d.J2[j*n+k] = d.J2[j*n+k].Add(&x)
			}
		}
		d.Nodes = append(d.Nodes, Node{ID: i + 1, Position: c, Axes: spatial.Identity, Phi: p.shape[i]})
	}
	for j := range n {
		d.K[j*n+j] = 100 * float64(j+1)
	}
	return d
}

// TestMassMatrix: it is the sum of m BᵀB over the points, with the velocity B u of a point for u = (v, ω, q').
func TestMassMatrix(t *testing.T) {
	const n, w = 4, 10
	p := randomPoints(7, 9, n)
	d := p.data()
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	q := make([]float64, n)
	for j := range q {
		q[j] = r.NormFloat64()
	}
	want := make([]float64, w*w)
	for i, m := range p.mass {
		x := p.position[i]
		for j, f := range p.shape[i] {
			x = x.AddScaled(q[j], f)
		}
		var b [w]spatial.Vec
		for k := range 3 {
			b[k], b[3+k] = spatial.UnitAxis(k), spatial.UnitAxis(k).Cross(x)
		}
		copy(b[6:], p.shape[i])
		for k := range w {
			for l := range w {
				want[k*w+l] += m * b[k].Dot(b[l])
			}
		}
	}
	for i, x := range d.MassMatrix(q) {
		if math.Abs(x-want[i]) > 1e-12 {
			t.Errorf("entry %d, %d: %g, want %g", i/w, i%w, x, want[i])
		}
	}
	v := symmetricEigenvalues(want, w)
	if v[0] <= 0 {
		t.Error("the mass matrix of the points is not positive definite")
	}
}

// TestGeneralEigen: two masses on springs, k/m = 1 and 3 for equal masses, with scaled coordinates.
func TestGeneralEigen(t *testing.T) {
	s := 5.0 // x2 = s y2
	e, err := solveGeneralEigen([]float64{2, -s, -s, 2 * s * s}, []float64{1, 0, 0, s * s}, 2)
	if err != nil || math.Abs(e.values[0]-1) > 1e-14 || math.Abs(e.values[1]-3) > 1e-14 {
		t.Fatal(e.values, err)
	}
	for c := range 2 {
		x, y := e.vectors[c], e.vectors[2+c]
		if math.Abs(x*x+s*s*y*y-1) > 1e-14 {
			t.Errorf("vector %d has not the modal mass 1", c)
		}
	}
	if _, err := solveGeneralEigen([]float64{1, 0, 0, 1}, []float64{1, 2, 2, 1}, 2); err == nil {
		t.Error("an indefinite mass matrix is accepted")
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]Units{
		"m-kg-s": {1, 1, 1}, "mm-t-s": {1e3, 1e-3, 1}, "s-mm-N": {1e3, 1e-3, 1}, "mm-kg-ms": {1, 1e-3, 1e-3},
		"in-slinch-s": {175.12683524647637, 0.0254, 1}, "m-Mg-s": {1e3, 1, 1}, "mm-mg-s": {1e-6, 1e-3, 1}, "millimeter-TONNE-second": {1e3, 1e-3, 1},
	} {
		u, err := ParseUnits(text)
		if err != nil || math.Abs(u.Mass/want.Mass-1) > 1e-14 || u.Length != want.Length || u.Time != want.Time {
			t.Errorf("%s: %v, %v", text, u, err)
		}
	}
	for _, text := range []string{"", "mm", "mm-s", "mm-m-s", "mm-t-N-s", "mm-t-s-N", "mm-x-s", "mm-t-s-"} {
		if u, err := ParseUnits(text); err == nil {
			t.Errorf("%q is accepted: %v", text, u)
		}
	}
}

// TestSummary: mass, center and inertia of a dumbbell along x, 2 and 1 kg at 0 and 3 m with lumps of inertia.
func TestSummary(t *testing.T) {
	d := newData(1)
	d.Mass, d.S0 = 3, spatial.Vec{X: 3}
	d.J0 = spatial.Mat{A: spatial.Vec{X: 0.5}, B: spatial.Vec{Y: 9.5}, C: spatial.Vec{Z: 9.5}}
	d.M[0], d.K[0] = 1, 4*math.Pi*math.Pi*25
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	s, err := d.Summarize()
	if err != nil || s.Center != [3]float64{1, 0, 0} || math.Abs(s.Inertia[1][1]-6.5) > 1e-14 || math.Abs(s.Frequencies[0]-5) > 1e-13 {
		t.Errorf("%+v, %v", s, err)
	}
}
