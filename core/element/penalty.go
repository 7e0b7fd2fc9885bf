package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	penalty := positive(required(real("penalty", "", "force/g", "factor of the violation g")))
	penalty.Second = "penalty1"
	enter(kind{
		schema: &deck.Schema{
			Kind: "Force_Penalty", Doc: "a soft constraint g(q,t) = 0 or g ≤ 0: -penalty g - penalty1 g' along the gradient of g",
			Attrs: attrs(
				penalty,
				notNegative(real("penalty1", "0", "force time/g", "factor of the rate of the violation g'")),
				flag("unilateral", "the constraint is g ≤ 0, not g = 0"),
				when("unilateral=TRUE", positive(real("smoothing_factor", "1", "g",
					"violation at which the penalties have come to their full size"))),
				choice("type", "EXPRESSION", "how g is given", "EXPRESSION", "USERSUB"),
				when("type=EXPRESSION", required(expression("expr", "g", "the function g of displacements and TIME"))),
				deck.UserSubAttrs("type=USERSUB", 0),
				bodyIDs(),
			),
		},
		phase: forces,
		build: buildPenalty,
	})
}

func buildPenalty(b *builder, e *deck.Element) {
	p := system.Penalty{
		ID: e.ID(), G: b.scalar(e, usersub.PFOSUB), P: e.Real("penalty"), P1: e.Real("penalty1"),
		Unilateral: e.Bool("unilateral"), Smoothing: e.Real("smoothing_factor"),
	}
	if p.G >= 0 {
		b.sys.Penalties = append(b.sys.Penalties, p)
	}
}
