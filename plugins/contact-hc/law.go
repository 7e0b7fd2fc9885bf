package main

import (
	"math"

	"github.com/trammel-mbd/trammel/sdk"
)

// The laws have one form. For the penetration δ of two surfaces the normal force is
//
//	N = K δⁿ (1 + a δ')      never below 0
//
// The damping is 0 at first touch, other than with a dashpot, and a follows from
//
//	a = 3/2 α                    Hunt and Crossley, 1 - α v being the restitution of slow impacts
//	a = 3/4 (1 - e²)/v           Lankarani and Nikravesh, near e = 1
//	a = 8/5 (1 - e)/(e v)        Flores, Machado, Silva, Martins, for all e
//
// with the speed of approach v. K. H. Hunt and F. R. E. Crossley, Coefficient of
// restitution interpreted as damping in vibroimpact, J. Appl. Mech. 42 (1975) 440-445; H. M.
// Lankarani and P. E. Nikravesh, A contact force model with hysteresis damping for impact
// analysis of multibody systems, J. Mech. Des. 112 (1990) 369-376; P. Flores and others, On the
// continuous contact force models for soft materials in multibody dynamics, Multibody Syst.
// Dyn. 25 (2011) 357-375.
//
// For masses that nothing else pushes, m d²δ/dt² = -N is integrated once, whatever n: an approach at
// the speed v ends in a rebound at x v with
//
//	A (1 + x) = ln((1 + A)/(1 - A x)),  A = a v
//
// which the tests hold, and which reports how far x is from e: see the README.

// damping is a of a law; speed 0 means the parameter.
type damping func(c *sdk.Call, speed float64) float64

func huntCrossleyDamping(c *sdk.Call, _ float64) float64 { return 1.5 * c.Param("dissipation") }

func lankaraniDamping(c *sdk.Call, speed float64) float64 {
	e := c.Param("restitution")
	return 0.75 * (1 - e*e) / approachSpeedOrDefault(c, speed)
}

func floresDamping(c *sdk.Call, speed float64) float64 {
	e := c.Param("restitution")
	return 1.6 * (1 - e) / (e * approachSpeedOrDefault(c, speed))
}

func approachSpeedOrDefault(c *sdk.Call, speed float64) float64 {
	if speed > 0 {
		return speed
	}
	return c.Param("speed")
}

// contactPair is what the element says of the two surfaces.
type contactPair struct {
	i, j              int // markers
	radius, radius2   float64
	stiff, exponent   float64
	slide, stick      float64 // coefficients of friction
	transit, stribeck float64
}

// contactPairOfElement returns the pair of surfaces of the element, which is read in its first call.
func contactPairOfElement(c *sdk.Call) *contactPair {
	if p, ok := c.Data.(*contactPair); ok {
		return p
	}
	p := &contactPair{i: c.OwnAttributeID("i_marker_id"), j: c.OwnAttributeID("ref_marker_id"),
		radius: c.Param("radius"), radius2: c.Param("radius2"), stiff: c.Param("stiffness"), exponent: c.Param("exponent"),
		slide: c.Param("mu_dynamic"), stick: c.Param("mu_static"), transit: c.Param("transition"), stribeck: c.Param("stribeck")}
	switch {
	case p.j == 0:
		c.Abort("ref_marker_id is missing: it is the marker of the plane, whose z axis points out, or the centre of the other sphere")
	case p.stick == 0:
		p.stick = p.slide
	case p.stick < p.slide:
		c.Abort("mu_static %g must not be less than mu_dynamic %g", p.stick, p.slide)
	}
	if p.stick > 0 && p.transit == 0 {
		c.Abort("transition must be greater than 0 with friction: below it, surfaces creep")
	}
	if p.stick > p.slide && p.stribeck == 0 {
		c.Abort("stribeck must be greater than 0 where mu_static is greater than mu_dynamic")
	}
	c.Data = p
	return p
}

type vec [3]float64

func (a vec) dot(b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func (a vec) addScaled(s float64, b vec) vec {
	return vec{a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]}
}

// contactMotion is how the surfaces are and move, along J's axes.
type contactMotion struct {
	normal          vec     // from J to I
	depth, approach float64 // δ and δ'
	arm, slip       vec     // from the centre of I to the contact; velocity of I's surface there over J's
}

// queryMotion requests the motion of I as seen from J. The contact is halfway of the overlap. Motion
// within J's frame is that over J's surface, so that J's own rotation needs no term.
func (p *contactPair) queryMotion(c *sdk.Call) contactMotion {
	var g contactMotion
	var v, w vec
	if p.radius2 == 0 {
		g.normal = vec{0, 0, 1}
		g.depth = p.radius - c.SysFnc("DZ", p.i, p.j, p.j)
	} else {
		d := vec{c.SysFnc("DX", p.i, p.j, p.j), c.SysFnc("DY", p.i, p.j, p.j), c.SysFnc("DZ", p.i, p.j, p.j)}
		far := math.Sqrt(d.dot(d))
		if far == 0 && !c.IsSetup() {
			c.Abort("the centres of the spheres fall together")
		}
		g.depth = p.radius + p.radius2 - far
		if far > 0 {
			g.normal = vec{}.addScaled(1/far, d)
		}
	}
	for k, name := range [3]string{"VX", "VY", "VZ"} {
		v[k] = c.SysFnc(name, p.i, p.j, p.j, p.j)
	}
	g.approach = -v.dot(g.normal)
	if p.stick > 0 {
		for k, name := range [3]string{"WX", "WY", "WZ"} {
			w[k] = c.SysFnc(name, p.i, p.j, p.j)
		}
	}
	g.arm = vec{}.addScaled(-(p.radius - g.depth/2), g.normal)
	g.slip = v.addScaled(1, w.cross(g.arm)).addScaled(g.approach, g.normal)
	return g
}

// evalContactWrench returns force and torque on I at its centre for a damping factor. Friction is that of Coulomb
// with the coefficient μd + (μs - μd) exp(-(s/vs)²) for the slip velocity s, times tanh(s/vt):
// below the transition velocity vt it is viscous, so that a load moves surfaces that a real
// contact would hold.
func (p *contactPair) evalContactWrench(c *sdk.Call, g *contactMotion, damping float64) [6]float64 {
	n := p.stiff * math.Pow(max(g.depth, 0), p.exponent) * max(1+damping*g.approach, 0)
	f := vec{}.addScaled(n, g.normal)
	if s := math.Sqrt(g.slip.dot(g.slip)); s > 0 && p.stick > 0 {
		f = f.addScaled(-n*p.frictionCoefficient(s)/s, g.slip)
	}
	t := g.arm.cross(f)
	return [6]float64{f[0], f[1], f[2], t[0], t[1], t[2]}
}

// frictionCoefficient is the coefficient at the slip velocity s.
func (p *contactPair) frictionCoefficient(slipSpeed float64) float64 {
	mu := p.slide
	if p.stick > p.slide {
		x := slipSpeed / p.stribeck
		mu += (p.stick - p.slide) * math.Exp(-x*x)
	}
	return mu * math.Tanh(slipSpeed/p.transit)
}
