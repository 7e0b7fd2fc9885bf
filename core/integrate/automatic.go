package integrate

import (
	"errors"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// A model counts as stiff after lowSteps steps in a row whose Adams formulas have an order of lowOrder at most and an error of leastShown
// tolerances at least: formulas of low order have the larger regions of stability. This is the test of L. F. Shampine and M. K. Gordon,
// Computer Solution of Ordinary Differential Equations, Freeman 1975, who have order 4; order 6 is by measurement on examples/corpus.
const (
	lowOrder   = 6
	lowSteps   = 50
	leastShown = 0.01
)

// Fast vibrations of small amplitude, which Adams formulas have to resolve and BDF damps, do not lower the order. So MSTIFF is tried after
// firstTrial steps of ABAM, later after twice as many each time. It stays if trialSteps of its steps, behind trialStart ones, need fewer
// evaluations in a unit of time than the last steps of ABAM did. It has no chance where these have more than farPart of the longest step.
const (
	firstTrial = 2000
	trialStart = 50
	trialSteps = 100
	farPart    = 0.4
)

func init() { registerMethod(traits.AUTO, func() Method { return new(automaticMethod) }) }

// automaticMethod is ABAM, whose steps need less than half of the evaluations of MSTIFF, and MSTIFF from where the model turns out to be stiff or ABAM
// needs more evaluations. Where a step of ABAM fails the run ends: from so near to a pole MSTIFF would step over it.
type automaticMethod struct {
	Method
	p     Problem
	opt   Options
	low   int          // steps in a row that count towards lowSteps
	span  int          // steps of ABAM between trials
	next  int          // steps at which the next trial begins, or the one under way ends
	trial bool         // MSTIFF is tried
	from  methodEffort // where the steps begin that are compared
	rate  float64      // evaluations of ABAM in a unit of time
	begun float64      // time at which MSTIFF began
}

// methodEffort is what a method has needed up to a time.
type methodEffort struct {
	t           float64
	evaluations int
}

func (c *stepControl) effortSoFar() methodEffort { return methodEffort{c.now.T, c.stats.Evaluations} }

// evaluationRateUntil returns the evaluations in a unit of time from one point to another.
func (e methodEffort) evaluationRateUntil(later methodEffort) float64 {
	return float64(later.evaluations-e.evaluations) / (later.t - e.t)
}

func (a *automaticMethod) Init(p Problem, start *Point, opt *Options) error {
	*a = automaticMethod{Method: new(abam), p: p, opt: *opt, span: firstTrial, next: firstTrial}
	return a.Method.Init(p, start, opt)
}

func (a *automaticMethod) Step(limit float64) error {
	if err := a.changeMethodIfDue(); err != nil {
		return err
	}
	err := a.Method.Step(limit)
	switch m := a.Method.(type) {
	case *abam:
		a.countLowOrderSteps(m)
	case *mstiff:
		if a.trial && isConvergenceError(err) {
			if err := a.returnToAdams(m); err != nil {
				return err
			}
			return a.Step(limit)
		}
	}
	return err
}

// isConvergenceError reports whether err is one of a step that could not be completed.
func isConvergenceError(err error) bool {
	var c *ConvergenceError
	return errors.As(err, &c)
}

// countLowOrderSteps counts steps in a row that are of low order though nothing but an error or stability bounds them.
func (a *automaticMethod) countLowOrderSteps(m *abam) {
	switch {
	case m.kUsed > lowOrder:
		a.low = 0
	case m.hUsed < 0.99*m.opt.HMax && m.lastErr > leastShown:
		a.low++
	}
}

// changeMethodIfDue changes the method between steps where another one is due.
func (a *automaticMethod) changeMethodIfDue() error {
	switch m := a.Method.(type) {
	case *abam:
		return a.changeToBDFIfStiff(m)
	case *mstiff:
		if a.trial {
			return a.endBDFTrialIfDue(m)
		}
	}
	return nil
}

// changeToBDFIfStiff changes to MSTIFF where the model is stiff or a trial begins.
func (a *automaticMethod) changeToBDFIfStiff(m *abam) error {
	steps := m.stats.Steps
	if steps == a.next-trialSteps {
		a.from = m.effortSoFar()
	}
	switch {
	case m.pass.on:
	case a.low >= lowSteps:
		if err := a.changeToBDF(m); err != nil {
			return err
		}
		a.recordChangeToBDF("its steps are held by stability: the model is stiff")
	case steps < a.next:
	case m.hUsed < farPart*m.opt.HMax:
		a.rate = a.from.evaluationRateUntil(m.effortSoFar())
		a.trial, a.next = true, steps+trialStart+trialSteps
		return a.changeToBDF(m)
	default:
		a.next = steps + trialSteps
		a.from = m.effortSoFar()
	}
	return nil
}

// endBDFTrialIfDue ends a trial of m that has taken its steps.
func (a *automaticMethod) endBDFTrialIfDue(m *mstiff) error {
	steps := m.stats.Steps
	if steps == a.next-trialSteps {
		a.from = m.effortSoFar()
	}
	if steps < a.next || m.pass.on {
		return nil
	}
	if a.from.evaluationRateUntil(m.effortSoFar()) > a.rate {
		return a.returnToAdams(m)
	}
	a.trial = false
	a.recordChangeToBDF("it needs more evaluations")
	return nil
}

// recordChangeToBDF reports that MSTIFF is the method from where it began; reason is what ABAM did not do well.
func (a *automaticMethod) recordChangeToBDF(reason string) {
	a.Stats().Changed = &MethodChange{T: a.begun, To: traits.MSTIFF, Why: reason}
}

// returnToAdams ends the trial of m.
func (a *automaticMethod) returnToAdams(m *mstiff) error {
	a.trial, a.low = false, 0
	a.span *= 2
	a.next = m.stats.Steps + a.span
	to := new(abam)
	return a.changeMethod(to, &to.stepControl, &m.stepControl)
}

// changeToBDF changes from m to MSTIFF.
func (a *automaticMethod) changeToBDF(m *abam) error {
	a.begun = m.now.T
	to := new(mstiff)
	return a.changeMethod(to, &to.stepControl, &m.stepControl)
}

// changeMethod continues with m, whose stepControl is c, from where old is.
func (a *automaticMethod) changeMethod(m Method, c, old *stepControl) error {
	o, stats := a.opt, old.stats
	if old.hUsed > 0 {
		o.H0 = old.hUsed
	}
	if err := m.Init(a.p, old.now, &o); err != nil {
		return err
	}
	c.stats, c.h0, c.speedsUntil = stats, a.opt.H0, old.speedsUntil
	c.wt.inheritWeightsFrom(old.wt, c.n, c.now, &c.opt)
	a.Method = m
	return nil
}

// IncludeSpeedsInErrorTest has speeds in the error test of steps up to the time until.
func (a *automaticMethod) IncludeSpeedsInErrorTest(until float64) {
	a.Method.(SpeedTester).IncludeSpeedsInErrorTest(until)
}
