package system

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// touching returns a model of two bodies with a contact of one pair at random
// poses, and a point at which they touch. Shapes are placed so that the deepest
// point of the one is a little inside the other.
func touching(t *testing.T, seed uint64, points shape.ContactPointSet, solid shape.Solid, at vec, swapped bool) (*model, *State, *integrate.Point) {
	t.Helper()
	return touchingWith(t, seed, points, solid, at, swapped, func(*Contact, int, int) {})
}

// touchingWith is touching with other forces, which set makes for the markers i and j.
func touchingWith(t *testing.T, seed uint64, points shape.ContactPointSet, solid shape.Solid, at vec, swapped bool, set func(c *Contact, i, j int)) (*model, *State, *integrate.Point) {
	t.Helper()
	m := newModel(seed)
	m.body(Rigid)
	m.body(Rigid)
	pose := func() shape.Pose { return shape.Pose{P: randomVec(m.r).Scale(0.3), R: randomRot(m.r)} }
	x := ContactPair{Points: points, Solid: solid, Of: pose(), On: pose(), Swapped: swapped}
	i, j := m.marker(1), m.marker(2)
	c := &Contact{
		Element: "Force_Contact", ID: 1, I: m.at(i), J: m.at(j), Pairs: []ContactPair{x},
		Normal:   &Impact{K: 500, E: 1.5, C: 1, D: 0.3},
		Friction: &Coulomb{Static: 0.5, Dynamic: 0.3, Stick: 1.5, Slide: 6},
	}
	set(c, i, j)
	m.AddContact(c)
	s := m.state(t)
	p := m.anywhere(s)
	settle(m, s, p, &x, i, j, at)
	return m, s, p
}

// lying as the place along x turns a shape over.
const lying = 0.75

// settle moves the body of the points so that the centre of their shape stands at
// the place at in the solid's axes, with the axes of the shape along the solid's
// but for a small turn.
func settle(m *model, s *State, p *integrate.Point, x *ContactPair, i, j int, at vec) {
	if x.Swapped {
		i, j = j, i
	}
	s.computePosesAndMotions(p)
	solid := &s.kin.marker[m.at(j)]
	on := shape.Pose{P: solid.P, R: solid.R}
	on = on.Compose(&x.On)
	tilt := spatial.QuatFromRotationVector(randomVec(m.r).Scale(0.1)).Mat()
	if at.X == lying {
		over := spatial.RotX(math.Pi / 2)
		tilt = tilt.MulMat(&over)
	}
	want := on.Compose(&shape.Pose{P: at, R: tilt})
	mk := &m.Markers[m.at(i)]
	body := shape.Pose{P: mk.Pos, R: mk.Rot} // from the body to the shape
	body = body.Compose(&x.Of)
	t := body.R.T()
	r := want.R.MulMat(&t)
	b := &m.Bodies[mk.Body]
	c := want.P.Sub(r.Mul(body.P))
	c.Store(p.Q[b.q:])
	spatial.QuatFromMat(&r).Store(p.Q[b.q+3:])
}

// tetrahedron has a corner at the origin and three in the distance 2 along the axes.
var tetrahedron = func() *shape.Mesh {
	m, err := shape.NewMesh([]vec{{}, {X: 2}, {Y: 2}, {Z: 2}}, [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
	if err != nil {
		panic(err)
	}
	return m
}()

var contactCases = []struct {
	name   string
	points shape.ContactPointSet
	solid  shape.Solid
	at     vec
}{
	{"sphere on plane", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.HalfSpace{}, vec{X: 0.3, Y: 0.2, Z: 0.9}},
	{"sphere on sphere", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Ball{R: 0.7}, vec{X: 1, Y: 1, Z: 0.7}},
	{"sphere on a box's face", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Block{H: vec{X: 1, Y: 2, Z: 1}}, vec{X: 0.2, Y: 0.3, Z: 1.8}},
	{"sphere on a box's edge", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Block{H: vec{X: 1, Y: 2, Z: 1}}, vec{X: 1.6, Y: -0.3, Z: 1.5}},
	{"sphere on a box's corner", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Block{H: vec{X: 1, Y: 2, Z: 1}}, vec{X: 1.4, Y: -2.5, Z: 1.5}},
	{"sphere on a cylinder's side", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Rod{R: 1, H: 2}, vec{X: 1.4, Y: 1.2, Z: 0.5}},
	{"sphere on a cylinder's end", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Rod{R: 1, H: 2}, vec{X: 0.4, Y: 0.2, Z: 2.8}},
	{"sphere on a cylinder's edge", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Rod{R: 1, H: 2}, vec{X: 1.1, Y: 0.9, Z: -2.6}},
	{"sphere on a cone", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Cone{Bottom: 2, Top: 0.3, H: 1}, vec{X: 1.6, Y: 0.3, Z: 0.6}},
	{"sphere on a cone's tip", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), shape.Cone{Bottom: 2, H: 1}, vec{X: 0.1, Y: 0.3, Z: 1.9}},
	{"sphere on a mesh's face", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), tetrahedron, vec{X: 0.5, Y: 0.6, Z: -0.9}},
	{"sphere on a mesh's edge", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), tetrahedron, vec{X: -0.6, Y: -0.6, Z: 1}},
	{"sphere on a mesh's corner", shape.NewFixedPointSet(shape.ContactPoint{R: 1}), tetrahedron, vec{X: 0.1, Y: 0.2, Z: 2.8}},
	{"points in a mesh", shape.NewBoxCorners(vec{X: 0.4, Y: 0.5, Z: 0.4}), tetrahedron, vec{X: 0.3, Y: 0.3, Z: -0.2}},
	{"ellipsoid on plane", shape.NewEllipsoidDeepestPoint(vec{X: 1, Y: 2, Z: 0.5}), shape.HalfSpace{}, vec{Z: 0.4}},
	{"cone lying on plane", shape.NewFrustumRimPoints(0.5, 0, 1), shape.HalfSpace{}, vec{X: lying, Z: 0.1}},
	{"box on plane", shape.NewBoxCorners(vec{X: 1, Y: 2, Z: 1}), shape.HalfSpace{}, vec{Z: 0.7}},
	{"points in a box", shape.NewBoxCorners(vec{X: 0.4, Y: 0.5, Z: 0.4}), shape.Block{H: vec{X: 3, Y: 4, Z: 2}}, vec{X: 0.3, Z: 2.2}},
	{"points in a sphere", shape.NewBoxCorners(vec{X: 0.4, Y: 0.5, Z: 0.4}), shape.Ball{R: 2}, vec{X: 0.3, Z: 2.2}},
	{"cylinder standing on plane", shape.NewFrustumRimPoints(0.5, 0.5, 1), shape.HalfSpace{}, vec{Z: 0.8}},
	{"cylinder lying on plane", shape.NewFrustumRimPoints(0.5, 0.5, 1), shape.HalfSpace{}, vec{X: lying, Z: 0.3}},
}

// TestMatrixOfContacts: the matrix is exact, the change of the contact points
// and of the normal included.
func TestMatrixOfContacts(t *testing.T) {
	for n, c := range contactCases {
		for k, swapped := range [2]bool{false, true} {
			m, s, p := touching(t, uint64(20*n+k), c.points, c.solid, c.at, swapped)
			if err := s.computeForces(p); err != nil {
				t.Fatal(err)
			}
			if f := s.wrench[0].F.Norm(); !(f > 0.1) {
				t.Errorf("%s: the force is %g", c.name, f)
			}
			for _, coef := range coefs[1:] {
				compareMatrix(t, c.name, s, p, coef, 2e-7)
			}
			balance(t, c.name, m, s, p)
		}
	}
}

// balance: the forces and moments on both bodies about one point sum up to zero.
func balance(t *testing.T, name string, m *model, s *State, p *integrate.Point) {
	t.Helper()
	if err := s.computeForces(p); err != nil {
		t.Fatal(err)
	}
	var f, q vec
	for b := 1; b <= 2; b++ {
		f = f.Add(s.kin.body[b].F)
		q = q.Add(s.kin.body[b].T).Add(s.kin.body[b].C.Cross(s.kin.body[b].F))
	}
	if f.Norm() > 1e-10 || q.Norm() > 1e-10*(1+s.kin.body[1].T.Norm()) {
		t.Errorf("%s: sums %v %v", name, f, q)
	}
}

// TestContactForces: the partials of the laws against differences, the
// derivative of friction with respect to the normal force and the slip included.
func TestContactForces(t *testing.T) {
	laws := map[string]NormalForce{
		"impact": &Impact{K: 50, E: 1.5, C: 2, D: 0.3}, "impact at once": &Impact{K: 50, E: 1, C: 2}, "deep impact": &Impact{K: 50, E: 2.2, C: 2, D: 0.1},
		"poisson": &Poisson{P: 40, E: 0.6, V: 0.8},
	}
	for name, l := range laws {
		for _, rate := range []float64{-0.5, 0, 0.3} {
			n, byGap, byRate := l.Force(-0.2, rate)
			dg := richardson(func(h float64) float64 { f, _, _ := l.Force(-0.2+h, rate); return f }, 1e-3)
			dr := richardson(func(h float64) float64 { f, _, _ := l.Force(-0.2, rate+h); return f }, 1e-3)
			if !close(dg, byGap, 1e-8) || !close(dr, byRate, 1e-8) || !(n > 0) {
				t.Errorf("%s at %g: %g, by gap %g, difference %g, by rate %g, difference %g", name, rate, n, byGap, dg, byRate, dr)
			}
		}
	}
	c := &Coulomb{Static: 0.5, Dynamic: 0.3, Stick: 1, Slide: 2}
	for _, v := range []struct{ s, mu float64 }{{0, 0}, {0.5, 0.25}, {1, 0.5}, {1.5, 0.4}, {2, 0.3}, {9, 0.3}} {
		if mu, _ := c.coefficient(v.s); math.Abs(mu-v.mu) > 1e-15 {
			t.Errorf("coefficient at %g is %g, want %g", v.s, mu, v.mu)
		}
	}
	if mu, _ := (&Coulomb{Dynamic: 0.3, Slide: 2}).coefficient(1); mu != 0.15 {
		t.Errorf("dynamic only: %g", mu)
	}
}

// TestMatrixOfContactRoutines: with CNFSUB and CFFSUB that ask a query each the
// matrix is that of differences, up to those that it is made of (1e-6 of
// the terms).
func TestMatrixOfContactRoutines(t *testing.T) {
	for n, swapped := range [2]bool{false, true} {
		c := &contactCases[1]
		m, s, p := touchingWith(t, uint64(60+n), c.points, c.solid, c.at, swapped, func(c *Contact, i, j int) {
			normal := sub(func(f *usersub.Frame, ask func(string, ...int) float64) error {
				f.RealArgNamed("result")[0] = -500*f.RealArgNamed("gap")[0]*(1+0.1*ask("DM", i, j)) - f.RealArgNamed("gapdot")[0]
				return nil
			})
			friction := sub(func(f *usersub.Frame, ask func(string, ...int) float64) error {
				for k, v := range f.RealArgNamed("xdot") {
					f.RealArgNamed("result")[k] = -0.1 * f.RealArgNamed("nforce")[0] * v * (1 + 0.1*ask("DX", i))
				}
				return nil
			})
			c.Normal, c.Friction = nil, nil
			c.NormalSub, c.FrictionSub = routineOf(normal, usersub.CNFSUB, 1), routineOf(friction, usersub.CFFSUB, 1)
		})
		if err := s.EvaluateWithoutResults(p); err != nil {
			t.Fatal(err)
		}
		compareMatrix(t, c.name, s, p, coefs[1], 2e-6)
		balance(t, c.name, m, s, p)
		if !(s.wrench[0].F.Norm() > 0.1) {
			t.Errorf("the force is %v", s.wrench[0].F)
		}
	}
}

// TestProximityPartials against differences, of all outputs by all inputs.
func TestProximityPartials(t *testing.T) {
	for n, c := range contactCases {
		if n%4 == 0 {
			continue
		}
		for _, swapped := range [2]bool{false, true} {
			r := newModel(uint64(100 + n)).r
			x := ContactPair{Points: c.points, Solid: c.solid, Swapped: swapped,
				Of: shape.Pose{P: randomVec(r), R: randomRot(r)}, On: shape.Pose{P: randomVec(r), R: randomRot(r)}}
			l := &proximityLaw{Proximity: &Proximity{Pairs: []ContactPair{x}}}
			in := make([]float64, nRelative+nPose)
			for _, at := range [2]int{0, nRelative} {
				randomVec(r).Scale(3).Store(in[at:])
				rot := randomRot(r)
				for k, v := range [3]vec{rot.A, rot.B, rot.C} {
					v.Store(in[at+3+3*k:])
				}
			}
			var out [nProximity]float64
			dst := make([]float64, nProximity*len(in))
			if err := l.Partials(dst, nil, in, nil, false, nil); err != nil {
				t.Fatal(err)
			}
			for k := range in {
				for o := 1; o < nProximity; o++ {
					d := richardson(func(h float64) float64 {
						v := in[k]
						in[k] = v + h
						_ = l.Eval(out[:], in, nil)
						in[k] = v
						return out[o]
					}, 1e-4)
					if !close(d, dst[o*len(in)+k], 1e-7) {
						t.Errorf("%s: output %d by input %d is %g, difference %g", c.name, o, k, dst[o*len(in)+k], d)
					}
				}
			}
		}
	}
}

// TestContactAllocates nothing, in penetration and out of it.
func TestContactAllocates(t *testing.T) {
	for n, c := range contactCases {
		_, s, p := touching(t, uint64(20*n), c.points, c.solid, c.at, false)
		q := s.DeckPoint()
		r := integrate.NewResidual(s.layout)
		coef := integrate.Coef{V: 1e-3, Q: 1e-6, X: 1e-3}
		if err := s.Factor(p, coef, true); err != nil {
			t.Fatal(err)
		}
		if a := testing.AllocsPerRun(5, func() {
			_ = s.EvaluateResidual(r, p)
			_ = s.Factor(p, coef, false)
			_ = s.EvaluateResidual(r, q)
		}); a != 0 {
			t.Errorf("%s: %g allocations", c.name, a)
		}
	}
}

// solidCounter counts the queries to a solid.
type solidCounter struct {
	shape.Solid
	n int
}

func (c *solidCounter) DistanceAt(p vec) shape.Distance {
	c.n++
	return c.Solid.DistanceAt(p)
}

// TestContactOfManyPoints: of 10,000 points on a sphere that dips into a plane, or
// into a ball, those far away are not looked at: the solid is asked less than once
// for ten of them, and the force is that of all.
func TestContactOfManyPoints(t *testing.T) {
	var p []shape.ContactPoint
	for k := range 10000 { // a spiral from pole to pole, about evenly
		z := 1 - (2*float64(k)+1)/10000
		s, c := math.Sincos(2.399963229728653 * float64(k)) // the golden angle
		p = append(p, shape.ContactPoint{C: vec{X: math.Sqrt(1-z*z) * c, Y: math.Sqrt(1-z*z) * s, Z: z}})
	}
	for _, c := range []struct {
		solid shape.Solid
		at    vec
	}{{shape.HalfSpace{}, vec{Z: 0.99}}, {shape.Ball{R: 1}, vec{X: 1.2, Y: 1.5, Z: 0.3}}} {
		solid := &solidCounter{Solid: c.solid}
		var near []int
		sum := vec{}
		x := ContactPair{Points: shape.NewFixedPointSet(p...), Solid: solid, Of: shape.Identity, On: shape.Identity}
		m := x.poseShapes(&relMotion{d: c.at, r: shape.Identity.R})
		w := m.beginPointSearch()
		for k, ok := m.nextPointWithin(&w, 0); ok; k, ok = m.nextPointWithin(&w, 0) {
			near = append(near, k)
		}
		asked := solid.n
		for k := range p {
			if q := m.evalContactPoint(k, &relMotion{}); q.gap < 0 {
				sum = sum.AddScaled(-q.gap, q.n)
			}
		}
		for _, k := range near {
			if q := m.evalContactPoint(k, &relMotion{}); q.gap < 0 {
				sum = sum.AddScaled(q.gap, q.n)
			}
		}
		if asked > 1000 || len(near) < 10 || len(near) > 1000 || sum.Norm() > 1e-12 {
			t.Errorf("%T: asked %d times, looked at %d points, %v is missing", c.solid, asked, len(near), sum)
		}
	}
}
