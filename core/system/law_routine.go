package system

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/usersub"
)

// Routine describes the law of a user subroutine. Its inputs are the measures
// behind Given and, as it requests them, those behind its queries; its
// outputs are the output arguments of the routine one behind the other.
type Routine struct {
	Element string
	ID      int
	Sub     *usersub.Routine
	Sig     *usersub.Sig
	Par     []float64
	Dims    map[string]int
	Member  map[string]any    // what the struct form says about the element: see usersub.Frame
	Given   map[string][]Call // real input arguments that are measures: "states", "input"
	// Constant are real input arguments that stay the same, by name.
	Constant map[string][]float64
	Order    []string // the keys of Given in the order of Inputs
	// Tension is set for one output that is positive in tension, where the law is
	// positive pushing apart: the law is the opposite of what the routine says.
	Tension bool
	// Less is what is taken off Given arguments, by name; nil for nothing.
	Less map[string]float64
	// Exact are routines that give partial derivatives of the outputs with
	// respect to Given arguments: YFOXX and its kin.
	Exact []ExactPartial
	// Second is the routine of the second partials of a constraint, nil without one.
	Second *ExactPartial
}

// ExactPartial is a routine whose output, a matrix by columns, is the partial
// of the output argument Out with respect to the input argument In.
type ExactPartial struct {
	Sub     *usersub.Routine
	Sig     *usersub.Sig
	Out, In string
}

// OwnerTitle names the element in messages.
func (r *Routine) OwnerTitle() string {
	if r.ID == 0 { // it has none
		return r.Element
	}
	return fmt.Sprintf("%s %d", r.Element, r.ID)
}

// Name is the name of the function as the deck gives it, or the standard one.
func (r *Routine) Name() string { return functionName(r.Sub, r.Sig) }

func functionName(sub *usersub.Routine, sig *usersub.Sig) string {
	return cmp.Or(sub.Function, sig.Name)
}

// LawSpec returns the law. The set-up call is made when a State is created.
func (r *Routine) LawSpec() LawSpec {
	return LawSpec{Owner: r.OwnerTitle(), Outputs: newRoutineLaw(r).n, New: func(s *State) (Law, error) {
		l := newRoutineLaw(r)
		s.routines = append(s.routines, l)
		return l, l.callSetup(s)
	}}
}

type routineLaw struct {
	inline inlineRoutine // first: see there
	r      *Routine
	frame  *usersub.Frame
	exact  []*usersub.Frame
	inputs []Call
	at     []int     // inputs: offset in Frame.Real for given ones, then in Answers.Value
	given  int       // number of given inputs
	less   []float64 // what is taken off them, nil for nothing
	direct []int     // real arguments in Frame.Real that its owner sets before each call
	asked  int       // queries that have become inputs
	judged int       // queries that unknown has examined
	outs   []int
	n      int
	trial  [6][]float64
	own    []float64 // partials as a routine that knows them gives them
	self   int       // index of the law, as last seen; of the row set if inRow
	inRow  bool      // it is the function of a constraint, not a law
	// discrete: the routine exchanges data at steps of its own; the matrix
	// leaves its dependence on the state out.
	discrete   bool
	loaded     bool // its frame is ready for the call that comes next
	written    bool // outputs were checked for entries never written
	reported   bool // no equation depends on it
	superseded bool // another state has taken it over
	meter      *callTimer
	partial    []*callTimer // of Exact, and of a row's routine of second partials

	function    usersub.Compiled // evaluated in place of the routine, nil without one
	reason      error            // why there is none, nil if the implementation has none at all
	compiledFor int              // queries that it knows
	missed      int              // evaluations without a value
	gaveUp      bool             // there were too many
	off         []float64        // inputs less what is taken off
}

// newCallFrame returns a frame for the routine itself or for one of its partials.
func (r *Routine) newCallFrame(sig *usersub.Sig) *usersub.Frame {
	f := usersub.NewFrame(sig, r.Element, r.ID, r.Par, r.Dims)
	f.Member = r.Member
	return f
}

func newRoutineLaw(r *Routine) *routineLaw {
	l := &routineLaw{r: r, frame: r.newCallFrame(r.Sig), meter: newCallTimer(r.Sub, r.Sig)}
	for _, o := range r.Sig.OutputIndices() {
		if r.Sig.Args[o].Kind == usersub.Real {
			l.outs = append(l.outs, o)
		}
	}
	for _, o := range l.outs {
		l.n += l.frame.Len(o)
	}
	for name, v := range r.Constant {
		copy(l.frame.RealArgNamed(name), v)
	}
	for _, name := range r.Order {
		at := l.frame.ArgOffset(r.Sig.ArgIndex(name))
		for k, c := range r.Given[name] {
			l.inputs, l.at = append(l.inputs, c), append(l.at, at+k)
		}
	}
	l.given = len(l.inputs)
	l.fillSubtractedInputs()
	l.direct = l.frame.RealOffsetsExcept(r.Order)
	for i := range l.trial {
		l.trial[i] = make([]float64, l.n)
	}
	for _, e := range r.Exact {
		l.exact = append(l.exact, r.newCallFrame(e.Sig))
		l.partial = append(l.partial, newCallTimer(e.Sub, e.Sig))
	}
	return l
}

// HasRoutinesWithoutOwnPartials reports whether partials of user subroutines are found by calling
// them, or were if they had not been compiled. A method keeps its matrix longer then; it is to
// do the same whoever gives the values, so that both take the same steps: with a rule for each
// a stick-slip at 1e-9 came out 2e-8 apart, with one for both 1e-10. Of the work, matrices
// less are about as many as evaluations more.
func (s *State) HasRoutinesWithoutOwnPartials() bool {
	for _, l := range s.routines {
		if l.exact == nil && !l.discrete && !l.reported {
			return true
		}
	}
	return false
}

func (l *routineLaw) Outputs() int   { return l.n }
func (l *routineLaw) Inputs() []Call { return l.inputs }

// callSetup makes the call with iflag true, in which the routine's queries are
// recorded and its outputs ignored.
func (l *routineLaw) callSetup(s *State) error {
	if l.takeOverFrame(s) {
		l.compileRoutine(s)
		return nil
	}
	s.callState.setup = true
	defer func() { s.callState.setup = false }()
	l.frame.PrepareCall(0, false, true)
	if err := l.callRoutine(s); err != nil {
		return err
	}
	l.restoreQueries(s)
	l.addQueriedInputs(s)
	for i, f := range l.exact {
		f.PrepareCall(0, false, true)
		if err := l.callRoutineTimed(l.partial[i], f, s); err != nil {
			return err
		}
	}
	l.compileRoutine(s)
	return nil
}

// addQueriedInputs makes new queries inputs of the law.
func (l *routineLaw) addQueriedInputs(s *State) {
	if len(l.frame.Asked) == l.asked {
		return
	}
	calls, at := s.callState.foreseenMeasureCalls(&l.frame.QueryAnswers, l.asked)
	l.inputs, l.at = append(l.inputs, calls...), append(l.at, at...)
	l.asked = len(l.frame.Asked)
	s.queryAdded = true
}

// callRoutine enters the routine.
func (l *routineLaw) callRoutine(s *State) error { return l.callRoutineTimed(l.meter, l.frame, s) }

// explainCallError makes an error of a routine one that names element, routine and time.
func (l *routineLaw) explainCallError(err error, m *callTimer, f *usersub.Frame) error {
	if errors.Is(err, usersub.ErrRetry) {
		return retryError{fmt.Errorf("%s: %w", l.r.OwnerTitle(), err)}
	}
	var c *usersub.CallError
	if !errors.As(err, &c) {
		c = l.callError(usersub.Exception, err.Error(), f.Time())
		c.Routine = functionName(m.sub, m.sig)
		return c
	}
	if c.Element == "" {
		c.Element = l.r.OwnerTitle()
	}
	if c.Element == l.r.OwnerTitle() || c.Routine == "" { // not that of another element whose call travelled in the same message
		c.Routine = functionName(m.sub, m.sig)
	}
	if c.Time == 0 {
		c.Time = f.Time()
	}
	return err
}

func (l *routineLaw) callError(cause usersub.Cause, message string, t float64) *usersub.CallError {
	return &usersub.CallError{Cause: cause, Element: l.r.OwnerTitle(), Routine: l.r.Name(), Time: t, Message: message}
}

// inputMeasures returns the measures behind the inputs.
func (l *routineLaw) inputMeasures(s *State) []MeasureIdx {
	if l.inRow {
		return s.plan.asked[l.self]
	}
	return s.plan.law[l.self].in
}

// fillSubtractedInputs fills less.
func (l *routineLaw) fillSubtractedInputs() {
	if l.r.Less == nil {
		return
	}
	for _, name := range l.r.Order {
		for range l.r.Given[name] {
			l.less = append(l.less, l.r.Less[name])
		}
	}
}

// storeInputs stores the inputs in the frame.
func (l *routineLaw) storeInputs(f *usersub.Frame, in []float64) {
	for k, v := range in[:l.given] {
		f.Real[l.at[k]] = v
	}
	for k, v := range l.less {
		f.Real[l.at[k]] -= v
	}
	for k := l.given; k < len(in); k++ {
		l.frame.Value[l.at[k]] = in[k]
	}
}

// copyOutputs copies the outputs of the frame to out.
func (l *routineLaw) copyOutputs(out []float64) {
	n := 0
	for _, o := range l.outs {
		n += copy(out[n:], l.frame.Reals(o))
	}
	if l.r.Tension {
		out[0] = -out[0]
	}
}

func (l *routineLaw) Eval(out, in []float64, s *State) error {
	if l.inline.callInlineWithInputs(out, in, s) {
		return nil
	}
	return l.evalAt(out, in, s.p.T, false, s)
}

func (l *routineLaw) evalAt(out, in []float64, t float64, differencing bool, s *State) error {
	l.reclaimUntimedCalls()
	if l.usesCompiledFunction(s) && l.evalCompiled(out, in, t, differencing, s) {
		l.grantUntimedCalls()
		return nil
	}
	if !l.loaded {
		l.storeInputs(l.frame, in)
		l.frame.PrepareCall(t, differencing, false)
	}
	l.loaded = false
	if err := l.callRoutine(s); err != nil {
		return err
	}
	l.addQueriedInputs(s)
	l.warnUnknownQueries(s)
	if len(l.frame.Asked) > l.compiledFor {
		l.compileRoutine(s)
	}
	l.copyOutputs(out)
	if !l.written && !s.queryAdded {
		l.written = true
		l.probeUnwrittenOutputs(t, s)
	}
	return nil
}

// warnUnknownQueries warns, once each, of queries that have no answer: routines seldom
// examine the error flag.
func (l *routineLaw) warnUnknownQueries(s *State) {
	a := &l.frame.QueryAnswers
	for ; l.judged < len(a.Asked); l.judged++ {
		if q := &a.Asked[l.judged]; a.Flag[l.judged] != 0 {
			s.Warn("%s: %s queries %s%v, which names nothing here: its error flag is set and the value is 0", l.r.OwnerTitle(), l.r.Name(), q.Name, q.Par)
		}
	}
}

// checkNoQueries returns an error if the routine requested anything that has an
// answer; why says what it may depend on instead.
func (l *routineLaw) checkNoQueries(why string) error {
	for i, f := range l.frame.Flag {
		if f == 0 {
			return fmt.Errorf("%s: %s queries %s, but %s", l.r.OwnerTitle(), l.r.Sig.Name, l.frame.Asked[i].Name, why)
		}
	}
	return nil
}
