package shape

import "math"

// FindNearestOrDeepest places of two solids that consist of convex ones: the algorithm of E. G. Gilbert, D. W. Johnson and S. S. Keerthi (A fast procedure for computing
// the distance between complex objects in three-dimensional space, 1988) for each two parts. It looks for the place of the difference of both that is the
// reduceToNearest to the origin, in a simplex of up to four places that are the farthest along some direction.

// NearestFinder finds them. It keeps its memory from pair to pair: one is not for use by several goroutines.
type NearestFinder struct {
	overlaps OverlapFinder
	found    []Overlap
	contacts ContactFinder
	touch    []Touch
}

// nearestSteps bounds the steps; polyhedra take a few, round solids up to about 50 for twelve digits.
const nearestSteps = 100

// FindNearestOrDeepest returns the place where a and b are the nearest to each other, or else overlap the deepest: by the least translation where AppendTouches knows the pair, by
// that of an Overlap for others. Not ok where they are not nearer than bound. Poses and the place are in outer axes. Pairs that CanFindOverlaps refuses panic.
func (x *NearestFinder) FindNearestOrDeepest(a Solid, pa *Pose, b Solid, pb *Pose, bound float64) (t Touch, ok bool) {
	if !CanFindOverlaps(a, b) {
		panic("shape: no distance of this pair of solids")
	}
	s := [2]convexSolid{{s: a, p: *pa}, {s: b, p: *pb}}
	t.Gap = bound
	for _, p := range convexPartsOrNone(a) {
		s[0].part = p
		for _, q := range convexPartsOrNone(b) {
			s[1].part = q
			if s[0].gapLowerBound(&s[1]) >= t.Gap {
				continue
			}
			onA, onB, apart := nearestOfConvex(&s)
			if !apart {
				return x.deepestOverlapTouch(a, pa, b, pb)
			}
			d := onA.Sub(onB)
			if gap := d.Norm(); gap < t.Gap {
				t, ok = Touch{P: onA.Add(onB).Scale(0.5), N: d.Scale(1 / gap), Gap: gap}, true
			}
		}
	}
	return t, ok
}

// gapLowerBound is a lower bound of the distance of two solids, from the balls about them.
func (c *convexSolid) gapLowerBound(d *convexSolid) float64 {
	m, r := c.boundingBall()
	n, q := d.boundingBall()
	return m.Sub(n).Norm() - r - q
}

// boundingBall is the middle and the radius of a ball that holds the solid.
func (c *convexSolid) boundingBall() (middle vec, radius float64) {
	if c.part != nil {
		return c.p.P.Add(c.p.R.Mul(c.part.c)), c.part.r
	}
	return c.p.P, BoundingRadius(c.s)
}

// deepestOverlapTouch is where a and b overlap the deepest; they touch without a depth where neither method finds one.
func (x *NearestFinder) deepestOverlapTouch(a Solid, pa *Pose, b Solid, pb *Pose) (t Touch, ok bool) {
	t = Touch{P: pa.P, N: vec{Z: 1}}
	if CanFindTouches(a, b) {
		x.touch = x.contacts.AppendTouches(x.touch[:0], a, pa, b, pb, 0)
		for _, y := range x.touch {
			if y.Gap < t.Gap {
				t = y
			}
		}
		return t, true
	}
	x.found = x.overlaps.AppendOverlaps(x.found[:0], a, pa, b, pb)
	for _, o := range x.found {
		if l := o.F.Norm(); -o.Depth < t.Gap && l > 0 {
			t = Touch{P: o.Centre, N: o.F.Scale(-1 / l), Gap: -o.Depth}
		}
	}
	return t, true
}

// difference is a place of the difference of both solids, and of each.
type difference struct{ d, a, b vec }

// minkowskiSupport is the place that is the farthest along -n.
func minkowskiSupport(s *[2]convexSolid, n vec) (w difference) {
	w.a, w.b = s[0].supportPoint(n.Neg()), s[1].supportPoint(n)
	w.d = w.a.Sub(w.b)
	return w
}

// supportPoint is the place of the solid that is the farthest along n.
func (c *convexSolid) supportPoint(n vec) vec {
	if c.part == nil {
		h, _ := hullOf(c.s, &c.p, vec{})
		return h.supportPoint(n.Unit())
	}
	r, at, most := c.p.R.MulTransposed(n), 0, math.Inf(-1)
	for k, x := range c.part.v {
		if h := r.Dot(x); h > most {
			at, most = k, h
		}
	}
	return c.p.P.Add(c.p.R.Mul(c.part.v[at]))
}

// nearestOfConvex are the nearest places of two convex solids; not apart if they share room.
func nearestOfConvex(s *[2]convexSolid) (onA, onB vec, apart bool) {
	c0, _ := s[0].boundingBall()
	c1, _ := s[1].boundingBall()
	n := c0.Sub(c1)
	if n == (vec{}) {
		n = vec{Z: 1}
	}
	var x simplex
	x.add(minkowskiSupport(s, n))
	size := x.p[0].d.Norm()
	for range nearestSteps {
		v := x.reduceToNearest()
		if l := v.Norm(); x.n == 4 || l <= 1e-14*size {
			return onA, onB, false
		}
		w := minkowskiSupport(s, v)
		if vv := v.Dot(v); vv-v.Dot(w.d) <= 1e-13*vv || x.has(&w) {
			break
		}
		x.add(w)
	}
	for k := range x.n {
		onA, onB = onA.AddScaled(x.share[k], x.p[k].a), onB.AddScaled(x.share[k], x.p[k].b)
	}
	return onA, onB, true
}

// simplex is up to four places.
type simplex struct {
	p     [4]difference
	share [4]float64
	n     int
}

func (x *simplex) add(w difference) { x.p[x.n], x.n = w, x.n+1 }

func (x *simplex) has(w *difference) bool {
	for k := range x.n {
		if x.p[k].d == w.d {
			return true
		}
	}
	return false
}

// reduceToNearest returns the place of the simplex that is the nearest to the origin, and leaves the fewest corners that hold it. Each subset of the corners is tried: of
// those whose nearest place lies within, the nearest counts.
func (x *simplex) reduceToNearest() (v vec) {
	best, least := simplex{}, math.Inf(1)
	for set := 1; set < 1<<x.n; set++ {
		var y simplex
		for k := range x.n {
			if set>>k&1 == 1 {
				y.add(x.p[k])
			}
		}
		if at, ok := y.projectOrigin(); ok && at.Dot(at) < least {
			best, least, v = y, at.Dot(at), at
		}
	}
	*x = best
	return v
}

// projectOrigin sets the shares of the corners in the place of their plane that is the nearest to the origin; not ok if it lies out of them.
func (x *simplex) projectOrigin() (at vec, ok bool) {
	a := x.p[0].d
	var u [3]vec
	for k := 1; k < x.n; k++ {
		u[k-1] = x.p[k].d.Sub(a)
	}
	switch x.n {
	case 2:
		x.share[1] = -a.Dot(u[0]) / u[0].Dot(u[0])
	case 3:
		n := u[0].Cross(u[1])
		w := 1 / n.Dot(n)
		x.share[1], x.share[2] = w*u[1].Cross(n).Dot(a.Neg()), w*n.Cross(u[0]).Dot(a.Neg())
	case 4:
		w := 1 / u[0].Dot(u[1].Cross(u[2]))
		x.share[1], x.share[2], x.share[3] = -w*a.Dot(u[1].Cross(u[2])), -w*a.Dot(u[2].Cross(u[0])), -w*a.Dot(u[0].Cross(u[1]))
	}
	x.share[0] = 1 - x.share[1] - x.share[2] - x.share[3]
	for k := range x.n {
		if !(x.share[k] > 0) {
			return at, false
		}
		at = at.AddScaled(x.share[k], x.p[k].d)
	}
	return at, true
}
