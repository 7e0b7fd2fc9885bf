package element

import (
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func itoa(n int) string { return strconv.Itoa(n) }

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Control_Diff", Doc: "a first-order state: x' = expression, or F(x, x') = 0",
			Attrs: joinAttrs(
				choiceAttr("type", "EXPRESSION", "how the equation is given", "EXPRESSION", "USERSUB"),
				withCondition("type=EXPRESSION", requiredAttr(expressionAttr("expr", "1/time", "x', or F if is_implicit; x is DIF(id), x' is DIF1(id)"))),
				deck.UserSubAttrs("type=USERSUB", 0),
				flagAttr("is_implicit", "the equation is F(x, x') = 0, not x' = F"),
				realAttr("ic", "0", "1", "x at the start"),
				realAttr("ic_dot", "0", "1/time", "estimate of x' at the start of an implicit equation; not used: x' follows from the equation"),
				flagAttr("is_static_hold", "static analyses keep x instead of making x' zero"),
			),
		},
		phase: equations,
		build: buildDifferentialEquation,
	})
}

func buildDifferentialEquation(b *builder, e *deck.Element) {
	v := system.NewUnboundValue(1)
	if law := b.addScalarLaw(e, usersub.DIFSUB); law < 0 {
		v.Const = []float64{0}
	} else {
		v.State = b.sys.AddStates(system.StateGroup{
			Name: e.Kind, ID: e.ID(), IC: []float64{e.Real("ic")}, Law: law,
			Hold: e.Bool("is_static_hold"), Implicit: e.Bool("is_implicit"),
		})
	}
	b.sys.RegisterValue("DIF", e.ID(), v)
}
