package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// event is one kind of event: values that are watched, and what happens where one of them rises through zero. The step under
// way ends there and the method restarts.
type event interface {
	// size returns the number of values.
	size() int
	// intervals returns the number of equal intervals of a step at whose ends the values are sampled, at least.
	intervals() int
	// evaluate sets dst to the values at p. solved: accelerations and multipliers of p are solved for; if they are those of the
	// method, closer reports that they have to be solved for to judge the values.
	evaluate(dst []level, p *integrate.Point, solved bool) (unsolved bool, err error)
	// endInterval is called where nothing has happened in an interval that ends with the values at; last: the step ends there, too.
	endInterval(at []level, last bool)
	// fire carries out event i at p, on which constraints hold; others that are over in end, the values at the end of the
	// interval, may have come as well. i is -1 for an observer at an event of another kind. first, if positive, is the longest
	// step with which the method restarts.
	fire(p *integrate.Point, i int, end []level) (firstStep float64, err error)
}

// level is one value of a kind of event at a point. The event comes where v rises through zero.
type level struct {
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
	of       func(r *runner) event // nil for a model without any
	observer bool
}{
	{of: present(func(r *runner) *inequalities { return r.sources.inequalities })},
	{of: present(func(r *runner) *friction { return r.sources.friction })},
	{of: present(func(r *runner) *breakage { return r.sources.breakage })},
	{of: present(func(r *runner) *sensors { return r.sources.sensors }), observer: true},
}

// present makes a nil pointer one of no event.
func present[T any, P interface {
	*T
	event
}](of func(r *runner) P) func(r *runner) event {
	return func(r *runner) event {
		if x := of(r); x != nil {
			return x
		}
		return nil
	}
}

// events finds the first event of a step over all kinds.
type events struct {
	r             *runner
	list          []eventValues
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

// eventValues is a kind of event with its values.
type eventValues struct {
	event
	observer         bool
	unsolved         bool
	from, to, sample []level   // at the start and end of an interval, and elsewhere
	before           []float64 // values before from, NaN where they are of another kind
}

func newEvents(r *runner, nonsmooth bool) *events {
	m := &events{r: r, probe: integrate.NewPoint(r.state.Layout()), solved: integrate.NewPoint(r.state.Layout()), limit: math.Inf(1)}
	for _, k := range eventKinds {
		e := k.of(r)
		if e == nil || nonsmooth && !k.observer {
			continue
		}
		n := e.size()
		m.list = append(m.list, eventValues{event: e, observer: k.observer, from: make([]level, n), to: make([]level, n), sample: make([]level, n), before: make([]float64, n)})
		m.intervals = max(m.intervals, e.intervals())
	}
	m.intervals = max(m.intervals, 1)
	m.bumps = r.state.Mode == system.Dynamic && r.settings.transient.ControlsError() && r.state.HasPeakFinders()
	m.contacts = !nonsmooth && passable(r.state)
	return m
}

// begin watches from t on, in an analysis to limit.
func (m *events) begin(t, limit float64) {
	m.t, m.limit = t, limit
	m.invalidate()
}

// invalidate has values at the start of the next step taken again: something has changed since the last one.
func (m *events) invalidate() { m.fresh = false }

// shorten returns where a step from start to end ends before the start of what it has passed over, a bump or a contact, and the
// first step from there; end and 0 where it has passed over nothing.
func (m *events) shorten(start, end float64) (float64, float64, error) {
	end, first, err := m.endAtBump(start, end)
	if err != nil {
		return end, first, err
	}
	at, h, err := m.endAtPassedDip(start, end)
	if err == nil && h > 0 {
		return at, h, nil
	}
	return end, first, err
}

// findEvent is integrate.Options.Watch: it ends the step at its first event.
func (m *events) findEvent() (*integrate.Point, float64, error) {
	if !m.hasEvents() {
		return nil, 0, nil
	}
	start, end := m.t, math.Min(m.r.stepper.method.Now().T, m.limit)
	end, first, err := m.shorten(start, end)
	if err != nil {
		return nil, 0, err
	}
	m.solvedT = math.NaN()
	if !m.fresh {
		if err := m.restart(); err != nil {
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
		if err := m.evaluateAt(b); err != nil {
			return nil, 0, err
		}
		w, i, t, err := m.firstEvent(a, b)
		if err != nil {
			return nil, 0, err
		}
		if w != nil {
			return m.fireEvent(w, i, t)
		}
		if m.sampledInside { // what the kinds know is of the last sample
			if err := m.evaluateAt(b); err != nil {
				return nil, 0, err
			}
		}
		for k := range m.list {
			m.list[k].nextInterval(n == m.intervals)
		}
		a, m.beforeT = b, a
	}
	m.t = end
	if first == 0 {
		return nil, 0, nil
	}
	m.fresh = false
	m.r.stepper.copyAt(end, m.probe)
	return m.probe, first, m.r.stepper.projectPoint(m.probe)
}

// hasEvents reports whether there is anything to watch.
func (m *events) hasEvents() bool { return len(m.list) > 0 || m.bumps || m.contacts }

// endAtBump returns the end of a step that is to end where a bump in a law starts that it has passed over, and the first step from
// there on; the end of the step and 0 where there is none.
func (m *events) endAtBump(start, end float64) (at, first float64, err error) {
	if !m.bumps {
		return end, 0, nil
	}
	now := m.r.stepper.method.Now()
	if err := m.r.state.Measure(now); err != nil {
		return end, 0, err
	}
	from, peak, ok, err := m.r.state.FindPassedPeak(now.T, func(part float64) error {
		return m.r.state.Measure(m.r.stepper.solutionAt(start+part*(now.T-start), m.probe))
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

// nextInterval takes the end of an interval in which nothing has happened as the start of the next.
func (w *eventValues) nextInterval(last bool) {
	for i := range w.to {
		w.sample[i].v = w.to[i].v
	}
	w.endInterval(w.to, last)
	for i := range w.to {
		w.before[i] = w.from[i].v
		if w.to[i].v != w.sample[i].v { // it is another value from here on
			w.before[i] = math.NaN()
		}
	}
	w.from, w.to = w.to, w.from
}

// fireEvent ends the step at t with event i of w.
func (m *events) fireEvent(w *eventValues, i int, t float64) (*integrate.Point, float64, error) {
	r, p := m.r, m.probe
	if !w.observer && r.output.due != nil { // outputs before it know of what was before
		if err := r.output.writeDue(r.output.due, t); err != nil {
			return nil, 0, err
		}
	}
	r.stepper.copyAt(t, p)
	if err := r.stepper.projectPoint(p); err != nil {
		return nil, 0, err
	}
	m.t, m.fresh = t, false
	if w.observer {
		h, err := w.fire(p, i, w.to)
		return p, h, err
	}
	if err := r.monitor.energy.addStep(r, p); err != nil {
		return nil, 0, err
	}
	kinetic, potential := r.state.Energy()
	if _, err := w.fire(p, i, w.to); err != nil {
		return nil, 0, err
	}
	if err := r.monitor.energy.resetEnergy(r, p, kinetic+potential); err != nil {
		return nil, 0, err
	}
	first := 0.0
	for k := range m.list {
		if !m.list[k].observer {
			continue
		}
		h, err := m.list[k].fire(p, -1, nil)
		if err != nil {
			return nil, 0, err
		}
		if h > 0 && (first == 0 || h < first) {
			first = h
		}
	}
	return p, first, nil
}
