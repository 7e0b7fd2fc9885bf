package system

import "github.com/trammel-mbd/trammel/core/expr"

// A routine whose function is one program of package expr is evaluated as an expression
// is: the inputs go where the program reads them, and nothing else is touched. The
// meter of the routine lends it as many calls as there are until the next one that is
// measured; they are counted when it takes back what is left of them. A spring then
// costs one line of memory of its own beside the program, which all springs share.

// programmed is a usersub.Compiled that is one program.
type programmed interface {
	// Program returns the program that Eval runs for a value of dflag, and what
	// it works on; nil if it takes more than that.
	Program(dflag bool) (*expr.Function, *expr.Work)
}

// second sets dst to the second derivatives of the outputs along a motion of the inputs at the
// rates rate, and of the time at the rate td. It is false where they are not known: differences
// take their place.
func (l *routineLaw) second(dst, in, rate []float64, td float64, s *State) bool {
	if !l.compiled(s) || l.direct != nil {
		return false
	}
	p, ok := l.function.(programmed)
	if !ok {
		return false
	}
	fn, work := p.Program(true)
	if fn == nil || !fn.Second(work, s.p.T, td, l.reduced(in), rate, dst) {
		return false
	}
	if l.r.Tension {
		dst[0] = -dst[0]
	}
	return true
}

// inline is what an evaluation needs of a routine.
type inline struct {
	fn      *expr.Function // nil where the routine's law must be asked
	work    *expr.Work
	less    []float64 // what is taken off the inputs, nil for nothing
	left    int32     // calls lent
	tension bool
}

// inlined sets l.inline for the function that there is now.
func (l *routineLaw) inlined() {
	l.reclaim()
	l.inline = inline{less: l.less, tension: l.r.Tension}
	if p, ok := l.function.(programmed); ok && l.direct == nil {
		l.inline.fn, l.inline.work = p.Program(false)
	}
}

// lend gives the calls that will not be measured to l.inline.
func (l *routineLaw) lend() {
	if m := l.meter; l.inline.fn != nil {
		l.inline.left = int32(m.gap)
		m.calls += int(m.gap)
		m.gap = 0
	}
}

// reclaim takes back those that were not made.
func (l *routineLaw) reclaim() {
	m, n := l.meter, l.inline.left
	m.gap += uint32(n)
	m.calls -= int(n)
	l.inline.left = 0
}

// take reports whether a call may be made. The inputs are put in work then.
func (q *inline) take(s *State) bool {
	if q.left == 0 || s.interpreted {
		return false
	}
	q.left--
	return true
}

// run makes the call; false where there is no value: the routine's law is to be asked.
func (q *inline) run(out []float64, s *State) bool {
	if !q.fn.Run(q.work, s.p.T, out) {
		q.left++
		return false
	}
	if q.tension {
		out[0] = -out[0]
	}
	return true
}

// eval is both, for inputs as a law has them.
func (q *inline) eval(out, in []float64, s *State) bool {
	if !q.take(s) {
		return false
	}
	x := q.fn.Inputs(q.work)
	for k := range x {
		x[k] = in[k]
	}
	for k, v := range q.less {
		x[k] -= v
	}
	return q.run(out, s)
}
