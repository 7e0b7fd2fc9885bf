package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// SolidPair is two solids that may overlap, of I and J, with their poses in the axes of these markers.
type SolidPair struct {
	I, J     shape.Solid
	OfI, OfJ shape.Pose
}

// A pair of solids has one normal force, which follows from the depth D of their overlap (shape.Overlap); meshes that are not convex have one for each
// direction in which they press. All is in J's axes, moments are about
// I's origin d. With the gradients D_t and D_w of D by a translation and a rotation of I,
//
//	gap  = -D,  rate = -(D_t·v + D_w·w),
//	F = -N D_t,  M = -N D_w,
//
// so that without damping N has a potential. The magnitude of F is N |D_t|; |D_t| is 1 where faces are pressed flat. Damping and friction are spread over
// places x with shares about the middle p of the pressure: p itself with 1/9 and eight on an ellipse, with 1.5 times the standard deviation of
// the overlap across the normal as half axes. The second moments are those of the overlap, and the moment of a disc that spins is that of an even pressure,
// 2/3 μ N R. At each place N follows from the rate there,
//
//	rate + |D_t| n·w×(x-p),
//
// their mean is that above, and what they differ from it is a couple, which damps rocking. A CNFSUB is called once, at the mean rate.

// Shares of the pressure and how far out they are.
const (
	ringPlaces = 8
	ringShare  = 8. / 9
	ringRadius = 1.5
	mostPlaces = ringPlaces + 1
)

// ringAt has cosine and sine of the places of the ring.
var ringAt = func() (c [ringPlaces][2]float64) {
	for k := range c {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / ringPlaces)
		c[k] = [2]float64{cos, sin}
	}
	return c
}()

// solidContact is where an overlap is worked out, so that nothing is allocated.
type solidContact struct {
	finder shape.OverlapFinder
	found  []shape.Overlap
	at     shape.Overlap // one of them
	dt, dw vec           // of D
	press  float64
	t      contactPoint // the middle of the pressure
	place  [mostPlaces]pressPlace
	n      int
}

// pressPlace is a place with a share of the pressure.
type pressPlace struct {
	x      vec
	share  float64
	n      float64 // normal force as if on all of the area
	byRate float64
	byN    vec // partials of the friction
	bySlip mat
}

// findOverlaps finds the overlaps of a pair, and returns how many there are.
func (c *solidContact) findOverlaps(x *SolidPair, r *relMotion) (count int) {
	i := shape.Pose{P: r.d, R: r.r}
	i = i.Compose(&x.OfI)
	c.found = c.finder.AppendOverlaps(c.found[:0], x.I, &i, x.J, &x.OfJ)
	return len(c.found)
}

// computeOverlapContact computes where overlap k of those found presses.
func (c *solidContact) computeOverlapContact(k int, r *relMotion) {
	c.at = c.found[k]
	c.dt, c.dw = c.at.F, c.at.T.Sub(r.d.Cross(c.at.F))
	c.press = c.dt.Norm()
	gap, n := -c.at.Depth, vec{Z: 1}
	if c.press > 0 {
		n = c.dt.Scale(-1 / c.press)
	}
	p := c.pressureCentre(r, n)
	c.t = contactPoint{
		c: p.AddScaled(gap/2, n), p: p, n: n, gap: gap, rate: -c.dt.Dot(r.v) - c.dw.Dot(r.w), area: c.at.Area,
	}
	c.setPressurePoints()
}

// pressureCentre returns the place on the line of the normal force that is the nearest to the middle of the overlap. It is not much farther off than the overlap
// is wide, also where there is little force.
func (c *solidContact) pressureCentre(r *relMotion, n vec) vec {
	arm := c.at.Centre.Sub(r.d)
	moment := c.dw.Sub(arm.Cross(c.dt)) // about the middle
	off := c.dt.Cross(moment)
	f := 0.
	if l := off.Norm(); l > 0 {
		f = 1 / (c.press * c.press)
		if most := 2 * math.Sqrt(c.at.Cov.A.X+c.at.Cov.B.Y+c.at.Cov.C.Z); f*l > most {
			f = most / l
		}
	}
	return c.at.Centre.AddScaled(f, off)
}

// setPressurePoints sets the points of the overlap at which shares of the pressure act.
func (c *solidContact) setPressurePoints() {
	n := c.t.n
	u, v := perpendicularAxes(n)
	cu, cv := c.at.Cov.Mul(u), c.at.Cov.Mul(v)
	a, b, d := u.Dot(cu), u.Dot(cv), v.Dot(cv)
	// The square root of a matrix is (matrix + √det)/√(trace + 2√det).
	det := math.Sqrt(math.Max(0, a*d-b*b))
	size := math.Sqrt(a + d + 2*det)
	if !(size > 0) {
		c.n = 1
		c.place[0] = pressPlace{x: c.t.p, share: 1}
		return
	}
	w := ringRadius / size
	x, y := u.Scale(w*(a+det)).AddScaled(w*b, v), u.Scale(w*b).AddScaled(w*(d+det), v)
	c.n = mostPlaces
	c.place[ringPlaces] = pressPlace{x: c.t.p, share: 1 - ringShare}
	for k, e := range ringAt {
		c.place[k] = pressPlace{x: c.t.p.AddScaled(e[0], x).AddScaled(e[1], y), share: ringShare / ringPlaces}
	}
}

// perpendicularAxes returns unit vectors across n and each other. They change smoothly with n but for a step where n.Z changes its sign (T. Duff et al., Building an
// Orthonormal Basis, Revisited, 2017).
func perpendicularAxes(n vec) (u, v vec) {
	s := math.Copysign(1, n.Z)
	a := -1 / (s + n.Z)
	b := n.X * n.Y * a
	return vec{X: 1 + s*n.X*n.X*a, Y: s * b, Z: -s * n.X}, vec{X: b, Y: s + n.Y*n.Y*a, Z: -n.Y}
}

// solidPose is what solids are to functions of points: none is swapped.
var solidPose = pairPose{pair: &ContactPair{}, sigma: 1}

// computeSolidForce returns the force of a pair on I by the overlap that was taken, and its moment about I's origin.
func (l *contactLaw) computeSolidForce(r *relMotion, in []float64, partials bool, s *State) (sum wrench, err error) {
	c, w := &l.solid, &l.work
	if !l.isPenetrating(&c.t) {
		return sum, nil
	}
	mean, err := l.distributeNormalForce(r, in, partials, s)
	if err != nil {
		return sum, err
	}
	t := c.t
	sum = wrench{F: c.dt.Scale(-mean), T: c.dw.Scale(-mean)}
	for k := range c.place[:c.n] {
		p := &c.place[k]
		t.c, t.p = c.t.c.Add(p.x.Sub(c.t.p)), p.x
		arm := p.x.Sub(r.d)
		t.slip = tangentialPart(t.n, r.v.Add(r.w.Cross(arm)))
		w.n = p.n * c.press * p.share
		f, err := l.computeFriction(&solidPose, &t, in, partials, s)
		if err != nil {
			return sum, err
		}
		p.byN, p.bySlip = w.byN, w.bySlip
		sum.F = sum.F.Add(f)
		sum.T = sum.T.Add(arm.Cross(f.AddScaled((p.n-mean)*c.press*p.share, t.n)))
	}
	return sum, nil
}

// distributeNormalForce sets the normal force at the places, and returns its mean.
func (l *contactLaw) distributeNormalForce(r *relMotion, in []float64, partials bool, s *State) (mean float64, err error) {
	c, w := &l.solid, &l.work
	if l.normal != nil {
		t := c.t
		if err := l.computeNormalForce(&solidPose, &t, in, partials, s); err != nil {
			return 0, err
		}
	}
	for k := range c.place[:c.n] {
		p := &c.place[k]
		if l.normal == nil {
			w.n, _, w.byRate = l.Normal.Force(c.t.gap, c.gapRateAt(&r.w, p, c.t.rate))
		}
		p.n, p.byRate = w.n, w.byRate
		mean += p.share * p.n
	}
	return mean, nil
}

// gapRateAt is the rate of the gap at a place at an angular velocity, from the mean rate.
func (c *solidContact) gapRateAt(w *vec, p *pressPlace, mean float64) float64 {
	return mean + c.press*c.t.n.Dot(w.Cross(p.x.Sub(c.t.p)))
}

// tangentialPart returns the part of v across n.
func tangentialPart(n, v vec) vec { return v.AddScaled(-n.Dot(v), n) }

// addSolidForces adds the forces of pairs of solids to the sum.
func (l *contactLaw) addSolidForces(in []float64, s *State) error {
	for k := range l.Solids {
		for i := range l.solid.findOverlaps(&l.Solids[k], &l.rel) {
			l.solid.computeOverlapContact(i, &l.rel)
			f, err := l.computeSolidForce(&l.rel, in, false, s)
			if err != nil {
				return err
			}
			if f == (wrench{}) {
				continue
			}
			l.sum.F, l.sum.T = l.sum.F.Add(f.F), l.sum.T.Add(f.T)
			l.recordContactPoint(&solidPose, &l.solid.t, f.F)
		}
	}
	return nil
}

// addSolidPartials adds the partials of the forces of pairs of solids.
func (l *contactLaw) addSolidPartials(dst, in []float64, s *State) error {
	for k := range l.Solids {
		x, n := &l.Solids[k], l.solid.findOverlaps(&l.Solids[k], &l.rel)
		if n == 0 {
			continue
		}
		deepest := 0
		for i := range n {
			l.solid.computeOverlapContact(i, &l.rel)
			if _, err := l.computeSolidForce(&l.rel, in, true, s); err != nil {
				return err
			}
			l.addSolidVelocityPartials(dst, len(in))
			if l.solid.found[i].Depth > l.solid.found[deepest].Depth {
				deepest = i
			}
		}
		at := l.solid.found[deepest]
		if err := l.addSolidPosePartials(dst, x, &at, in, s); err != nil {
			return err
		}
	}
	return nil
}

// addSolidVelocityPartials adds the partials with respect to v and w.
func (l *contactLaw) addSolidVelocityPartials(dst []float64, width int) {
	c := &l.solid
	if !l.isPenetrating(&c.t) {
		return
	}
	for k := nPose; k < nRelative; k++ {
		x := unitInputChange(k)
		rate := -c.dt.Dot(x.v) - c.dw.Dot(x.w)
		var change [mostPlaces]float64
		mean := 0.
		for i := range c.place[:c.n] {
			p := &c.place[i]
			change[i] = p.byRate * rate
			if l.normal == nil {
				change[i] = p.byRate * c.gapRateAt(&x.w, p, rate)
			}
			mean += p.share * change[i]
		}
		f := wrench{F: c.dt.Scale(-mean), T: c.dw.Scale(-mean)}
		for i := range c.place[:c.n] {
			p := &c.place[i]
			arm := p.x.Sub(l.rel.d)
			slip := tangentialPart(c.t.n, x.v.Add(x.w.Cross(arm)))
			g := p.byN.Scale(change[i] * c.press * p.share).Add(p.bySlip.Mul(slip))
			f.F = f.F.Add(g)
			f.T = f.T.Add(arm.Cross(g.AddScaled((change[i]-mean)*c.press*p.share, c.t.n)))
		}
		addForceColumn(dst, width, k, f.F, f.T)
	}
}

// solidStep is the difference of poses by the depth.
const solidStep = 1e-4

// addSolidPosePartials adds the partials with respect to the pose, which are differences, of the forces of all overlaps of a pair, the deepest of which is at.
func (l *contactLaw) addSolidPosePartials(dst []float64, x *SolidPair, at *shape.Overlap, in []float64, s *State) error {
	c := &l.solid
	h := solidStep * at.Depth
	turn := h / math.Sqrt(at.Cov.A.X+at.Cov.B.Y+at.Cov.C.Z+at.Depth*at.Depth)
	return l.rel.differencePose(at.Centre, h, turn, func(r *relMotion) (sum wrench, err error) {
		for k := range c.findOverlaps(x, r) {
			c.computeOverlapContact(k, r)
			f, err := l.computeSolidForce(r, in, false, s)
			if err != nil {
				return sum, err
			}
			sum.F, sum.T = sum.F.Add(f.F), sum.T.Add(f.T)
		}
		return sum, nil
	}, func(k int, f, t vec) { addForceColumn(dst, len(in), k, f, t) })
}

// differencePose gives the changes of two vectors by the inputs of the pose: differences by translations of size h, and by rotations by turn about the place mid, where
// those about I's origin d are had from. With g the change of an output by a rotation, its partials with respect to R are ½ [g]× R: for δR = [θ]× R
// they sum up to g·θ.
func (r *relMotion) differencePose(mid vec, h, turn float64, eval func(*relMotion) (wrench, error), add func(k int, f, t vec)) error {
	var by [6]wrench // of three translations and three rotations
	for k := range by {
		e, step := spatial.UnitAxis(k%3), h
		if k >= 3 {
			step = turn
		}
		for _, sign := range [2]float64{1, -1} {
			at := *r
			if k < 3 {
				at.d = at.d.AddScaled(sign*step, e)
			} else {
				q := spatial.QuatFromRotationVector(e.Scale(sign * step)).Mat()
				at.r = q.MulMat(&at.r)
				at.d = mid.Add(q.Mul(at.d.Sub(mid)))
			}
			f, err := eval(&at)
			if err != nil {
				return err
			}
			w := sign / (2 * step)
			by[k].F, by[k].T = by[k].F.AddScaled(w, f.F), by[k].T.AddScaled(w, f.T)
		}
	}
	r.addPoseDerivatives(&by, r.d.Sub(mid), add)
	return nil
}

// addPoseDerivatives passes to add the changes by translations and by rotations about the place that I's origin is distant by arm from as those by d and R.
func (r *relMotion) addPoseDerivatives(by *[6]wrench, arm vec, add func(k int, f, t vec)) {
	for k := range 3 {
		add(k, by[k].F, by[k].T)
	}
	for k := range 3 {
		e := spatial.UnitAxis(k)
		shift := e.Cross(arm)
		g := by[3+k]
		for i := range 3 {
			g.F, g.T = g.F.AddScaled(-shift.At(i), by[i].F), g.T.AddScaled(-shift.At(i), by[i].T)
		}
		for col := range 3 {
			w := e.Cross(r.r.Col(col)).Scale(0.5)
			for row := range 3 {
				add(3+3*col+row, g.F.Scale(w.At(row)), g.T.Scale(w.At(row)))
			}
		}
	}
}

// gapOfSolids is GapAt for a pair of solids at a motion of I from J.
func (x *gapPairs) gapOfSolids(p *SolidPair, r *relMotion, h float64) (g Gap, near bool) {
	i := shape.Pose{P: r.d, R: r.r}
	i = i.Compose(&p.OfI)
	c, radius := i.P, shape.BoundingRadius(p.I)
	if other := shape.BoundingRadius(p.J); other < radius {
		c, radius = p.OfJ.P, other
	}
	g.Turn = r.w.Norm()
	g.V = r.v.Add(r.w.Cross(c.Sub(r.d)))
	g.Speed = g.V.Norm() + g.Turn*radius
	g.Value = 2 * g.Speed * h
	if math.IsInf(h, 1) {
		g.Value = h
	}
	if !shape.CanFindTouches(p.I, p.J) {
		t, ok := x.nearest.FindNearestOrDeepest(p.I, &i, p.J, &p.OfJ, g.Value)
		x.touch = append(x.touch[:0], t)
		if !ok {
			return g, false
		}
	} else {
		x.touch = x.finder.AppendTouches(x.touch[:0], p.I, &i, p.J, &p.OfJ, g.Value)
	}
	for _, t := range x.touch {
		if t.Gap < g.Value {
			g.Value, g.Rate, near = t.Gap, t.N.Dot(r.v.Add(r.w.Cross(t.P.Sub(r.d)))), true
		}
	}
	return g, near
}
