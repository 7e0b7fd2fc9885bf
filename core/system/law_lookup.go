package system

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// A DELAY that only results need is looked up at the times of rows, less its lag. Where these times are known before an
// analysis begins, each signal is evaluated at just those, when the step that contains them has been accepted, and no
// polynomials are kept.

// scheduledLookups is the schedule of DELAYs whose signals are evaluated at foreseen times.
type scheduledLookups struct {
	active bool
	row    func(k int) float64 // time of row k
	rows   int                 // rows 1 to rows
	list   []lookup
	due    []dueSample // of a step
}

// lookup is one distance in time between rows and values of a signal: the lag of a DELAY, or a sum of lags where a DELAY
// is in the signal of another.
type lookup struct {
	delay int
	lag   float64
	next  int // row
}

// dueSample is a value of a signal that a row needs.
type dueSample struct {
	t     float64
	delay int
}

// signalSample is a signal at a time.
type signalSample struct{ t, v float64 }

// maxLookups bounds the distances in time of DELAYs within DELAYs.
const maxLookups = 200

// ScheduleDelaysForResultRows has the signals of DELAYs that only results need evaluated at the times that rows 1 to rows of the analysis
// that begins request, and at no others. rowTime returns the time of a row; these do not fall. Nothing else may read the past
// until it is called again: with no rows it has polynomials kept of all signals. It reports whether it was possible:
// lags have to be constant, a signal must not depend on its own past, and user subroutines may query what they like.
func (s *State) ScheduleDelaysForResultRows(rows int, rowTime func(k int) float64) (scheduled bool) {
	ds := &s.delays
	ds.ahead = scheduledLookups{}
	for i := range ds.all {
		ds.all[i].foreseen, ds.all[i].known = false, nil
	}
	defer ds.chooseSignalsWithPolynomials()
	if rows == 0 || len(s.routines) > 0 || !ds.scheduleLookups() {
		ds.ahead = scheduledLookups{}
		return false
	}
	ds.ahead.active, ds.ahead.rows, ds.ahead.row = true, rows, rowTime
	for _, l := range ds.ahead.list {
		h := &ds.all[l.delay]
		h.upTo, h.foreseen = h.endOfPieces(), true
	}
	return true
}

// scheduleLookups enters the lookups, and reports whether there are any and all are foreseeable.
func (ds *delayState) scheduleLookups() (scheduled bool) {
	p := ds.s.plan
	var enter func(k int, lag float64) bool
	enter = func(k int, lag float64) bool {
		d := &ds.s.sys.Delays[k]
		if d.Lag >= 0 || len(ds.ahead.list) == maxLookups {
			return false
		}
		lag += d.Fixed
		if !slices.ContainsFunc(ds.ahead.list, func(l lookup) bool { return l.delay == k && l.lag == lag }) {
			ds.ahead.list = append(ds.ahead.list, lookup{k, lag, 1})
		}
		for _, inner := range ds.within[k] {
			if !enter(inner, lag) {
				return false
			}
		}
		return true
	}
	for k := range ds.all {
		if p.isResultOnlyDelay(k) && !enter(k, 0) {
			return false
		}
	}
	listed := func(k int) bool {
		return slices.ContainsFunc(ds.ahead.list, func(l lookup) bool { return l.delay == k })
	}
	for k := range ds.all { // a signal that is kept is sampled at other times
		if !listed(k) && slices.ContainsFunc(ds.within[k], listed) {
			return false
		}
	}
	return len(ds.ahead.list) > 0
}

// evaluateDelayLookupsInStep evaluates what rows need of a step from from to to, its end excluded, in the order of time. exact returns the
// solution with accelerations and multipliers solved for, plain without.
func (ds *delayState) evaluateDelayLookupsInStep(from, to float64, plain, exact func(t float64, p *integrate.Point)) error {
	a := &ds.ahead
	a.due = a.due[:0]
	for i := range a.list {
		l := &a.list[i]
		for ; l.next <= a.rows; l.next++ {
			t := a.row(l.next) - l.lag
			eps := snap * math.Max(math.Abs(t), l.lag)
			if t >= to-eps {
				break
			}
			if t >= from-eps {
				a.due = append(a.due, dueSample{math.Max(t, from), l.delay})
			}
		}
	}
	sort.Slice(a.due, func(i, j int) bool { return a.due[i].t < a.due[j].t })
	for _, x := range a.due {
		h, at := &ds.all[x.delay], plain
		if ds.rate[x.delay] {
			at = exact
		}
		at(x.t, ds.probe)
		ds.probe.T = x.t
		ds.active = true
		var v [1]float64
		ds.needs = ds.laws[x.delay]
		err := ds.s.EvalOnDemandOutputs(v[:], ds.probe, ds.outs[x.delay:x.delay+1])
		ds.active, ds.needs = false, nil
		if err != nil {
			return err
		}
		h.known, h.upTo = append(h.known, signalSample{x.t, v[0]}), x.t
	}
	for i := range ds.all {
		if h := &ds.all[i]; h.foreseen {
			h.upTo = to
		}
	}
	return nil
}

// ResultRowsNeedDelayValuesWithin reports whether a row needs a value of a signal inside a step from from to to, which follows those taken.
func (s *State) ResultRowsNeedDelayValuesWithin(from, to float64) bool {
	a := &s.delays.ahead
	for i := range a.list {
		l := &a.list[i]
		for k := l.next; k <= a.rows; k++ {
			t := a.row(k) - l.lag
			if t >= to {
				break
			}
			if t >= from-snap*math.Max(math.Abs(t), l.lag) {
				return true
			}
		}
	}
	return false
}

// evaluateNeededDelayLookups evaluates the DELAYs that are looked up and are in the signal to be sampled, and laws between them.
func (ds *delayState) evaluateNeededDelayLookups() error {
	p := ds.s.plan
	steps := p.steps[p.model:p.lookups]
	if ds.needs == nil {
		return ds.s.runSteps(steps)
	}
	for i, n := range steps {
		if n.kind == stepLaw && !ds.needs[n.at] {
			continue
		}
		if err := ds.s.runSteps(steps[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// storedValueAt returns the value that was evaluated at u.
func (h *signalHistory) storedValueAt(u, eps float64) (float64, error) {
	i := sort.Search(len(h.known), func(i int) bool { return h.known[i].t >= u-eps })
	if i == len(h.known) || h.known[i].t > u+eps {
		return 0, fmt.Errorf("a DELAY needs a value at the time %g, which was not foreseen for any row of results", u)
	}
	return h.known[i].v, nil
}

// chooseSignalsWithPolynomials enters the DELAYs of which polynomials are kept.
func (ds *delayState) chooseSignalsWithPolynomials() {
	ds.kept, ds.keep, ds.keepNeeds = ds.kept[:0], ds.keep[:0], nil
	for i := range ds.all {
		if !ds.all[i].foreseen {
			ds.kept, ds.keep = append(ds.kept, i), append(ds.keep, ds.outs[i])
		}
	}
	if !ds.ahead.active {
		return
	}
	ds.keepNeeds = make([]bool, len(ds.s.plan.law))
	for _, k := range ds.kept {
		for i, needs := range ds.laws[k] {
			ds.keepNeeds[i] = ds.keepNeeds[i] || needs
		}
	}
}

// signalsReadRates reports whether accelerations, reactions, rates of states or algebraic unknowns are in signals that
// polynomials are kept of. Those of an interpolant are less exact than positions and jump from step to step, so that they
// have to be solved for where signals are sampled.
func (ds *delayState) signalsReadRates() bool {
	for i, rate := range ds.rate {
		if rate && !ds.all[i].foreseen {
			return true
		}
	}
	return false
}
