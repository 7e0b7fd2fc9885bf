package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// eventKind is one kind of event: values that are watched, and what happens where one of them rises through zero. The step under
// way ends there and the method restarts.
type eventKind interface {
	// valueCount returns the number of values.
	valueCount() int
	// intervalsPerStep returns the number of equal intervals of a step at whose ends the values are sampled, at least.
	intervalsPerStep() int
	// evaluateValues sets dst to the values at p. solved: accelerations and multipliers of p are solved for; if they are those of the
	// method, closer reports that they have to be solved for to judge the values.
	evaluateValues(dst []eventValue, p *integrate.Point, solved bool) (unsolved bool, err error)
	// rearmAfterInterval is called where nothing has happened in an interval that ends with the values at; last: the step ends there, too.
	rearmAfterInterval(at []eventValue, last bool)
	// carryOutEvent carries out event i at p, on which constraints hold; others that are over in end, the values at the end of the
	// interval, may have come as well. i is -1 for an observer at an event of another kind. first, if positive, is the longest
	// step with which the method restarts.
	carryOutEvent(p *integrate.Point, i int, end []eventValue) (firstStep float64, err error)
}

// eventValue is one value of a kind of event at a point. The event comes where v rises through zero.
type eventValue struct {
	v        float64
	reached  bool    // the event has come by here
	tol      float64 // zero is found to this
	slack    float64 // where v begins between 0 and slack, the event comes where it rises through slack
	delay    float64 // an event that is there from the start of an interval on is put at this fraction of it
	rate     float64 // of v, where extrema between the ends of an interval are to be found; else 0
	reaction bool    // v is of multipliers: those of the method only hint at it
}

// eventKinds are all kinds of events, in the order in which those at the same time come: one of the first kind happens, and all
// values are judged again from there on. Observers change nothing in the motion: they see the events of all other kinds, and are
// the only ones in the steps of NSC, which holds to inequalities itself.
var eventKinds = []struct {
	of       func(r *runner) eventKind // nil for a model without any
	observer bool
}{
	{of: wrapEventConstructor(func(r *runner) *inequalityEvents { return r.sources.inequalities })},
	{of: wrapEventConstructor(func(r *runner) *frictionEvents { return r.sources.friction })},
	{of: wrapEventConstructor(func(r *runner) *breakEvents { return r.sources.breakage })},
	{of: wrapEventConstructor(func(r *runner) *sensors { return r.sources.sensors }), observer: true},
}

// wrapEventConstructor returns newEvent with a nil pointer replaced by a nil interface: no event of this kind.
func wrapEventConstructor[T any, P interface {
	*T
	eventKind
}](newEvent func(r *runner) P) func(r *runner) eventKind {
	return func(r *runner) eventKind {
		if x := newEvent(r); x != nil {
			return x
		}
		return nil
	}
}

// eventFinder finds the first event of a step over all kinds.
type eventFinder struct {
	r             *runner
	list          []eventKindValues
	intervals     int
	t, limit      float64          // start of the step under way; end of the analysis
	fresh         bool             // values at t are known
	bumps         bool             // steps may pass over bumps in laws
	contacts      bool             // steps may pass contacts
	beforeT       float64          // time of the values before, NaN for none
	sampledInside bool             // values inside the interval under way have been taken
	probe         *integrate.Point // one sample
	solved        *integrate.Point // one with accelerations and multipliers solved for, at solvedT
	solvedT       float64          // NaN for none
}

// eventKindValues is a kind of event with its values.
type eventKindValues struct {
	eventKind
	observer         bool
	unsolved         bool
	from, to, sample []eventValue // at the start and end of an interval, and elsewhere
	before           []float64    // values before from, NaN where they are of another kind
}

func newEventFinder(r *runner, nonsmooth bool) *eventFinder {
	m := &eventFinder{r: r, probe: integrate.NewPoint(r.state.Layout()), solved: integrate.NewPoint(r.state.Layout()), limit: math.Inf(1)}
	for _, k := range eventKinds {
		e := k.of(r)
		if e == nil || nonsmooth && !k.observer {
			continue
		}
		n := e.valueCount()
		m.list = append(m.list, eventKindValues{eventKind: e, observer: k.observer, from: make([]eventValue, n), to: make([]eventValue, n), sample: make([]eventValue, n), before: make([]float64, n)})
		m.intervals = max(m.intervals, e.intervalsPerStep())
	}
	m.intervals = max(m.intervals, 1)
	m.bumps = r.state.Mode == system.Dynamic && r.settings.transient.ControlsError() && r.state.MayHavePeaks()
	m.contacts = !nonsmooth && mayPassContacts(r.state)
	return m
}

// watchFrom watches from t on, in an analysis to limit.
func (m *eventFinder) watchFrom(t, limit float64) {
	m.t, m.limit = t, limit
	m.invalidateStartValues()
}

// invalidateStartValues has values at the start of the next step taken again: something has changed since the last one.
func (m *eventFinder) invalidateStartValues() { m.fresh = false }

// endStepBeforePassedBumpOrContact returns where a step from start to end ends before the start of what it has passed over, a bump or a contact, and the
// first step from there; end and 0 where it has passed over nothing.
func (m *eventFinder) endStepBeforePassedBumpOrContact(start, end float64) (newEnd, firstStep float64, err error) {
	end, first, err := m.endStepAtBump(start, end)
	if err != nil {
		return end, first, err
	}
	at, h, err := m.endStepAtPassedDip(start, end)
	if err == nil && h > 0 {
		return at, h, nil
	}
	return end, first, err
}

// endStepAtFirstEvent is integrate.Options.Watch: it ends the step at its first event.
func (m *eventFinder) endStepAtFirstEvent() (at *integrate.Point, firstStep float64, err error) {
	if !m.hasEvents() {
		return nil, 0, nil
	}
	start, end := m.t, math.Min(m.r.stepper.method.Now().T, m.limit)
	end, first, err := m.endStepBeforePassedBumpOrContact(start, end)
	if err != nil {
		return nil, 0, err
	}
	m.solvedT = math.NaN()
	if !m.fresh {
		if err := m.sampleStartValues(); err != nil {
			return nil, 0, err
		}
	}
	a := start
	for n := 1; n <= m.intervals; n++ {
		b := start + float64(n)/float64(m.intervals)*(end-start)
		if n == m.intervals {
			b = end
		}
		if !(b > a) {
			continue
		}
		if err := m.sampleEndValues(b); err != nil {
			return nil, 0, err
		}
		w, i, t, err := m.findFirstEvent(a, b)
		if err != nil {
			return nil, 0, err
		}
		if w != nil {
			return m.fireEvent(w, i, t)
		}
		if m.sampledInside { // what the kinds know is of the last sample
			if err := m.sampleEndValues(b); err != nil {
				return nil, 0, err
			}
		}
		for k := range m.list {
			m.list[k].advanceInterval(n == m.intervals)
		}
		a, m.beforeT = b, a
	}
	m.t = end
	if first == 0 {
		return nil, 0, nil
	}
	m.fresh = false
	m.r.stepper.copySolutionAt(end, m.probe)
	return m.probe, first, m.r.stepper.projectPoint(m.probe)
}

// hasEvents reports whether there is anything to watch.
func (m *eventFinder) hasEvents() bool { return len(m.list) > 0 || m.bumps || m.contacts }

// endStepAtBump returns the end of a step that is to end where a bump in a law starts that it has passed over, and the first step from
// there on; the end of the step and 0 where there is none.
func (m *eventFinder) endStepAtBump(start, end float64) (at, first float64, err error) {
	if !m.bumps {
		return end, 0, nil
	}
	now := m.r.stepper.method.Now()
	if err := m.r.state.EvaluateWithoutResults(now); err != nil {
		return end, 0, err
	}
	from, peak, ok, err := m.r.state.FindPassedPeak(now.T, func(part float64) error {
		return m.r.state.EvaluateWithoutResults(m.r.stepper.solutionAt(start+part*(now.T-start), m.probe))
	})
	if err != nil {
		return end, 0, err
	}
	h := 0.1 * (peak - from) * (now.T - start)
	if at = start + max(from, bumpSoon*peak)*(now.T-start); !ok || at >= end || h <= 10*m.r.settings.transient.HMin {
		return end, 0, nil
	}
	return at, h, nil
}

// bumpSoon is the part of the way to the peak that a step keeps at least where a bump starts at its beginning.
const bumpSoon = 0.05

// advanceInterval takes the end of an interval in which nothing has happened as the start of the next.
func (w *eventKindValues) advanceInterval(last bool) {
	for i := range w.to {
		w.sample[i].v = w.to[i].v
	}
	w.rearmAfterInterval(w.to, last)
	for i := range w.to {
		w.before[i] = w.from[i].v
		if w.to[i].v != w.sample[i].v { // it is another value from here on
			w.before[i] = math.NaN()
		}
	}
	w.from, w.to = w.to, w.from
}

// fireEvent ends the step at t with event i of w.
func (m *eventFinder) fireEvent(w *eventKindValues, i int, t float64) (at *integrate.Point, firstStep float64, err error) {
	r, p := m.r, m.probe
	if !w.observer && r.output.due != nil { // outputs before it know of what was before
		if err := r.output.writeDueRows(r.output.due, t); err != nil {
			return nil, 0, err
		}
	}
	r.stepper.copySolutionAt(t, p)
	if err := r.stepper.projectPoint(p); err != nil {
		return nil, 0, err
	}
	m.t, m.fresh = t, false
	if w.observer {
		h, err := w.carryOutEvent(p, i, w.to)
		return p, h, err
	}
	if err := r.monitor.energy.addStep(r, p); err != nil {
		return nil, 0, err
	}
	kinetic, potential := r.state.Energy()
	if _, err := w.carryOutEvent(p, i, w.to); err != nil {
		return nil, 0, err
	}
	if err := r.monitor.energy.rebaseEnergy(r, p, kinetic+potential); err != nil {
		return nil, 0, err
	}
	first := 0.0
	for k := range m.list {
		if !m.list[k].observer {
			continue
		}
		h, err := m.list[k].carryOutEvent(p, -1, nil)
		if err != nil {
			return nil, 0, err
		}
		if h > 0 && (first == 0 || h < first) {
			first = h
		}
	}
	return p, first, nil
}
