package system

import "github.com/trammel-mbd/trammel/core/integrate"

// ElementCounts says how far a System has been built.
type ElementCounts struct{ rows, laws, states, rigid int }

// ElementCounts returns how far sys has been built; see DisableAddedSince.
func (sys *System) ElementCounts() ElementCounts {
	return ElementCounts{len(sys.Rows), len(sys.Laws), len(sys.States), len(sys.Rigid)}
}

// DisableAddedSince makes what has been added since x inert. Constraint rows do not hold
// and have no multiplier; laws are zero, and so are the forces made of them and
// the rates of states, which keep their values. Everything stays where it is, so
// that measures can name it: they report zero. Routines are not called; they are set
// up again when their element is switched on.
func (sys *System) DisableAddedSince(x ElementCounts) {
	for i := x.rows; i < len(sys.Rows); i++ {
		if h, ok := sys.Rows[i].(*HigherPair); ok {
			h.deactivate(sys)
		}
		sys.Rows[i] = disabledRows{sys.Rows[i]}
	}
	for i := x.laws; i < len(sys.Laws); i++ {
		sys.Laws[i] = zeroLaw(sys.Laws[i])
	}
	for i := x.states; i < len(sys.States); i++ {
		sys.States[i].Implicit = false
	}
	for i := x.rigid; i < len(sys.Rigid); i++ {
		sys.Rigid[i].Off = true
	}
}

// disabledRows is the rows of an element that is switched off.
type disabledRows struct{ RowSet }

func (disabledRows) fillBlock(*State, *rowBlock) error                          { return nil }
func (disabledRows) addStiffness(_ *State, _ []float64, _ float64, _ *jacobian) {}

// measures implements measureUser: angles continue counting their turns.
func (d disabledRows) measures() []Call {
	if a, ok := d.RowSet.(measureUser); ok {
		return a.measures()
	}
	return nil
}

// isEnforcedAfterAssembly reports whether the rows of a set are there, beyond the assembly.
func isEnforcedAfterAssembly(set RowSet) bool {
	switch set.(type) {
	case disabledRows, *InitialConditionRow:
		return false
	}
	return true
}

// constraintLevel returns the level of the rows of a set.
func constraintLevel(set RowSet) integrate.Level {
	if !isEnforcedAfterAssembly(set) {
		return integrate.Inactive
	}
	return set.rowOwner().Level
}

// inactiveLaw is a law that is zero. It has the inputs that it would have, so that angles
// which only it requests continue counting their turns. Of a user subroutine, which
// is not called, they are not known.
type inactiveLaw struct {
	inputs []Call
	n      int
}

func (l *inactiveLaw) Outputs() int   { return l.n }
func (l *inactiveLaw) Inputs() []Call { return l.inputs }

func (l *inactiveLaw) Eval(out, _ []float64, _ *State) error {
	clear(out)
	return nil
}

func (l *inactiveLaw) Partials(dst, dt, _, _ []float64, _ bool, _ *State) error {
	clear(dst)
	clear(dt)
	return nil
}

// zeroLaw returns a law with the outputs of l, all zero.
func zeroLaw(l LawSpec) LawSpec {
	z := LawSpec{Owner: l.Owner, Report: l.Report, Demand: l.Demand, Named: l.Named, Outputs: l.Outputs}
	z.New = func(s *State) (Law, error) {
		if l.Outputs > 0 {
			return &inactiveLaw{nil, l.Outputs}, nil
		}
		full, err := l.New(s)
		if err != nil {
			return nil, err
		}
		return &inactiveLaw{full.Inputs(), full.Outputs()}, nil
	}
	return z
}
