package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
)

// smallestEventInterval is the length of an interval of time between a and b in which an event is not located any closer.
func smallestEventInterval(a, b float64) float64 {
	return 1e-15*math.Max(math.Abs(a), math.Abs(b)) + 1e-14*(b-a)
}

// timeJustAfter is a time a little behind a, the start of an interval up to b, so that time continues.
func timeJustAfter(a, b float64) float64 { return a + math.Max(1e-9*(b-a), 0x1p-50*math.Abs(a)) }

// sampleStartValues takes the values at the start of the step.
func (m *eventFinder) sampleStartValues() error {
	p := m.r.stepper.solutionAt(m.t, m.probe)
	for k := range m.list {
		w := &m.list[k]
		n := w.valueCount()
		w.from, w.to, w.sample, w.before = w.from[:n], w.to[:n], w.sample[:n], w.before[:n]
		if _, err := w.evaluateValues(w.from, p, false); err != nil {
			return err
		}
	}
	m.fresh, m.beforeT = true, math.NaN()
	return nil
}

// sampleEndValues sets the values at t, the end of an interval. Where a kind requests it, accelerations and multipliers are solved for.
func (m *eventFinder) sampleEndValues(t float64) error {
	p := m.r.stepper.solutionAt(t, m.probe)
	closer := false
	m.sampledInside = false
	for k := range m.list {
		w := &m.list[k]
		var err error
		if w.unsolved, err = w.evaluateValues(w.to, p, false); err != nil {
			return err
		}
		closer = closer || w.unsolved
	}
	if !closer {
		return nil
	}
	p, err := m.solutionWithRatesAt(t)
	for k := range m.list {
		if w := &m.list[k]; w.unsolved && err == nil {
			_, err = w.evaluateValues(w.to, p, true)
		}
	}
	return err
}

// solutionWithRatesAt returns the solution at t with accelerations and multipliers solved for.
func (m *eventFinder) solutionWithRatesAt(t float64) (*integrate.Point, error) {
	if t == m.solvedT {
		return m.solved, nil
	}
	m.r.stepper.copySolutionAt(t, m.solved)
	m.solvedT = t
	return m.solved, m.r.solveAccelerations(m.solved)
}

// findFirstEvent returns the first event between a and b, where the values are from and to: value i of w, at t; no w if there is none.
func (m *eventFinder) findFirstEvent(a, b float64) (w *eventKindValues, i int, t float64, err error) {
	t = math.Inf(1)
	for k := range m.list {
		x := &m.list[k]
		for n := range x.to {
			at, err := m.locateEvent(x, n, a, b)
			if err != nil {
				return nil, 0, 0, err
			}
			if at < t {
				w, i, t = x, n, at
			}
		}
	}
	return w, i, t, nil
}

// evaluateValueAt returns value i of w at t.
func (m *eventFinder) evaluateValueAt(w *eventKindValues, i int, t float64) (eventValue, error) {
	p, err := m.r.stepper.solutionAt(t, m.probe), error(nil)
	if w.to[i].reaction {
		if p, err = m.solutionWithRatesAt(t); err != nil {
			return eventValue{}, err
		}
	}
	_, err = w.evaluateValues(w.sample, p, w.to[i].reaction)
	return w.sample[i], err
}

// locateEvent returns when event i of w comes between a and b, +Inf if it does not.
func (m *eventFinder) locateEvent(w *eventKindValues, i int, a, b float64) (t float64, err error) {
	x, root, err := m.bracketEvent(w, i, interval{a, b, w.from[i], w.to[i]})
	switch {
	case err != nil:
		return math.Inf(1), err
	case !root || x.to.v <= x.to.tol:
		return x.b, nil
	}
	if x.to.reaction {
		if x.from, err = m.evaluateValueAt(w, i, x.a); err == nil && x.from.reached && x.a > m.t { // the method's multipliers showed it too late: a force has jumped
			x.a, x.b, x.to = m.t, x.a, x.from
			x.from, err = m.evaluateValueAt(w, i, x.a)
		}
		if err != nil {
			return 0, err
		}
	}
	if x.a == a && x.to.slack > 0 && x.from.v >= 0 && x.from.v <= x.to.slack && w.before[i] < 0 { // it passed zero in the interval before, by no more than is allowed
		x.a, x.from.v = m.beforeT, w.before[i]
	}
	zero := 0.0
	if x.from.v >= 0 {
		if x.from.v > x.to.slack || x.to.slack == 0 {
			return math.Max(x.a+x.to.delay*(x.b-x.a), timeJustAfter(x.a, x.b)), nil
		}
		zero = x.to.slack
	}
	return solve.FindRoot(x.a, x.b, x.from.v-zero, x.to.v-zero, x.to.tol, smallestEventInterval(x.a, x.b), func(t float64) (float64, error) {
		x, err := m.evaluateValueAt(w, i, t)
		return x.v - zero, err
	})
}

// interval is one of time, with a value at its ends.
type interval struct {
	a, b     float64
	from, to eventValue
}

// bracketEvent narrows x to where event i of w comes in it, with an extremum of the value as its end or start. Without a root to find, b is
// the time of the event, +Inf if it does not come.
func (m *eventFinder) bracketEvent(w *eventKindValues, i int, x interval) (_ interval, root bool, err error) {
	from, to := x.from, x.to
	none := interval{b: math.Inf(1)}
	if !to.reached {
		t, most := x.b, to
		switch {
		case from.rate > 0 && to.rate < 0:
			t, most, err = m.findExtremum(w, i, x.a, x.b)
		case from.rate == 0 && to.rate == 0:
			t, most, err = m.findMaximum(w, i, x.a, x.b)
		}
		if err != nil || !most.reached {
			return none, false, err
		}
		x.b, x.to = t, most
		return x, true, nil
	}
	if !(from.rate < 0 && from.v >= -from.slack) {
		return x, true, nil
	}
	// It began at zero and has gone down at first.
	if to.rate < 0 { // it is above by the error of the step only
		return none, false, nil
	}
	if to.rate > 0 {
		t, least, err := m.findExtremum(w, i, x.a, x.b)
		if err != nil || !(-least.v > 10*to.tol) { // down by less than the error of the step: it stays at zero
			return interval{b: t}, false, err
		}
		x.a, x.from = t, least
	}
	return x, true, nil
}

// findExtremum returns where the rate of value i of w changes sign between a and b, and the value there.
func (m *eventFinder) findExtremum(w *eventKindValues, i int, a, b float64) (t float64, x eventValue, err error) {
	t, err = solve.FindRoot(a, b, w.from[i].rate, w.to[i].rate, 0, smallestEventInterval(a, b), func(t float64) (float64, error) {
		x, err := m.evaluateValueAt(w, i, t)
		return x.rate, err
	})
	if err != nil {
		return 0, eventValue{}, err
	}
	x, err = m.evaluateValueAt(w, i, t)
	return t, x, err
}
