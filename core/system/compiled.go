package system

import (
	"math"

	"github.com/trammel-mbd/trammel/usersub"
)

// A routine whose implementation knows its function well enough (usersub.Compiler) is not
// called: values and exact partials come from the function, without a frame.
// Where that has no value, the routine is called, with all that this brings
// about: its exception, or queries that it has not asked before. Then it is
// compiled again.

// maxMissed is how often a function may have no value, when it has none in more
// than half of the calls, before it is done without.
const maxMissed = 64

// compile asks the implementation for the function. What the routine has asked so far is
// an input of it.
func (l *routineLaw) compile(s *State) {
	l.function, l.reason = nil, nil
	defer l.inlined()
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
	l.function, l.reason = c.Compile(l.frame, in, &s.door)
	l.compileExact(s)
}

// compileExact compiles the routines of partial derivatives.
func (l *routineLaw) compileExact(s *State) {
	for e, f := range l.exact {
		l.compilePartial(l.partial[e], f, s)
	}
}

// compilePartial compiles one of them, a function of the Given arguments; one that asks
// anything is called.
func (l *routineLaw) compilePartial(m *meter, f *usersub.Frame, s *State) {
	m.function = nil
	c, ok := usersub.AsCompiler(m.sub)
	if !ok || len(f.Asked) > 0 {
		return
	}
	var in []usersub.Input
	for _, name := range l.r.Order {
		at := f.At(f.Sig.Index(name))
		for k := range l.r.Given[name] {
			in = append(in, usersub.Input{At: at + k})
		}
	}
	if fn, err := c.Compile(f, in, &s.door); err == nil {
		m.function = fn
	}
}

// quickPartial evaluates a routine of partial derivatives; false where it is to be called.
func (l *routineLaw) quickPartial(m *meter, f *usersub.Frame, in []float64, s *State) bool {
	if m.function == nil || s.interpreted {
		return false
	}
	if !m.evaluate(m.function, f.Reals(f.Sig.Outputs()[0]), in[:l.given], s.p.T, true) {
		m.calls--
		return false
	}
	return true
}

// quick evaluates the function; false where it has no value.
func (l *routineLaw) quick(out, in []float64, t float64, dflag bool, s *State) bool {
	if l.judged < len(l.frame.Asked) {
		l.unknown(s)
	}
	l.reclaim()
	if !l.meter.evaluate(l.function, out, l.reduced(in), t, dflag) {
		l.meter.calls-- // it is called now
		l.miss()
		return false
	}
	if l.r.Tension {
		out[0] = -out[0]
	}
	return true
}

// miss counts evaluations without a value.
func (l *routineLaw) miss() {
	if l.missed++; l.missed > maxMissed && 2*l.missed > l.meter.calls {
		l.function, l.gaveUp = nil, true
		l.reason = errSeldom
		l.inlined()
	}
}

// errSeldom is why a function is done without that has a value seldom.
var errSeldom = seldom{}

type seldom struct{}

func (seldom) Error() string { return "most calls raise an exception or ask for something new" }

// reduced returns the inputs less what is taken off them, and behind them the arguments that
// its owner has set.
func (l *routineLaw) reduced(in []float64) []float64 {
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

// quickPartials sets the partials exactly; false where they are not known.
func (l *routineLaw) quickPartials(dst, dt, in []float64, t float64) bool {
	if l.direct != nil || !l.function.Partials(dst, dt, l.reduced(in), t) {
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

// compiled reports whether the function is evaluated in place of the routine.
func (l *routineLaw) compiled(s *State) bool { return l.function != nil && !s.interpreted }

// acrossJumps puts differences in the place of partials where the law jumps
// within their spacing, as it does for routines that are differenced. The iteration
// matrix then knows of the jump: with the slopes of the two pieces alone Newton's
// iteration goes to and fro between them, at any step size, where a dry friction
// sticks. A difference off its partial by more than a billionth of the value is a jump:
// curvature gives 1e-14 of it and rounding 1e-16.
func (l *routineLaw) acrossJumps(dst, in, out []float64, s *State) {
	o := l.trial[0]
	for k, x := range in {
		if l.covered(k) {
			continue
		}
		h := (x + coarse*l.scale(k, x, s)) - x
		in[k] = x + h
		ok := l.quick(o, in, s.p.T, true, s)
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
