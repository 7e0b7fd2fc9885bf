package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Control_StateEqn", IDRange: "type", Doc: "x' = F(x,u,t), y = G(x,u,t): states and outputs are read by ARYVAL",
			Attrs: joinAttrs(stateAttrs("of the equation", "outputs"),
				wholeNumberAttr("num_output", "0", "number of outputs; for LINEAR that of the rows of C and D, for USERSUB that of y_array_id if missing")),
		},
		phase: equations,
		build: buildControlState,
	})
}

func buildControlState(b *builder, e *deck.Element) {
	q := &stateEqn{family: family{
		usersub.GSESUB, [4]*usersub.Sig{usersub.GSEXX, usersub.GSEXU, usersub.GSEYX, usersub.GSEYU}, anySize, "the equation", "there are no outputs",
	}}
	if !b.bindInputs(e, q) {
		return
	}
	if e.Has("num_output") || e.Enum("type") == "USERSUB" {
		q.p = e.Int("num_output")
		if y := b.deck.Find(arrayKind, e.Ref("y_array_id")); q.p == 0 && y != nil {
			q.p = y.Int("num_element")
		}
	}
	if b.addStateEquations(e, q) {
		b.addStates(e, q)
	}
}
