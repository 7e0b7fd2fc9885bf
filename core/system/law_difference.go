package system

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// Partials implements Law: by the routine's own partial derivatives where it
// has them, by differences with respect to its inputs otherwise, never with
// respect to all coordinates.
func (l *routineLaw) Partials(dst, dt, in, out []float64, precise bool, s *State) error {
	if l.discrete && !precise {
		clear(dst)
		clear(dt)
		return nil
	}
	if l.usesCompiledFunction(s) && l.evalCompiledPartials(dst, dt, in, s.p.T) {
		if !precise && l.function.Jumps() {
			l.differenceAcrossJumps(dst, in, out, s)
		}
		return l.evalPartialRoutines(dst, in, s)
	}
	if p, ok := l.r.Sub.Sub.(usersub.Partials); ok && l.given == 0 {
		if err := l.callForPartials(p, dst, in, s); err != nil {
			return err
		}
	} else if err := l.differencePartials(dst, in, out, precise, s); err != nil {
		return err
	}
	if dt != nil {
		if err := l.differenceTime(dt, in, out, s); err != nil {
			return err
		}
	}
	// leave the frame as an evaluation at in would
	l.storeInputs(l.frame, in)
	return nil
}

// callForPartials calls the routine for its partials. Its columns are the results, of which those to
// queries that failed are no inputs.
func (l *routineLaw) callForPartials(p usersub.Partials, dst, in []float64, s *State) error {
	l.storeInputs(l.frame, in)
	l.frame.PrepareCall(s.p.T, true, false)
	n := len(l.frame.Value)
	if len(l.own) != l.n*n {
		l.own = make([]float64, l.n*n)
	}
	clear(l.own)
	if s.failed != nil {
		return s.failed
	}
	s.callState.recordCurrentCall(l, l.frame)
	s.callState.inner = nil
	if err := l.errorOfFinishedCall(p.Partials(l.own, l.frame, &s.callState), l.meter, l.frame, s); err != nil {
		return err
	}
	for k, at := range l.at[:len(in)] {
		for o := range l.n {
			dst[o*len(in)+k] = l.own[o*n+at]
		}
	}
	return nil
}

// differencePartials sets dst; what routines know exactly replaces the differences,
// and columns that they know completely are not differenced.
func (l *routineLaw) differencePartials(dst, in, out []float64, precise bool, s *State) error {
	for k := range in {
		if l.hasExactPartials(k) {
			continue
		}
		if err := l.differenceByInput(dst, k, in, out, precise, s); err != nil {
			return err
		}
	}
	return l.evalPartialRoutines(dst, in, s)
}

// hasExactPartials reports whether the partials of all outputs with respect to input k, a given
// one, are known.
func (l *routineLaw) hasExactPartials(k int) bool {
	n := 0
	if k >= l.given {
		return false
	}
	for _, x := range l.r.Exact {
		if col := l.inputOffset(x.In); k >= col && k < col+len(l.frame.RealArgNamed(x.In)) {
			n += len(l.frame.RealArgNamed(x.Out))
		}
	}
	return n >= l.n
}

// differenceByInput sets the partials with respect to one input, in the column of dst, to differences.
func (l *routineLaw) differenceByInput(dst []float64, input int, in, out []float64, precise bool, s *State) error {
	x := in[input]
	scale := l.inputScale(input, x, s)
	at := func(v float64, o []float64) error {
		in[input] = v
		err := l.evalAt(o, in, s.p.T, true, s)
		in[input] = x
		return err
	}
	set := func(i int, d float64) { dst[i*len(in)+input] = d }
	if precise {
		var q differenceQuotient
		q.beginDerivative(l, x, fine*scale, out, dst, input, len(in))
		return q.evaluateSamples(at)
	}
	return l.oneSidedDifference(at, x, coarse*scale, out, set)
}

// recordFirstCallOfColumn notes the call that column k begins with.
func (l *routineLaw) recordFirstCallOfColumn(k int, in []float64, t *batchedCallState, call usersub.Batcher) {
	s, x := t.s, in[k]
	in[k] = x + representableSpacing(x, coarse*l.inputScale(k, x, s))
	l.storeInputs(l.frame, in)
	l.frame.PrepareCall(s.p.T, true, false)
	call.Prefetch(l.frame, t)
	in[k] = x
}

// representableSpacing is h as it is between numbers of the machine.
func representableSpacing(x, h float64) float64 { return (x + h) - x }

// coarse is the spacing of differences for the iteration matrix, in units of the
// input's scale; fine is what precise ones begin with.
const (
	coarse = 1e-7
	fine   = 4e-3
)

// inputScale is what the spacing of differences of input k is measured by at the value x.
func (l *routineLaw) inputScale(k int, x float64, s *State) float64 {
	m := &s.plan.measure[l.inputMeasures(s)[k]]
	if m.isAngle() {
		return s.sys.typicalMeasureSize(m)
	}
	return max(s.sys.typicalMeasureSize(m), math.Abs(x))
}

// isAngle reports whether a measure is a rotation: a law of it repeats with the
// turns, so that differences do not grow with the value.
func (m *Measure) isAngle() bool {
	return m.row != nil && m.row.stage == Pose && m.row.fn.combine != plain && m.row.fn.combine != root
}

// typicalMeasureSize is the size that a measure's differences are scaled by when its
// value is smaller.
func (sys *System) typicalMeasureSize(m *Measure) float64 {
	if m.row != nil && !m.isAngle() && sys.Length > 0 {
		return min(1, sys.Length)
	}
	return 1
}

// oneSidedDifference is a one-sided difference; where it gives no number, to the other
// side.
func (l *routineLaw) oneSidedDifference(at func(float64, []float64) error, x, h float64, out []float64, set func(int, float64)) error {
	o := l.trial[0]
	for range 2 {
		h = representableSpacing(x, h)
		err := at(x+h, o)
		if err == nil && allFinite(o) {
			break
		}
		if err != nil && !errors.Is(err, integrate.ErrRetry) {
			return err
		}
		h = -h
	}
	for i := range o {
		if d := (o[i] - out[i]) / h; !math.IsNaN(d) && !math.IsInf(d, 0) {
			set(i, d)
		} else {
			set(i, 0)
		}
	}
	return nil
}

// evalSixSamples evaluates at x + h k; false when one gives no number.
func (l *routineLaw) evalSixSamples(at func(float64, []float64) error, x, h float64, k [6]float64) (finite bool, err error) {
	for n := range k {
		err := at(x+k[n]*h, l.trial[n])
		if err != nil && !errors.Is(err, integrate.ErrRetry) {
			return false, err
		}
		if err != nil || !allFinite(l.trial[n]) {
			return false, nil
		}
	}
	return true, nil
}

// sixthDifference returns the sixth-order difference of output i, and by how much it is
// off in units of what is accepted. y is the value in the middle, which is
// (15 (f1 + f-1) - 6 (f2 + f-2) + (f3 + f-3)) / 20 + O(h⁶).
func (l *routineLaw) sixthDifference(i int, h, y float64) (d6, excess float64) {
	t := &l.trial
	a, b, c := t[0][i]-t[1][i], t[2][i]-t[3][i], t[4][i]-t[5][i]
	d6 = (45*a - 9*b + c) / (60 * h)
	d4 := (8*a - b) / (12 * h)
	middle := (15*(t[0][i]+t[1][i]) - 6*(t[2][i]+t[3][i]) + t[4][i] + t[5][i]) / 20
	size := max(math.Abs(t[0][i]), math.Abs(t[4][i]), math.Abs(t[5][i]), math.Abs(y))
	accept := 1e-9*math.Abs(d6) + 1e-14*size/h + 1e-300
	return d6, max(math.Abs(d6-d4), math.Abs(middle-y)/h) / accept
}

// differenceTime moves the routine's time argument.
func (l *routineLaw) differenceTime(dt, in, out []float64, s *State) error {
	at := func(v float64, o []float64) error { return l.evalAt(o, in, v, true, s) }
	var q differenceQuotient
	q.beginDerivative(l, s.p.T, fine, out, dt, 0, 1)
	return q.evaluateSamples(at)
}

func allFinite(v []float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// evalPartialRoutines calls the routines that give partial derivatives and stores
// them.
func (l *routineLaw) evalPartialRoutines(dst, in []float64, s *State) error {
	for e, x := range l.r.Exact {
		f := l.exact[e]
		if l.evalCompiledPartial(l.partial[e], f, in, s) {
			l.storePartialMatrix(dst, f, x, len(in))
			continue
		}
		k := 0
		for _, name := range l.r.Order {
			v := f.RealArgNamed(name)
			k += copy(v, in[k:k+len(v)])
		}
		f.PrepareCall(s.p.T, true, false)
		if err := l.callRoutineTimed(l.partial[e], f, s); err != nil {
			return err
		}
		l.storePartialMatrix(dst, f, x, len(in))
	}
	return nil
}

// storePartialMatrix copies a matrix by columns to the rows of its outputs and the columns
// of its inputs.
func (l *routineLaw) storePartialMatrix(dst []float64, f *usersub.Frame, x ExactPartial, nIn int) {
	m := f.Reals(f.Sig.OutputIndices()[0])
	row := 0
	for _, o := range l.outs {
		if l.r.Sig.Args[o].Name == x.Out {
			break
		}
		row += l.frame.Len(o)
	}
	col := l.inputOffset(x.In)
	rows, cols := len(l.frame.RealArgNamed(x.Out)), len(l.frame.RealArgNamed(x.In))
	for c := range cols {
		for r := range rows {
			dst[(row+r)*nIn+col+c] = m[c*rows+r]
		}
	}
}

// inputOffset returns the first input that belongs to a given argument, the number of inputs if none does.
func (l *routineLaw) inputOffset(arg string) int {
	col := 0
	for _, name := range l.r.Order {
		if name == arg {
			break
		}
		col += len(l.frame.RealArgNamed(name))
	}
	return col
}
