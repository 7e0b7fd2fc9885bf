package shape

import "math"

// Two boxes.
//
// Boxes that overlap part with the least translation along the normal of a face or across an edge of each
// (the faces of their Minkowski difference), 15 directions. Boxes that are apart have one more
// kind of nearest places, corners. Where the normal is that of a face, the face of the other box that faces
// at it most is clipped by its sides: the corners of either within the other and the places where their sides
// cross, at most eight. All corners, sides and crossings are named as such, whichever box has the
// face: so nothing changes its name where both boxes have a face that would do.
//
// Lines that cross lie nearly as far apart along a normal of a face as across both when the edges lie nearly in the
// face: a box at rest that is turned by rounding has many such. So the face counts where the normal
// is within nearly of its own and the gap comes out the same.

type (
	triple = [3]float64

	// frame is what a box with the half sides h sees of another, in its axes: half sides o, axes
	// r by columns, centre c.
	frame struct {
		h, o, c triple
		r       [3]triple
	}

	// boxPair is a pair of boxes.
	boxPair struct {
		a, b   frame // as seen from the first and from the second
		margin float64
		slack  float64 // places nearer than this are the same
		pa, pb *Pose
		out    []Touch
		from   int
		face   [12]spot // the last face clipped
		n      int
		second bool // that is a face of the second box
		quad   quad
	}

	// axis is a direction that may part the boxes: unit, in the axes of the first, towards the second.
	axis struct {
		n    triple
		gap  float64
		of   int8 // face of the first or second, or edges
		i, j int8 // axes of the first and the second
	}
)

const (
	ofFirst = iota
	ofSecond
	ofEdges
)

var cosNearly = math.Cos(nearly)

const (
	nearly   = 0.02   // angle within which normals are taken for the same
	coincide = 1e-5   // of the least half side: places and corners nearer than this are the same
	even     = 1e-6   // of the same: gaps that differ less are the same
	parallel = 1e-4   // sine of the angle within which edges have no direction across both
	support  = 0.5236 // 30°: angle of the normal of an edge to a face whose other places count beside the edge
)

// Names of features. A corner has the signs of its coordinates, an edge its axis times four and the signs of
// the next two.
const (
	cornerOfFirst  = 0x100
	cornerOfSecond = 0x200
	crossing       = 0x1000
)

func appendBlockTouches(dst []Touch, ha vec, pa *Pose, hb vec, pb *Pose, margin float64) []Touch {
	d := pb.P.Sub(pa.P)
	if r := ha.Norm() + hb.Norm() + margin; d.Dot(d) > r*r {
		return dst
	}
	m := boxPair{margin: margin, pa: pa, pb: pb, out: dst, from: len(dst)}
	m.a.setViewFromFirstBox(ha, pa, hb, pb, d)
	m.slack = min(m.a.h[0], m.a.h[1], m.a.h[2], m.a.o[0], m.a.o[1], m.a.o[2])
	best, edge, ok := m.a.separatingAxes(margin)
	if !ok {
		return dst
	}
	m.b.setViewFromOtherBox(&m.a)
	even := even * m.slack
	m.slack *= coincide
	least := m.clipFacesAndReturnLeastGap(&best)
	// The gap of the best face is the least that the distance can be, that of a place over it the greatest.
	if least <= best.gap+even && edge.gap <= best.gap+even || least < margin && best.gap > 0 && best.gap >= cosNearly*least {
		m.appendTouchesWithinMargin()
		return m.out
	}
	if best.gap > 0 || edge.gap > 0 {
		m.appendNearestCornerOrEdges(&best, &edge, even)
		return m.out
	}
	if edge.gap <= best.gap+even { // an edge is no better
		m.appendTouchesWithinMargin()
		return m.out
	}
	if f := m.a.faceWithNearestNormal(&edge.n); !m.appendFaceTouchesIfClose(&edge, &f, even) {
		m.appendEdgeTouch(&edge)
		m.addSeparatedTouches(&edge, &f)
	}
	return m.out
}

func tripleOf(v vec) triple { return triple{v.X, v.Y, v.Z} }

func dot(a, b *triple) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b *triple) triple {
	return triple{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func scaledTriple(a *triple, s float64) triple { return triple{a[0] * s, a[1] * s, a[2] * s} }

// setViewFromFirstBox is the view from the first box; centreOffset goes from its centre to that of the second.
func (f *frame) setViewFromFirstBox(ha vec, pa *Pose, hb vec, pb *Pose, centreOffset vec) {
	f.h, f.o = tripleOf(ha), tripleOf(hb)
	f.c = tripleOf(pa.R.MulTransposed(centreOffset))
	f.r = [3]triple{tripleOf(pa.R.MulTransposed(pb.R.A)), tripleOf(pa.R.MulTransposed(pb.R.B)), tripleOf(pa.R.MulTransposed(pb.R.C))}
}

// setViewFromOtherBox is the view from the other box.
func (f *frame) setViewFromOtherBox(other *frame) {
	f.h, f.o = other.o, other.h
	for i := range 3 {
		f.c[i] = -dot(&other.r[i], &other.c)
		f.r[i] = triple{other.r[0][i], other.r[1][i], other.r[2][i]}
	}
}

// separatingAxes returns the face and the pair of edges whose direction parts the boxes most; not ok if one does by
// the margin.
func (f *frame) separatingAxes(margin float64) (face, edge axis, ok bool) {
	face.gap, edge.gap = math.Inf(-1), math.Inf(-1)
	var abs [3]triple
	for j := range 3 {
		for i := range 3 {
			abs[j][i] = math.Abs(f.r[j][i])
		}
	}
	h, o := &f.h, &f.o
	for i := range 3 {
		gap := math.Abs(f.c[i]) - h[i] - o[0]*abs[0][i] - o[1]*abs[1][i] - o[2]*abs[2][i]
		if gap > face.gap {
			face.gap, face.of, face.i = gap, ofFirst, int8(i)
		}
	}
	tie := 1e-9 * (h[0] + o[0])
	for j := range 3 {
		gap := math.Abs(dot(&f.c, &f.r[j])) - o[j] - dot(h, &abs[j])
		if gap > face.gap+tie {
			face.gap, face.of, face.j = gap, ofSecond, int8(j)
		}
	}
	if face.gap >= margin {
		return face, edge, false
	}
	for i := range 3 {
		u, v := (i+1)%3, (i+2)%3
		for j := range 3 {
			l2 := 1 - f.r[j][i]*f.r[j][i]
			if l2 < parallel*parallel {
				continue
			}
			s, t := (j+1)%3, (j+2)%3
			// e_i × r_j has the components −r_v at u and r_u at v; along r_s and r_t it is r_t and −r_s in i.
			away := math.Abs(f.c[v]*f.r[j][u] - f.c[u]*f.r[j][v])
			gap := away - h[u]*abs[j][v] - h[v]*abs[j][u] - o[s]*abs[t][i] - o[t]*abs[s][i]
			if gap /= math.Sqrt(l2); gap > edge.gap {
				if gap >= margin {
					return face, edge, false
				}
				edge.gap, edge.of, edge.i, edge.j = gap, ofEdges, int8(i), int8(j)
			}
		}
	}
	f.orientAxis(&face)
	if edge.of == ofEdges {
		f.orientAxis(&edge)
	}
	return face, edge, true
}

// orientAxis fills the direction of an axis, towards the second box.
func (f *frame) orientAxis(x *axis) {
	switch x.of {
	case ofFirst:
		x.n = triple{}
		x.n[x.i] = 1
	case ofSecond:
		x.n = f.r[x.j]
	default:
		var e triple
		e[x.i] = 1
		x.n = cross(&e, &f.r[x.j])
		x.n = scaledTriple(&x.n, 1/math.Sqrt(dot(&x.n, &x.n)))
	}
	if dot(&x.n, &f.c) < 0 {
		x.n = scaledTriple(&x.n, -1)
	}
}

// faceWithNearestNormal is the face whose normal is the nearest to n.
func (f *frame) faceWithNearestNormal(n *triple) (x axis) {
	best := 0.0
	for i := range 3 {
		if c := math.Abs(n[i]); c > best+1e-9 {
			best, x.of, x.i = c, ofFirst, int8(i)
		}
	}
	for j := range 3 {
		if c := math.Abs(dot(n, &f.r[j])); c > best+1e-9 {
			best, x.of, x.j = c, ofSecond, int8(j)
		}
	}
	if x.of == ofFirst {
		x.n[x.i] = 1
	} else {
		x.n = f.r[x.j]
	}
	if dot(&x.n, n) < 0 {
		x.n = scaledTriple(&x.n, -1)
	}
	return x
}

// appendFaceTouchesIfClose takes a face for the normal of edges or corners where both are nearly the same.
func (m *boxPair) appendFaceTouchesIfClose(x, face *axis, gapTolerance float64) (appended bool) {
	least := m.clipFacesAndReturnLeastGap(face)
	off := nearly
	if x.gap > 0 {
		off = 1/cosNearly - 1
	}
	if least < m.margin && dot(&x.n, &face.n) > cosNearly && math.Abs(least-x.gap) <= off*math.Abs(x.gap)+gapTolerance {
		m.appendTouchesWithinMargin()
		return true
	}
	return false
}

// appendTouch appends a place in the axes of the first box: on the surface, midway, in the direction n and
// with the gap along it.
func (m *boxPair) appendTouch(p, n *triple, gap float64, key uint32) {
	m.out = append(m.out, Touch{
		P:   m.pa.P.Add(m.pa.R.Mul(vec{X: p[0], Y: p[1], Z: p[2]})),
		N:   m.pa.R.Mul(vec{X: -n[0], Y: -n[1], Z: -n[2]}),
		Gap: gap, Key: key,
	})
}
