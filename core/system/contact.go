package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/shape"
)

// Contact is a force between shapes of two bodies that touch. It is a Force along
// the axes of J on I's body at I, made of one law: a function of where I is from J
// and how it moves, as a field is. So it needs no events and no matrix of its own.
//
// Everything below is in J's axes. The law's inputs are
//
//	d  place of I from J, R axes of I (by columns), v = d', w angular velocity of I from J.
//
// A pair is points of the one side, each with a sphere of radius r, and a solid of the
// other with the distance φ and the normal n = ∂φ/∂x. A point at c has
//
//	gap      φ(c) - r,
//	contact  p = c - n (r + gap/2), midway between both surfaces,
//	u        σ (v + w×(p - d)), velocity of the points' side past the solid's; σ = 1
//	         where the points are I's and -1 where they are J's,
//	rate     n·u, the rate of the gap; slip = u - n rate.
//
// In penetration the points' body feels N n and the friction at p, the solid's body
// the opposite at the same place. The outputs are σ times the sum of these and its
// moment about I's origin. Pairs of solids touch as in contact_solids.go.
type Contact struct {
	Element string
	ID      int
	I, J    MarkerIdx
	Pairs   []ContactPair
	Solids  []SolidPair
	Normal  NormalForce // nil: NormalSub
	// Friction is nil for none or FrictionSub.
	Friction               *Coulomb
	NormalSub, FrictionSub *Routine
	// Deepest is the penetration beyond which a point is left alone, 0 for none.
	Deepest float64
}

// ContactPair is points that may meet a solid.
type ContactPair struct {
	Points  shape.ContactPointSet
	Solid   shape.Solid
	Of, On  shape.Pose // of both shapes in the axes of their markers
	Swapped bool       // the points belong to J, the solid to I
}

// relMotion is the motion of I from J, or a change of it.
type relMotion struct {
	d    vec
	r    mat
	v, w vec
}

const nRelative = 18

// relativeMotionMeasures are the measures behind relMotion, in its order.
func relativeMotionMeasures(i, j int) []Call {
	var q []Call
	for _, n := range [3]string{"DX", "DY", "DZ"} {
		q = append(q, Call{n, []int{i, j, j}})
	}
	for _, a := range "xyz" {
		for _, c := range "xyz" {
			q = append(q, Call{"u" + string(a) + string(c), []int{i, j}})
		}
	}
	for _, n := range [3]string{"VX", "VY", "VZ"} {
		q = append(q, Call{n, []int{i, j, j, j}})
	}
	for _, n := range [3]string{"WX", "WY", "WZ"} {
		q = append(q, Call{n, []int{i, j, j}})
	}
	return q
}

func vecFromSlice(v []float64) vec { return vec{X: v[0], Y: v[1], Z: v[2]} }

func relMotionFromInputs(in []float64) relMotion {
	return relMotion{
		d: vecFromSlice(in), r: mat{A: vecFromSlice(in[3:]), B: vecFromSlice(in[6:]), C: vecFromSlice(in[9:])},
		v: vecFromSlice(in[12:]), w: vecFromSlice(in[15:]),
	}
}

// pairPose is a pair at a relative pose: where both shapes are.
type pairPose struct {
	pair   *ContactPair
	of, on shape.Pose
	sigma  float64
}

// poseShapes places a pair.
func (x *ContactPair) poseShapes(r *relMotion) pairPose {
	m := pairPose{pair: x, of: x.Of, on: x.On, sigma: 1}
	moving := &m.of
	if x.Swapped {
		moving, m.sigma = &m.on, -1
	}
	fromJ := shape.Pose{P: r.d, R: r.r}
	*moving = fromJ.Compose(moving)
	return m
}

// boundsSearch visits the points that may be near the solid.
type boundsSearch struct {
	tree         []shape.Bound
	node, k, end int
}

func (m *pairPose) beginPointSearch() boundsSearch {
	return boundsSearch{tree: m.pair.Points.BoundTree()}
}

// nextPointWithin returns the next point that may be nearer to the solid than bound, false
// behind the last one. The distance of a solid changes by no more than the way that
// one goes, so that a sphere of points reports all of them.
func (m *pairPose) nextPointWithin(w *boundsSearch, bound float64) (k int, ok bool) {
	for w.k == w.end {
		if w.node >= len(w.tree) {
			return 0, false
		}
		b := &w.tree[w.node]
		c := m.of.P.Add(m.of.R.Mul(b.C))
		c = m.on.R.MulTransposed(c.Sub(m.on.P))
		solid, bounded := m.pair.Solid.(shape.Bounded)
		switch {
		case bounded && b.R+bound > 0 && solid.IsPointFartherThan(c, b.R+bound), !(m.pair.Solid.DistanceAt(c).Gap < b.R+bound):
			w.node = b.Skip
		case b.Leaf:
			w.k, w.end = b.From, b.To
			w.node = b.Skip
		default:
			w.node++
		}
	}
	w.k++
	return w.k - 1, true
}

// contactPoint is a point and the solid.
type contactPoint struct {
	c, p, n   vec
	r, gap    float64
	bend, mov mat // ∂n/∂c along J's axes; how c moves with n in axes of its shape
	slip      vec
	rate      float64
	area      float64 // of the contact if it is known
}

// evalContactPoint examines point k.
func (m *pairPose) evalContactPoint(k int, r *relMotion) contactPoint {
	var at shape.ContactPoint
	var t contactPoint
	n := vec{}
	if !m.pair.Points.ArePointsFixed() { // before a plane, whose normal is the same everywhere
		n = m.of.R.MulTransposed(m.on.R.Mul(m.pair.Solid.DistanceAt(vec{}).Normal))
	}
	at, t.mov = m.pair.Points.ContactPoint(k, n)
	t.c = m.of.P.Add(m.of.R.Mul(at.C))
	q := m.pair.Solid.DistanceAt(m.on.R.MulTransposed(t.c.Sub(m.on.P)))
	t.n, t.r, t.gap, t.bend = m.on.R.Mul(q.Normal), at.R, q.Gap-at.R, q.Curvature
	t.p = t.c.AddScaled(-(t.r + t.gap/2), t.n)
	u := r.v.Add(r.w.Cross(t.p.Sub(r.d))).Scale(m.sigma)
	t.rate = t.n.Dot(u)
	t.slip = u.AddScaled(-t.rate, t.n)
	return t
}

// contactArea is the circle that the plane of the other surface cuts out of a sphere, or the area where solids overlap; of
// a point without one it is not known and 0.
func (t *contactPoint) contactArea() float64 {
	if t.area > 0 {
		return t.area
	}
	return math.Pi * math.Max(0, -t.gap*(2*t.r+t.gap))
}

// NormalForce is the law of a contact's normal force, which pushes apart: its
// value at a gap (negative: penetration) and the rate of the gap, and its
// partials with respect to both. It is evaluated in penetration only.
type NormalForce interface {
	Force(gap, rate float64) (n, byGap, byRate float64)
}

// Impact is the law of the function IMPACT with the gap as x and 0 as x1: with the
// penetration δ = -gap
//
//	N = max(0, K δ^E - C gap' STEP(δ, 0, 0, D, 1)),
//
// so that damping comes in over the depth D, at once where D is 0.
type Impact struct{ K, E, C, D float64 }

// Force returns the normal force N ≥ 0 for a gap below 0 and its rate (positive when the surfaces part), ∂N/∂gap and ∂N/∂gap'.
func (i *Impact) Force(gap, rate float64) (n, byGap, byRate float64) {
	depth := -gap
	s, ds := 1.0, 0.0
	if i.D > 0 {
		s, ds = cubicStep(depth, 0, 0, i.D, 1)
	}
	n = i.K*math.Pow(depth, i.E) - i.C*rate*s
	if n <= 0 {
		return 0, 0, 0
	}
	return n, -i.K*i.E*math.Pow(depth, i.E-1) + i.C*rate*ds, -i.C * s
}

// Poisson is a penalty P with restitution: with δ = -gap
//
//	N = P δ STEP(gap', -V, 1, V, E²).
//
// It gives back the part E² of the work that was done against it, so that the
// normal speeds after and before an impact are in the ratio E, but for what passes
// while they are less than V.
type Poisson struct{ P, E, V float64 }

// Force returns the normal force N ≥ 0 for a gap below 0 and its rate (positive when the surfaces part), ∂N/∂gap and ∂N/∂gap'.
func (p *Poisson) Force(gap, rate float64) (n, byGap, byRate float64) {
	s, ds := cubicStep(rate, -p.V, 1, p.V, p.E*p.E)
	return -p.P * gap * s, -p.P * s, -p.P * gap * ds
}

// Coulomb is friction with a coefficient that depends on the slip speed s,
//
//	STEP(s, 0, 0, Stick, Static)             up to Stick,
//	STEP(s, Stick, Static, Slide, Dynamic)   from there on.
//
// With Stick 0 the coefficient is STEP(s, 0, 0, Slide, Dynamic).
type Coulomb struct{ Static, Dynamic, Stick, Slide float64 }

// coefficient returns the coefficient and its derivative.
func (c *Coulomb) coefficient(s float64) (mu, dmu float64) {
	if s < c.Stick {
		return cubicStep(s, 0, 0, c.Stick, c.Static)
	}
	at := c.Static
	if c.Stick == 0 {
		at = 0
	}
	return cubicStep(s, c.Stick, at, c.Slide, c.Dynamic)
}

// frictionForce returns the friction -μ(s) N u/s at the slip velocity u, its partial with
// respect to N and the one with respect to u,
//
//	-N (ψ 1 + ψ'/s u uᵀ) with ψ = μ/s.
//
// At rest all are zero: the coefficient begins with the square of s.
func (c *Coulomb) frictionForce(n float64, u vec) (f, byN vec, byU mat) {
	s := u.Norm()
	if s == 0 {
		return
	}
	mu, dmu := c.coefficient(s)
	psi := mu / s
	d := (dmu - psi) / s // ψ'
	byN = u.Scale(-psi)
	byU = mat{
		A: u.Scale(d * u.X / s).Add(vec{X: psi}).Scale(-n),
		B: u.Scale(d * u.Y / s).Add(vec{Y: psi}).Scale(-n),
		C: u.Scale(d * u.Z / s).Add(vec{Z: psi}).Scale(-n),
	}
	return byN.Scale(n), byN, byU
}

// cubicStep is STEP(x, x0, h0, x1, h1) and its derivative.
func cubicStep(x, x0, h0, x1, h1 float64) (v, d float64) {
	switch {
	case x <= x0:
		return h0, 0
	case x >= x1:
		return h1, 0
	}
	t := (x - x0) / (x1 - x0)
	return h0 + (h1-h0)*t*t*(3-2*t), (h1 - h0) * 6 * t * (1 - t) / (x1 - x0)
}

// ContactPoint is a place where two bodies press on each other. All vectors are along global axes.
type ContactPoint struct {
	ID    int // of the Force_Contact
	Place vec // midway between both surfaces
	// Normal is the unit normal towards the body that feels Force: that of I in a contact of two sides by forces. The other body feels
	// the opposite at the same place.
	Normal vec
	Force  vec // normal force and friction
}

// AppendContactPoints appends the points of contact that bear a load: of contacts by forces as of the last EvaluateForResults, of rigid
// contacts as of the last step.
func (s *State) AppendContactPoints(dst []ContactPoint) []ContactPoint {
	for k := range s.plan.law {
		l, ok := s.plan.law[k].law.(*contactLaw)
		if !ok {
			continue
		}
		j := &s.kin.marker[l.J]
		for _, p := range l.points {
			p.Place = j.P.Add(j.R.Mul(p.Place))
			p.Normal, p.Force = j.R.Mul(p.Normal), j.R.Mul(p.Force)
			dst = append(dst, p)
		}
	}
	return append(dst, s.rigid.points...)
}

// recordContactPoint notes a point in penetration, in J's axes, and the force on I there.
func (l *contactLaw) recordContactPoint(m *pairPose, t *contactPoint, force vec) {
	l.points = append(l.points, ContactPoint{l.ID, t.p, t.n.Scale(m.sigma), force})
}

// recordContactPoint notes a point of a rigid contact that bears a load, with the force on its body a.
func (rs *rigidState) recordContactPoint(pt *rigidPoint, force vec) {
	if force != (vec{}) {
		rs.points = append(rs.points, ContactPoint{rs.s.sys.Rigid[pt.contact].ID, pt.p, pt.n, force})
	}
}
