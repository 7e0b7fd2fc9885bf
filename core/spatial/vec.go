// Package spatial has points, directions, rotations and quaternions in three
// dimensions as plain values.
//
// A rotation R is the matrix whose columns are the axes of the rotated frame in
// the frame it is expressed in: a vector with components u in the rotated frame
// has components R u outside.
package spatial

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Vec is a point or a direction.
type Vec struct{ X, Y, Z float64 }

// ToGonum returns a as a vector of gonum.
func (a Vec) ToGonum() r3.Vec { return r3.Vec{X: a.X, Y: a.Y, Z: a.Z} }
func (a Vec) Add(b Vec) Vec   { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a Vec) Sub(b Vec) Vec   { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a Vec) Neg() Vec        { return Vec{-a.X, -a.Y, -a.Z} }

// Min returns the smaller ones of the components of a and b.
func (a Vec) Min(b Vec) Vec { return Vec{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }

// Max returns the larger ones of the components of a and b.
func (a Vec) Max(b Vec) Vec { return Vec{max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)} }

// MaxComponentIndex returns the axis, 0 to 2, of the largest component; of equal ones the first.
func (a Vec) MaxComponentIndex() int {
	switch {
	case a.X >= a.Y && a.X >= a.Z:
		return 0
	case a.Y >= a.Z:
		return 1
	}
	return 2
}

// Scale returns s a.
func (a Vec) Scale(s float64) Vec { return Vec{s * a.X, s * a.Y, s * a.Z} }

// AddScaled returns a + s b.
func (a Vec) AddScaled(s float64, b Vec) Vec {
	return Vec{a.X + s*b.X, a.Y + s*b.Y, a.Z + s*b.Z}
}

// Dot returns a · b.
func (a Vec) Dot(b Vec) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Cross returns a × b.
func (a Vec) Cross(b Vec) Vec {
	return Vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// Norm returns the length of a.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Unit returns a divided by its length, the zero vector for the zero vector.
func (a Vec) Unit() Vec {
	n := a.Norm()
	if n == 0 {
		return Vec{}
	}
	return a.Scale(1 / n)
}

// At returns component k: 0, 1 or 2.
func (a Vec) At(k int) float64 {
	switch k {
	case 0:
		return a.X
	case 1:
		return a.Y
	}
	return a.Z
}

// LoadVec returns the vector in the first three entries of s.
func LoadVec(s []float64) Vec { _ = s[2]; return Vec{s[0], s[1], s[2]} }

// Store sets the first three entries of s to a.
func (a Vec) Store(s []float64) {
	_ = s[2]
	s[0], s[1], s[2] = a.X, a.Y, a.Z
}

// AddTo adds a to the first three entries of s.
func (a Vec) AddTo(s []float64) {
	_ = s[2]
	s[0] += a.X
	s[1] += a.Y
	s[2] += a.Z
}

// UnitAxis returns the unit vector along axis k.
func UnitAxis(k int) Vec {
	switch k {
	case 0:
		return Vec{1, 0, 0}
	case 1:
		return Vec{0, 1, 0}
	}
	return Vec{0, 0, 1}
}
