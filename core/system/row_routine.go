package system

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// rowInitializer is a row set that must be called before anything else can be said
// of it: a routine reports by its queries what its constraint depends on.
type rowInitializer interface {
	initRows(s *State, set int) error
}

// initRowSets initializes each row set that is a rowInitializer, with the bodies as the deck
// places them.
func (s *State) initRowSets() error {
	s.plan, s.starting = &evaluationPlan{s: s, sys: s.sys}, true
	s.computePosesAndMotions(s.DeckPoint())
	for i, set := range s.sys.Rows {
		if st, ok := set.(rowInitializer); ok {
			if err := st.initRows(s, i); err != nil {
				return err
			}
		}
	}
	s.plan, s.p, s.starting = nil, nil, false
	s.layout = s.sys.makeLayout() // levels of rows are known now
	s.spins = s.sys.listFreeSymmetryAxes()
	return nil
}

// isComputableFromPose reports whether a measure has a value where only bodies are placed.
func (m *Measure) isComputableFromPose() bool {
	switch m.row.stage {
	case Pose, Motion:
		return true
	case Values:
		return m.kind == constant || m.kind == now
	}
	return false
}

// routineRow is the function of a user subroutine, GCOSUB or COUSUB. Its
// partials are precise differences, its second rate is differenced along the
// motion; of one that is a program all of them are exact.
type routineRow struct {
	r       *Routine
	law     *routineLaw
	in, out []float64
	dt      [1]float64
	second  *ExactPartial // the routine of second partials, nil without one
	hess    *usersub.Frame
	bent    *callTimer // of second
}

// NewRoutineConstraintRow returns the row of a routine whose output is kept zero. What
// it depends on is known when a State has been made: its Given arguments and its
// queries. r.Second gives the second partials with respect to the one Given
// argument, by columns. i and j are the markers from which the
// reaction is seen, NoMarker without one.
func (sys *System) NewRoutineConstraintRow(r *Routine, i, j MarkerIdx) *GeneralConstraint {
	return &GeneralConstraint{
		RowOwner: RowOwner{Element: r.Element, ID: r.ID, Row: []string{r.Sig.Name}, N: 1, I: i, J: j},
		fn:       &routineRow{r: r, second: r.Second},
	}
}

// initRows implements rowInitializer: the set-up call and calls at the start, until the
// routine makes no new query.
func (g *GeneralConstraint) initRows(s *State, set int) error {
	switch f := g.fn.(type) {
	case *routineRow:
		g.calls, g.slot, g.Bodies, g.Level = nil, nil, nil, integrate.Position
		return g.initConstraintRoutine(s, set, f)
	case *userRow:
		g.calls, g.slot, g.Bodies, g.Level = nil, nil, nil, integrate.Position
		g.set = set
		return f.setUpRow(s, g)
	}
	return nil
}

// initConstraintRoutine initializes the rows of a GCOSUB or COUSUB.
func (g *GeneralConstraint) initConstraintRoutine(s *State, set int, f *routineRow) error {
	l := newRoutineLaw(f.r)
	l.inRow, l.self = true, set
	f.law, f.out = l, make([]float64, l.n)
	s.routines = append(s.routines, l)
	if err := l.callSetup(s); err != nil {
		return err
	}
	if f.second != nil {
		f.hess = f.r.newCallFrame(f.second.Sig)
		f.hess.PrepareCall(0, false, true)
		f.bent = l.timerOfPartial(f.second)
		if err := l.callRoutineTimed(f.bent, f.hess, s); err != nil {
			return err
		}
		l.compilePartial(f.bent, f.hess, s)
	}
	for n := 0; ; n++ {
		if err := g.addQueriedMeasures(s, f); err != nil {
			return err
		}
		s.queryAdded = false
		for k, c := range g.calls {
			f.in[k] = s.callState.evalUnforeseenQuery(c)
		}
		if err := l.evalAt(f.out, f.in, s.p.T, true, s); err != nil {
			return err
		}
		if !s.queryAdded {
			break
		}
		if n == maxLearn {
			return fmt.Errorf("%s: %s makes a new query in every call", l.r.OwnerTitle(), l.r.Sig.Name)
		}
	}
	if len(g.Bodies) == 0 {
		return fmt.Errorf("%s: %s queries no displacement or velocity of a moving body, so that nothing can keep its result zero", l.r.OwnerTitle(), l.r.Sig.Name)
	}
	return nil
}

// addQueriedMeasures makes the queries that are new measures of the row.
func (g *GeneralConstraint) addQueriedMeasures(s *State, f *routineRow) error {
	level, known := g.Level, len(g.calls) > 0
	for _, c := range f.law.inputs[len(g.calls):] {
		if err := g.addMeasure(s.sys, c); err != nil {
			return fmt.Errorf("%s: %w", f.law.r.OwnerTitle(), err)
		}
		if known && !s.starting && g.Level != level {
			return fmt.Errorf("%s: %s queries %s only during the run; a constraint that depends on velocities must query one in its first call",
				f.law.r.OwnerTitle(), f.law.r.Sig.Name, c)
		}
	}
	f.in = make([]float64, len(g.calls))
	return nil
}

// evalAlongMotion implements rowFunction. With p the partials and H the second partials, the second
// rate is p·v” + (v'ᵀHv' + 2 v'·∂p/∂t + ∂²f/∂t²): the part in brackets is the
// second derivative along v + v' h, t + h.
func (f *routineRow) evalAlongMotion(s *State, g *GeneralConstraint) (v, timePartial, rate, secondRate float64, err error) {
	copy(f.in, g.v)
	l := f.law
	if err := l.evalAt(f.out, f.in, s.p.T, false, s); err != nil {
		return 0, 0, 0, 0, err
	}
	if s.queryAdded {
		err := g.addQueriedMeasures(s, f)
		b := &s.rows.set[g.set] // a body may be new; the evaluation is void anyway
		b.jac = make([]float64, 6*g.N*len(g.Bodies))
		return 0, 0, 0, 0, err
	}
	v = f.out[0]
	if !allFinite(f.out) {
		return v, 0, 0, 0, retryError{l.callError(usersub.NotFinite, fmt.Sprintf("the routine returned %v", v), s.p.T)}
	}
	if err := l.Partials(g.p, f.dt[:], f.in, f.out, true, s); err != nil || s.queryAdded {
		return v, 0, 0, 0, f.repeatWithNewQueries(s, g, err)
	}
	if g.Level == integrate.Position {
		if secondRate, err = f.secondDerivativeAlong(s, g); err != nil || s.queryAdded {
			return v, 0, 0, 0, f.repeatWithNewQueries(s, g, err)
		}
	}
	timePartial = f.dt[0]
	rate = timePartial
	for k, p := range g.p {
		rate += p * g.d[k]
		secondRate += p * g.dd[k]
	}
	return v, timePartial, rate, secondRate, nil
}

// repeatWithNewQueries takes up queries that are made in trial calls only.
func (f *routineRow) repeatWithNewQueries(s *State, g *GeneralConstraint, err error) error {
	if err != nil {
		return err
	}
	err = g.addQueriedMeasures(s, f)
	s.rows.set[g.set].jac = make([]float64, 6*g.N*len(g.Bodies))
	return err
}

// secondDerivativeAlong returns the second derivative of f along v + v' h, t + h by
//
//	f” = (2 (f3 + f-3) - 27 (f2 + f-2) + 270 (f1 + f-1) - 490 f0) / 180 h² + O(h⁶),
//
// with h shortened until the fourth-order difference agrees, and otherwise that
// of the spacing where they agree best. Of a routine that is a program it is exact.
func (f *routineRow) secondDerivativeAlong(s *State, g *GeneralConstraint) (float64, error) {
	l, t, f0 := f.law, s.p.T, f.out[0]
	if l.secondDerivativesAlong(l.trial[0], g.v, g.d, 1, s) {
		return l.trial[0][0], nil
	}
	at := func(h float64, o []float64) error {
		for k := range f.in {
			f.in[k] = g.v[k] + g.d[k]*h
		}
		return l.evalAt(o, f.in, t+h, true, s)
	}
	best, dd := math.Inf(1), 0.0
	for h := f.longestDifferenceStep(s, g); best > 0; h /= 4 {
		if h*64 < f.longestDifferenceStep(s, g) {
			break
		}
		ok, err := l.evalSixSamples(at, 0, h, [6]float64{1, -1, 2, -2, 3, -3})
		if err != nil || s.queryAdded {
			return 0, err
		}
		if !ok {
			continue
		}
		x := &l.trial
		a, b, c := x[0][0]+x[1][0]-2*f0, x[2][0]+x[3][0]-2*f0, x[4][0]+x[5][0]-2*f0
		d6, d4 := (270*a-27*b+2*c)/(180*h*h), (16*a-b)/(12*h*h)
		size := max(math.Abs(x[0][0]), math.Abs(x[4][0]), math.Abs(x[5][0]), math.Abs(f0))
		noise := 1e-15 * size / (h * h)
		if e := math.Abs(d6-d4) + noise; e < best {
			best, dd = e, d6
			if math.Abs(d6-d4) <= 1e-7*math.Abs(d6)+4*noise {
				break
			}
		}
	}
	copy(f.in, g.v)
	l.storeInputs(l.frame, f.in)
	return dd, nil
}

// longestDifferenceStep is the longest time that differences along the motion step: no measure
// moves by more than a hundredth of its scale.
func (f *routineRow) longestDifferenceStep(s *State, g *GeneralConstraint) float64 {
	h := 0.01
	for k, i := range s.plan.asked[g.set] {
		scale := s.sys.typicalMeasureSize(&s.plan.measure[i])
		if d := math.Abs(g.d[k]); d*h > 0.01*scale {
			h = 0.01 * scale / d
		}
	}
	return math.Exp2(math.Floor(math.Log2(h)))
}

// evalAtMeasures returns the routine's value with its foreseen queries at v, at the current time; false if the call fails or the
// value is not finite.
func (f *routineRow) evalAtMeasures(s *State, v []float64) (value float64, ok bool) {
	o := f.law.trial[0]
	err := f.law.evalAt(o, v, s.p.T, true, s)
	return o[0], err == nil && allFinite(o)
}

// evalSecondPartials implements rowFunction: by the routine that knows the second partials, by
// differences otherwise. They only serve the iteration matrix.
func (f *routineRow) evalSecondPartials(s *State, g *GeneralConstraint) {
	h := &g.second
	clear(h.h)
	if h.n == 0 {
		return
	}
	if f.hess != nil {
		copy(f.hess.RealArgNamed(f.second.In), g.v)
		f.hess.PrepareCall(s.p.T, true, false)
		if (f.law.evalCompiledPartial(f.bent, f.hess, g.v, s) || f.law.callRoutineTimed(f.bent, f.hess, s) == nil) && allFinite(f.hess.Reals(f.second.Sig.OutputIndices()[0])) {
			copy(h.h, f.hess.Reals(f.second.Sig.OutputIndices()[0]))
		}
		return
	}
	if f.setExactSecondPartials(s, g) {
		return
	}
	f.differenceSecondPartials(s, g)
	copy(f.in, g.v)
	f.law.storeInputs(f.law.frame, f.in)
}

// setExactSecondPartials sets the second partials of a routine that is a program: H_kk is the second rate along
// e_k, H_kl half of what that along e_k + e_l is more than those along e_k and e_l.
func (f *routineRow) setExactSecondPartials(s *State, g *GeneralConstraint) (known bool) {
	h, o, ok := &g.second, f.law.trial[0], true
	along := func(k, l int) float64 {
		clear(h.dir)
		h.dir[k], h.dir[l] = 1, 1
		ok = ok && f.law.secondDerivativesAlong(o, g.v, h.dir, 0, s)
		return o[0]
	}
	for k := 0; k < h.n && ok; k++ {
		h.h[k*h.n+k] = along(k, k)
		for l := range k {
			x := (along(k, l) - h.h[k*h.n+k] - h.h[l*h.n+l]) / 2
			h.h[k*h.n+l], h.h[l*h.n+k] = x, x
		}
	}
	return ok
}

// differenceSecondPartials sets the second partials to central differences.
func (f *routineRow) differenceSecondPartials(s *State, g *GeneralConstraint) {
	h := &g.second
	step := func(k int) float64 {
		return 1e-3 * max(s.sys.typicalMeasureSize(&s.plan.measure[s.plan.asked[g.set][k]]), math.Abs(g.v[k]))
	}
	at := func(k, l int, a, b float64) float64 {
		copy(f.in, g.v)
		f.in[k] += a
		f.in[l] += b
		x, ok := f.evalAtMeasures(s, f.in)
		if !ok {
			return f.out[0]
		}
		return x
	}
	for k := range h.n {
		a := step(k)
		h.h[k*h.n+k] = (at(k, k, a, 0) + at(k, k, -a, 0) - 2*f.out[0]) / (a * a)
		for l := range k {
			b := step(l)
			x := (at(k, l, a, b) - at(k, l, a, -b) - at(k, l, -a, b) + at(k, l, -a, -b)) / (4 * a * b)
			h.h[k*h.n+l], h.h[l*h.n+k] = x, x
		}
	}
}
