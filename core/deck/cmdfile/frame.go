package cmdfile

import "math"

// vec is a vector of three coordinates, mat the axes of a frame: column j is axis j.
type (
	vec [3]float64
	mat [3]vec
)

// pose is the position and orientation of a frame in the model's.
type pose struct {
	at   vec
	axes mat
}

var (
	identity = mat{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	origin   = pose{axes: identity}
)

func (a vec) plus(b vec) vec      { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) minus(b vec) vec     { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) times(f float64) vec { return vec{a[0] * f, a[1] * f, a[2] * f} }
func (a vec) dot(b vec) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) norm() float64       { return math.Sqrt(a.dot(a)) }

func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// unit returns the vector with length 1; ok is false where it has no direction.
func (a vec) unit() (u vec, ok bool) {
	n := a.norm()
	if !(n > 1e-12) || math.IsInf(n, 0) {
		return a, false
	}
	return a.times(1 / n), true
}

// toOuterAxes returns the vector with the coordinates v in the frame with axes m.
func (m mat) toOuterAxes(v vec) vec {
	return m[0].times(v[0]).plus(m[1].times(v[1])).plus(m[2].times(v[2]))
}

// toOwnAxes returns the coordinates of v along the axes m.
func (m mat) toOwnAxes(v vec) vec { return vec{m[0].dot(v), m[1].dot(v), m[2].dot(v)} }

// mul returns the axes n, given in the frame m, in the frame in which m is given.
func (m mat) mul(n mat) mat {
	return mat{m.toOuterAxes(n[0]), m.toOuterAxes(n[1]), m.toOuterAxes(n[2])}
}

// relativeTo returns the axes n in the frame m, both given in the same frame.
func (m mat) relativeTo(n mat) mat {
	return mat{m.toOwnAxes(n[0]), m.toOwnAxes(n[1]), m.toOwnAxes(n[2])}
}

func (p pose) toOuterPoint(v vec) vec { return p.at.plus(p.axes.toOuterAxes(v)) }

func (p pose) toLocalPoint(v vec) vec { return p.axes.toOwnAxes(v.minus(p.at)) }

// rotationAbout returns the axes after a rotation by an angle about axis k.
func rotationAbout(axis int, angle float64) mat {
	s, c := math.Sincos(angle)
	m := identity
	i, j := (axis+1)%3, (axis+2)%3
	m[i][i], m[i][j], m[j][i], m[j][j] = c, s, -s, c
	return m
}

// rotationSequence is an order of rotations: about which axes, and whether these turn with the body.
type rotationSequence struct {
	axis [3]int
	body bool
}

var body313 = rotationSequence{[3]int{2, 0, 2}, true}

// axesFromAngles returns the axes after the rotations by three angles in radians.
func (q rotationSequence) axesFromAngles(angles vec) mat {
	m := identity
	for k, axis := range q.axis {
		if r := rotationAbout(axis, angles[k]); q.body {
			m = m.mul(r)
		} else {
			m = r.mul(m)
		}
	}
	return m
}

// angles313 returns the angles of the body-fixed rotations 3-1-3 that give the axes m.
func angles313(m mat) vec {
	theta := math.Acos(max(-1, min(1, m[2][2])))
	if s := math.Hypot(m[2][0], m[2][1]); s < 1e-9 {
		if m[2][2] > 0 {
			return vec{math.Atan2(m[0][1], m[0][0]), 0, 0}
		}
		return vec{math.Atan2(m[0][1], m[0][0]), math.Pi, 0}
	}
	return vec{math.Atan2(m[2][0], -m[2][1]), theta, math.Atan2(m[0][2], m[1][2])}
}

// axesAlong returns axes whose axis k is along d. The others are free by definition; they are those that Adams View chooses: y is as near
// to the y axis of the model as it can be, and where y is along d, z to the z axis.
func axesAlong(d vec, axis int) (mat, bool) {
	u, ok := d.unit()
	if !ok {
		return identity, false
	}
	near, up := 1, vec{0, 1, 0}
	if axis == 1 {
		near, up = 2, vec{0, 0, 1}
	}
	if u.cross(up).norm() < 1e-9 {
		up = vec{0, 0, 1}
		if axis == 1 {
			up = vec{1, 0, 0}
		}
	}
	return axesInPlane(u, up, axis, near)
}

// axesInPlane returns axes whose axis k is along d and whose axis n lies in the plane of d and e, on the side of e.
func axesInPlane(d, e vec, k, n int) (mat, bool) {
	u, ok := d.unit()
	if !ok || k == n {
		return identity, false
	}
	v, ok := e.minus(u.times(e.dot(u))).unit()
	if !ok {
		return identity, false
	}
	var m mat
	m[k], m[n] = u, v
	third := 3 - k - n
	m[third] = u.cross(v)
	if (k+1)%3 != n {
		m[third] = v.cross(u)
	}
	return m, true
}

// inversePose returns the pose of the model's frame in the frame p.
func inversePose(p pose) pose {
	return pose{p.toLocalPoint(vec{}), p.axes.relativeTo(identity)}
}
