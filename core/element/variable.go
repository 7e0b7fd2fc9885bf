package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Reference_Variable", Doc: "a named value: an expression or a VARSUB",
			Attrs: attrs(
				choice("type", "EXPRESSION", "EXPRESSION", "USERSUB"),
				when("type=EXPRESSION", required(expression("expr"))),
				deck.UserSubAttrs("type=USERSUB", 0),
				realOr("ic", "0"), flag("implicit"),
				unused("static_hold", "autobalance", "penalty", "penalty1"),
			),
		},
		phase: equations,
		build: buildVariable,
	})
}

// buildVariable: an implicit variable is an algebraic unknown y - f = 0 and may
// be part of a cycle.
func buildVariable(b *builder, e *deck.Element) {
	v := system.NewValue(1)
	var law system.LawIdx
	if e.Enum("type") == "USERSUB" {
		law = b.routineLaw(e, usersub.VARSUB)
	} else if p, ok := b.compile(e, "expr"); ok {
		law = b.sys.AddLaw(system.Expression(e.Title(), p))
	} else {
		law = -1
	}
	switch {
	case law < 0: // reported; a constant keeps what refers to it quiet
		v.Const = []float64{0}
	case e.Bool("implicit"):
		v.Unk = len(b.sys.Algebraic)
		b.sys.Algebraic = append(b.sys.Algebraic, system.Algebraic{Name: e.Kind, ID: e.ID(), Law: law, IC: e.Real("ic")})
	default:
		v.Law = law
	}
	b.sys.SetValue("VARVAL", e.ID(), v)
}
