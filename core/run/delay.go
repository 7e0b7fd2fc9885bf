package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Steps of a model with DELAY are no longer than its shortest constant lag, so that what laws ask for has
// happened, and end where breaks of signals arrive.

// remembering is the degree of the polynomials that keep signals over a step: that of the method's
// interpolant or more.
func (r *runner) remembering() int {
	return integrate.TraitsOf(r.tuning.Integrator).Interpolant
}

// remember begins the histories of delays where an analysis begins, or continues with them: jumps may arrive.
func (r *runner) remember() error {
	if !r.state.Delays() {
		return nil
	}
	if err := r.state.Remember(r.point); err != nil {
		return err
	}
	return r.consistent(r.point)
}

// delayed takes the part of the step under way, or just accepted, up to t into the histories of delays. Where a
// jump arrives at its end, the method restarts.
func (r *runner) delayed(t float64) error {
	if !r.state.Delays() {
		return nil
	}
	at := r.method.At
	if r.state.DelaysRates() && !r.nonsmooth() {
		at = r.exactAt
	}
	jump, broken, err := r.state.Remembered(t, r.remembering(), r.tuning.AbsTol(), at)
	if jump || broken && r.tuning.Constant() { // which no error reports
		r.method.Restart()
	}
	return err
}

// exactAt sets p to the solution at t with accelerations and multipliers solved for, as in results, where they can be.
func (r *runner) exactAt(t float64, p *integrate.Point) {
	r.method.At(t, p)
	p.T = t
	r.report.Copy(p)
	if tol := r.rowTol(); integrate.Reported(r.state, r.report, r.work, movedRows*tol, movedRates*tol) == nil {
		p.Copy(r.report)
	}
}

// limitToDelays adapts the options of a method to delays: steps of a model of which an equation looks back are no longer
// than its shortest lag and end on breaks, so that output is not interpolated.
func (r *runner) limitToDelays(o *integrate.Options) {
	if !r.state.Delays() {
		return
	}
	o.Watch = r.events.watch // At is to be good for all of a step
	if !r.state.DelaysAct() {
		return
	}
	o.Interpolate = false
	if lag := r.state.ShortestLag(); lag < o.HMax {
		r.rec.Log("steps are no longer than %g, the shortest lag of a DELAY", lag)
		o.HMax = math.Min(o.HMax, lag)
		if o.FixedStep > 0 {
			o.FixedStep = math.Min(o.FixedStep, lag)
		}
	}
}

// remembered takes a step of a quasi-static analysis into the histories: signals are taken as straight in it.
func (q *rest) remembered() error {
	r := q.r
	_, _, err := r.state.Remembered(r.point.T, 1, 0, func(t float64, p *integrate.Point) {
		if p.Copy(q.from); t == r.point.T {
			p.Copy(r.point)
		}
	})
	return err
}
