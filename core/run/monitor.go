package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
)

// resultMonitor watches a run for results that are likely to be wrong though every step met its
// tolerance. Each finding is one warning of the run.
type resultMonitor struct {
	energy energyBalance
	// unbalanced leaves the balance of energy away: inputs from outside do work.
	unbalanced bool
	vibration  vibrationMonitor
	strokes    contactMonitor
	deepest    float64 // penetration of a rigid contact that was warned of
	stability  stabilityMonitor
	sampling   accelerationSampler
	violation  float64 // largest error of a row of a constraint in results
}

// resetForAnalysis restarts where an analysis of motion begins.
func (m *resultMonitor) resetForAnalysis(r *runner) {
	m.energy.beginBalance(r)
	m.vibration.resetAtPoint(r.state, r.point)
}

// checkStep takes note of the step that ended at now. The non-smooth method has impacts in its
// steps: its speeds may change in any way.
func (m *resultMonitor) checkStep(r *runner, now *integrate.Point) error {
	if !r.stepper.isNonsmooth() {
		if !m.vibration.started {
			m.vibration.resetAtPoint(r.state, now)
		}
		m.vibration.observeStep(now, r.stepper.method.Stats().H, math.Max(m.energy.largest, m.energyRoundingLevel(r.model.System)))
	}
	if err := m.energy.addStep(r, now); err != nil {
		return err
	}
	if !m.energy.undefinable {
		m.strokes.observeStep(r, now, math.Max(m.energy.largest, m.energyRoundingLevel(r.model.System)))
	}
	m.stability.observeStep(r, now)
	m.sampling.sampleAccelerationsInStep(r, now)
	return nil
}

// warnFindings warns of what has been found up to the end of an analysis.
func (m *resultMonitor) warnFindings(r *runner) {
	m.warnEnergyImbalance(r)
	m.warnUnresolvedContacts(r)
	m.stability.warnStabilityLimit(r)
	m.sampling.warnUnresolvedAccelerations(r)
	m.vibration.warnVibration(r)
	m.warnConstraintViolation(r)
}

// vibrationMonitor searches for vibrations that the steps do not resolve.
type vibrationMonitor struct {
	// Of the speeds at accepted steps: the last values and changes, and how often in a row a change
	// had the opposite sign of the one before.
	speed, change []float64
	inertia       []float64 // mass or largest moment of inertia that goes with each speed
	alternations  []int
	started       bool
	since, width  float64 // time at which the alternations began that count, and the largest step in them
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

// resetAtPoint restarts at p, a point of s: speeds may have jumped since the last step.
func (m *vibrationMonitor) resetAtPoint(s *system.State, p *integrate.Point) {
	if n := len(p.V); !m.started || len(m.speed) != n {
		*m = vibrationMonitor{speed: make([]float64, n), change: make([]float64, n), alternations: make([]int, n), ringing: -1, started: true}
		m.inertia = s.LargestInertiaPerSpeed()
	}
	copy(m.speed, p.V)
	clear(m.change)
	clear(m.alternations)
}

// observeStep takes note of an accepted step of length h; energy is the largest energy so far.
func (m *vibrationMonitor) observeStep(p *integrate.Point, h, energy float64) {
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

// warnVibration warns of a vibration, if one was found.
func (m *vibrationMonitor) warnVibration(r *runner) {
	if m.ringing < 0 {
		return
	}
	r.rec.warn("a vibration of %s is not resolved: from time %.4g on its speed changes direction at every step of %.3g; %s",
		r.unknownName(integrate.Speed, m.ringing), m.since, m.width, r.settings.withExplicitRemedy(fmt.Sprintf("h_max below %.2g resolves it, or damping removes it", m.width/4)))
	r.rec.countFinding(func(f *Findings) { f.UnresolvedVibration++ })
	m.ringing = -1
}

// warnConstraintViolation warns of results that violate constraints.
func (m *resultMonitor) warnConstraintViolation(r *runner) {
	if tol := r.rowTolerance(); m.violation > math.Max(violationOfTol*tol, violationOfSize*r.model.System.Length) {
		r.rec.warn("constraints are violated by up to %.3g in the results, the tolerance being %.3g: a smaller h_max or integr_tol helps", m.violation, tol)
		r.rec.countFinding(func(f *Findings) { f.ViolatedConstraints++ })
	}
}

// warnEnergyImbalance warns of a balance that does not close.
func (m *resultMonitor) warnEnergyImbalance(r *runner) {
	part, at := m.energy.relativeImbalance(m.energyRoundingLevel(r.model.System))
	if !(part > driftLimit) {
		return
	}
	r.rec.countFinding(func(f *Findings) { f.OpenBalances++ })
	r.rec.warn("the energy balance does not close: %.2g of the largest energy is unaccounted for, most of it near time %.4g (%s); the results may be wrong: %s",
		part, at, r.model.System.Bodies[m.energy.where].String(), r.settings.withExplicitRemedy("a smaller integr_tol or h_max shows whether they change"))
}

// withExplicitRemedy adds the remedy for explicit methods, which stiffness makes noisy, to a general one.
func (s *settings) withExplicitRemedy(remedy string) string {
	if t := &s.transient; traits.TraitsByIntegratorName(t.Integrator).Stability > 0 {
		return remedy + "; " + t.Integrator + " is not for stiff models, " + traits.StiffIntegratorNames() + " are"
	}
	return remedy
}

// energyRoundingLevel is the energy below which the balance is rounding: of the mass moved by 1e-6 of the
// model's size within the analysis, and lifted by 1e-9 of it.
func (m *resultMonitor) energyRoundingLevel(sys *system.System) float64 {
	mass := 0.0
	for i := range sys.Bodies {
		mass += sys.Bodies[i].Mass
	}
	for i := range sys.Flex {
		mass += sys.Flex[i].Mass
	}
	v := 1e-6 * sys.Length / math.Max(m.energy.t-m.energy.start, math.SmallestNonzeroFloat64)
	return mass * (v*v/2 + 1e-9*sys.Gravity.Norm()*sys.Length)
}

// warnCoarseSteps warns where constant steps of the integrator of that name were too long for the tolerance.
func warnCoarseSteps(rec *reporter, name string, st *integrate.Stats) {
	if st.Starting {
		rec.warn("%s did not come to its constant steps before the analysis ended: all steps are those of %s, with which it starts and which controls them; h_max has to be shorter", name, traits.TraitsByIntegratorName(name).Starter)
	}
	if st.ExceedingSteps > 0 {
		rec.countFinding(func(f *Findings) { f.CoarseSteps += st.ExceedingSteps })
		rec.warn("%d constant steps have a local error above integr_tol, the largest %.3g times as much at time %g: a shorter h_max, or an integrator that controls its steps, is more accurate", st.ExceedingSteps, st.Worst, st.WorstT)
	}
}
