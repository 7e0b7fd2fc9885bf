package system

import "math"

// NormalForce is the law of a contact's normal force, which pushes apart: its
// value at a gap (negative: penetration) and the rate of the gap, and its
// partials with respect to both. It is asked in penetration only.
type NormalForce interface {
	Force(gap, rate float64) (n, byGap, byRate float64)
}

// Impact is the law of the function IMPACT with the gap as x and 0 as x1: with the
// penetration δ = -gap
//
//	N = max(0, K δ^E - C gap' STEP(δ, 0, 0, D, 1)),
//
// so that damping comes in over the depth D, at once where D is 0.
type Impact struct{ K, E, C, D float64 }

func (i *Impact) Force(gap, rate float64) (n, byGap, byRate float64) {
	depth := -gap
	s, ds := 1.0, 0.0
	if i.D > 0 {
		s, ds = blend(depth, 0, 0, i.D, 1)
	}
	n = i.K*math.Pow(depth, i.E) - i.C*rate*s
	if n <= 0 {
		return 0, 0, 0
	}
	return n, -i.K*i.E*math.Pow(depth, i.E-1) + i.C*rate*ds, -i.C * s
}

// Poisson is a penalty P with restitution: with δ = -gap
//
//	N = P δ STEP(gap', -V, 1, V, E²).
//
// It gives back the part E² of the work that was done against it, so that the
// normal speeds after and before an impact are in the ratio E, but for what passes
// while they are less than V.
type Poisson struct{ P, E, V float64 }

func (p *Poisson) Force(gap, rate float64) (n, byGap, byRate float64) {
	s, ds := blend(rate, -p.V, 1, p.V, p.E*p.E)
	return -p.P * gap * s, -p.P * s, -p.P * gap * ds
}

// Coulomb is friction with a coefficient that depends on the slip speed s,
//
//	STEP(s, 0, 0, Stick, Static)             up to Stick,
//	STEP(s, Stick, Static, Slide, Dynamic)   from there on.
//
// With Stick 0 the coefficient is STEP(s, 0, 0, Slide, Dynamic).
type Coulomb struct{ Static, Dynamic, Stick, Slide float64 }

// coefficient returns the coefficient and its derivative.
func (c *Coulomb) coefficient(s float64) (mu, dmu float64) {
	if s < c.Stick {
		return blend(s, 0, 0, c.Stick, c.Static)
	}
	at := c.Static
	if c.Stick == 0 {
		at = 0
	}
	return blend(s, c.Stick, at, c.Slide, c.Dynamic)
}

// force returns the friction -μ(s) N u/s at the slip velocity u, its partial with
// respect to N and the one with respect to u,
//
//	-N (ψ 1 + ψ'/s u uᵀ) with ψ = μ/s.
//
// At rest all are zero: the coefficient begins with the square of s.
func (c *Coulomb) force(n float64, u vec) (f, byN vec, byU mat) {
	s := u.Norm()
	if s == 0 {
		return
	}
	mu, dmu := c.coefficient(s)
	psi := mu / s
	d := (dmu - psi) / s // ψ'
	byN = u.Scale(-psi)
	byU = mat{
		A: u.Scale(d * u.X / s).Add(vec{X: psi}).Scale(-n),
		B: u.Scale(d * u.Y / s).Add(vec{Y: psi}).Scale(-n),
		C: u.Scale(d * u.Z / s).Add(vec{Z: psi}).Scale(-n),
	}
	return byN.Scale(n), byN, byU
}

// blend is STEP(x, x0, h0, x1, h1) and its derivative.
func blend(x, x0, h0, x1, h1 float64) (v, d float64) {
	switch {
	case x <= x0:
		return h0, 0
	case x >= x1:
		return h1, 0
	}
	t := (x - x0) / (x1 - x0)
	return h0 + (h1-h0)*t*t*(3-2*t), (h1 - h0) * 6 * t * (1 - t) / (x1 - x0)
}
