package element

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/system"
)

// bristleFriction is dry friction in a joint by bristles (Canudas de Wit and others, A new
// model for control of systems with friction, 1995). For the slip velocity s of the
// surfaces, a vector of one to three entries of which V is the magnitude, and the
// bending z of the bristles
//
//	g  = μd + (μs - μd) exp(-(V/vs)²)      coefficient when the slip is steady
//	z' = s - σ0 V z/g
//	μ  = σ0 z + σ1 z' + σ2 s                coefficient along each entry
//
// and the force against the slip is μ N. Several entries share V, so that friction
// is against the direction of slip. N is a sum of what presses the surfaces, which
// are reactions of the joint: load.
type bristleFriction struct {
	stick, slide, speed float64 // μs, μd, vs
	stiff, damp, thick  float64 // σ0, σ1, σ2

	owner  string
	moving bool      // there is no friction in analyses of rest
	axis   []int     // of the entries: 0 to 2 translation along x y z, 3 to 5 rotation
	arm    []float64 // slip velocity by rate of the joint
	terms  []normalLoadTerm
	fixed  float64 // normal load that does not depend on the motion

	in []system.Call // rates, bristles, then the joint's reactions Fx to Tz
	z  int           // place of the bristles in in
	r  int           // of the reactions
}

// normalLoadTerm is a part of the normal load: by times the magnitude of some of the
// joint's reactions, over the overlap of a guide where that changes.
type normalLoadTerm struct {
	of    []int // 0 to 5: Fx to Tz along the axes of the law
	by    float64
	guide *overlap
}

// overlap of a guide: at + slope d for the displacement d, an input of the law.
type overlap struct {
	at, slope float64
	in        int
}

// evalLoadFactor returns by, over the overlap, and slope, its derivative by the displacement.
func (p *normalLoadTerm) evalLoadFactor(in []float64) (factor, slope float64) {
	if p.guide == nil {
		return p.by, 0
	}
	x := p.guide.at + p.guide.slope*in[p.guide.in]
	return p.by / x, -p.by * p.guide.slope / (x * x)
}

func (l *bristleFriction) directionCount() int   { return len(l.axis) }
func (l *bristleFriction) Outputs() int          { return l.directionCount() + 6 + 12 }
func (l *bristleFriction) Inputs() []system.Call { return l.in }

// reactionMagnitude returns the magnitude of the reactions that press.
func (p *normalLoadTerm) reactionMagnitude(r []float64) float64 {
	sum := 0.0
	for _, k := range p.of {
		sum += r[k] * r[k]
	}
	return math.Sqrt(sum)
}

// evalNormalLoad returns N.
func (l *bristleFriction) evalNormalLoad(in []float64) float64 {
	n := l.fixed
	for k := range l.terms {
		by, _ := l.terms[k].evalLoadFactor(in)
		n += by * l.terms[k].reactionMagnitude(in[l.r:])
	}
	return n
}

// slipVelocityAlong returns entry k of s.
func (l *bristleFriction) slipVelocityAlong(k int, in []float64) float64 { return l.arm[k] * in[k] }

// evalBristleDecayRate returns V, σ0 V/g and the derivative of the latter by V.
func (l *bristleFriction) evalBristleDecayRate(in []float64) (slipSpeed, decayRate, slopeOfRate float64) {
	for k := range l.axis {
		slipSpeed = math.Hypot(slipSpeed, l.slipVelocityAlong(k, in))
	}
	x := slipSpeed / l.speed
	e := (l.stick - l.slide) * math.Exp(-x*x)
	g := l.slide + e
	return slipSpeed, l.stiff * slipSpeed / g, l.stiff * (g + 2*x*x*e) / (g * g)
}

func (l *bristleFriction) Eval(out, in []float64, s *system.State) error {
	n := l.directionCount()
	if l.moving && s.IsRestAnalysis() {
		clear(out)
		return nil
	}
	for _, p := range l.terms {
		if g := p.guide; g != nil && g.at+g.slope*in[g.in] <= 0 {
			return fmt.Errorf("%s: the parts of the guide no longer overlap", l.owner)
		}
	}
	clear(out)
	load := l.evalNormalLoad(in)
	_, rate, _ := l.evalBristleDecayRate(in)
	force, coefficient, velocity := out[n:n+6], out[n+6:n+12], out[n+12:n+18]
	for k, a := range l.axis {
		s, z := l.slipVelocityAlong(k, in), in[l.z+k]
		out[k] = s - rate*z
		mu := l.stiff*z + l.damp*out[k] + l.thick*s
		force[a], coefficient[a], velocity[a] = -l.arm[k]*mu*load, mu, s
	}
	return nil
}

// Partials: with R = σ0 V/g, ∂z'k/∂sj = δkj - R' zk sj/V and ∂z'k/∂zk = -R; the force
// follows by the chain rule.
func (l *bristleFriction) Partials(dst, dt, in, _ []float64, _ bool, st *system.State) error {
	n, cols := l.directionCount(), len(l.in)
	clear(dst)
	clear(dt)
	if l.moving && st.IsRestAnalysis() {
		return nil
	}
	load := l.evalNormalLoad(in)
	v, rate, slope := l.evalBristleDecayRate(in)
	for k, a := range l.axis {
		z, arm := in[l.z+k], l.arm[k]
		row := func(out int) []float64 { return dst[out*cols : (out+1)*cols] }
		dz, force, mu, slip := row(k), row(n+a), row(n+6+a), row(n+12+a)
		for j := range l.axis {
			if v > 0 {
				dz[j] = -slope * z * l.slipVelocityAlong(j, in) / v * l.arm[j]
			}
		}
		dz[k] += arm
		dz[l.z+k] = -rate
		slip[k] = arm
		for j := range l.z + n {
			mu[j] = l.damp * dz[j]
		}
		mu[k] += l.thick * arm
		mu[l.z+k] += l.stiff
		for j := range l.z + n {
			force[j] = -arm * load * mu[j]
		}
		s := l.slipVelocityAlong(k, in)
		l.addNormalLoadPartials(force, in, -arm*(l.stiff*z+l.damp*(s-rate*z)+l.thick*s))
	}
	return nil
}

// addNormalLoadPartials adds factor times the partials of N with respect to the reactions. A
// magnitude at zero has none.
func (l *bristleFriction) addNormalLoadPartials(dst, in []float64, factor float64) {
	r := in[l.r:]
	for k := range l.terms {
		p := &l.terms[k]
		m := p.reactionMagnitude(r)
		if m == 0 {
			continue
		}
		share, slope := p.evalLoadFactor(in)
		for _, c := range p.of {
			dst[l.r+c] += factor * share * r[c] / m
		}
		if p.guide != nil {
			dst[p.guide.in] += factor * slope * m
		}
	}
}
