package vi

import "math"

// frictionDisk is a group of a cone inside IPM: x in the disk of radius a n, by the smooth law
//
//	s x + a n c_t = 0,  s = √(δ² + c_t²).
//
// Newton's method for this product, with x as an unknown of its own, is that of Chan, Golub and Mulet (1999):
//
//	s dx + (a n + x c_tᵀ/s) dc_t + a c_t dn = −(s x + a n c_t) − x δ dδ/s.
type frictionDisk struct {
	s    float64
	w    [2][2]float64 // dx = −w J dq …
	lean [2]float64    // … − lean a dn …
	b    [2][2]float64
	f    [2]float64 // s x + a n c_t
}

func (k *frictionDisk) linearize(reach, delta float64, x, c, d []float64) {
	t := norm(c)
	k.s = math.Sqrt(delta*delta + t*t)
	var m [2][2]float64
	f := 1 / k.s
	if most := norm(x); most > reach {
		f *= reach / most
	}
	for i, v := range x {
		m[i][i] = reach
		for j, u := range c {
			m[i][j] += v * u * f
		}
		k.f[i] = k.s*v + reach*c[i]
	}
	if len(x) == 1 {
		k.b = [2][2]float64{{1 / (k.s + m[0][0]*d[0]), 0}, {0, 0}}
	} else {
		p, q, r, s := k.s+m[0][0]*d[0], m[0][1]*d[1], m[1][0]*d[0], k.s+m[1][1]*d[1]
		det := p*s - q*r
		k.b = [2][2]float64{{s / det, -q / det}, {-r / det, p / det}}
	}
	for i := range x {
		k.lean[i] = 0
		for j := range x {
			k.w[i][j] = k.b[i][0]*m[0][j] + k.b[i][1]*m[1][j]
			k.lean[i] += k.b[i][j] * c[j]
		}
	}
}

// slackStepConstant is what dx has for no J dq and dn, with the opposite sign, when δ changes.
func (k *frictionDisk) slackStepConstant(contact int, delta, next float64, x []float64) float64 {
	sum := 0.0
	for j, v := range x {
		sum += k.b[contact][j] * (k.f[j] + v*delta*(next-delta)/k.s)
	}
	return sum
}
