package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// monitor watches a run for results that are likely to be wrong though every step met its
// tolerance: an energy balance that does not close, constraints that are not kept, vibration
// that the steps do not resolve. Each finding is one warning of the run.
type monitor struct {
	// Of the speeds at accepted steps: the last values and changes, and how often in a row a change
	// had the opposite sign of the one before.
	speed, change []float64
	inertia       []float64 // mass or largest moment of inertia that goes with each speed
	alternations  []int
	started       bool
	since, width  float64 // time at which the alternations began that count, and the largest step in them
	deepest       float64 // penetration that was warned of
	ringing       int     // index of a speed that alternates, -1 for none
}

// Limits of the monitor.
const (
	// driftLimit is what the energy balance may be off by, relative to the largest energy. Runs that are right to 1e-3 stay below 1e-3 or so.
	driftLimit = 1e-2
	// violationOfSize and violationOfTol bound errors of constraint rows in results, relative to the
	// model's size and to the tolerance of rows.
	violationOfSize = 1e-5
	violationOfTol  = 1e3
	// A vibration whose period is resolved by four steps or more never changes its speed in
	// alternating directions more than twice in a row.
	ringingSteps  = 6
	ringingEnergy = 1e-4 // of the largest energy: vibrations with less are not counted
)

// begin restarts at p, a point of s: speeds may have jumped since the last step.
func (m *monitor) begin(s *system.State, p *integrate.Point) {
	if n := len(p.V); !m.started || len(m.speed) != n {
		*m = monitor{speed: make([]float64, n), change: make([]float64, n), alternations: make([]int, n), ringing: -1, started: true}
		m.inertia = s.SpeedInertias()
	}
	copy(m.speed, p.V)
	clear(m.change)
	clear(m.alternations)
}

// observe takes note of an accepted step of length h; energy is the largest energy so far.
func (m *monitor) observe(p *integrate.Point, h, energy float64) {
	for i, v := range p.V {
		d := v - m.speed[i]
		// The amplitude is half the change from one extreme to the other.
		if a := math.Min(math.Abs(d), math.Abs(m.change[i])) / 2; d*m.change[i] < 0 && m.inertia[i]*a*a/2 > ringingEnergy*energy {
			m.alternations[i]++
			if m.ringing < 0 && m.alternations[i] >= ringingSteps {
				m.ringing, m.since, m.width = i, p.T-ringingSteps*h, h
			}
		} else {
			m.alternations[i] = 0
		}
		m.speed[i], m.change[i] = v, d
	}
}

// monitorStep lets the monitor see an accepted step. The non-smooth method has impacts in its
// steps: its speeds may change in any way.
func (r *runner) monitorStep(now *integrate.Point) {
	if r.nonsmooth() {
		return
	}
	if !r.monitor.started {
		r.monitor.begin(r.state, now)
	}
	r.monitor.observe(now, r.method.Stats().H, math.Max(r.energy.largest, r.energyFloor()))
}

// reportFindings warns of what the monitor and the energy balance have found up to the end of an analysis.
func (r *runner) reportFindings() {
	r.judgeEnergy()
	r.judgeContacts()
	r.judgeStability()
	if m := &r.monitor; m.ringing >= 0 {
		r.warn("a vibration of %s is not resolved: from time %.4g on its speed changes direction at every step of %.3g; %s",
			r.name(integrate.Speed, m.ringing), m.since, m.width, r.withExplicitRemedy(fmt.Sprintf("h_max below %.2g resolves it, or damping removes it", m.width/4)))
		r.countFinding(func(f *Findings) { f.UnresolvedVibration++ })
		m.ringing = -1
	}
	if tol := r.rowTol(); r.violated > math.Max(violationOfTol*tol, violationOfSize*r.model.System.Length) {
		r.warn("constraints are violated by up to %.3g in the results, the tolerance being %.3g: a smaller h_max or integr_tol helps", r.violated, tol)
		r.countFinding(func(f *Findings) { f.ViolatedConstraints++ })
	}
}

func (r *runner) judgeEnergy() {
	part, at := r.energy.imbalance(r.energyFloor())
	if !(part > driftLimit) {
		return
	}
	r.countFinding(func(f *Findings) { f.OpenBalances++ })
	r.warn("the energy balance does not close: %.2g of the largest energy is unaccounted for, most of it near time %.4g (%s); the results may be wrong: %s",
		part, at, r.model.System.Bodies[r.energy.where].String(), r.withExplicitRemedy("a smaller integr_tol or h_max shows whether they change"))
}

// withExplicitRemedy adds the remedy for explicit methods, which stiffness makes noisy, to a general one.
func (r *runner) withExplicitRemedy(remedy string) string {
	if t := &r.tuning; integrate.TraitsOf(t.Integrator).Stability > 0 {
		return remedy + "; " + t.Integrator + " is not for stiff models, DSTIFF and RADAU are"
	}
	return remedy
}

// energyFloor is the energy below which the balance is rounding: of the mass moved by 1e-6 of the
// model's size within the analysis, and lifted by 1e-9 of it.
func (r *runner) energyFloor() float64 {
	sys := r.model.System
	mass := 0.0
	for i := range sys.Bodies {
		mass += sys.Bodies[i].Mass
	}
	v := 1e-6 * sys.Length / math.Max(r.energy.t-r.energy.start, math.SmallestNonzeroFloat64)
	return mass * (v*v/2 + 1e-9*sys.Gravity.Norm()*sys.Length)
}
