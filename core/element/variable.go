package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const variableKind = "Reference_Variable"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: variableKind, Doc: "a named value: an expression or a VARSUB",
			Attrs: joinAttrs(
				choiceAttr("type", "EXPRESSION", "how the value is given", "EXPRESSION", "USERSUB"),
				withCondition("type=EXPRESSION", requiredAttr(expressionAttr("expr", "1", "the value"))),
				deck.UserSubAttrs("type=USERSUB", 0),
				realAttr("ic", "0", "1", "where the solution of an implicit variable starts from"),
				withAliases(flagAttr("implicit", "the value is an unknown of the equations, so that it may depend on itself"), "is_implicit"),
				unusedAttrs("for static analyses", "static_hold", "is_static_hold", "autobalance"),
				harmlessUnusedAttrs("variables are solved exactly here", "penalty", "penalty1"),
			),
		},
		phase: equations,
		build: buildVariable,
	})
}

// buildVariable: an implicit variable is an algebraic unknown y - f = 0 and may
// be part of a cycle.
func buildVariable(b *builder, e *deck.Element) {
	v := system.NewUnboundValue(1)
	law := b.addScalarLaw(e, usersub.VARSUB)
	switch {
	case law < 0: // reported; a constant keeps what refers to it quiet
		v.Const = []float64{0}
	case e.Bool("implicit"):
		v.Unk = len(b.sys.Algebraic)
		b.sys.Algebraic = append(b.sys.Algebraic, system.Algebraic{Name: e.Kind, ID: e.ID(), Law: law, IC: e.Real("ic")})
	default:
		v.Law = law
		b.sys.Laws[law].Named = true
	}
	b.sys.RegisterValue("VARVAL", e.ID(), v)
}

// addScalarLaw adds the law of an element that has one value, given by expr or by
// a routine as its type says; -1 if it cannot be had, as reported.
func (b *builder) addScalarLaw(e *deck.Element, sig *usersub.Sig) system.LawIdx {
	if e.Enum("type") == "USERSUB" {
		return b.addRoutineLaw(e, sig)
	}
	p, ok := b.compileAttr(e, "expr")
	if !ok {
		b.faults.addFaultyElement(e)
		return -1
	}
	return b.sys.AddLaw(system.ExpressionLaw(e.KindID(), p))
}
