package spatial

import "math"

// Quat is a unit quaternion: W the scalar part.
type Quat struct{ W, X, Y, Z float64 }

// LoadQuat returns the quaternion in the first four entries of s, scalar
// first.
func LoadQuat(s []float64) Quat { _ = s[3]; return Quat{s[0], s[1], s[2], s[3]} }

// Store sets the first four entries of s.
func (q Quat) Store(s []float64) {
	_ = s[3]
	s[0], s[1], s[2], s[3] = q.W, q.X, q.Y, q.Z
}

// Mat returns the rotation matrix of q. A quaternion that is not of unit length
// is taken as the unit one along it.
func (q Quat) Mat() Mat {
	n := q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z
	s := 2.0
	if n != 0 {
		s = 2 / n
	}
	xx, yy, zz := s*q.X*q.X, s*q.Y*q.Y, s*q.Z*q.Z
	xy, xz, yz := s*q.X*q.Y, s*q.X*q.Z, s*q.Y*q.Z
	wx, wy, wz := s*q.W*q.X, s*q.W*q.Y, s*q.W*q.Z
	return Mat{
		Vec{1 - yy - zz, xy + wz, xz - wy},
		Vec{xy - wz, 1 - xx - zz, yz + wx},
		Vec{xz + wy, yz - wx, 1 - xx - yy},
	}
}

// Mul returns the product q p: first the rotation p, then q.
func (q Quat) Mul(p Quat) Quat {
	return Quat{
		q.W*p.W - q.X*p.X - q.Y*p.Y - q.Z*p.Z,
		q.W*p.X + q.X*p.W + q.Y*p.Z - q.Z*p.Y,
		q.W*p.Y - q.X*p.Z + q.Y*p.W + q.Z*p.X,
		q.W*p.Z + q.X*p.Y - q.Y*p.X + q.Z*p.W,
	}
}

// Unit returns q with unit length; the zero quaternion becomes the identity.
func (q Quat) Unit() Quat {
	n := math.Sqrt(q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z)
	if n == 0 {
		return Quat{W: 1}
	}
	return Quat{q.W / n, q.X / n, q.Y / n, q.Z / n}
}

// QuatFromRotationVector returns the rotation by a vector (axis times angle in rad).
func QuatFromRotationVector(rotationVector Vec) Quat {
	t2 := rotationVector.Dot(rotationVector)
	var w, s float64 // cos(t/2), sin(t/2)/t
	if t2 < 1e-8 {
		w = 1 - t2/8*(1-t2/48)
		s = 0.5 - t2/48*(1-t2/80)
	} else {
		t := math.Sqrt(t2)
		sin, cos := math.Sincos(t / 2)
		w, s = cos, sin/t
	}
	return Quat{w, s * rotationVector.X, s * rotationVector.Y, s * rotationVector.Z}
}

// RateAtAngularVelocity returns the derivative of q when its frame turns with an angular
// velocity w, in the axes that q maps to: q' = (0, w) q / 2.
func (q Quat) RateAtAngularVelocity(angularVelocity Vec) Quat {
	p := Quat{0, angularVelocity.X / 2, angularVelocity.Y / 2, angularVelocity.Z / 2}.Mul(q)
	return p
}

// AngularVelocity returns the angular velocity, in the frame that q turns into (the global one for the
// orientation of a body), of which qd is nearest to the rate at q: the vector part of 2 qd q*, for unit q. The part of qd along q is dropped.
func (q Quat) AngularVelocity(rate Quat) Vec {
	p := rate.Mul(Quat{q.W, -q.X, -q.Y, -q.Z})
	return Vec{2 * p.X, 2 * p.Y, 2 * p.Z}
}

// QuatFromMat returns the quaternion of a rotation, W ≥ 0 where it can be
// (Shepperd's choice of the largest component).
func QuatFromMat(m *Mat) Quat {
	t := m.A.X + m.B.Y + m.C.Z
	switch {
	case t >= m.A.X && t >= m.B.Y && t >= m.C.Z:
		w := math.Sqrt(1+t) / 2
		s := 0.25 / w
		return Quat{w, (m.B.Z - m.C.Y) * s, (m.C.X - m.A.Z) * s, (m.A.Y - m.B.X) * s}
	case m.A.X >= m.B.Y && m.A.X >= m.C.Z:
		x := math.Sqrt(1+2*m.A.X-t) / 2
		s := 0.25 / x
		return Quat{(m.B.Z - m.C.Y) * s, x, (m.A.Y + m.B.X) * s, (m.A.Z + m.C.X) * s}
	case m.B.Y >= m.C.Z:
		y := math.Sqrt(1+2*m.B.Y-t) / 2
		s := 0.25 / y
		return Quat{(m.C.X - m.A.Z) * s, (m.A.Y + m.B.X) * s, y, (m.B.Z + m.C.Y) * s}
	}
	z := math.Sqrt(1+2*m.C.Z-t) / 2
	s := 0.25 / z
	return Quat{(m.A.Y - m.B.X) * s, (m.A.Z + m.C.X) * s, (m.B.Z + m.C.Y) * s, z}
}
