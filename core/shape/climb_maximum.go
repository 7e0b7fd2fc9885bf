package shape

import "math"

// off is the angle by which a climb leaves kinks: the best that lies nearer to one has a g that differs by its square.
const off = 1e-6

// climbToGreatestSeparation continues from the best direction so far to where both solids are smooth or have corners.
func (m *convexPair) climbToGreatestSeparation() {
	if m.best.line == [2]int8{noLine, noLine} && m.climbByNewton(m.best.n) {
		return
	}
	n := m.best.n
	u, v := perpendiculars(n)
	var mean vec
	for k := range arcs {
		d, _ := m.evalSeparation(n.AddScaled(off*octant[k][0], u).AddScaled(off*octant[k][1], v))
		mean = mean.AddScaled(1./arcs, d)
		if m.climbFromKink(n, d) {
			return
		}
	}
	m.climbFromKink(n, mean)
}

// climbFromKink climbs from beside n, where g has a kink, along the slope of one side. That of an end of a rod has a peak along
// its normal, whose slope to all sides but for the other solid's is the same: the mean slope is that of the other.
func (m *convexPair) climbFromKink(n, d vec) (improved bool) {
	t := d.AddScaled(-d.Dot(n), n)
	l := t.Norm()
	if l <= 1e-9*m.size {
		return false
	}
	from := n.AddScaled(off/l, t).Unit()
	_, g := m.evalSeparation(from)
	return g > m.best.gap && m.climbByNewton(from)
}

// isSmooth reports that a direction without lines is one of an ellipsoid.
func (m *convexPair) isSmooth() bool { return m.s[0].kind == eggHull || m.s[1].kind == eggHull }

// perpendiculars are two unit vectors that are right-handed with n.
func perpendiculars(n vec) (u, v vec) {
	u = vec{X: 1}
	if math.Abs(n.X) > 0.7 {
		u = vec{Y: 1}
	}
	u = u.AddScaled(-u.Dot(n), n).Unit()
	return u, n.Cross(u)
}

// climbByNewton climbs from n by steps of Newton, shorter where g would fall, and reports whether it came
// higher than the best so far. Where solids overlap by more than they bulge there is no top: steps go along the slope.
func (m *convexPair) climbByNewton(n vec) (improved bool) {
	d, g := m.evalSeparation(n)
	for range 40 {
		step := m.newtonStep(n, d, g)
		l := step.Norm()
		if l < 1e-15 {
			break
		}
		if l > 0.5 {
			step = step.Scale(0.5 / l)
		}
		risen := false
		for range 12 {
			at := n.Add(step).Unit()
			if e, h := m.evalSeparation(at); h > g || l < 1e-7 && h > g-1e-14*m.size {
				n, d, g, risen = at, e, h, true
				break
			}
			step = step.Scale(0.5)
		}
		if !risen || l < 1e-10 {
			break
		}
	}
	if g <= m.best.gap+better*m.size && m.best.line != [2]int8{noLine, noLine} || g <= m.best.gap {
		return false
	}
	m.best = separation{n: n, d: d, gap: g, line: [2]int8{noLine, noLine}}
	return true
}

// newtonStep is (Q + g)⁻¹ times the part of d across n, with more than g where that is not a top.
func (m *convexPair) newtonStep(n, d vec, g float64) vec {
	u, v := perpendiculars(n)
	a, b := &m.s[0], &m.s[1]
	qu := a.supportDerivative(n, u).Add(b.supportDerivative(n.Neg(), u))
	qv := a.supportDerivative(n, v).Add(b.supportDerivative(n.Neg(), v))
	uu, uv, vv := u.Dot(qu), v.Dot(qu), v.Dot(qv)
	least := (uu+vv)/2 - math.Hypot((uu-vv)/2, uv) // of the eigenvalues of Q
	more := g
	if least+g < 1e-12*m.size {
		more = 0.1*m.size + math.Max(0, -least)
	}
	uu, vv = uu+more, vv+more
	x, y := d.Dot(u), d.Dot(v)
	det := uu*vv - uv*uv
	return u.Scale((x*vv-y*uv)/det).AddScaled((y*uu-x*uv)/det, v)
}
