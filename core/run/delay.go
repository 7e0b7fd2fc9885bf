package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// Steps of a model with DELAY are no longer than its shortest constant lag, so that what laws request has
// happened, and end where breaks of signals arrive.

// delayPolynomialDegree is the degree of the polynomials that keep signals over a step: that of the method's
// interpolant or more.
func (s *solution) delayPolynomialDegree() int {
	return traits.TraitsByIntegratorName(s.settings.transient.Integrator).Interpolant
}

// beginDelayHistories begins the histories of delays where an analysis begins, or continues with them: jumps may arrive.
func (s *solution) beginDelayHistories() error {
	if !s.state.HasDelays() {
		return nil
	}
	if err := s.state.BeginDelayHistories(s.point); err != nil {
		return err
	}
	return s.solveAccelerations(s.point)
}

// scheduleDelayLookups has DELAYs that only results need evaluated at the times that the rows of out request, in an analysis after
// which nothing comes and of which no event writes a row, begins another timetable or changes the model. The interior of
// other steps is not needed then.
func (s *stepper) scheduleDelayLookups(out *timetable, o *integrate.Options) {
	if !s.r.state.HasDelays() {
		return
	}
	rows := out.n
	if out.increment > 0 || s.r.remaining > 0 || s.r.driver != nil || len(s.events.list) > 0 || s.r.settings.transient.IsNonSmooth() {
		rows = 0
	}
	if s.r.state.ScheduleDelaysForResultRows(rows, out.outputTime) && !s.r.state.EquationsHaveDelays() && !s.events.hasEvents() {
		o.FindEvent, o.Within = nil, s.r.state.ResultRowsNeedDelayValuesWithin
	}
}

// recordDelayHistories takes the part of the step under way, or just accepted, up to t into the histories of delays. Where a
// jump arrives at its end, the method restarts.
func (s *stepper) recordDelayHistories(t float64) error {
	if !s.r.state.HasDelays() {
		return nil
	}
	exact := s.setSolutionWithRates
	if s.isNonsmooth() {
		exact = s.method.InterpolateAt
	}
	jump, broken, err := s.r.state.AppendStepToDelayHistories(t, s.r.delayPolynomialDegree(), s.r.settings.transient.AbsTol(), s.method.InterpolateAt, exact)
	if jump || broken && s.r.settings.transient.IsFixedStepImplicit() { // which no error reports
		s.method.NotifyProblemChanged()
	}
	return err
}

// setSolutionWithRates sets p to the solution at t with accelerations and multipliers solved for, as in results, where they can be.
func (s *stepper) setSolutionWithRates(t float64, p *integrate.Point) {
	s.method.InterpolateAt(t, p)
	p.T = t
	s.r.scratch.Copy(p)
	if tol := s.r.rowTolerance(); integrate.ProjectAndSolveReportPoint(s.r.state, s.r.scratch, s.r.work, movedRows*tol, movedRates*tol) == nil {
		p.Copy(s.r.scratch)
	}
}

// limitStepsToDelays adapts the options of a method to delays: steps of a model of which an equation has delays are no longer
// than its shortest lag and end on breaks, so that output is not interpolated.
func (s *stepper) limitStepsToDelays(o *integrate.Options) {
	if !s.r.state.HasDelays() {
		return
	}
	o.FindEvent = s.events.endStepAtFirstEvent // At is to be good for all of a step
	if !s.r.state.EquationsHaveDelays() {
		return
	}
	o.Interpolate = false
	if lag := s.r.state.ShortestEquationLag(); lag < o.HMax {
		s.r.rec.Log("steps are no longer than %g, the shortest lag of a DELAY", lag)
		o.HMax = math.Min(o.HMax, lag)
		if o.FixedStep > 0 {
			o.FixedStep = math.Min(o.FixedStep, lag)
		}
	}
}

// recordDelayHistories takes a step of a quasi-static analysis into the histories: signals are taken as straight in it.
func (q *staticSimulation) recordDelayHistories() error {
	r := q.r
	at := func(t float64, p *integrate.Point) {
		if p.Copy(q.from); t == r.point.T {
			p.Copy(r.point)
		}
	}
	_, _, err := r.state.AppendStepToDelayHistories(r.point.T, 1, 0, at, at)
	return err
}
