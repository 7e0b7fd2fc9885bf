package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
)

// A routine whose implementation knows its function well enough (usersub.Compiler) is not
// called: values and exact partials come from the function, without a frame.
// Where that has no value, the routine is called, with all that this brings
// about: its exception, or queries that it has not made before. Then it is
// compiled again.

// maxMissed is how often a function may have no value, when it has none in more
// than half of the calls, before it is done without.
const maxMissed = 64

// compileRoutine requests the function from the implementation. What the routine has queried so far is
// an input of it.
func (l *routineLaw) compileRoutine(s *State) {
	l.function, l.reason = nil, nil
	defer l.prepareInlineCalls()
	c, ok := usersub.AsCompiler(l.r.Sub)
	if !ok || l.discrete || l.gaveUp {
		return
	}
	in := make([]usersub.Input, len(l.at))
	for k, at := range l.at {
		in[k] = usersub.Input{Answer: k >= l.given, At: at}
	}
	for _, at := range l.direct {
		in = append(in, usersub.Input{At: at})
	}
	l.compiledFor = len(l.frame.Asked)
	l.function, l.reason = c.Compile(l.frame, in, &s.callState)
	l.compilePartialRoutines(s)
}

// compilePartialRoutines compiles the routines of partial derivatives.
func (l *routineLaw) compilePartialRoutines(s *State) {
	for e, f := range l.exact {
		l.compilePartial(l.partial[e], f, s)
	}
}

// compilePartial compiles one of them, a function of the Given arguments; one that asks
// anything is called.
func (l *routineLaw) compilePartial(m *callTimer, f *usersub.Frame, s *State) {
	m.function = nil
	c, ok := usersub.AsCompiler(m.sub)
	if !ok || len(f.Asked) > 0 {
		return
	}
	var in []usersub.Input
	for _, name := range l.r.Order {
		at := f.ArgOffset(f.Sig.ArgIndex(name))
		for k := range l.r.Given[name] {
			in = append(in, usersub.Input{At: at + k})
		}
	}
	if fn, err := c.Compile(f, in, &s.callState); err == nil {
		m.function = fn
	}
}

// evalCompiledPartial evaluates a routine of partial derivatives; false where it is to be called.
func (l *routineLaw) evalCompiledPartial(m *callTimer, f *usersub.Frame, in []float64, s *State) (hasValue bool) {
	if m.function == nil || s.interpreted {
		return false
	}
	if !m.evalCompiled(m.function, f.Reals(f.Sig.OutputIndices()[0]), in[:l.given], s.p.T, true) {
		m.calls--
		return false
	}
	return true
}

// evalCompiled evaluates the function; false where it has no value.
func (l *routineLaw) evalCompiled(out, in []float64, t float64, dflag bool, s *State) (hasValue bool) {
	if l.judged < len(l.frame.Asked) {
		l.warnUnknownQueries(s)
	}
	l.reclaimUntimedCalls()
	if !l.meter.evalCompiled(l.function, out, l.routineArguments(in), t, dflag) {
		l.meter.calls-- // it is called now
		l.countMissingValue()
		return false
	}
	if l.r.Tension {
		out[0] = -out[0]
	}
	return true
}

// countMissingValue counts evaluations without a value.
func (l *routineLaw) countMissingValue() {
	if l.missed++; l.missed > maxMissed && 2*l.missed > l.meter.calls {
		l.function, l.gaveUp = nil, true
		l.reason = errRarelyDefined
		l.prepareInlineCalls()
	}
}

// errRarelyDefined is why a function that rarely has a value is not compiled.
var errRarelyDefined = rarelyDefinedError{}

type rarelyDefinedError struct{}

func (rarelyDefinedError) Error() string { return "most calls raise an exception or make a new query" }

// routineArguments returns the inputs less what is taken off them, and behind them the arguments that
// its owner has set.
func (l *routineLaw) routineArguments(in []float64) []float64 {
	if l.less == nil && l.direct == nil {
		return in
	}
	l.off = append(l.off[:0], in...)
	for k, v := range l.less {
		l.off[k] -= v
	}
	for _, at := range l.direct {
		l.off = append(l.off, l.frame.Real[at])
	}
	return l.off
}

// evalCompiledPartials sets the partials exactly; false where they are not known.
func (l *routineLaw) evalCompiledPartials(dst, dt, in []float64, t float64) (known bool) {
	if l.direct != nil || !l.function.Partials(dst, dt, l.routineArguments(in), t) {
		return false
	}
	if l.r.Tension {
		for k := range in {
			dst[k] = -dst[k]
		}
		if dt != nil {
			dt[0] = -dt[0]
		}
	}
	return true
}

// usesCompiledFunction reports whether the function is evaluated in place of the routine.
func (l *routineLaw) usesCompiledFunction(s *State) bool { return l.function != nil && !s.interpreted }

// differenceAcrossJumps puts differences in the place of partials where the law jumps
// within their spacing, as it does for routines that are differenced. The iteration
// matrix then knows of the jump: with the slopes of the two pieces alone Newton's
// iteration goes to and fro between them, at any step size, where a dry friction
// sticks. A difference off its partial by more than a billionth of the value is a jump:
// curvature gives 1e-14 of it and rounding 1e-16.
func (l *routineLaw) differenceAcrossJumps(dst, in, out []float64, s *State) {
	o := l.trial[0]
	for k, x := range in {
		if l.hasExactPartials(k) {
			continue
		}
		h := (x + coarse*l.inputScale(k, x, s)) - x
		in[k] = x + h
		ok := l.evalCompiled(o, in, s.p.T, true, s)
		in[k] = x
		if !ok {
			continue
		}
		for i, v := range o {
			d := &dst[i*len(in)+k]
			if step := v - out[i]; math.Abs(step-*d*h) > 1e-9*max(math.Abs(v), math.Abs(out[i])) {
				*d = step / h
			}
		}
	}
}

// A routine whose function is one program of package expr is evaluated as an expression
// is: the inputs go where the program reads them, and nothing else is touched. The
// meter of the routine lends it as many calls as there are until the next one that is
// measured; they are counted when it takes back what is left of them. A spring then
// costs one line of memory of its own beside the program, which all springs share.

// singleProgram is a usersub.Compiled that is one program.
type singleProgram interface {
	// Program returns the program that Eval runs for a value of dflag, and what
	// it works on; nil if it takes more than that.
	Program(dflag bool) (*expr.Function, *expr.Work)
}

// secondDerivativesAlong sets dst to the second derivatives of the outputs along a motion of the inputs at the
// rates rate, and of the time at the rate td. It is false where they are not known: differences
// take their place.
func (l *routineLaw) secondDerivativesAlong(dst, in, rate []float64, td float64, s *State) (known bool) {
	if !l.usesCompiledFunction(s) || l.direct != nil {
		return false
	}
	p, ok := l.function.(singleProgram)
	if !ok {
		return false
	}
	fn, work := p.Program(true)
	if fn == nil || !fn.SecondDerivativeAlongMotion(work, s.p.T, td, l.routineArguments(in), rate, dst) {
		return false
	}
	if l.r.Tension {
		dst[0] = -dst[0]
	}
	return true
}

// inlineRoutine is what an evaluation needs of a routine.
type inlineRoutine struct {
	fn      *expr.Function // nil where the routine's law must be evaluated
	work    *expr.Work
	less    []float64 // what is taken off the inputs, nil for nothing
	left    int32     // calls lent
	tension bool
}

// prepareInlineCalls sets l.inline for the current function.
func (l *routineLaw) prepareInlineCalls() {
	l.reclaimUntimedCalls()
	l.inline = inlineRoutine{less: l.less, tension: l.r.Tension}
	if p, ok := l.function.(singleProgram); ok && l.direct == nil {
		l.inline.fn, l.inline.work = p.Program(false)
	}
}

// grantUntimedCalls gives the calls whose time will not be measured to l.inline.
func (l *routineLaw) grantUntimedCalls() {
	if m := l.meter; l.inline.fn != nil {
		l.inline.left = int32(m.gap)
		m.calls += int(m.gap)
		m.gap = 0
	}
}

// reclaimUntimedCalls takes back those that were not made.
func (l *routineLaw) reclaimUntimedCalls() {
	m, n := l.meter, l.inline.left
	m.gap += uint32(n)
	m.calls -= int(n)
	l.inline.left = 0
}

// countCallIfAllowed reports whether a call may be made, and counts it. The caller puts the inputs in work then.
func (q *inlineRoutine) countCallIfAllowed(s *State) (allowed bool) {
	if q.left == 0 || s.interpreted {
		return false
	}
	q.left--
	return true
}

// callInline makes the call; false where there is no value: the routine's law is to be evaluated.
func (q *inlineRoutine) callInline(out []float64, s *State) (hasValue bool) {
	if !q.fn.EvalInputBuffer(q.work, s.p.T, out) {
		q.left++
		return false
	}
	if q.tension {
		out[0] = -out[0]
	}
	return true
}

// callInlineWithInputs is countCallIfAllowed and callInline, for inputs as a law has them.
func (q *inlineRoutine) callInlineWithInputs(out, in []float64, s *State) (hasValue bool) {
	if !q.countCallIfAllowed(s) {
		return false
	}
	x := q.fn.InputBuffer(q.work)
	for k := range x {
		x[k] = in[k]
	}
	for k, v := range q.less {
		x[k] -= v
	}
	return q.callInline(out, s)
}
