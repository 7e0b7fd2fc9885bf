package element

import (
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Force_Penalty", Doc: "a soft constraint g(q,t) = 0 or g ≤ 0: -penalty g - penalty1 g' along the gradient of g",
			Attrs: attrs(
				deck.AttrSpec{Name: "penalty", Type: deck.Real, Required: true, Positive: true, Second: "penalty1", Unit: "force/g"},
				deck.AttrSpec{Name: "penalty1", Type: deck.Real, Default: "0", NonNegative: true, Unit: "force time/g"},
				flag("unilateral"),
				when("unilateral=TRUE", deck.AttrSpec{Name: "smoothing_factor", Type: deck.Real, Default: "1", Positive: true, Unit: "g"}),
				choice("type", "EXPRESSION", "EXPRESSION", "USERSUB"),
				when("type=EXPRESSION", required(expression("expr"))),
				deck.UserSubAttrs("type=USERSUB", 0),
			),
		},
		phase: forces,
		build: buildPenalty,
	})
}

func buildPenalty(b *builder, e *deck.Element) {
	p := system.Penalty{
		ID: e.ID(), G: -1, P: e.Real("penalty"), P1: e.Real("penalty1"),
		Unilateral: e.Bool("unilateral"), Smoothing: e.Real("smoothing_factor"),
	}
	if e.Enum("type") == "USERSUB" {
		p.G = b.routineLaw(e, usersub.PFOSUB)
	} else if prog, ok := b.compile(e, "expr"); ok {
		p.G = b.sys.AddLaw(system.Expression(e.Title()+": expr", prog))
	}
	if p.G >= 0 {
		b.sys.Penalties = append(b.sys.Penalties, p)
	}
}

// digits writes a number so that it reads back as the same.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
