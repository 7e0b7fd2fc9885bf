package system

import (
	"fmt"
	"math"
)

// initRows finds the contact points with the bodies as the deck places them, near the start parameters of both sides.
func (h *HigherPair) initRows(s *State, set int) error {
	h.set = set
	return h.findInitialContact(s, [2]PairStart{h.side[0].start, h.side[1].start})
}

// findInitialContact finds where the contact is, with what is known of it and the bodies as they
// are placed, and what the coordinates are measured by.
func (h *HigherPair) findInitialContact(s *State, given [2]PairStart) error {
	var g [2]shapeSamples
	for k := range h.side {
		p := &h.side[k]
		if s.sys.Markers[p.marker].Body != Ground {
			s.kin.setMarkerPose(p.marker)
		}
		if p.shape < 0 {
			continue
		}
		var err error
		if g[k], err = s.shapes.sampleGrid(p.shape); err != nil {
			return err
		}
		if err := s.shapes.checkDerivatives(p.shape, &g[k]); err != nil {
			return err
		}
	}
	if h.lines > 0 && h.side[1].n == 1 {
		var err error
		if s.touch[h.set].plane, err = h.commonPlaneNormalInJ(s, &g); err != nil {
			return err
		}
	}
	u, err := h.initialParameters(s, &g, &given)
	if err != nil {
		return err
	}
	for k := range h.side {
		if h.side[k].shape >= 0 {
			if err := h.side[k].initParameters(s, &g[k], u[k], &given[k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// initParameters sets the start of the parameters of a side.
func (p *shapeSide) initParameters(s *State, g *shapeSamples, u [2]float64, given *PairStart) error {
	sh := &s.sys.Shapes[p.shape]
	way := g.lengthPerParameter(sh)
	var j shapeJet
	if err := s.shapes.evalShape(&j, p.shape, u, 2); err != nil {
		return err
	}
	for n := range p.n {
		if !(way[n] > 0) {
			return fmt.Errorf("%s: all its points are one", sh)
		}
		sl := &s.slides[p.par[n]]
		sl.scale, sl.q = way[n], u[n]*way[n]
		if v := j.d[n].Norm(); given.Moves && v > 0 {
			sl.v = given.Speed * way[n] / v
		}
	}
	return nil
}

// changeMarkerAxes returns a point given in the axes of one marker in those of another.
func (kin *kinematics) changeMarkerAxes(x vec, from, to MarkerIdx) vec {
	x = kin.marker[from].P.Add(kin.marker[from].R.Mul(x))
	m := &kin.marker[to]
	return m.R.MulTransposed(x.Sub(m.P))
}

// initialParameters returns the parameters of both sides at the start. A point begins at the
// nearest place of the curve or surface: of all, or of those to which the way
// from the user's guess leads downhill. Of two shapes the user's guesses count, or the
// two samples that are nearest to each other.
func (h *HigherPair) initialParameters(s *State, g *[2]shapeSamples, given *[2]PairStart) (u [2][2]float64, err error) {
	var known [2]bool
	for k := range h.side {
		p := &h.side[k]
		if near := given[k].Near; near != nil && p.shape >= 0 {
			x := *near
			if given[k].Global {
				x = s.kin.changeMarkerAxes(x, Global, p.marker)
			}
			u[k], _ = g[k].nearestSample(x)
			if u[k], err = s.shapes.minimizeDistance(p.shape, u[k], x); err != nil {
				return u, err
			}
			known[k] = true
		}
	}
	if h.lines == 0 {
		x := s.kin.changeMarkerAxes(vec{}, h.I, h.J)
		if !known[1] {
			u[1], _ = g[1].nearestSample(x)
		}
		u[1], err = s.shapes.minimizeDistance(h.side[1].shape, u[1], x)
		return u, err
	}
	switch {
	case known[0] && !known[1], known[1] && !known[0]:
		k := 0
		if known[1] {
			k = 1
		}
		p, err := s.shapes.evalPointInRange(h.side[k].shape, u[k])
		if err != nil {
			return u, err
		}
		u[1-k], _ = g[1-k].nearestSample(s.kin.changeMarkerAxes(p, h.side[k].marker, h.side[1-k].marker))
	case !known[0]:
		best := math.Inf(1)
		for i, p := range g[0].p {
			if v, d := g[1].nearestSample(s.kin.changeMarkerAxes(p, h.I, h.J)); d < best {
				u, best = [2][2]float64{g[0].u[i], v}, d
			}
		}
	}
	return u, nil
}

// commonPlaneNormalInJ returns the normal of the plane of J's curve, in axes of J; if that is straight
// of I's curve, and of two straight ones the z axis. Curves that touch are plane.
func (h *HigherPair) commonPlaneNormalInJ(s *State, g *[2]shapeSamples) (vec, error) {
	for _, k := range [2]int{1, 0} {
		n, off := fitPlaneNormal(g[k].p)
		if off > 1e-4 {
			return n, fmt.Errorf("%s %d: %s is not plane (it leaves its plane by %.3g of its size); two curves can touch only in a plane",
				h.Element, h.ID, &s.sys.Shapes[h.side[k].shape], off)
		}
		if n != (vec{}) {
			if k == 0 {
				n = s.kin.marker[h.J].R.MulTransposed(s.kin.marker[h.I].R.Mul(n))
			}
			return n, nil
		}
	}
	return vec{Z: 1}, nil
}

// fitPlaneNormal returns the unit normal of the plane through points, zero for points on
// a line, and how far they leave it relative to their extent.
func fitPlaneNormal(p []vec) (n vec, off float64) {
	var mean, far vec
	for _, x := range p {
		mean = mean.AddScaled(1/float64(len(p)), x)
	}
	for _, x := range p {
		if d := x.Sub(mean); d.Norm() > far.Norm() {
			far = d
		}
	}
	for _, x := range p {
		if c := far.Cross(x.Sub(mean)); c.Norm() > n.Norm() {
			n = c
		}
	}
	size := far.Norm()
	if n.Norm() <= 1e-6*size*size {
		return vec{}, 0
	}
	n = n.Unit()
	for _, x := range p {
		off = math.Max(off, math.Abs(n.Dot(x.Sub(mean)))/size)
	}
	return n, off
}

// checkDerivatives warns of a routine whose derivatives do not belong to its points: old ones
// may know orders that nothing has requested yet. They are compared with differences in
// a few places.
func (ss *shapeSet) checkDerivatives(i int, g *shapeSamples) error {
	s := ss.s
	h, st := &s.sys.Shapes[i], &ss.state[i]
	if st.law == nil || st.law.written {
		return nil
	}
	st.law.written = true
	if h.N == 1 { // a SURSUB writes as much as the order needs
		st.law.frame.Int[st.iord] = 0
		st.law.probeUnwrittenOutputs(s.timeOfIterate(), s)
	}
	for k := range h.N {
		step := (h.Hi[k] - h.Lo[k]) / 1e4
		var worst [3]float64
		size := 0.0
		for n := 1; n < 8; n++ {
			u := [2]float64{h.Lo[0] + (h.Hi[0]-h.Lo[0])*float64(n)/8, h.Lo[1] + (h.Hi[1]-h.Lo[1])*float64(n)/8}
			var j [3]shapeJet
			for m := range j {
				at := u
				at[k] += float64(m-1) * step
				if err := ss.evalShape(&j[m], i, at, 2); err != nil {
					return err
				}
			}
			d := j[2].p.Sub(j[0].p).Scale(1 / (2 * step))
			dd := j[2].d[k].Sub(j[0].d[k]).Scale(1 / (2 * step))
			size = math.Max(size, d.Norm())
			worst[1] = math.Max(worst[1], d.Sub(j[1].d[k]).Norm())
			worst[2] = math.Max(worst[2], dd.Sub(j[1].dd[2*k]).Norm()*(h.Hi[k]-h.Lo[k]))
		}
		for order := 1; order < 3; order++ {
			if worst[order] > 0.01*size {
				s.Warn("%s: %s with iord %d returns values that differ from differences of order %d by %.2g: the motion along the %s will be wrong",
					st.law.r.OwnerTitle(), st.law.r.Sig.Name, order, order-1, worst[order], map[int]string{1: "curve", 2: "surface"}[h.N])
			}
		}
	}
	return nil
}

// shapeSamples are points of a shape: n[0] values of the first parameter for each of n[1] of
// the second.
type shapeSamples struct {
	n [2]int
	u [][2]float64
	p []vec
}

// How many points a search begins from: on each cubic piece, on a curve in all, and along
// each parameter of a surface.
const (
	perPiece   = 8
	leastCurve = 64
	mostCurve  = 4096
	onRoutine  = 256
	onSurface  = 40
)

// sampleGrid returns points all over a shape.
func (ss *shapeSet) sampleGrid(i int) (g shapeSamples, err error) {
	h := &ss.s.sys.Shapes[i]
	g.n = [2]int{onRoutine, 1}
	switch {
	case h.Spline != nil:
		g.n[0] = min(max(perPiece*len(h.Spline.piece), leastCurve), mostCurve)
	case h.N == 2:
		g.n = [2]int{onSurface, onSurface}
	}
	for b := range g.n[1] {
		for a := range g.n[0] {
			u := [2]float64{h.Lo[0] + (h.Hi[0]-h.Lo[0])*sampleParameter(a, g.n[0], h.Closed[0])}
			if h.N == 2 {
				u[1] = h.Lo[1] + (h.Hi[1]-h.Lo[1])*sampleParameter(b, g.n[1], h.Closed[1])
			}
			p, err := ss.evalPointInRange(i, u)
			if err != nil {
				return g, err
			}
			g.u, g.p = append(g.u, u), append(g.p, p)
		}
	}
	return g, nil
}

// sampleParameter is the place of sample k of n: a closed parameter ends before its start.
func sampleParameter(k, n int, closed bool) float64 {
	if closed {
		return float64(k) / float64(n)
	}
	return float64(k) / float64(n-1)
}

// evalPointInRange returns a point of a shape within its range.
func (ss *shapeSet) evalPointInRange(i int, u [2]float64) (vec, error) {
	var j shapeJet
	if c := ss.s.sys.Shapes[i].Spline; c != nil {
		c.evalDerivatives(&j, u[0])
		return j.p, nil
	}
	v, err := ss.callShapeRoutine(i, u, 0)
	if err == nil {
		j.storeRoutineDerivatives(v, 0)
	}
	return j.p, err
}

// lengthPerParameter returns the way per parameter along each parameter, on average.
func (g *shapeSamples) lengthPerParameter(h *Shape) (way [2]float64) {
	stride := [2]int{1, g.n[0]}
	for k := range h.N {
		n := 0
		for i := range g.p {
			if at := i / stride[k] % g.n[k]; at+1 < g.n[k] {
				way[k] += g.p[i+stride[k]].Sub(g.p[i]).Norm()
				n++
			}
		}
		way[k] /= float64(n) * (h.Hi[k] - h.Lo[k]) * (sampleParameter(1, g.n[k], h.Closed[k]))
	}
	return way
}

// nearestSample returns the sample nearest to x and its distance.
func (g *shapeSamples) nearestSample(x vec) (u [2]float64, best float64) {
	best = math.Inf(1)
	for i, p := range g.p {
		if d := p.Sub(x).Norm(); d < best {
			u, best = g.u[i], d
		}
	}
	return u, best
}

// minimizeDistance moves u to where the distance of the shape from x is a minimum, going
// down only. With r = c(u) - x, half the square of the distance has the gradient
// c_k·r and the second partials c_k·c_l + c_kl·r, of which the second part is left
// out where they are not positive.
func (ss *shapeSet) minimizeDistance(i int, u [2]float64, x vec) ([2]float64, error) {
	h := &ss.s.sys.Shapes[i]
	var j shapeJet
	if err := ss.evalShape(&j, i, u, 2); err != nil {
		return u, err
	}
	for range 100 {
		r := j.p.Sub(x)
		step := newtonDistanceStep(h.N, &j, r)
		f := r.Dot(r)
		moved := false
		for cut := 1.0; cut > 1e-10 && !moved; cut /= 2 {
			v, _ := h.clampToRange([2]float64{u[0] + cut*step[0], u[1] + cut*step[1]})
			var t shapeJet
			if err := ss.evalShape(&t, i, v, 2); err != nil {
				return u, err
			}
			if d := t.p.Sub(x); d.Dot(d) < f {
				u, j, moved = v, t, true
			}
		}
		if !moved {
			break
		}
	}
	return u, nil
}

// newtonDistanceStep returns Newton's step towards the least distance.
func newtonDistanceStep(n int, j *shapeJet, r vec) (step [2]float64) {
	a, b, c := j.d[0].Dot(j.d[0])+j.dd[0].Dot(r), 0.0, 1.0
	if n == 2 {
		b, c = j.d[0].Dot(j.d[1])+j.dd[1].Dot(r), j.d[1].Dot(j.d[1])+j.dd[2].Dot(r)
	}
	det := a*c - b*b
	if !(a > 0 && det > 1e-12*a*c) {
		a = j.d[0].Dot(j.d[0])
		if n == 2 {
			b, c = j.d[0].Dot(j.d[1]), j.d[1].Dot(j.d[1])
		}
		if det = a*c - b*b; !(det > 0) {
			return step
		}
	}
	g, k := j.d[0].Dot(r), 0.0
	if n == 2 {
		k = j.d[1].Dot(r)
	}
	return [2]float64{-(c*g - b*k) / det, -(a*k - b*g) / det}
}
