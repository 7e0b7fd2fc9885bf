package shape

import "math"

// How deep an ellipsoid is in a convex part of a mesh: that of its deepest place, the least t with
//
//	n·x - d ≤ t on each face of the surface,  n·x - d ≤ 0 on each cut
//
// for a place x of the ellipsoid. With x = c + R H y, H its half axes, that is a·y - b ≤ w t for all faces and |y| ≤ 1: a convex problem whose solution is
// fixed by three faces and the sphere, or four faces (an LP-type problem: J. Matoušek, M. Sharir and E. Welzl, A subexponential bound for
// linear programming, 1996). It starts from the best single face, and solves again with a face that is violated until there is none. With the multipliers λ,
// whose sum over faces of the surface is 1, the gradient of t by a translation of the ellipsoid is Σ λ n. It is continuous, and n on a face.

// ellipsoidFace is a face as the ellipsoid sees it.
type ellipsoidFace struct {
	a vec
	b float64
	w float64 // 1, or 0 of a cut
	n vec     // along outer axes
}

// faceBasis is a solution of at most four faces.
type faceBasis struct {
	face [4]int
	n    int
	y    vec
	t    float64
}

// overlapOfEllipsoidAndPart is the overlap of an ellipsoid with a part, with the ellipsoid as the first solid; not ok where they are apart.
func (m *OverlapFinder) overlapOfEllipsoidAndPart(e *Ellipsoid, pe *Pose, part *polyhedron, at *Pose) (o Overlap, ok bool) {
	m.egg = m.egg[:0]
	best := faceBasis{n: 1, t: math.Inf(-1)}
	for f, n := range part.n {
		n = at.R.Mul(n)
		x := ellipsoidFace{a: componentProduct(pe.R.MulTransposed(n), e.H), b: part.d[f] + n.Dot(at.P.Sub(pe.P)), w: 1, n: n}
		if part.inner[f] {
			x.w = 0
		}
		l := x.a.Norm()
		if t := -l - x.b; t >= 0 { // before the plane
			return o, false
		} else if x.w == 1 && t > best.t {
			best.t, best.face[0], best.y = t, len(m.egg), x.a.Scale(-1/l)
		}
		m.egg = append(m.egg, x)
	}
	for range 4 * len(m.egg) {
		f := m.mostViolatedFace(&best)
		if f < 0 {
			break
		}
		if best, ok = m.solveWithFace(&best, f); !ok {
			return o, false
		}
	}
	if !(best.t < 0) {
		return o, false
	}
	x := pe.P.Add(pe.R.Mul(componentProduct(best.y, e.H)))
	n := m.translationGradient(&best)
	x = x.AddScaled(-best.t/2, n).Add(m.from)
	return Overlap{Depth: -best.t, F: n.Neg(), T: x.Cross(n).Neg(), Centre: x}, true
}

func componentProduct(a, by vec) vec { return vec{X: a.X * by.X, Y: a.Y * by.Y, Z: a.Z * by.Z} }

// mostViolatedFace is the face that a solution violates the most, -1 without any.
func (m *OverlapFinder) mostViolatedFace(s *faceBasis) (at int) {
	at, most := -1, 0.0
	for f := range m.egg {
		x := &m.egg[f]
		if over := x.a.Dot(s.y) - x.b - x.w*s.t; over > most+1e-12*(math.Abs(x.b)+x.a.Norm()) {
			at, most = f, over
		}
	}
	return at
}

// solveWithFace solves the problem of the faces of a solution and one more; not ok if no place satisfies them.
func (m *OverlapFinder) solveWithFace(s *faceBasis, f int) (best faceBasis, ok bool) {
	all := append(s.face[:s.n:s.n], f)
	best.t = math.Inf(1)
	for set := 1; set < 1<<len(all); set++ {
		if set>>(len(all)-1) == 0 { // the new one is in it
			continue
		}
		c := faceBasis{}
		for k, at := range all {
			if set>>k&1 == 0 {
				continue
			}
			if c.n == len(c.face) {
				c.n = 0
				break
			}
			c.face[c.n] = at
			c.n++
		}
		for _, sign := range [2]float64{1, -1} {
			if c.n > 0 && m.solveEquallyDeepFaces(&c, sign) && c.t < best.t && m.solutionSatisfiesFaces(&c, all) {
				best, ok = c, true
			}
		}
	}
	return best, ok
}

// solutionSatisfiesFaces reports whether a solution satisfies a set of faces.
func (m *OverlapFinder) solutionSatisfiesFaces(solution *faceBasis, faces []int) bool {
	for _, f := range faces {
		x := &m.egg[f]
		if x.a.Dot(solution.y)-x.b-x.w*solution.t > 1e-13*(math.Abs(x.b)+x.a.Norm()) {
			return false
		}
	}
	return true
}

// solveEquallyDeepFaces sets y and t to the stationary place where all faces of s are equally deep: one of two by a sign.
func (m *OverlapFinder) solveEquallyDeepFaces(s *faceBasis, sign float64) bool {
	first := -1
	for _, f := range s.face[:s.n] {
		if m.egg[f].w == 1 {
			first = f
			break
		}
	}
	if first < 0 {
		return false
	}
	p := &m.egg[first]
	var e [3]vec // e·y = c
	var c [3]float64
	n := 0
	for _, f := range s.face[:s.n] {
		if f != first {
			x := &m.egg[f]
			e[n], c[n] = x.a.AddScaled(-x.w, p.a), x.b-x.w*p.b
			n++
		}
	}
	switch n {
	case 0:
		s.y = p.a.Unit().Neg()
	case 1:
		u := p.a.Cross(e[0]).Cross(e[0])
		if !setBasisPointOnUnitSphere(s, e[0].Scale(c[0]/e[0].Dot(e[0])), u, sign) {
			return false
		}
	case 2:
		u := e[0].Cross(e[1])
		w := u.Dot(u)
		if w == 0 || !setBasisPointOnUnitSphere(s, e[1].Cross(u).Scale(c[0]/w).Add(u.Cross(e[0]).Scale(c[1]/w)), u, sign) {
			return false
		}
	default:
		det := e[0].Dot(e[1].Cross(e[2]))
		s.y = e[1].Cross(e[2]).Scale(c[0]).AddScaled(c[1], e[2].Cross(e[0])).AddScaled(c[2], e[0].Cross(e[1])).Scale(1 / det)
		if !(s.y.Norm() <= 1) {
			return false
		}
	}
	s.t = p.a.Dot(s.y) - p.b
	return true
}

// setBasisPointOnUnitSphere sets y to the place of the unit sphere on the line from y0 along ±u, which is across y0.
func setBasisPointOnUnitSphere(s *faceBasis, y0, u vec, sign float64) bool {
	h, l := 1-y0.Dot(y0), u.Norm()
	if !(h >= 0) || l == 0 {
		return false
	}
	s.y = y0.AddScaled(sign*math.Sqrt(h)/l, u)
	return true
}

// translationGradient is Σ λ n.
func (m *OverlapFinder) translationGradient(s *faceBasis) (n vec) {
	var f [4]*ellipsoidFace
	for k, at := range s.face[:s.n] {
		f[k] = &m.egg[at]
	}
	var share [3]float64
	switch s.n {
	case 1:
		return f[0].n
	case 2:
		across := f[0].a.Cross(f[1].a)
		share[0], share[1] = s.y.Cross(f[1].a).Dot(across), -s.y.Cross(f[0].a).Dot(across)
	case 3:
		share[0], share[1], share[2] = s.y.Dot(f[1].a.Cross(f[2].a)), s.y.Dot(f[2].a.Cross(f[0].a)), s.y.Dot(f[0].a.Cross(f[1].a))
	default: // far inside
		return vec{}
	}
	sum := 0.0
	for k := range s.n {
		sum += share[k] * f[k].w
	}
	for k := range s.n {
		n = n.AddScaled(share[k]/sum, f[k].n)
	}
	return n
}
