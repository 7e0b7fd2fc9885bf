package system

import "math"

// contactRoutine is CNFSUB or CFFSUB of a contact, called once for each point in
// penetration. The law has one set of inputs for all points; from holds where
// among them the answers to the routine's queries are.
type contactRoutine struct {
	*routineLaw
	from   []int
	answer []float64
	result [3]float64
	near   [3]float64
}

// learn makes new queries of a routine inputs of the law.
func (l *contactLaw) learn(r *contactRoutine) {
	for n := len(r.from); n < len(r.inputs); n++ {
		r.from = append(r.from, len(l.inputs))
		l.inputs = append(l.inputs, r.inputs[n])
		r.answer = append(r.answer, 0)
	}
}

// call calls r with the given arguments in its frame.
func (l *contactLaw) call(dst *[3]float64, r *contactRoutine, in []float64, differencing bool, s *State) error {
	for k, at := range r.from {
		r.answer[k] = 0
		if at < len(in) {
			r.answer[k] = in[at]
		}
	}
	err := r.eval(dst[:], r.answer[:min(len(r.answer), len(r.at))], s.p.T, differencing, s)
	l.learn(r)
	return err
}

// places sets loci and locj, the nearest points of both surfaces along global axes.
func (l *contactLaw) places(r *contactRoutine, m *meeting, t *contactPoint, s *State) {
	j := &s.marker[l.J]
	onI, onJ := m.surfaces(t)
	j.P.Add(j.R.Mul(onI)).Store(r.frame.Arg("loci"))
	j.P.Add(j.R.Mul(onJ)).Store(r.frame.Arg("locj"))
	r.frame.Arg("area")[0] = t.area()
}

// normalOf sets work to the force of CNFSUB, entry 0 of its result, and its
// differences along gap and rate. ni and nj point away from I and J. What the
// force does with the place of the contact is not in the partials.
func (l *contactLaw) normalOf(m *meeting, t *contactPoint, in []float64, partials bool, s *State) error {
	r, w := l.normal, &l.work
	l.places(r, m, t, s)
	n := s.marker[l.J].R.Mul(t.n).Scale(m.sigma) // from J to I
	n.Store(r.frame.Arg("nj"))
	n.Neg().Store(r.frame.Arg("ni"))
	at := func(dst *[3]float64, gap, rate float64, differencing bool) error {
		r.frame.Arg("gap")[0], r.frame.Arg("gapdot")[0] = gap, rate
		return l.call(dst, r, in, differencing, s)
	}
	if err := at(&r.result, t.gap, t.rate, false); err != nil {
		return err
	}
	w.n, w.byGap, w.byRate = r.result[0], 0, 0
	if !partials {
		return nil
	}
	h := 1e-6 * -t.gap
	if err := at(&r.near, t.gap-h, t.rate, true); err != nil {
		return err
	}
	w.byGap = (w.n - r.near[0]) / h
	h = 1e-6 * (s.typicalSize() + math.Abs(t.rate))
	if err := at(&r.near, t.gap, t.rate+h, true); err != nil {
		return err
	}
	w.byRate = (r.near[0] - w.n) / h
	return nil
}

// frictionOf returns the force of CFFSUB on the points' body: its result is the
// one on I along global axes. xdot is the slip velocity of I past J; x, a slip
// that has been stored up, is 0, since the force has no memory.
func (l *contactLaw) frictionOf(m *meeting, t *contactPoint, in []float64, partials bool, s *State) (vec, error) {
	r, w := l.friction, &l.work
	l.places(r, m, t, s)
	j := &s.marker[l.J].R
	at := func(dst *[3]float64, n float64, slip vec, differencing bool) (vec, error) {
		j.Mul(slip).Scale(m.sigma).Store(r.frame.Arg("xdot"))
		r.frame.Arg("nforce")[0] = n
		err := l.call(dst, r, in, differencing, s)
		return j.TMul(loadVec(dst[:])).Scale(m.sigma), err
	}
	f, err := at(&r.result, w.n, t.slip, false)
	if err != nil || !partials {
		return f, err
	}
	h := 1e-6 * (1 + math.Abs(w.n))
	g, err := at(&r.near, w.n+h, t.slip, true)
	if err != nil {
		return f, err
	}
	w.byN = g.Sub(f).Scale(1 / h)
	h = 1e-6 * (1e-3*s.typicalSize() + t.slip.Norm())
	for k, col := range [3]*vec{&w.bySlip.A, &w.bySlip.B, &w.bySlip.C} {
		x := [3]float64{}
		x[k] = h
		if g, err = at(&r.near, w.n, t.slip.Add(loadVec(x[:])), true); err != nil {
			return f, err
		}
		*col = g.Sub(f).Scale(1 / h)
	}
	return f, nil
}

// answered differences the whole law along the answers to queries.
func (l *contactLaw) answered(dst, in, out []float64, s *State) error {
	for c := nRelative; c < len(in); c++ {
		x := in[c]
		h := 1e-7 * (s.typicalSize() + math.Abs(x))
		in[c] = x + h
		err := l.Eval(l.out[:], in, s)
		in[c] = x
		if err != nil {
			return err
		}
		for i := range l.out {
			dst[i*len(in)+c] = (l.out[i] - out[i]) / h
		}
	}
	return nil
}

// place reports the routines of which law they are.
func (l *contactLaw) place(at int) {
	for _, r := range [2]*contactRoutine{l.normal, l.friction} {
		if r != nil {
			r.self = at
		}
	}
}
