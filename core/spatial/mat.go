package spatial

import "math"

// Mat is a 3×3 matrix, given by its columns.
type Mat struct{ A, B, C Vec }

// Identity is the unit matrix.
var Identity = Mat{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}

// Mul returns m v.
func (m *Mat) Mul(v Vec) Vec {
	return Vec{
		m.A.X*v.X + m.B.X*v.Y + m.C.X*v.Z,
		m.A.Y*v.X + m.B.Y*v.Y + m.C.Y*v.Z,
		m.A.Z*v.X + m.B.Z*v.Y + m.C.Z*v.Z,
	}
}

// MulTransposed returns mᵀ v: the components of v along the columns of m.
func (m *Mat) MulTransposed(v Vec) Vec { return Vec{m.A.Dot(v), m.B.Dot(v), m.C.Dot(v)} }

// MulMat returns m n.
func (m *Mat) MulMat(n *Mat) Mat { return Mat{m.Mul(n.A), m.Mul(n.B), m.Mul(n.C)} }

// T returns the transpose.
func (m *Mat) T() Mat {
	return Mat{
		Vec{m.A.X, m.B.X, m.C.X},
		Vec{m.A.Y, m.B.Y, m.C.Y},
		Vec{m.A.Z, m.B.Z, m.C.Z},
	}
}

// Col returns column k.
func (m *Mat) Col(k int) Vec {
	switch k {
	case 0:
		return m.A
	case 1:
		return m.B
	}
	return m.C
}

// Add returns m + n.
func (m *Mat) Add(n *Mat) Mat { return Mat{m.A.Add(n.A), m.B.Add(n.B), m.C.Add(n.C)} }

// Sub returns m - n.
func (m *Mat) Sub(n *Mat) Mat { return Mat{m.A.Sub(n.A), m.B.Sub(n.B), m.C.Sub(n.C)} }

// Scale returns s m.
func (m *Mat) Scale(s float64) Mat { return Mat{m.A.Scale(s), m.B.Scale(s), m.C.Scale(s)} }

// Det returns the determinant.
func (m *Mat) Det() float64 { return m.A.Dot(m.B.Cross(m.C)) }

// Tilde returns the matrix of the cross product: Tilde(a) b = a × b.
func Tilde(a Vec) Mat {
	return Mat{Vec{0, a.Z, -a.Y}, Vec{-a.Z, 0, a.X}, Vec{a.Y, -a.X, 0}}
}

// CrossEachColumn returns Tilde(a) m: a crossed with each column.
func (a Vec) CrossEachColumn(m *Mat) Mat { return Mat{a.Cross(m.A), a.Cross(m.B), a.Cross(m.C)} }

// CongruentDiagonal returns m D mᵀ for the diagonal matrix D = (x, y, z).
func (m *Mat) CongruentDiagonal(x, y, z float64) Mat {
	a, b, c := m.A.Scale(x), m.B.Scale(y), m.C.Scale(z)
	xx := a.X*m.A.X + b.X*m.B.X + c.X*m.C.X
	xy := a.X*m.A.Y + b.X*m.B.Y + c.X*m.C.Y
	xz := a.X*m.A.Z + b.X*m.B.Z + c.X*m.C.Z
	yy := a.Y*m.A.Y + b.Y*m.B.Y + c.Y*m.C.Y
	yz := a.Y*m.A.Z + b.Y*m.B.Z + c.Y*m.C.Z
	zz := a.Z*m.A.Z + b.Z*m.B.Z + c.Z*m.C.Z
	return Mat{Vec{xx, xy, xz}, Vec{xy, yy, yz}, Vec{xz, yz, zz}}
}

// TildeProduct returns Tilde(a) Tilde(b) = b aᵀ - (a·b) 1.
func TildeProduct(a, b Vec) Mat {
	d := a.Dot(b)
	return Mat{
		Vec{b.X*a.X - d, b.Y * a.X, b.Z * a.X},
		Vec{b.X * a.Y, b.Y*a.Y - d, b.Z * a.Y},
		Vec{b.X * a.Z, b.Y * a.Z, b.Z*a.Z - d},
	}
}

// RotX, RotY and RotZ are right-handed rotations about an axis, angle in rad.
func RotX(a float64) Mat {
	s, c := math.Sincos(a)
	return Mat{Vec{1, 0, 0}, Vec{0, c, s}, Vec{0, -s, c}}
}

func RotY(a float64) Mat {
	s, c := math.Sincos(a)
	return Mat{Vec{c, 0, -s}, Vec{0, 1, 0}, Vec{s, 0, c}}
}

func RotZ(a float64) Mat {
	s, c := math.Sincos(a)
	return Mat{Vec{c, s, 0}, Vec{-s, c, 0}, Vec{0, 0, 1}}
}

// Euler313 returns the rotation with body-fixed angles psi about z, theta about
// the new x, phi about the newest z.
func Euler313(psi, theta, phi float64) Mat {
	z1, x, z2 := RotZ(psi), RotX(theta), RotZ(phi)
	m := z1.MulMat(&x)
	return m.MulMat(&z2)
}

// PerpendicularProjector returns scale (1 - n nᵀ): times the part of a vector across the unit vector n.
func PerpendicularProjector(n Vec, scale float64) Mat {
	return Mat{
		A: n.Scale(-n.X).Add(Vec{X: 1}).Scale(scale),
		B: n.Scale(-n.Y).Add(Vec{Y: 1}).Scale(scale),
		C: n.Scale(-n.Z).Add(Vec{Z: 1}).Scale(scale),
	}
}
