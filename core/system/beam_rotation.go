package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// meanRotation is a rotation φ of I from J as the mean frame, J turned by φ/2, sees it. When I turns by δψ against J, then along
// the mean frame
//
//	δφ = S δψ,                 S x = c x + κ φ (φ·x)
//	δμ = ½ (δψ - τ φ×δψ)       the turn of the mean frame from J
//
// with u = |φ|² and c = (|φ|/2)/sin(|φ|/2), κ = (1-c)/u, τ = tan(|φ|/4)/|φ|. (The tangent map of the rotation vector is
// |φ|i/(exp(|φ|i) - 1) across the axis, as a complex number, and 1 along it. Seen from the mean frame it has the factor exp(|φ|i/2), which leaves c.
// That of the half rotation gives ½ exp(-|φ|i/4)/cos(|φ|/4).)
type meanRotation struct {
	phi     spatial.Vec
	c, k, t [3]float64 // c, κ and τ with their first and second derivatives by u
}

// With q = u/4π², c = Σ 2 η(2n) qⁿ and τ = (2/π²) Σ λ(2n+2) qⁿ for |φ| < 2π, with
// η(s) = 1 - 2⁻ˢ + 3⁻ˢ - …, η(0) = ½, and λ(s) = 1 + 3⁻ˢ + 5⁻ˢ + … (partial fractions of 1/sin and tan). All coefficients are about 2 and 1.
const (
	allTerms  = 28
	fewTerms  = 10   // enough up to
	fewTermsQ = 0.02 // 50°
)

var cosecantTerms, tangentTerms = rotationSeriesCoefficients()

func rotationSeriesCoefficients() (c, t [allTerms]float64) {
	// ζ(s) = Σ k⁻ˢ up to k = N with the remainder of Euler and Maclaurin; η = (1 - 2¹⁻ˢ) ζ, λ = (1 - 2⁻ˢ) ζ.
	zeta := func(s float64) float64 {
		const n = 20
		sum := 0.0
		for k := n; k >= 1; k-- {
			sum += math.Pow(float64(k), -s)
		}
		last := math.Pow(n, -s)
		return sum + last*(n/(s-1)-0.5+s/(12*n)-s*(s+1)*(s+2)/(720*n*n*n)+s*(s+1)*(s+2)*(s+3)*(s+4)/(30240*math.Pow(n, 5)))
	}
	c[0] = 1
	for n := range allTerms {
		s := float64(2 * n)
		if n > 0 {
			c[n] = 2 * (1 - math.Pow(2, 1-s)) * zeta(s)
		}
		t[n] = 2 / (math.Pi * math.Pi) * (1 - math.Pow(2, -s-2)) * zeta(s+2)
	}
	return c, t
}

// setRotation sets φ and the functions of it for the Euler parameters e0 > 0 and e.
func (r *meanRotation) setRotation(e0 float64, e spatial.Vec) {
	n := e.Norm()
	factor := 2.0
	if n > 0 {
		factor = 2 * math.Atan2(n, e0) / n
	}
	r.phi = e.Scale(factor)
	const scale = 1 / (4 * math.Pi * math.Pi)
	q := r.phi.Dot(r.phi) * scale
	terms := allTerms
	if q < fewTermsQ {
		terms = fewTerms
	}
	r.c, r.k, r.t = [3]float64{}, [3]float64{}, [3]float64{}
	for n := terms - 1; n >= 0; n-- {
		hornerStep(&r.c, q, cosecantTerms[n])
		hornerStep(&r.t, q, tangentTerms[n])
		if n > 0 {
			hornerStep(&r.k, q, -cosecantTerms[n]*scale)
		}
	}
	for _, s := range [3]*[3]float64{&r.c, &r.k, &r.t} {
		s[1], s[2] = s[1]*scale, 2*s[2]*scale*scale
	}
}

// hornerStep multiplies a polynomial by q and adds a: value, derivative and half of the second derivative.
func hornerStep(p *[3]float64, q, a float64) {
	p[2] = p[2]*q + p[1]
	p[1] = p[1]*q + p[0]
	p[0] = p[0]*q + a
}

// multiplyTangentMap returns S x.
func (r *meanRotation) multiplyTangentMap(x spatial.Vec) spatial.Vec {
	return x.Scale(r.c[0]).AddScaled(r.k[0]*r.phi.Dot(x), r.phi)
}

// tangentMapDerivative returns δS x along δφ = h: c' u̇ x + κ' u̇ φ (φ·x) + κ (h (φ·x) + φ (h·x)) with u̇ = 2 φ·h.
func (r *meanRotation) tangentMapDerivative(h, x spatial.Vec) spatial.Vec {
	u, fx := 2*r.phi.Dot(h), r.phi.Dot(x)
	return x.Scale(r.c[1]*u).AddScaled(r.k[1]*u*fx+r.k[0]*h.Dot(x), r.phi).AddScaled(r.k[0]*fx, h)
}

// tangentMapGradient returns the gradient of x·S y by φ.
func (r *meanRotation) tangentMapGradient(x, y spatial.Vec) spatial.Vec {
	fx, fy := r.phi.Dot(x), r.phi.Dot(y)
	return r.phi.Scale(2*(r.c[1]*x.Dot(y)+r.k[1]*fx*fy)).AddScaled(r.k[0]*fx, y).AddScaled(r.k[0]*fy, x)
}

// tangentMapGradientDerivative returns the derivative of tangentMapGradient along δφ = h.
func (r *meanRotation) tangentMapGradientDerivative(h, x, y spatial.Vec) spatial.Vec {
	u, fx, fy, hx, hy, xy := 2*r.phi.Dot(h), r.phi.Dot(x), r.phi.Dot(y), h.Dot(x), h.Dot(y), x.Dot(y)
	g := r.phi.Scale(2 * (r.c[2]*u*xy + r.k[2]*u*fx*fy + r.k[1]*(hx*fy+fx*hy)))
	g = g.AddScaled(2*(r.c[1]*xy+r.k[1]*fx*fy), h)
	return g.AddScaled(r.k[1]*u*fx+r.k[0]*hx, y).AddScaled(r.k[1]*u*fy+r.k[0]*hy, x)
}

// tangentMapSecondDerivative returns the derivative of tangentMapDerivative(h, x) along δφ = z.
func (r *meanRotation) tangentMapSecondDerivative(z, h, x spatial.Vec) spatial.Vec {
	u, w, zh := 2*r.phi.Dot(h), 2*r.phi.Dot(z), 2*z.Dot(h)
	fx, hx, zx := r.phi.Dot(x), h.Dot(x), z.Dot(x)
	s := x.Scale(r.c[2]*w*u + r.c[1]*zh)
	s = s.AddScaled(r.k[2]*w*u*fx+r.k[1]*(zh*fx+u*zx+w*hx), r.phi)
	return s.AddScaled(r.k[1]*u*fx+r.k[0]*hx, z).AddScaled(r.k[1]*w*fx+r.k[0]*zx, h)
}

// meanFrameRotation returns δμ for δψ = x.
func (r *meanRotation) meanFrameRotation(x spatial.Vec) spatial.Vec {
	return x.Sub(r.phi.Cross(x).Scale(r.t[0])).Scale(0.5)
}

// meanFrameRotationDerivative returns the change of meanFrameRotation along δφ = h.
func (r *meanRotation) meanFrameRotationDerivative(h, x spatial.Vec) spatial.Vec {
	return r.phi.Cross(x).Scale(r.t[1]*2*r.phi.Dot(h)).AddScaled(r.t[0], h.Cross(x)).Scale(-0.5)
}

// meanFrameRotationTransposed returns the y with y·δψ = x·δμ: ½ (x - τ x×φ).
func (r *meanRotation) meanFrameRotationTransposed(x spatial.Vec) spatial.Vec {
	return x.AddScaled(r.t[0], r.phi.Cross(x)).Scale(0.5)
}

// meanFrameRotationTransposedDerivative returns the change of meanFrameRotationTransposed along δφ = h.
func (r *meanRotation) meanFrameRotationTransposedDerivative(h, x spatial.Vec) spatial.Vec {
	return r.meanFrameRotationDerivative(h, x).Neg()
}
