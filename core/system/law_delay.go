package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// Delay is a DELAY of an expression. Its value is that of a law with the inputs lag and signal
// (as they are now), if the lag is not constant: see delayLaw.
type Delay struct {
	Owner string // "Reference_Variable 3: expr"
	Key   string // what distinguishes it from the others of the model
	// Signal is the law of what is delayed, evaluated on accepted points. It is a Demand
	// law where the lag is constant.
	Signal LawIdx
	Lag    LawIdx  // -1 if it is constant
	Fixed  float64 // the lag if it is constant, > 0
	Past   *expr.Program
	value  LawIdx // the delayLaw
}

// Names of measures that expressions cannot write: the value of a delay, and what it is made of.
const (
	delayName  = "delay"
	signalName = "delaysignal"
	lagName    = "delaylag"
)

func init() {
	for _, n := range [...]string{delayName, signalName, lagName} {
		registerMeasures(measureSpec{name: n, min: 1, max: 1, stage: Values, bind: bindSingleValue(n, "DELAY", false)})
	}
}

// AddDelay enters a delay and returns the call that requests its value.
func (sys *System) AddDelay(d Delay) Call {
	k := len(sys.Delays)
	var in []Call
	name := func(what string, law LawIdx) Call {
		v := NewUnboundValue(1)
		v.Law = law
		sys.RegisterValue(what, k, v)
		return Call{what, []int{k}}
	}
	if d.Lag >= 0 {
		in = []Call{name(lagName, d.Lag), name(signalName, d.Signal)}
	} else {
		sys.Laws[d.Signal].Demand = true
	}
	d.Key = fmt.Sprintf("%s %s", d.Owner, d.Key)
	d.value = sys.AddLaw(LawSpec{Owner: d.Owner, Named: true, New: func(*State) (Law, error) {
		return &delayLaw{k: k, in: in, work: d.Past.NewWork()}, nil
	}})
	for _, o := range sys.Delays {
		if o.Key == d.Key { // the same text twice in an expression
			d.Key += " again"
		}
	}
	sys.Delays = append(sys.Delays, d)
	return name(delayName, d.value)
}

// delayLaw is H(t - τ), where H is the history of the signal. Its partials are -H' with
// respect to τ and H' with respect to time. A lag that varies may be shorter than the step:
// H then continues to the signal as it is in the iterate, which is the law's second input.
type delayLaw struct {
	k    int
	in   []Call
	work *expr.Work
}

func (l *delayLaw) Outputs() int   { return 1 }
func (l *delayLaw) Inputs() []Call { return l.in }

func (l *delayLaw) Eval(out, in []float64, s *State) error {
	v, err := l.valueAt(in, s)
	out[0] = v.v
	return err
}

func (l *delayLaw) Partials(dst, dt, in, _ []float64, _ bool, s *State) error {
	v, err := l.valueAt(in, s)
	clear(dt)
	if dt != nil {
		dt[0] = v.d
	}
	if len(in) > 0 {
		dst[0], dst[1] = -v.d, v.now
		if in[0] <= 0 {
			dst[0] = 0
		}
	}
	return err
}

// delayValue is what a history says of a time: the value, its rate, and the partial with respect to
// the signal of the iterate.
type delayValue struct{ v, d, now float64 }

func (l *delayLaw) valueAt(in []float64, s *State) (delayValue, error) {
	d, h, t := &s.sys.Delays[l.k], &s.delays.all[l.k], s.p.T
	lag, now := d.Fixed, math.NaN()
	if len(in) > 0 {
		lag, now = math.Max(in[0], 0), in[1]
	}
	u, eps := t-lag, snap*math.Max(math.Abs(t), lag)
	// What is queried at the time reached is behind a jump there, what is queried later before
	// it: steps end on jumps.
	right := !h.begun || t <= h.knownUpTo()+eps
	switch start := h.start; {
	case len(in) > 0 && lag <= eps:
		return delayValue{now, 0, 1}, nil
	case !h.begun, u < start-eps, u <= start+eps && !right:
		return l.evalDeckHistory(u, s), nil
	case h.foreseen && u > h.endOfPieces()+eps && u <= h.knownUpTo()+eps:
		v, err := h.storedValueAt(u, eps)
		return delayValue{v: v}, err
	case u <= h.knownUpTo()+eps:
		v, rate := h.valueAt(u, eps, right)
		return delayValue{v: v, d: rate}, nil
	case len(in) == 0:
		return delayValue{}, usersub.ErrRetry // a step longer than the lag
	}
	return h.extrapolate(u, t, now), nil
}

// evalDeckHistory evaluates the history that the deck gives.
func (l *delayLaw) evalDeckHistory(u float64, s *State) delayValue {
	p := s.sys.Delays[l.k].Past
	v, d, _ := p.Jet(l.work, u, int(s.Mode), nil, nil, nil)
	return delayValue{v: v, d: d}
}

// snap is how close, relative to the time, points of a history count as one.
const snap = 1e-13

// delayState is the histories of delayed signals, and what sampling them needs.
type delayState struct {
	s     *State
	all   []signalHistory // by System.HasDelays
	value []float64
	outs  []Output
	kept  []int    // of which polynomials are kept
	keep  []Output // their signals

	keepNeeds []bool // the laws that these depend on, where other DELAYs are foreseen; nil for all
	probe     *integrate.Point
	splits    int      // of the step under way
	nested    bool     // a signal depends on a DELAY that is looked up
	rate      []bool   // whether each depends on accelerations, reactions, rates of states or algebraic unknowns
	within    [][]int  // of each the DELAYs that are looked up and are in its signal
	laws      [][]bool // of each the laws that its signal depends on
	needs     []bool   // those of the signal being sampled; nil for all
	active    bool     // signals are being sampled
	ahead     scheduledLookups
}

func (ds *delayState) initSignals() {
	s := ds.s
	n := len(s.sys.Delays)
	if n == 0 {
		return
	}
	ds.all = make([]signalHistory, n)
	ds.value, ds.probe = make([]float64, n), integrate.NewPoint(s.layout)
	for i := range s.sys.Delays {
		ds.outs = append(ds.outs, Output{Law: s.sys.Delays[i].Signal})
	}
	ds.chooseSignalsWithPolynomials()
}

// HasDelays reports whether anything has a delay.
func (s *State) HasDelays() bool { return len(s.delays.all) > 0 }

// EquationsHaveDelays reports whether an equation of the model has a delay, not only results.
func (s *State) EquationsHaveDelays() bool {
	for i := range s.delays.all {
		if !s.plan.isResultOnlyDelay(i) {
			return true
		}
	}
	return false
}

// ShortestEquationLag returns the shortest constant lag of an equation, which no step may be longer than: +Inf if
// there is none.
func (s *State) ShortestEquationLag() float64 { return s.delays.shortestConstantLag(false) }

// shortestConstantLag returns the shortest constant lag of DELAYs that are looked up, or of all others.
func (ds *delayState) shortestConstantLag(ofLookups bool) float64 {
	s := ds.s
	least := math.Inf(1)
	for i := range s.sys.Delays {
		if d := &s.sys.Delays[i]; d.Lag < 0 && s.plan.isResultOnlyDelay(i) == ofLookups {
			least = math.Min(least, d.Fixed)
		}
	}
	return least
}

// sampleSignals samples those of outs at p.
func (ds *delayState) sampleSignals(p *integrate.Point, outs []Output) ([]float64, error) {
	ds.active, ds.needs = true, ds.keepNeeds
	defer func() { ds.active, ds.needs = false, nil }()
	v := ds.value[:len(outs)]
	return v, ds.s.EvalOnDemandOutputs(v, p, outs)
}

// restartHistoriesEndingBefore begins histories again that have not come to the time t.
func (ds *delayState) restartHistoriesEndingBefore(t float64) {
	for i := range ds.all {
		if h := &ds.all[i]; h.begun && math.Abs(h.knownUpTo()-t) > snap*math.Abs(t) {
			*h = signalHistory{}
		}
	}
}

// BeginDelayHistories begins the histories at p, where an analysis begins, or continues with those that have come to
// its time, where signals may jump.
func (s *State) BeginDelayHistories(p *integrate.Point) error {
	if len(s.delays.all) == 0 {
		return nil
	}
	s.memo.ok = false
	v, err := s.delays.sampleSignals(p, s.delays.outs)
	if err != nil {
		return err
	}
	for i := range s.delays.all {
		h := &s.delays.all[i]
		if !h.begun {
			*h = signalHistory{begun: true, start: p.T, first: v[i]}
		}
		h.insertBreak(p.T, 0)
	}
	s.memo.ok = false
	return nil
}

// AppendStepToDelayHistories takes a step that was accepted, from the end of the histories to to, into them: plain sets a point to the
// solution at a time of the step, exact also solves for accelerations and multipliers, degree is that of the polynomial to
// take, tol the error that the polynomial may have, relative to the signal's size. Of the results, broken reports that a
// break of a signal arrives at to, jump that laws jump there with it.
func (s *State) AppendStepToDelayHistories(end float64, degree int, tol float64, interpolate, solve func(t float64, p *integrate.Point)) (jump, broken bool, err error) {
	if len(s.delays.all) == 0 {
		return false, false, nil
	}
	at := interpolate
	if s.delays.signalsReadRates() {
		at = solve
	}
	from := s.delays.all[0].knownUpTo()
	if end <= from {
		return false, false, nil
	}
	for i, rate := range s.delays.rate {
		if s.delays.all[i].least = 0; rate {
			s.delays.all[i].least = math.Min(ratePart*tol, rateMost)
		}
	}
	if s.delays.ahead.active {
		if err := s.delays.evaluateDelayLookupsInStep(from, end, interpolate, solve); err != nil {
			return false, false, err
		}
	}
	if err := s.delays.samplePolynomialPieces(from, end, degree, math.Max(0.1*tol, noise), at); err != nil {
		return false, false, err
	}
	s.memo.ok = false
	jump, broken = s.delays.propagateBreaks(from, end)
	return jump, broken, nil
}

// samplePolynomialPieces samples the step from from to to for the signals of which polynomials are kept.
func (ds *delayState) samplePolynomialPieces(from, to float64, degree int, tol float64, at func(t float64, p *integrate.Point)) error {
	if len(ds.kept) == 0 {
		return nil
	}
	longest := to - from
	if ds.nested && !ds.ahead.active { // each sample reads those before
		longest = math.Min(longest, ds.shortestConstantLag(true))
	}
	n := math.Ceil((to - from) / longest * (1 - 1e-9))
	for k, a := 0.0, from; k < n; k++ {
		b := to
		if k < n-1 {
			b = from + (k+1)/n*(to-from)
		}
		ds.splits = 0
		if err := ds.sampleInterval(a, b, b-a, degree, tol, at); err != nil {
			return err
		}
		a = b
	}
	return nil
}

const (
	noise      = 1e-9  // of signals, relative to their size
	maxSplits  = 400   // of a step
	narrowest  = 1e-10 // part of a step
	resolution = 4e-16 // of the time
)

// sampleInterval samples the signals from a to b, part of a step of length h, and splits that where a signal is not a polynomial. What is
// left of a jump then counts as one, at b.
func (ds *delayState) sampleInterval(a, b, h float64, degree int, tol float64, at func(t float64, p *integrate.Point)) error {
	p := ds.probe
	for k := range degree + 1 {
		t := a + chebyshevPoint(k, degree)*(b-a)
		if k == degree {
			t = b
		}
		at(t, p)
		p.T = t
		v, err := ds.sampleSignals(p, ds.keep)
		if err != nil {
			return err
		}
		for n, i := range ds.kept {
			ds.all[i].storeSample(k, degree, v[n])
		}
	}
	rough := false
	for _, i := range ds.kept {
		rough = rough || degree > 1 && ds.all[i].isPolynomialInaccurate(tol)
	}
	mid := a + (b-a)/2
	if narrow := b-a <= narrowest*h || b-a <= 8*resolution*math.Abs(b); rough && !narrow && ds.splits < maxSplits {
		ds.splits++
		if err := ds.sampleInterval(a, mid, h, degree, tol, at); err != nil {
			return err
		}
		return ds.sampleInterval(mid, b, h, degree, tol, at)
	}
	for _, i := range ds.kept {
		ds.all[i].appendPieceOfSamples(a, b, tol)
	}
	return nil
}

// propagateBreaks passes on what reaches laws at the time t: a break of a signal a lag ago is one of all
// signals now, one order smoother unless they are seen to jump.
func (ds *delayState) propagateBreaks(from, t float64) (jump, broken bool) {
	s := ds.s
	order := noBreak
	for i := range ds.all {
		d, h := &s.sys.Delays[i], &ds.all[i]
		switch {
		case d.Lag >= 0:
			continue
		case s.plan.isResultOnlyDelay(i):
			h.dropPiecesBefore(from-d.Fixed, t-d.Fixed)
			continue
		}
		for _, b := range h.breaks {
			if math.Abs(b.t+d.Fixed-t) > snap*math.Max(math.Abs(t), d.Fixed) {
				continue
			}
			order, jump = min(order, b.order+1), jump || h.hasJumpAt(b.t, d.Past, int(s.Mode))
		}
		h.dropPiecesBefore(from-d.Fixed, t-d.Fixed)
	}
	for i := range ds.all {
		ds.all[i].insertBreak(t, order)
	}
	return jump, order < noBreak
}

// NextDelayedBreak returns the first time behind t at which a break of a signal reaches a law through a constant
// lag, +Inf if there is none: steps end there.
func (s *State) NextDelayedBreak(t float64) float64 {
	first := math.Inf(1)
	for i := range s.delays.all {
		d := &s.sys.Delays[i]
		if d.Lag >= 0 || s.plan.isResultOnlyDelay(i) {
			continue
		}
		for _, b := range s.delays.all[i].breaks {
			if x := b.t + d.Fixed; x > t+snap*math.Max(math.Abs(t), d.Fixed) {
				first = math.Min(first, x)
			}
		}
	}
	return first
}

// RecordJumpInDelayHistories reports that laws have jumped at the end of the histories.
func (s *State) RecordJumpInDelayHistories() {
	for i := range s.delays.all {
		s.delays.all[i].insertBreak(s.delays.all[i].knownUpTo(), 0)
	}
}
