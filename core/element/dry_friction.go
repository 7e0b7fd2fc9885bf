package element

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
)

// dryFriction is dry friction in a joint without bristles: Coulomb's law as it stands. Surfaces stick, by
// rows of package system whose multipliers l, forces at the surfaces, are ‖l‖ ≤ μs N; or they slip, and the force is
//
//	-μd N u,   u the direction of the slip velocity s.
//
// N and the arms are those of lugre. In one direction u is the sign that the slip began with: the law continues smoothly beyond the
// place where the slip ends, and the run finds that place. In two or three directions s turns. With d about the
// direction of slip, p = s·d, t = s - p d and a small speed ε,
//
//	w = p̃ d + t,   u = w/‖w‖,   p̃ = (p + √(p² + 4ε²))/2,
//
// which is s/‖s‖ but for ε²/p², begins with d at s = 0, and is as smooth where p changes its sign. Partials:
//
//	∂u/∂s = (1 - u uᵀ)/‖w‖ · (1 - (1 - p̃') d dᵀ),   p̃' = (1 + p/√(p² + 4ε²))/2.
//
// Outputs: FX to TZ on I's body along the axes, of surfaces that slip; coefficients and slip velocities, six each; the force again,
// also of surfaces that stick; then system.FrictionOutputCount.
type dryFriction struct {
	*bristleFriction
	surface *system.DryFriction
	at      int // of the rub in the System
}

const (
	dryMu         = 6
	drySlip       = 12
	dryForce      = 18
	dryFrictionAt = 24
)

// slowest is the part of stiction_trans_vel that ε is.
const slowest = 1e-6

func (l *dryFriction) Outputs() int { return dryFrictionAt + system.FrictionOutputCount }

// slipDirection returns u, ‖w‖ and p̃' for slip velocities s.
func (l *dryFriction) slipDirection(s, d [3]float64) (u [3]float64, w, slope float64) {
	if l.directionCount() == 1 {
		return d, math.Inf(1), 1
	}
	p := dotProduct(s, d)
	e := slowest * l.speed
	root := math.Sqrt(p*p + 4*e*e)
	ahead := (p + root) / 2
	if p < 0 {
		ahead = 2 * e * e / (root - p)
	}
	for k := range u {
		u[k] = s[k] + (ahead-p)*d[k]
	}
	w = math.Sqrt(dotProduct(u, u))
	for k := range u {
		u[k] /= w
	}
	return u, w, (1 + p/root) / 2
}

func dotProduct(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// FirstReportedOutput returns the first output that is for events only and has no partials.
func (l *dryFriction) FirstReportedOutput() int { return dryFrictionAt }

// slipVelocities returns the slip velocities.
func (l *dryFriction) slipVelocities(in []float64) (s [3]float64) {
	for k := range l.axis {
		s[k] = l.slipVelocityAlong(k, in)
	}
	return s
}

func (l *dryFriction) Eval(out, in []float64, st *system.State) error {
	clear(out)
	if l.moving && st.IsRestAnalysis() {
		return nil
	}
	for _, p := range l.terms {
		if g := p.guide; g != nil && g.at+g.slope*in[g.in] <= 0 {
			return fmt.Errorf("%s: the parts of the guide no longer overlap", l.owner)
		}
	}
	load, s, x := l.evalNormalLoad(in), l.slipVelocities(in), st.SlipState(l.at)
	surface := out[dryFrictionAt:]
	surface[system.FrictionLoad], surface[system.FrictionBound], surface[system.FrictionSlide] = load, l.stick*load, l.slide*load
	var f [3]float64 // on I's body at the surfaces
	switch {
	case x.Stuck:
		for k := range l.axis {
			f[k] = in[l.z+k] / l.arm[k]
		}
		surface[system.FrictionForce] = math.Sqrt(dotProduct(f, f))
	case x.Dir != [3]float64{}:
		u, _, _ := l.slipDirection(s, x.Dir)
		for k, a := range l.axis {
			f[k] = -l.slide * load * u[k]
			out[a] = l.arm[k] * f[k]
		}
		surface[system.FrictionAlong] = dotProduct(s, x.Dir)
	}
	for k, a := range l.axis {
		out[drySlip+a], out[dryForce+a] = s[k], l.arm[k]*f[k]
		if load > 0 {
			out[dryMu+a] = -f[k] / load
		}
		surface[system.FrictionSlip+k], surface[system.FrictionPush+k] = s[k], f[k]
	}
	return nil
}

// Partials: of N by addNormalLoadPartials, of the direction as above. What only the run requests has none.
func (l *dryFriction) Partials(dst, dt, in, _ []float64, _ bool, st *system.State) error {
	cols := len(l.in)
	clear(dst)
	clear(dt)
	x := st.SlipState(l.at)
	if l.moving && st.IsRestAnalysis() {
		return nil
	}
	row := func(out int) []float64 { return dst[out*cols : (out+1)*cols] }
	load, s := l.evalNormalLoad(in), l.slipVelocities(in)
	u, w, slope := l.slipDirection(s, x.Dir)
	for k, a := range l.axis {
		row(drySlip + a)[k] = l.arm[k]
		force, shown, mu := row(a), row(dryForce+a), row(dryMu+a)
		switch {
		case x.Stuck:
			shown[l.z+k] = 1
			if load > 0 {
				f := in[l.z+k] / l.arm[k]
				mu[l.z+k] = -1 / (l.arm[k] * load)
				l.addNormalLoadPartials(mu, in, f/(load*load))
			}
		case x.Dir != [3]float64{}:
			if l.directionCount() > 1 {
				ud := dotProduct(u, x.Dir)
				for j := range l.axis {
					d := -u[k]*u[j] - (1-slope)*(x.Dir[k]-u[k]*ud)*x.Dir[j]
					if j == k {
						d++
					}
					mu[j] = l.slide * d / w * l.arm[j]
					force[j] = -l.arm[k] * load * mu[j]
				}
			}
			l.addNormalLoadPartials(force, in, -l.arm[k]*l.slide*u[k])
			copy(shown, force)
		}
	}
	return nil
}

// warnBristleAttrs warns of attributes that only bristles have.
func warnBristleAttrs(e *deck.Element) {
	for _, name := range [...]string{"bristle_stiffness", "max_stiction_deform", "damping_effects", "viscous_effects"} {
		if e.Has(name) {
			e.AddWarningf(name, "B189", "has no effect with method=VI: surfaces stick without bristles")
		}
	}
}

// regularizationSpeed is the scale of slip velocities: a hundredth of the size of the model in a second, or stiction_trans_vel where
// that is given and less. A fixed speed would be another one in each unit of length.
func (b *builder) regularizationSpeed(e *deck.Element, most float64) float64 {
	second := 1.0
	for _, u := range b.deck.ElementsOfKind("Param_Unit") {
		second = 1 / timeUnits[u.Enum("time_unit")]
	}
	if scale := 0.01 * b.sys.Length / second; !e.Has("stiction_trans_vel") || scale < most {
		return scale
	}
	return most
}

// addDryFriction adds rows and force of surface n of a joint.
func (b *builder) addDryFriction(e *deck.Element, l *bristleFriction, joint *deck.Element, q *slidingSurface, n int) {
	f, i, j, axes, key := b.newFrictionForce(e, joint, q, n)
	l.addInputs(joint, axes, func(_, a int) system.Call {
		comp := [6]int{2, 3, 4, 6, 7, 8}[a]
		return system.Call{Name: "rub", Args: []int{key, 0, comp, axes}}
	})
	b.setGuideOverlaps(l, i, j)
	surface, err := b.sys.NewDryFrictionRows(e.Kind, e.ID(), l.in[:l.directionCount()], l.arm, f.I, f.J)
	if err != nil {
		e.AddErrorf("joint_id", "B193", "%v", err)
		b.faults.addFaultyElement(e)
		return
	}
	l.speed = b.regularizationSpeed(e, l.speed)
	law := &dryFriction{bristleFriction: l, surface: surface}
	surface.Law = b.sys.AddLaw(system.LawSpec{Owner: e.KindID(), New: func(*system.State) (system.Law, error) { return law, nil }})
	surface.Out, surface.Slow, surface.Idle, surface.Type = dryFrictionAt, 1e-4*l.speed, l.moving, joint.Enum("type")
	law.at = b.sys.AddDryFrictionRows(surface, key)
	for _, a := range l.axis {
		f.Comp[a] = system.Output{Law: surface.Law, Out: a}
	}
	b.sys.AddForce(f)
	if len(slidingSurfaces[joint.Enum("type")]) > 1 {
		return // FRICTION is about one force
	}
	slip := system.NewUnboundValue(12)
	slip.Law, slip.Out = surface.Law, dryMu
	b.sys.RegisterValue("slip", key, slip)
	f.ReportOnly = true
	for _, a := range l.axis {
		f.Comp[a].Out = dryForce + a
	}
	b.sys.AddForce(f, "FRICTION")
}
