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
	if p, ok := l.r.Sub.Sub.(usersub.Partials); ok && l.given == 0 {
		l.load(l.frame, in)
		l.frame.Prepare(s.p.T, true, false)
		return p.Partials(dst, l.frame, &s.door)
	}
	known, err := l.exactPartials(dst, in, s)
	if err != nil {
		return err
	}
	for k := range in {
		if k < l.given && known[k] == l.n {
			continue
		}
		if err := l.column(dst, k, in, out, precise, s); err != nil {
			return err
		}
	}
	if len(known) > 0 { // columns that only part of the outputs are known of
		if _, err := l.exactPartials(dst, in, s); err != nil {
			return err
		}
	}
	if dt != nil {
		if err := l.timePartials(dt, in, out, s); err != nil {
			return err
		}
	}
	// leave the frame as an evaluation at in would
	l.load(l.frame, in)
	return nil
}

// column differences input k.
func (l *routineLaw) column(dst []float64, k int, in, out []float64, precise bool, s *State) error {
	x := in[k]
	m := &s.plan.measure[s.plan.law[l.lawIdx(s)].in[k]]
	scale := max(math.Abs(x), s.typical(m))
	at := func(v float64, o []float64) error {
		in[k] = v
		err := l.eval(o, in, s.p.T, true, s)
		in[k] = x
		return err
	}
	set := func(i int, d float64) { dst[i*len(in)+k] = d }
	if precise {
		return l.sixth(at, x, 4e-3*scale, set)
	}
	return l.forward(at, x, 1e-7*scale, out, set)
}

// typical is the size that a measure's differences are scaled by when its
// value is smaller.
func (s *State) typical(m *Measure) float64 {
	if m.row == nil {
		return 1e-3
	}
	if f := m.row.fn; m.row.stage == Pose && f.combine != plain && f.combine != root {
		return 1
	}
	if s.sys.Length > 0 {
		return min(1, s.sys.Length)
	}
	return 1
}

func (l *routineLaw) lawIdx(s *State) int {
	if l.self < len(s.plan.law) && s.plan.law[l.self].law == Law(l) {
		return l.self
	}
	for i := range s.plan.law {
		if s.plan.law[i].law == Law(l) {
			l.self = i
			break
		}
	}
	return l.self
}

// forward is a one-sided difference; where it gives no number, to the other
// side.
func (l *routineLaw) forward(at func(float64, []float64) error, x, h float64, out []float64, set func(int, float64)) error {
	o := l.trial[0]
	for range 2 {
		h = (x + h) - x
		err := at(x+h, o)
		if err == nil && finite(o) {
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

// sixth is a central difference over ±h, ±2h, ±3h,
//
//	f' = (45 (f1 - f-1) - 9 (f2 - f-2) + (f3 - f-3)) / 60h + O(h⁶),
//
// with the spacing shortened until the fourth-order difference of the inner
// four values agrees with it: that difference of spacings is its own error
// estimate. For smooth laws the result is good to about 1e-13 of the scale.
func (l *routineLaw) sixth(at func(float64, []float64) error, x, h float64, set func(int, float64)) error {
	best := math.Inf(1)
	for range 6 {
		ok, err := l.samples(at, x, h)
		if err != nil {
			return err
		}
		if ok {
			worst := 0.0
			for i := range l.n {
				d6, e := l.stencil(i, h)
				worst = max(worst, e)
				_ = d6
			}
			if worst < best {
				best = worst
				for i := range l.n {
					d6, _ := l.stencil(i, h)
					set(i, d6)
				}
			}
			if worst <= 1 {
				return nil
			}
		}
		h /= 8
	}
	return nil
}

// samples evaluates at x ± h, 2h, 3h; false when one gives no number.
func (l *routineLaw) samples(at func(float64, []float64) error, x, h float64) (bool, error) {
	for n := range 6 {
		k := float64(n/2 + 1)
		if n%2 == 1 {
			k = -k
		}
		err := at(x+k*h, l.trial[n])
		if err != nil && !errors.Is(err, integrate.ErrRetry) {
			return false, err
		}
		if err != nil || !finite(l.trial[n]) {
			return false, nil
		}
	}
	return true, nil
}

// stencil returns the sixth-order difference of output i, and how far the
// fourth-order one is from it in units of what is accepted.
func (l *routineLaw) stencil(i int, h float64) (d6, excess float64) {
	t := &l.trial
	a, b, c := t[0][i]-t[1][i], t[2][i]-t[3][i], t[4][i]-t[5][i]
	d6 = (45*a - 9*b + c) / (60 * h)
	d4 := (8*a - b) / (12 * h)
	round := 1e-15 * max(math.Abs(t[0][i]), math.Abs(t[4][i]), math.Abs(t[5][i])) / math.Abs(h)
	return d6, math.Abs(d6-d4) / (1e-7*math.Abs(d6) + 100*round + 1e-300)
}

// timePartials moves the routine's time argument.
func (l *routineLaw) timePartials(dt, in, out []float64, s *State) error {
	t := s.p.T
	at := func(v float64, o []float64) error { return l.eval(o, in, v, true, s) }
	return l.sixth(at, t, 1e-3, func(i int, d float64) { dt[i] = d })
}

func finite(v []float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// exactPartials calls the routines that give partial derivatives and stores
// them. known counts for each given input the outputs that are covered.
func (l *routineLaw) exactPartials(dst, in []float64, s *State) (known []int, err error) {
	if len(l.exact) == 0 {
		return make([]int, l.given), nil
	}
	known = make([]int, l.given)
	for e, x := range l.r.Exact {
		f := l.exact[e]
		for _, name := range l.r.Order {
			from := l.frame.Sig.Index(name)
			copy(f.Arg(name), l.frame.Reals(from))
		}
		l.loadExact(f, in)
		f.Prepare(s.p.T, true, false)
		if err := x.Sub.Call(f, &s.door); err != nil {
			return nil, err
		}
		l.calls++
		l.place(dst, known, f, x, len(in))
	}
	return known, nil
}

func (l *routineLaw) loadExact(f *usersub.Frame, in []float64) {
	k := 0
	for _, name := range l.r.Order {
		v := f.Arg(name)
		k += copy(v, in[k:k+len(v)])
	}
}

// place copies a matrix by columns to the rows of its outputs and the columns
// of its inputs.
func (l *routineLaw) place(dst []float64, known []int, f *usersub.Frame, x ExactPartial, nIn int) {
	m := f.Reals(f.Sig.Outputs()[0])
	row := 0
	for _, o := range l.outs {
		if l.r.Sig.Args[o].Name == x.Out {
			break
		}
		row += l.frame.Len(o)
	}
	col := 0
	for _, name := range l.r.Order {
		if name == x.In {
			break
		}
		col += len(l.frame.Arg(name))
	}
	rows, cols := len(l.frame.Arg(x.Out)), len(l.frame.Arg(x.In))
	for c := range cols {
		for r := range rows {
			dst[(row+r)*nIn+col+c] = m[c*rows+r]
		}
		known[col+c] += rows
	}
}
