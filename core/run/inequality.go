package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
)

// inequalityEvents are those of the rows with laws of a model: one-sided rows that close and open, bounded ones that slip and stick. Where one
// changes, State.Switch finds out which rows are in force from there on.
type inequalityEvents struct {
	r     *runner
	now   []system.InequalityRowValues // one sample
	slack []float64                    // of open rows: how far beyond their bound they may be
	count int
	last  int                 // row of the last event
	times [manyEvents]float64 // of the last events
	idle  int                 // events since the last that has changed anything
}

const (
	// manyEvents events within manyEventsSteps of the longest steps are too many.
	manyEvents      = 1000
	manyEventsSteps = 10
	// maxIdleEvents events one behind the other that change nothing are a fault.
	maxIdleEvents = 100
)

// newInequalityEvents returns nil for a model without such rows.
func newInequalityEvents(r *runner) *inequalityEvents {
	n := r.state.InequalityRowCount()
	if n == 0 {
		return nil
	}
	s := &inequalityEvents{r: r, now: make([]system.InequalityRowValues, n), slack: make([]float64, n)}
	s.resetCounts()
	return s
}

// resetCounts forgets the times of events.
func (s *inequalityEvents) resetCounts() {
	for i := range s.times {
		s.times[i] = math.Inf(-1)
	}
	s.idle = 0
}

// inheritEventCounts takes over the counts of events from the rows of a model before it was changed.
func (s *inequalityEvents) inheritEventCounts(old *inequalityEvents) *inequalityEvents {
	if s != nil && old != nil {
		s.count = old.count
	}
	return s
}

// solveActiveSet finds out which rows are active at p, with an impact where they close, and solves for accelerations.
func (s *solution) solveActiveSet(p *integrate.Point) error {
	if s.sources.inequalities == nil {
		return s.solveAccelerations(p)
	}
	all, err := s.state.SwitchRowsAndSolveAccelerations(p, s.work, s.rowTolerance())
	if err != nil {
		return s.explainAccelerationFailure(err, p)
	}
	return s.sources.inequalities.reportSwitches(p.T, all)
}

func (s *inequalityEvents) valueCount() int       { return s.r.state.InequalityRowCount() }
func (s *inequalityEvents) intervalsPerStep() int { return 4 }

// evaluateValues: a row in force ends its state where its multiplier, solved for, passes a bound; the method's need not be that of the point.
func (s *inequalityEvents) evaluateValues(dst []eventValue, p *integrate.Point, solved bool) (unsolved bool, err error) {
	if err := s.r.state.EvaluateInequalityRows(s.now, p); err != nil {
		return false, err
	}
	starts := p.T == s.r.stepper.events.t
	for i := range dst {
		v, zero, reaction := s.r.state.RowSwitchMargin(i, &s.now[i], s.r.rowTolerance())
		if reaction {
			v += zero
			dst[i] = eventValue{v: -v, reached: v < 0, tol: 1e-3 * zero, reaction: true}
			unsolved = unsolved || v < 0 && !solved
			continue
		}
		dst[i] = eventValue{v: -v, tol: 1e-3 * zero, rate: -s.r.state.OpenRowSign(i) * s.now[i].Rate}
		if starts {
			s.setAllowedViolation(i, &dst[i])
		}
		dst[i].slack, dst[i].reached = s.slack[i], -v > s.slack[i]
	}
	return unsolved, nil
}

// setAllowedViolation sets what an open row may be beyond its bound in a step that starts with the value x: what does not matter, or half of that
// more than at the start, so that a row that is beyond its bound and on its way back is left to go there.
func (s *inequalityEvents) setAllowedViolation(i int, x *eventValue) {
	zero := 1e3 * x.tol
	s.slack[i] = math.Max(zero, x.v+zero/2)
	x.slack = s.slack[i]
}

func (s *inequalityEvents) rearmAfterInterval(at []eventValue, last bool) {
	for i := range at {
		if last && !at[i].reaction {
			s.setAllowedViolation(i, &at[i])
		}
	}
}

// carryOutEvent finds out which rows are in force from p on.
func (s *inequalityEvents) carryOutEvent(p *integrate.Point, i int, _ []eventValue) (firstStep float64, err error) {
	s.last = i
	return 0, s.r.solveActiveSet(p)
}

// tooManyEventsError ends a run with too many events.
type tooManyEventsError struct {
	time    float64
	element string
	span    float64
}

func (e *tooManyEventsError) Error() string {
	return fmt.Sprintf(`time %g: one-sided and bounded constraints have opened and closed %d times within %.3g, the last one %s: use integrator_type="%s", which does not locate each event`,
		e.time, manyEvents, e.span, e.element, traits.NSC)
}

// reportSwitches notes what became of rows at time t in run.log and run.json.
func (s *inequalityEvents) reportSwitches(t float64, all []system.RowSwitch) error {
	for _, x := range all {
		e, text := newContactChangeEvent(x.Row.OwnerTitle(), x.What, t, x.Speed)
		s.r.rec.recordCountedEvent(&s.count, e, text, "changes of one-sided and bounded constraints")
	}
	return s.countSwitches(t, all)
}

// countSwitches counts the events, of which this one at t has changed all, and ends a run with too many of them.
func (s *inequalityEvents) countSwitches(t float64, all []system.RowSwitch) error {
	if s.idle++; len(all) > 0 {
		s.idle = 0
	}
	copy(s.times[:], s.times[1:])
	s.times[manyEvents-1] = t
	element := "a constraint that has broken"
	switch {
	case len(all) > 0:
		element = all[0].Row.OwnerTitle()
	case s.last < s.r.state.InequalityRowCount():
		element = s.r.state.DescribeInequalityRow(s.last).OwnerTitle()
	}
	switch span := t - s.times[0]; {
	case s.idle >= maxIdleEvents:
		span = t - s.times[manyEvents-maxIdleEvents]
		s.resetCounts()
		return fmt.Errorf("time %g: %s stays at its bound: %d events within %.3g have changed nothing; a smaller constr_tol or integr_tol may help, or integrator_type=\"NSC\", which does not stop at each",
			t, element, maxIdleEvents, span)
	case span < manyEventsSteps*s.r.settings.transient.HMax:
		s.resetCounts()
		return &tooManyEventsError{t, element, span}
	}
	return nil
}
