package element

import (
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func itoa(n int) string { return strconv.Itoa(n) }

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Control_Diff", Doc: "a first-order state: x' = expression, or F(x, x') = 0",
			Attrs: attrs(
				choice("type", "EXPRESSION", "EXPRESSION", "USERSUB"),
				when("type=EXPRESSION", required(expression("expr"))),
				deck.UserSubAttrs("type=USERSUB", 0),
				flag("is_implicit"), realOr("ic", "0"), realOr("ic_dot", "0"), flag("is_static_hold"),
			),
		},
		phase: equations,
		build: buildDiff,
	})
}

func buildDiff(b *builder, e *deck.Element) {
	v := system.NewValue(1)
	law := system.LawIdx(-1)
	if e.Enum("type") == "USERSUB" {
		law = b.routineLaw(e, usersub.DIFSUB)
	} else if p, ok := b.compile(e, "expr"); ok {
		law = b.sys.AddLaw(system.Expression(e.Title(), p))
	}
	if law < 0 {
		v.Const = []float64{0}
	} else {
		v.State = b.sys.AddStates(system.StateGroup{
			Name: e.Kind, ID: e.ID(), IC: []float64{e.Real("ic")}, Law: law,
			Hold: e.Bool("is_static_hold"), Implicit: e.Bool("is_implicit"),
		})
	}
	b.sys.SetValue("DIF", e.ID(), v)
}
