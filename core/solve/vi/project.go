package vi

import (
	"fmt"
	"math"
)

// Projections and natural residuals, as pure functions.
//
// A contact has a normal multiplier n and up to three groups of others, x_k: tangents,
// rolling, spinning, each with a length a_k: Y = { ‖x_k‖ ≤ a_k (n + cohesion) for all k }.
// It is projected on jointly and exactly, in a metric that weighs the normal row with w_0
// and group k with w_k (a moment and a force have no common unit: the weights give them
// one). With n counted from the apex and t_k = ‖x_k‖, the nearest point has the directions of x_k,
// and n minimises
//
//	½ w_0 (n − n_0)² + ½ Σ w_k max(0, t_k − a_k n)²,  n ≥ 0,
//
// whose derivative in n is increasing, concave and piecewise linear: Newton's method from
// n = 0 climbs to the root and meets each of the three kinks at most once.
//
// CoulombCone's law is not that c lies in the normal cone of Y at l: that would make a sliding
// contact part with c_n = μ‖c_t‖. It is so for c + s with De Saxcé's term
// s = Σ a_k ‖c_k‖ on the normal row (De Saxcé and Feng, 1998): then c_n ≥ 0, n c_n = 0 and x_k
// opposes c_k.

// Groups of a cone, places in Cone.Rows and Cone.Length.
const (
	tangents = iota
	rolling
	spinning
	groups
)

// Cone describes a contact: how many rows each group has, and its length. A group of
// length 0 holds its multipliers at 0.
type Cone struct {
	Rows     [groups]uint8   // 0 to 2 tangents, 0 to 2 rolling, 0 or 1 spinning
	Length   [groups]float64 // μ, rolling length, spinning length: ≥ 0
	Cohesion float64         // ≥ 0, in the unit of the multiplier

	// Where ball is not 0 there is no normal row: so many rows together in a ball of the radius. It is a cone whose normal multiplier
	// is known. There is no De Saxcé's term then, and one weight.
	ball   uint8
	radius float64
}

// CoulombCone is the cone of a contact with two tangents.
func CoulombCone(mu float64) Cone {
	return Cone{Rows: [groups]uint8{2, 0, 0}, Length: [groups]float64{mu, 0, 0}}
}

// RollingCone is a contact with friction and resistance to rolling and spinning: six rows.
func RollingCone(mu, roll, spin float64) Cone {
	return Cone{Rows: [groups]uint8{2, 2, 1}, Length: [groups]float64{mu, roll, spin}}
}

// RowCount is the number of rows.
func (c *Cone) RowCount() int {
	if c.ball > 0 {
		return int(c.ball)
	}
	return 1 + int(c.Rows[0]) + int(c.Rows[1]) + int(c.Rows[2])
}

func (c *Cone) validate() {
	if c.Rows[tangents] > 2 || c.Rows[rolling] > 2 || c.Rows[spinning] > 1 {
		panic(fmt.Sprintf("vi: a cone with %v tangents, rolling and spinning rows", c.Rows))
	}
	for _, v := range [groups + 1]float64{c.Length[0], c.Length[1], c.Length[2], c.Cohesion} {
		if !(v >= 0) || math.IsInf(v, 0) {
			panic(fmt.Sprintf("vi: lengths %v and cohesion %g of a cone must be finite and not negative", c.Length, c.Cohesion))
		}
	}
}

// Weights of the normal row and of the groups.
type Weights [1 + groups]float64

// Clamp projects on an interval.
func Clamp(x, lo, hi float64) float64 { return max(lo, min(x, hi)) }

// norm is the length of one to three values; math.Hypot's care about overflow is not needed
// and costs five times as much.
func norm(x []float64) float64 {
	switch len(x) {
	case 1:
		return math.Abs(x[0])
	case 2:
		return math.Sqrt(x[0]*x[0] + x[1]*x[1])
	case 3:
		return math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
	}
	return 0
}

// ProjectMultipliers replaces l by the nearest point of the cone in the metric w.
func (c *Cone) ProjectMultipliers(l []float64, w *Weights) {
	if c.Rows == [groups]uint8{2, 0, 0} {
		v := (*[3]float64)(l)
		v[0], v[1], v[2] = projectOntoFrictionCone(v[0], v[1], v[2], c.Length[0], c.Cohesion, w[0], w[1])
		return
	}
	if c.ball > 0 {
		if t := norm(l); t > c.radius {
			for i := range l {
				l[i] *= c.radius / t
			}
		}
		return
	}
	n, t, _ := c.nearestPoint(l, w)
	l[0] = n - c.Cohesion
	at := 1
	for k, rows := range c.Rows {
		x := l[at : at+int(rows)]
		at += int(rows)
		if reach := c.Length[k] * n; t[k] > reach {
			for i := range x {
				x[i] *= reach / t[k]
			}
		}
	}
}

// projectOntoFrictionCone is Project for a contact with two tangents.
func projectOntoFrictionCone(n, u, v, mu, cohesion, w0, w1 float64) (pn float64, pu float64, pv float64) {
	n += cohesion
	t := math.Sqrt(u*u + v*v)
	reach := mu * n
	if t <= reach && n >= 0 {
		return n - cohesion, u, v
	}
	n = (w0*n + w1*mu*t) / (w0 + w1*mu*mu)
	if !(n > 0) {
		return -cohesion, 0, 0
	}
	f := mu * n / t // t > 0: t = 0 ended above
	return n - cohesion, u * f, v * f
}

// nearestPoint finds the normal multiplier, counted from the apex, of the nearest point; t are
// the lengths of the groups and slope is the second derivative of what is minimised.
func (c *Cone) nearestPoint(l []float64, w *Weights) (n float64, t [groups]float64, slope float64) {
	at := 1
	for k, rows := range c.Rows {
		t[k] = norm(l[at : at+int(rows)])
		at += int(rows)
	}
	own := l[0] + c.Cohesion
	for range groups + 1 {
		sum := w[0] * own
		slope = w[0]
		for k, a := range c.Length {
			if t[k] > a*n {
				sum += w[1+k] * a * t[k]
				slope += w[1+k] * a * a
			}
		}
		next := sum / slope
		if !(next > n) {
			break
		}
		n = next
	}
	return n, t, slope
}

// ProjectionDerivative fills dst (Len × Len, row-major) with the derivative of Project at l, its
// columns divided by the weights: a symmetric, positive semidefinite matrix. Where the
// projection has a kink it is the derivative on one side.
func (c *Cone) ProjectionDerivative(dst, l []float64, w *Weights) {
	size := c.RowCount()
	dst = dst[:size*size]
	clear(dst)
	if c.ball > 0 {
		c.ballProjectionDerivative(dst, l, w[0])
		return
	}
	n, t, slope := c.nearestPoint(l, w)
	if !(n > 0) {
		return
	}
	var dn [6]float64 // of n, times slope, columns divided by weights
	dn[0] = 1
	at := 1
	for k, rows := range c.Rows {
		a := c.Length[k]
		x := l[at : at+int(rows)]
		switch {
		case a == 0:
		case t[k] > a*n:
			for i, v := range x {
				dn[at+i] = a * v / t[k]
				for j, u := range x { // (a n/t) (1 − u uᵀ)
					dst[(at+i)*size+at+j] = -a * n * v * u / (t[k] * t[k] * t[k] * w[1+k])
				}
				dst[(at+i)*size+at+i] += a * n / (t[k] * w[1+k])
			}
		default:
			for i := range x {
				dst[(at+i)*size+at+i] = 1 / w[1+k]
			}
		}
		at += int(rows)
	}
	for i, v := range dn[:size] {
		for j, u := range dn[:size] {
			dst[i*size+j] += v * u / slope
		}
	}
}

// ballProjectionDerivative is Derivative of a ball: 1 inside, (r/t) (1 − u uᵀ) outside.
func (c *Cone) ballProjectionDerivative(dst, l []float64, w float64) {
	t, size := norm(l), len(l)
	for i, v := range l {
		if t <= c.radius {
			dst[i*size+i] = 1 / w
			continue
		}
		for j, u := range l {
			dst[i*size+j] = -c.radius / t * v * u / (t * t) / w
		}
		dst[i*size+i] += c.radius / t / w
	}
}

// DeSaxceTerm is the term s of the normal row for the residuals c of a cone's rows.
func (c *Cone) DeSaxceTerm(res []float64) float64 {
	s, at := 0.0, 1
	for k, rows := range c.Rows {
		if rows > 0 {
			s += c.Length[k] * norm(res[at:at+int(rows)])
		}
		at += int(rows)
	}
	return s
}

// applyDeSaxceChainRule turns a derivative with respect to the residuals c at a given s into the one in which s
// follows them.
func (c *Cone) applyDeSaxceChainRule(dst, res []float64) {
	size, at := c.RowCount(), 1
	for k, rows := range c.Rows {
		x := res[at : at+int(rows)]
		t := norm(x)
		for i, v := range x {
			if t == 0 {
				break
			}
			for r := range size {
				dst[r*size+at+i] += dst[r*size] * c.Length[k] * v / t
			}
		}
		at += int(rows)
	}
}

// NaturalResidual is the natural residual of a contact in the unit of c: the greatest of the values w_i |l − P(l −
// c/w)|_i, with De Saxcé's term in c. Zero means that Coulomb's law holds.
func (c *Cone) NaturalResidual(multipliers, residuals []float64, w *Weights) float64 {
	var p, z [6]float64
	size := c.RowCount()
	s, at := c.DeSaxceTerm(residuals), 1
	z[0] = multipliers[0] - (residuals[0]+s)/w[0]
	for k, rows := range c.Rows {
		for range rows {
			z[at] = multipliers[at] - residuals[at]/w[1+k]
			at++
		}
	}
	for i := range int(c.ball) {
		z[i] = multipliers[i] - residuals[i]/w[0]
	}
	p = z
	c.ProjectMultipliers(p[:size], w)
	worst := math.Abs(multipliers[0]-p[0]) * w[0]
	at = 1
	for k, rows := range c.Rows {
		for range rows {
			worst = maxOrNaN(worst, math.Abs(multipliers[at]-p[at])*w[1+k])
			at++
		}
	}
	for i := range int(c.ball) {
		worst = maxOrNaN(worst, math.Abs(multipliers[i]-p[i])*w[0])
	}
	return worst
}

// BoxNaturalResidual is the same for an interval: weight |force − P(force − velocity/weight)|.
func BoxNaturalResidual(force, velocity, lo, hi, weight float64) float64 {
	if lo == math.Inf(-1) && hi == math.Inf(1) {
		return math.Abs(velocity)
	}
	return math.Abs(force-Clamp(force-velocity/weight, lo, hi)) * weight
}

// maxOrNaN is max, but NaN wins.
func maxOrNaN(a, b float64) float64 {
	if a >= b || a != a {
		return a
	}
	return b
}
