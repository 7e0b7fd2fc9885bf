package vi_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/solve/vi"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// wall is bricks that step over time, as Moreau's method has it: gaps to b, speeds and impulses as unknowns.
type wall struct {
	half, turn spatial.Vec // half sides; moments of inertia of 1 kg
	pose       []shape.Pose
	q          []float64 // speed and angular speed in outer axes
	h, mu      float64
	p          vi.Problem
	touch      []shape.Touch
	kept, now  map[name][3]float64 // impulses by contact
	names      []name
	warm       bool
}

type name struct {
	a, b int
	key  uint32
}

// newWall is rows of bricks of 1 kg, every second one half a brick aside.
func newWall(rows, columns int, speed float64, seed uint64) *wall {
	w := &wall{half: spatial.Vec{X: 0.1, Y: 0.05, Z: 0.05}, h: 0.005, mu: 0.5, warm: true, kept: map[name][3]float64{}, now: map[name][3]float64{}}
	d := w.half
	w.turn = spatial.Vec{X: (d.Y*d.Y + d.Z*d.Z) / 3, Y: (d.Z*d.Z + d.X*d.X) / 3, Z: (d.X*d.X + d.Y*d.Y) / 3}
	r := rand.New(rand.NewPCG(seed, 1))
	for k := range rows {
		for i := range columns {
			p := spatial.Vec{X: 0.201*float64(i) + 0.1*float64(k%2), Z: 0.05 + 0.1*float64(k)}
			w.pose = append(w.pose, shape.Pose{P: p, R: spatial.Identity})
			for range 3 {
				w.q = append(w.q, speed*r.NormFloat64())
			}
			for range 3 {
				w.q = append(w.q, 5*speed*r.NormFloat64())
			}
		}
	}
	return w
}

// load fills the problem of a step.
func (w *wall) load() {
	n := len(w.pose)
	size := make([]int, n)
	w.p = vi.Problem{F: make([]float64, 6*n)}
	for i := range n {
		size[i] = 6
		m := w.inertia(i)
		v := make([]float64, 36)
		v[0], v[7], v[14] = 1, 1, 1
		for k := range 3 {
			m.Col(k).Store(v[21+6*k:])
		}
		w.p.H = append(w.p.H, vi.Block{I: i, J: i, V: v})
		o := spatial.LoadVec(w.q[6*i+3:])
		f := m.Mul(o).Sub(o.Cross(m.Mul(o)).Scale(w.h))
		spatial.LoadVec(w.q[6*i:]).Sub(spatial.Vec{Z: 9.81 * w.h}).Store(w.p.F[6*i:])
		f.Store(w.p.F[6*i+3:])
	}
	w.p.Rows = vi.NewRows(size)
	w.names = w.names[:0]
	brick := shape.Solid(shape.Block{H: w.half})
	for i := range n {
		w.meet(i, -1, brick, shape.HalfSpace{}, &shape.Identity)
		for j := range i {
			w.meet(i, j, brick, brick, &w.pose[j])
		}
	}
}

func (w *wall) inertia(i int) spatial.Mat {
	r := &w.pose[i].R
	d := spatial.Mat{A: spatial.Vec{X: w.turn.X}, B: spatial.Vec{Y: w.turn.Y}, C: spatial.Vec{Z: w.turn.Z}}
	t := r.T()
	d = d.MulMat(&t)
	d = r.MulMat(&d)
	t = d.T()
	d = d.Add(&t) // psor asks for a symmetric one
	return d.Scale(0.5)
}

func (w *wall) meet(i, j int, a, b shape.Solid, pb *shape.Pose) {
	w.touch = shape.AppendTouches(w.touch[:0], a, &w.pose[i], b, pb, 0.02)
	blocks := []int{i, j}
	if j < 0 {
		blocks = blocks[:1]
	}
	for _, x := range w.touch {
		row := w.p.Rows.AddCone(vi.CoulombCone(w.mu), blocks...)
		t := spatial.Vec{X: 1}
		if math.Abs(x.N.X) > 0.7 {
			t = spatial.Vec{Y: 1}
		}
		t = t.Sub(x.N.Scale(t.Dot(x.N))).Unit()
		for k, d := range [3]spatial.Vec{x.N, t, x.N.Cross(t)} {
			for e, body := range blocks {
				s := float64(1 - 2*e)
				out := w.p.Rows.JacobianBlock(row+k, e)
				d.Scale(s).Store(out)
				x.P.Sub(w.pose[body].P).Cross(d).Scale(s).Store(out[3:])
			}
		}
		if w.p.Rows.B[row] = x.Gap / w.h; x.Gap < 0 {
			w.p.Rows.B[row] = math.Max(0.2*x.Gap/w.h, -0.2)
		}
		at := name{i, j, x.Key}
		if l := w.kept[at]; w.warm {
			copy(w.p.Rows.L[row:], l[:])
		}
		w.names = append(w.names, at)
	}
}

func (w *wall) step(s vi.Solver) (vi.Result, error) {
	w.load()
	res, err := s.Solve(&w.p, w.q)
	clear(w.now)
	for k, at := range w.names {
		w.now[at] = [3]float64(w.p.Rows.L[3*k:])
	}
	w.kept, w.now = w.now, w.kept
	for i := range w.pose {
		p := &w.pose[i]
		p.P = p.P.AddScaled(w.h, spatial.LoadVec(w.q[6*i:]))
		r := spatial.QuatFromRotationVector(spatial.LoadVec(w.q[6*i+3:]).Scale(w.h)).Mat()
		p.R = r.MulMat(&p.R)
	}
	return res, err
}

// A wall of 48 bricks that rests, with about 500 contacts, is solved in every step; from the second on
// with a few factorizations.
func TestWallRests(t *testing.T) {
	w := newWall(6, 8, 0, 1)
	s, err := vi.NewSolver("", vi.Options{Tol: 1e-7})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for k := range 30 {
		res, err := w.step(s)
		if err != nil || res.Status != vi.Converged {
			t.Fatalf("step %d: %+v %v", k, res, err)
		}
		if k > 0 {
			sum += res.Factorizations
		}
	}
	if sum > 2*29 { // 31 when this was written
		t.Errorf("%d factorizations in 29 steps", sum)
	}
	if z := w.pose[47].P.Z; math.Abs(z-0.55) > 1e-6 {
		t.Errorf("the last brick is at %g, was at 0.55", z)
	}
}

// The same wall whose bricks start with random speeds of 0.5 m/s: without friction, and with little of it, the
// interior-point method solves every step.
func TestWallIsHit(t *testing.T) {
	for _, mu := range []float64{0, 0.02} {
		w := newWall(6, 8, 0.5, 1)
		w.mu = mu
		s, err := vi.NewSolver("ipm", vi.Options{Tol: 1e-7})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for k := range 10 {
			res, err := w.step(s)
			if err != nil || res.Status != vi.Converged {
				t.Fatalf("μ %g, step %d: %+v %v", mu, k, res, err)
			}
			sum += res.Factorizations
		}
		if sum > 400 { // 190 and 240 when this was written
			t.Errorf("μ %g: %d factorizations in 10 steps", mu, sum)
		}
	}
}

// The same by solver and friction, tolerance 1e-7:
// go test -bench WallIsHit -benchtime 30x -run - ./core/solve/vi
func BenchmarkWallIsHit(b *testing.B) {
	for _, mu := range []float64{0, 0.02, 0.1, 0.2, 0.5, 0.8} {
		for _, name := range []string{"auto", "newton", "ipm"} {
			b.Run(fmt.Sprintf("%g/%s", mu, name), func(b *testing.B) { hit(b, mu, name) })
		}
	}
}

func hit(b *testing.B, mu float64, name string) {
	w := newWall(6, 8, 0.5, 1)
	w.mu = mu
	s, err := vi.NewSolver(name, vi.Options{Tol: 1e-7})
	if err != nil {
		b.Fatal(err)
	}
	factored, unsolved, worst := 0, 0, 0.0
	for range b.N {
		res, err := w.step(s)
		if err != nil {
			b.Fatal(err)
		}
		if factored += res.Factorizations; res.Status != vi.Converged {
			unsolved++
		}
		worst = max(worst, res.Residual)
	}
	b.ReportMetric(float64(factored)/float64(b.N), "factorizations/op")
	b.ReportMetric(float64(unsolved), "unsolved")
	b.ReportMetric(worst, "residual")
}
