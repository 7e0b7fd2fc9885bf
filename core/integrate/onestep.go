package integrate

import "github.com/trammel-mbd/trammel/core/integrate/traits"

// A model counts as stiff after stiffSteps steps in a row of dopri5 of which h times an eigenvalue is stiffLimit at least: the region of stability
// ends at 3.3 on the negative axis. gentleSteps others in a row begin the count again (Hairer and Wanner, IV.2, have 15 and 6, too).
const (
	stiffLimit  = 3
	stiffSteps  = 15
	gentleSteps = 6
)

// fineOneStep is the tolerance, in parts of the length, from which on eighth order needs fewer evaluations than fifth.
const fineOneStep = 1e-6

// oneStepMethod is for a Problem that changes again and again, at the inputs of a controller: its methods need no history, and keep their step
// where the Problem changes. It is dopri5, or DOP853 where many digits are wanted, and RADAU from where the model turns out to be stiff.
type oneStepMethod struct {
	Method
	p             Problem
	opt           Options
	stiff, gentle int
}

// NewOneStepMethod returns a method for problems that change at short intervals, from which it begins without a small first step.
func NewOneStepMethod() Method { return new(oneStepMethod) }

// IsOneStepMethod reports whether m is a method of NewOneStepMethod, whose NotifyProblemChanged keeps the step.
func IsOneStepMethod(m Method) bool { _, ok := m.(*oneStepMethod); return ok }

// AreStepEndsConsistent reports that positions and speeds of Now are on the rows, and accelerations and multipliers solve their equations as exactly as
// those of ProjectAndSolveReportPoint.
func AreStepEndsConsistent(m Method) bool {
	o, ok := m.(*oneStepMethod)
	if !ok {
		return false
	}
	d, ok := o.Method.(*dopri5)
	return ok && d.exact && !d.cut && !d.resume && !d.restart
}

func (o *oneStepMethod) Init(p Problem, start *Point, opt *Options) error {
	*o = oneStepMethod{Method: new(dopri5), p: p, opt: *opt}
	if l := max(opt.Length, 1); opt.Tol > 0 && opt.Tol < fineOneStep*l {
		o.Method = new(dop853)
	}
	return o.Method.Init(p, start, opt)
}

func (o *oneStepMethod) Step(limit float64) error {
	switch m := o.Method.(type) {
	case *dopri5:
		if o.stiff >= stiffSteps && !m.pass.on {
			if err := o.changeToRadau(m); err != nil {
				return err
			}
			return o.Step(limit)
		}
		err := m.Step(limit)
		o.countStabilityLimitedSteps(m)
		return err
	case *radau:
		return stepAfterRestart(&m.stepControl, m.beginAtNow, m, limit)
	case *dop853:
		return stepAfterRestart(&m.stepControl, func() error {
			err := m.initFirstStepAndStartAccelerations()
			m.storeStageRates(0, m.now)
			return err
		}, m, limit)
	}
	return o.Method.Step(limit)
}

// stepAfterRestart takes a step of m, whose stepControl is c and which restart begins again; after NotifyProblemChanged it keeps the length of its step.
func stepAfterRestart(c *stepControl, restart func() error, m Method, limit float64) error {
	if c.restart && c.stats.Steps > 0 {
		h := c.h
		if err := restart(); err != nil {
			return err
		}
		c.h = max(c.h, h)
	}
	return m.Step(limit)
}

// countStabilityLimitedSteps counts steps that are held by stability.
func (o *oneStepMethod) countStabilityLimitedSteps(m *dopri5) {
	if m.stiffness >= stiffLimit {
		o.stiff++
		o.gentle = 0
	} else if o.gentle++; o.gentle >= gentleSteps {
		o.stiff = 0
	}
}

// changeToRadau continues with RADAU from where m is.
func (o *oneStepMethod) changeToRadau(m *dopri5) error {
	opt, stats := o.opt, m.stats
	to := new(radau)
	if err := to.Init(o.p, m.now, &opt); err != nil {
		return err
	}
	stats.Changed = &MethodChange{T: m.now.T, To: traits.RADAU, Why: "its steps are held by stability: the model is stiff"}
	to.stats, to.speedsUntil, to.restart = stats, m.speedsUntil, true
	to.wt.inheritWeightsFrom(m.wt, to.n, to.now, &to.opt)
	o.Method = to
	return nil
}

// IncludeSpeedsInErrorTest has speeds in the error test of steps up to the time until.
func (o *oneStepMethod) IncludeSpeedsInErrorTest(until float64) {
	o.Method.(SpeedTester).IncludeSpeedsInErrorTest(until)
}
