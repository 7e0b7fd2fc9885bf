package system

import "fmt"

// HeldVariable is a variable whose value comes from outside of the model, in place of its expression or routine. Value may be
// changed between evaluations, by State.ChangeHeldVariables.
type HeldVariable struct {
	ID    int
	Value float64
}

// heldLaw is the law of a held variable: it depends on nothing in the model.
type heldLaw struct{ of *HeldVariable }

func (*heldLaw) Outputs() int   { return 1 }
func (*heldLaw) Inputs() []Call { return nil }

func (l *heldLaw) Eval(out, _ []float64, _ *State) error {
	out[0] = l.of.Value
	return nil
}

func (*heldLaw) Partials(_, dt, _, _ []float64, _ bool, _ *State) error {
	clear(dt)
	return nil
}

// HoldVariable makes the value of a variable that of h in all states that are made from now on. It returns what undoes that. The
// error reports a variable whose value is not a law's: an implicit one is an unknown of the equations.
func (sys *System) HoldVariable(h *HeldVariable) (release func(), err error) {
	v, ok := sys.Values["VARVAL"][h.ID]
	switch {
	case !ok:
		return nil, fmt.Errorf("there is no variable %d", h.ID)
	case v.Unk >= 0:
		return nil, fmt.Errorf("it is implicit: an unknown of the equations cannot be set")
	case v.Law < 0:
		return nil, fmt.Errorf("it is a constant")
	}
	own := sys.Laws[v.Law]
	held := own
	held.Outputs, held.New = 0, func(*State) (Law, error) { return &heldLaw{h}, nil }
	sys.Laws[v.Law] = held
	return func() { sys.Laws[v.Law] = own }, nil
}

// ChangeHeldVariables calls change, which changes values of held variables. What was computed with the old ones is forgotten.
func (s *State) ChangeHeldVariables(change func()) {
	change()
	s.memo.ok = false
}
