package usersub

import (
	"math"
	"strings"
)

// matrix is a rotation by rows: its columns are the axes of the turned frame.
type matrix [3][3]float64

var identity = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

func (a *matrix) mulMatrix(b *matrix) (c matrix) {
	for i := range c {
		for j := range c {
			c[i][j] = a[i][0]*b[0][j] + a[i][1]*b[1][j] + a[i][2]*b[2][j]
		}
	}
	return c
}

// axisRotation is the rotation by an angle about an axis, 0 to 2.
func axisRotation(axis int, angle float64) matrix {
	m := identity
	sin, cos := math.Sincos(angle)
	j, k := (axis+1)%3, (axis+2)%3
	m[j][j], m[j][k], m[k][j], m[k][k] = cos, -sin, sin, cos
	return m
}

// threeAxisRotation is the rotation by three angles about the axes of the turning frame:
// R = R_i(a1) R_j(a2) R_k(a3).
func threeAxisRotation(axes [3]int, a []float64) matrix {
	r := identity
	for n, axis := range axes {
		t := axisRotation(axis, a[n])
		r = r.mulMatrix(&t)
	}
	return r
}

// threeAxisAngles is the inverse of turns. With ε = 1 for i, j and the remaining axis
// in cyclic order and -1 otherwise,
//
//	k = i (l the third axis): cos a2 = R_ii, a1 = atan2(R_ji, -ε R_li), a3 = atan2(R_ij, ε R_il)
//	k ≠ i: sin a2 = ε R_ik, a1 = atan2(-ε R_jk, R_kk), a3 = atan2(-ε R_ij, R_ii)
//
// Where the first and third axes coincide, a3 is 0.
func threeAxisAngles(axes [3]int, r *matrix) (a [3]float64) {
	i, j, l := axes[0], axes[1], 3-axes[0]-axes[1]
	ε := 1.0
	if j != (i+1)%3 {
		ε = -1
	}
	var across float64 // sine or cosine of a2, without sign
	if axes[2] == i {
		across = math.Hypot(r[i][j], r[i][l])
		a[1] = math.Atan2(across, r[i][i])
		a[0], a[2] = math.Atan2(r[j][i], -ε*r[l][i]), math.Atan2(r[i][j], ε*r[i][l])
	} else {
		across = math.Hypot(r[i][i], r[i][j])
		a[1] = math.Atan2(ε*r[i][l], across)
		a[0], a[2] = math.Atan2(-ε*r[j][l], r[l][l]), math.Atan2(-ε*r[i][j], r[i][i])
	}
	if across < 1e-12 {
		a[0], a[2] = math.Atan2(ε*r[l][j], r[j][j]), 0
	}
	return a
}

// rotationFromEulerParameters is the rotation of the Euler parameters e0 to e3, of any length
// but 0.
func rotationFromEulerParameters(e []float64) (m matrix, ok bool) {
	w, x, y, z := e[0], e[1], e[2], e[3]
	n := w*w + x*x + y*y + z*z
	if !(n > 0) || math.IsInf(n, 0) {
		return m, false
	}
	s := 2 / n
	return matrix{
		{1 - s*(y*y+z*z), s * (x*y - w*z), s * (x*z + w*y)},
		{s * (x*y + w*z), 1 - s*(x*x+z*z), s * (y*z - w*x)},
		{s * (x*z - w*y), s * (y*z + w*x), 1 - s*(x*x+y*y)},
	}, true
}

// eulerParameters is the inverse of quaternion, of unit length with e0 ≥ 0. The
// largest of the four is found first (Shepperd).
func eulerParameters(m *matrix) (e [4]float64) {
	t := m[0][0] + m[1][1] + m[2][2]
	big, at := t, -1
	for i := range 3 {
		if m[i][i] > big {
			big, at = m[i][i], i
		}
	}
	if at < 0 {
		e[0] = math.Sqrt(1+t) / 2
		s := 0.25 / e[0]
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			e[1+i] = (m[k][j] - m[j][k]) * s
		}
		return e
	}
	j, k := (at+1)%3, (at+2)%3
	e[1+at] = math.Sqrt(1+2*big-t) / 2
	s := 0.25 / e[1+at]
	e[0] = (m[k][j] - m[j][k]) * s
	e[1+j], e[1+k] = (m[at][j]+m[j][at])*s, (m[at][k]+m[k][at])*s
	if e[0] < 0 {
		for n := range e {
			e[n] = -e[n]
		}
	}
	return e
}

// rotationFromProjections is the rotation whose angles AX, AY, AZ are a:
//
//	AX = atan2(-z_y, z_z), AY = atan2(z_x, z_z), AZ = atan2(x_y, x_x)
//
// with the axes x and z of the turned frame. AX and AY must agree on the sign
// of z_z, and that must not be 0.
func rotationFromProjections(a []float64) (m matrix, ok bool) {
	sx, cx := math.Sincos(a[0])
	sy, cy := math.Sincos(a[1])
	sz, cz := math.Sincos(a[2])
	if !(cx*cy > 0) {
		return m, false
	}
	z := [3]float64{math.Copysign(sy/cy, sy), -math.Copysign(sx/cx, sx), math.Copysign(1, cx)}
	normalize(&z)
	x := [3]float64{cz, sz, -(cz*z[0] + sz*z[1]) / z[2]}
	normalize(&x)
	y := [3]float64{z[1]*x[2] - z[2]*x[1], z[2]*x[0] - z[0]*x[2], z[0]*x[1] - z[1]*x[0]}
	for i := range m {
		m[i] = [3]float64{x[i], y[i], z[i]}
	}
	return m, true
}

func projectionAngles(m *matrix) [3]float64 {
	return [3]float64{math.Atan2(-m[1][2], m[2][2]), math.Atan2(m[0][2], m[2][2]), math.Atan2(m[1][0], m[0][0])}
}

func normalize(v *[3]float64) {
	n := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	for i := range v {
		v[i] /= n
	}
}

// axisSequence returns the axes of a system of three angles: B and three digits,
// EULER (B313) or BRYAN (B123).
func axisSequence(system string) (axes [3]int, ok bool) {
	switch system {
	case "EULER":
		system = "B313"
	case "BRYAN":
		system = "B123"
	}
	if len(system) != 4 || system[0] != 'B' {
		return axes, false
	}
	for n := range axes {
		axes[n] = int(system[1+n] - '1')
		if axes[n] < 0 || axes[n] > 2 || n > 0 && axes[n] == axes[n-1] {
			return axes, false
		}
	}
	return axes, true
}

// coordinateCount returns the number of coordinates of a system, 0 for unknown ones.
func coordinateCount(system string) int {
	switch system = strings.ToUpper(system); system {
	case "COSINES":
		return 9
	case "EULPAR":
		return 4
	case "RODPAR", "AXAYAZ", "YPR":
		return 3
	}
	if _, ok := axisSequence(system); ok {
		return 3
	}
	return 0
}

// rotationFromCoordinates returns the rotation with the coordinates c.
//
//	COSINES  the matrix by columns
//	EULPAR   Euler parameters e0 … e3
//	RODPAR   e1 … e3 divided by e0
//	AXAYAZ   the angles AX, AY, AZ
//	YPR      yaw, pitch, roll as YAW, PITCH, ROLL give them: Rz(yaw) Ry(-pitch) Rx(roll)
func rotationFromCoordinates(system string, c []float64) (m matrix, ok bool) {
	for _, v := range c {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return m, false
		}
	}
	switch system {
	case "COSINES":
		for i := range 9 {
			m[i%3][i/3] = c[i]
		}
		return m, isRotation(&m)
	case "EULPAR":
		return rotationFromEulerParameters(c)
	case "RODPAR":
		return rotationFromEulerParameters([]float64{1, c[0], c[1], c[2]})
	case "AXAYAZ":
		return rotationFromProjections(c)
	case "YPR":
		return threeAxisRotation([3]int{2, 1, 0}, []float64{c[0], -c[1], c[2]}), true
	}
	axes, ok := axisSequence(system)
	if ok {
		m = threeAxisRotation(axes, c)
	}
	return m, ok
}

// isRotation reports whether m is a rotation, to the accuracy of hand-written cosines.
func isRotation(m *matrix) bool {
	const loose = 1e-4
	for i := range 3 {
		j := (i + 1) % 3
		a, b, c := &m[i], &m[j], &m[(i+2)%3]
		aa, ab := a[0]*a[0]+a[1]*a[1]+a[2]*a[2], a[0]*b[0]+a[1]*b[1]+a[2]*b[2]
		det := a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
		if math.Abs(aa-1) > loose || math.Abs(ab) > loose || det < 0 {
			return false
		}
	}
	return true
}

// appendRotationCoordinates appends the coordinates of m to dst.
func appendRotationCoordinates(dst []float64, system string, m *matrix) ([]float64, bool) {
	switch system {
	case "COSINES":
		for i := range 9 {
			dst = append(dst, m[i%3][i/3])
		}
	case "EULPAR":
		e := eulerParameters(m)
		dst = append(dst, e[:]...)
	case "RODPAR":
		e := eulerParameters(m)
		if e[0] < 1e-12 {
			return dst, false
		}
		dst = append(dst, e[1]/e[0], e[2]/e[0], e[3]/e[0])
	case "AXAYAZ":
		a := projectionAngles(m)
		dst = append(dst, a[:]...)
	case "YPR":
		a := threeAxisAngles([3]int{2, 1, 0}, m)
		dst = append(dst, a[0], -a[1], a[2])
	default:
		axes, ok := axisSequence(system)
		if !ok {
			return dst, false
		}
		a := threeAxisAngles(axes, m)
		dst = append(dst, a[:]...)
	}
	return dst, true
}
