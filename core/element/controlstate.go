package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Control_StateEqn", IDRange: "type", Doc: "x' = F(x,u,t), y = G(x,u,t): states and outputs are read by ARYVAL",
			Attrs: joinAttrs(stateAttrs("of the equation", "outputs", allowZeroStates),
				nonNegativeIntegerAttr("num_output", "0", "number of outputs; for LINEAR that of the rows of C and D, for USERSUB that of y_array_id if missing"),
				discreteStateAndPartRoutineAttrs()),
		},
		phase: equations,
		build: buildControlState,
	})
}

func buildControlState(b *builder, e *deck.Element) {
	q := &stateEqn{family: family{
		usersub.GSESUB, [4]*usersub.Sig{usersub.GSEXX, usersub.GSEXU, usersub.GSEYX, usersub.GSEYU}, anySize, "the equation", "there are no outputs",
	}}
	if !b.setStateEquationInputs(e, q) {
		return
	}
	if e.Has("num_output") || e.Enum("type") == "USERSUB" {
		q.p = e.Int("num_output")
		if y := b.deck.FindElement(arrayKind, e.Ref("y_array_id")); q.p == 0 && y != nil {
			q.p = y.Int("num_element")
		}
	}
	first := len(b.out.Failed)
	if b.addStateEquations(e, q) {
		b.addStates(e, q)
	}
	b.hintSeparatePartRoutines(first)
}

// allowZeroStates lets num_state be 0: an equation with discrete states needs no others.
func allowZeroStates(a *deck.AttrSpec) *deck.AttrSpec {
	if a.Name == "num_state" {
		*a = *nonNegativeIntegerAttr(a.Name, "0", a.Doc)
	}
	return a
}

// checkHasStates reports whether the equation gives the number of its states and their array, and an error where it does not.
func (b *builder) checkHasStates(e *deck.Element) bool {
	ok := true
	for _, name := range []string{"x_array_id", "num_state"} {
		if (!e.Has(name) || name == "num_state" && e.Int(name) == 0) && (name == "x_array_id" || e.Enum("type") == "USERSUB") && !b.faults.of[e] {
			e.AddErrorf("", "E305", "%s: %s is missing", e.KindIDLabel(), name)
			b.faults.addFaultyElement(e)
			ok = false
		}
	}
	return ok
}
