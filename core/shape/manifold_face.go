package shape

import "math"

// spot is a place of the box whose face faces another's, in the plane of that one.
type spot struct {
	u, v, gap float64
	key       uint32
}

// quad is a face and the one that examines it, in the frame of the former: its plane is spanned by the axes
// u and v with the half sides h.
type quad struct {
	i, u, v int     // axes of the face
	s       float64 // its side
	h       [2]float64
	deep    float64 // half side across the face
	k       [3]int  // axes of the other face: across and in it
	sk      float64
	c       triple    // its centre: u, v, gap
	e       [2]triple // half its sides
	o       [2]float64
}

// clipFacesAndReturnLeastGap finds the places of the second box's face that lie over the face of an axis, or the other
// way round, and returns the least gap, +Inf without any.
//
// Corners of the second box come first, then those of the first, then crossings: places that coincide keep
// the name that comes first.
func (m *boxPair) clipFacesAndReturnLeastGap(x *axis) (leastGap float64) {
	m.n, m.second = 0, x.of == ofSecond
	if !m.second {
		m.quad.chooseFace(&m.a, int(x.i), math.Copysign(1, x.n[x.i]))
		if m.addOtherCorners(cornerOfSecond) < 4 && m.addOwnCorners(cornerOfFirst) < 4 {
			m.addSideCrossings(false)
		}
	} else {
		m.quad.chooseFace(&m.b, int(x.j), math.Copysign(1, -dot(&x.n, &m.a.r[x.j])))
		if m.addOwnCorners(cornerOfSecond) < 4 && m.addOtherCorners(cornerOfFirst) < 4 {
			m.addSideCrossings(true)
		}
	}
	least := math.Inf(1)
	for k := range m.n {
		least = min(least, m.face[k].gap)
	}
	return least
}

// next is the axis after each; next[k] and next[k+1] are the two others than k.
var next = [4]int{1, 2, 0, 1}

// chooseFace takes the face of the other box that faces the most against the face at side s of axis i.
func (q *quad) chooseFace(f *frame, i int, s float64) {
	k := 0
	for j := 1; j < 3; j++ {
		if math.Abs(f.r[j][i]) > math.Abs(f.r[k][i])+1e-9 {
			k = j
		}
	}
	q.i, q.u, q.v, q.s = i, next[i], next[i+1], s
	q.deep = f.h[i]
	q.h = [2]float64{f.h[q.u], f.h[q.v]}
	q.k = [3]int{k, next[k], next[k+1]}
	q.sk = math.Copysign(1, -s*f.r[k][i])
	d := q.toFrame(&f.r[k], q.sk*f.o[k])
	c := q.toFrame(&f.c, 1)
	q.c = triple{c[0] + d[0], c[1] + d[1], c[2] + d[2] - f.h[i]}
	for n := range 2 {
		q.o[n] = f.o[q.k[n+1]]
		q.e[n] = q.toFrame(&f.r[q.k[n+1]], q.o[n])
	}
}

// toFrame is l times a vector of the frame, along u, v and the normal.
func (q *quad) toFrame(r *triple, l float64) triple {
	return triple{r[q.u] * l, r[q.v] * l, q.s * r[q.i] * l}
}

// signs of the corners of a face, in turn.
var signs = [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}

// signBit is 1 at the place of an axis for a positive sign.
func signBit(s float64, axis int) uint32 {
	if s > 0 {
		return 1 << axis
	}
	return 0
}

// addUnlessPresent notes a place unless there is one already.
func (m *boxPair) addUnlessPresent(p *triple, key uint32) {
	for k := range m.n {
		s := &m.face[k]
		if math.Abs(s.u-p[0]) < m.slack && math.Abs(s.v-p[1]) < m.slack {
			return
		}
	}
	if m.n < len(m.face) {
		m.face[m.n] = spot{p[0], p[1], p[2], key}
		m.n++
	}
}

// addOtherCorners adds the corners of the other face over the face and returns how many there are.
func (m *boxPair) addOtherCorners(name uint32) (n int) {
	q := &m.quad
	for _, s := range signs {
		p := q.cornerAt(s[0], s[1])
		if math.Abs(p[0]) < q.h[0]+m.slack && math.Abs(p[1]) < q.h[1]+m.slack {
			m.addUnlessPresent(&p, name|signBit(q.sk, q.k[0])|signBit(s[0], q.k[1])|signBit(s[1], q.k[2]))
			n++
		}
	}
	return n
}

func (q *quad) cornerAt(a, b float64) triple {
	x, y := &q.e[0], &q.e[1]
	return triple{q.c[0] + a*x[0] + b*y[0], q.c[1] + a*x[1] + b*y[1], q.c[2] + a*x[2] + b*y[2]}
}

// addOwnCorners is the same for the corners of the face below the other one. In its plane
// the corner is c + α e₀ + β e₁, the determinant being the cosine of both faces times the half sides.
func (m *boxPair) addOwnCorners(name uint32) (n int) {
	q := &m.quad
	x, y := &q.e[0], &q.e[1]
	det := 1 / (x[0]*y[1] - x[1]*y[0])
	la, lb := 1+m.slack/q.o[0], 1+m.slack/q.o[1]
	for _, s := range signs {
		u, v := s[0]*q.h[0], s[1]*q.h[1]
		du, dv := u-q.c[0], v-q.c[1]
		a, b := (du*y[1]-dv*y[0])*det, (x[0]*dv-x[1]*du)*det
		if math.Abs(a) < la && math.Abs(b) < lb {
			m.addUnlessPresent(&triple{u, v, q.c[2] + a*x[2] + b*y[2]}, name|signBit(q.s, q.i)|signBit(s[0], q.u)|signBit(s[1], q.v))
			n++
		}
	}
	return n
}

// addSideCrossings adds the places where the sides of both faces cross.
func (m *boxPair) addSideCrossings(swapped bool) {
	q := &m.quad
	a := q.cornerAt(-1, 1)
	for n, s := range signs { // the side from the corner before to this one
		b := q.cornerAt(s[0], s[1])
		for w := range 2 {
			for _, t := range [2]float64{-1, 1} {
				at, z := t*q.h[w], 1-w
				if min(a[w], b[w]) > at-m.slack || max(a[w], b[w]) < at+m.slack {
					continue // ends near the line are corners over the face, or corners of the face lie at the side
				}
				f := (at - a[w]) / (b[w] - a[w])
				if p := a[z] + f*(b[z]-a[z]); math.Abs(p) <= q.h[z] {
					spot := triple{2: a[2] + f*(b[2]-a[2])}
					spot[w], spot[z] = at, p
					m.addUnlessPresent(&spot, q.crossingKey(n, w, t, swapped))
				}
			}
		}
		a = b
	}
}

// crossingKey names the place where side n of the other face crosses the one of the face at the side t of u (w = 0) or
// v (1). Sides 1 and 3 run along the first axis of the other face, 0 and 2 along the second.
func (q *quad) crossingKey(n, w int, t float64, swapped bool) uint32 {
	run := 2 - n%2
	var s, o triple
	o[q.k[0]], o[q.k[3-run]] = q.sk, signs[n][2-run]
	along := q.v
	s[q.i], s[q.u] = q.s, t
	if w == 1 {
		along = q.u
		s[q.i], s[q.v] = q.s, t
	}
	return edgePairKey(edgeKey(along, &s), edgeKey(q.k[run], &o), swapped)
}

// edgeKey is the number of the edge along axis k on the sides s.
func edgeKey(k int, s *triple) uint32 {
	return uint32(k)<<2 | signBit(s[next[k]], 0) | signBit(s[next[k+1]], 1)
}

// edgePairKey names a pair of edges.
func edgePairKey(a, b uint32, swapped bool) uint32 {
	if swapped {
		a, b = b, a
	}
	return crossing | a<<4 | b
}

// appendTouchesWithinMargin appends the places of the last clipping that are nearer than the margin.
func (m *boxPair) appendTouchesWithinMargin() { m.appendTouchesAbove(math.Inf(-1)) }

// appendTouchesAbove appends those with more than a gap.
func (m *boxPair) appendTouchesAbove(above float64) {
	q := &m.quad
	at, n := m.pa, triple{}
	n[q.i] = -q.s
	if m.second {
		at, n[q.i] = m.pb, q.s
	}
	normal := at.R.Mul(vec{X: n[0], Y: n[1], Z: n[2]})
	before := len(m.out)
	for k := range m.n {
		s := &m.face[k]
		if s.gap >= m.margin || s.gap <= above || hasKey(m.out[m.from:before], s.key) {
			continue
		}
		var p triple
		p[q.u], p[q.v], p[q.i] = s.u, s.v, q.s*(q.deep+s.gap/2)
		m.out = append(m.out, Touch{P: at.P.Add(at.R.Mul(vec{X: p[0], Y: p[1], Z: p[2]})), N: normal, Gap: s.gap, Key: s.key})
	}
}

// hasKey reports whether there is a place of a name.
func hasKey(t []Touch, key uint32) bool {
	for k := range t {
		if t[k].Key == key {
			return true
		}
	}
	return false
}
