package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

var solidCases = []struct {
	name string
	i, j shape.Solid
	at   vec // of I's solid in the axes of J's
}{
	{"box on box", shape.Block{H: vec{X: 1, Y: 2, Z: 1}}, shape.Block{H: vec{X: 4, Y: 4, Z: 1}}, vec{X: 0.3, Y: 0.2, Z: 1.9}},
	{"box over an edge", shape.Block{H: vec{X: 1, Y: 2, Z: 1}}, shape.Block{H: vec{X: 1, Y: 1, Z: 1}}, vec{X: 1.3, Y: 0.2, Z: 1.9}},
	{"cylinder standing on a box", shape.Rod{R: 0.5, H: 1}, shape.Block{H: vec{X: 4, Y: 4, Z: 1}}, vec{X: 0.3, Y: 0.2, Z: 1.9}},
	{"cylinder lying on a box", shape.Rod{R: 0.5, H: 1}, shape.Block{H: vec{X: 4, Y: 4, Z: 1}}, vec{X: lying, Z: 1.35}},
	{"cylinder across a cylinder", shape.Rod{R: 0.5, H: 1}, shape.Rod{R: 0.7, H: 2}, vec{X: lying, Y: 0.6, Z: 0.2}},
	{"cone on a box", shape.Cone{Bottom: 0.5, Top: 0.2, H: 1}, shape.Block{H: vec{X: 4, Y: 4, Z: 1}}, vec{X: lying, Z: 1.25}},
	{"mesh on a mesh", meshOf(1, 2, 1), meshOf(4, 4, 1), vec{X: 0.3, Y: 0.2, Z: 1.9}},
	{"mesh over the edge of a box", meshOf(1, 2, 1), shape.Block{H: vec{X: 1, Y: 1, Z: 1}}, vec{X: 1.3, Y: 0.2, Z: 1.9}},
	{"cylinder standing on a mesh", shape.Rod{R: 0.5, H: 1}, meshOf(4, 4, 1), vec{X: 0.3, Y: 0.2, Z: 1.9}},
	{"ellipsoid on a mesh", shape.Ellipsoid{H: vec{X: 0.5, Y: 0.7, Z: 1}}, meshOf(4, 4, 1), vec{X: 0.2, Z: 1.9}},
	{"ellipsoid on a box", shape.Ellipsoid{H: vec{X: 0.5, Y: 0.7, Z: 1}}, shape.Block{H: vec{X: 4, Y: 4, Z: 1}}, vec{X: 0.2, Z: 1.9}},
}

// meshOf is a mesh of a box.
func meshOf(x, y, z float64) shape.Solid {
	var v []vec
	for k := range 8 {
		sign := func(bit int) float64 { return float64(2*(k>>bit&1) - 1) }
		v = append(v, vec{X: sign(0) * x, Y: sign(1) * y, Z: sign(2) * z})
	}
	m, err := shape.NewMesh(v, [][3]int{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}})
	if err != nil {
		panic(err)
	}
	return m
}

// solidsTouching is touchingWith for case n.
func solidsTouching(t *testing.T, n int, set func(c *Contact, i, j int)) (*model, *State, *integrate.Point) {
	c := &solidCases[n]
	return touchingWith(t, uint64(500+n), nil, nil, c.at, false, func(x *Contact, i, j int) {
		x.Solids = []SolidPair{{I: c.i, J: c.j, OfI: x.Pairs[0].Of, OfJ: x.Pairs[0].On}}
		x.Pairs = nil
		set(x, i, j)
	})
}

// TestMatrixOfSolids: the matrix, whose partials by poses are differences, and the balance of forces and moments.
func TestMatrixOfSolids(t *testing.T) {
	for n, c := range solidCases {
		m, s, p := solidsTouching(t, n, func(*Contact, int, int) {})
		if err := s.computeForces(p); err != nil {
			t.Fatal(err)
		}
		if f := s.wrench[0].F.Norm(); !(f > 0.1) {
			t.Errorf("%s: the force is %g", c.name, f)
		}
		for _, coef := range coefs[1:] {
			compareMatrix(t, c.name, s, p, coef, 1e-5)
		}
		balance(t, c.name, m, s, p)
		compute := func() {
			if err := s.computeForces(p); err != nil {
				t.Fatal(err)
			}
		}
		if a := testing.AllocsPerRun(3, compute); a > 0 {
			t.Errorf("%s: %g allocations", c.name, a)
		}
	}
}

// TestMatrixOfSolidRoutines: CNFSUB and CFFSUB get depth, rate, area, slip and the shares of the normal force: with the
// same laws, without damping, the forces are the same.
func TestMatrixOfSolidRoutines(t *testing.T) {
	law, friction := Impact{K: 500, E: 1.5}, Coulomb{Static: 0.5, Dynamic: 0.3, Stick: 1.5, Slide: 6}
	for n, c := range solidCases {
		_, s, p := solidsTouching(t, n, func(x *Contact, _, _ int) { x.Normal = &law })
		if err := s.computeForces(p); err != nil {
			t.Fatal(err)
		}
		want := s.wrench[0]
		m, s, p := solidsTouching(t, n, func(x *Contact, _, _ int) {
			x.Normal, x.Friction = nil, nil
			x.NormalSub = routineOf(sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
				f.RealArgNamed("result")[0], _, _ = law.Force(f.RealArgNamed("gap")[0], f.RealArgNamed("gapdot")[0])
				between := vecFromSlice(f.RealArgNamed("loci")).Sub(vecFromSlice(f.RealArgNamed("locj"))).Dot(vecFromSlice(f.RealArgNamed("nj")))
				if math.Abs(between-f.RealArgNamed("gap")[0]) > 1e-5 { // differences move the gap alone
					t.Errorf("%s: the surfaces are %g apart, the gap is %g", c.name, between, f.RealArgNamed("gap")[0])
				}
				return nil
			}), usersub.CNFSUB, 1)
			x.FrictionSub = routineOf(sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
				g, _, _ := friction.frictionForce(f.RealArgNamed("nforce")[0], vecFromSlice(f.RealArgNamed("xdot")))
				g.Store(f.RealArgNamed("result"))
				return nil
			}), usersub.CFFSUB, 1)
		})
		if err := s.EvaluateWithoutResults(p); err != nil {
			t.Fatal(err)
		}
		balance(t, c.name, m, s, p)
		if got := s.wrench[0]; got.F.Sub(want.F).Norm() > 1e-9*want.F.Norm() || got.T.Sub(want.T).Norm() > 1e-9*(1+want.T.Norm()) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
		compareMatrix(t, c.name, s, p, coefs[1], 1e-5)
	}
}

// TestSolidProximityPartials: distances and places of solids by translations and rotations of both, against differences, apart and in an overlap.
func TestSolidProximityPartials(t *testing.T) {
	compared := 0
	for n, c := range solidCases {
		for apart := range 2 {
			r := newModel(uint64(700 + n)).r
			l := &proximityLaw{Proximity: &Proximity{Solids: []SolidPair{{I: c.i, J: c.j, OfI: shape.Pose{R: randomRot(r)}, OfJ: shape.Pose{R: randomRot(r)}}}}}
			in := make([]float64, nRelative+nPose)
			for _, at := range [2]int{0, nRelative} {
				randomVec(r).Unit().Scale(1.2 + 5*float64(apart)).Store(in[at:])
				rot := randomRot(r)
				for k, v := range [3]vec{rot.A, rot.B, rot.C} {
					v.Store(in[at+3+3*k:])
				}
			}
			var out [nProximity]float64
			dst := make([]float64, nProximity*len(in))
			if err := l.Partials(dst, make([]float64, nProximity), in, nil, false, nil); err != nil {
				t.Fatal(err)
			}
			for k := range 6 {
				change := func(h float64) []float64 { // of I's pose
					x := append([]float64(nil), in...)
					if k < 3 {
						x[k] += h
						return x
					}
					q := spatial.QuatFromRotationVector(spatial.UnitAxis(k - 3).Scale(h)).Mat()
					for col := range 3 {
						q.Mul(vecFromSlice(in[3+3*col:])).Store(x[3+3*col:])
					}
					return x
				}
				at := func(h float64) [nProximity]float64 { _ = l.Eval(out[:], change(h), nil); return out }
				const h = 1e-5
				before, here, after := at(-h), at(0), at(h)
				along := change(1e-7)
				for o := 1; o < nProximity; o++ {
					if d := after[o] + before[o] - 2*here[o]; math.Abs(d) > 1e-7 { // a jump or a kink
						continue
					}
					got := 0.
					for i := range in {
						got += dst[o*len(in)+i] * (along[i] - in[i]) / 1e-7
					}
					compared++
					if d := (after[o] - before[o]) / (2 * h); math.Abs(d-got) > 2e-3*(1+math.Abs(d)) {
						t.Errorf("%s, apart %d: output %d by change %d is %g, the difference %g", c.name, apart, o, k, got, d)
					}
				}
			}
		}
	}
	if compared < 300 {
		t.Error("derivatives compared:", compared)
	}
}
