package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	penalty := when("method!=VI", notNegative(required(real("penalty", "", "force/g", "factor of the violation g; greater than 0, or 0 beside penalty1, for a force on the rate alone"))))
	penalty.Second = "penalty1"
	enter(kind{
		schema: &deck.Schema{
			Kind: "Force_Penalty", Doc: "a soft constraint g(q,t) = 0 or g ≤ 0: -penalty g - penalty1 g' along the gradient of g",
			Attrs: attrs(
				penalty,
				choice("method", "PENALTY", "extension: VI keeps g = 0, or g ≤ 0, exactly, by a reaction instead of a force: no stiffness is needed; g may then depend on velocities, too", "PENALTY", "VI"),
				when("method!=VI", notNegative(real("penalty1", "0", "force time/g", "factor of the rate of the violation g'"))),
				flag("unilateral", "the constraint is g ≤ 0, not g = 0"),
				when("unilateral=TRUE method!=VI", positive(real("smoothing_factor", "1", "g",
					"violation at which the penalties have come to their full size"))),
				when("unilateral=TRUE method=VI", restitution("restitution_coef", "0", "extension: coefficient of restitution: speed of separation after an impact divided by the speed of approach")),
				choice("type", "EXPRESSION", "how g is given", "EXPRESSION", "USERSUB"),
				when("type=EXPRESSION", required(expression("expr", "g", "the function g of displacements and TIME; what depends on velocities, accelerations or forces is refused, but with method VI it may depend on velocities"))),
				deck.UserSubAttrs("type=USERSUB", 0),
				bodyIDs(),
			),
		},
		phase: forces,
		build: buildPenalty,
	})
}

func buildPenalty(b *builder, e *deck.Element) {
	if e.Enum("method") == "VI" {
		b.exactPenalty(e)
		return
	}
	switch {
	case e.Real("penalty") > 0 || b.faults.of[e] || !e.Has("penalty"): // the last is reported where the deck is read
	case !e.Has("penalty1"):
		e.Errorf("penalty", "E403", "%q is not positive", strings.TrimSpace(e.Attr("penalty").Value)).Help = "0 is for a force on the rate of g alone, beside penalty1"
	case e.Real("penalty1") == 0:
		e.Warnf("penalty", "B320", "it and penalty1 are 0: there is no force")
	}
	p := system.Penalty{
		ID: e.ID(), G: b.scalar(e, usersub.PFOSUB), P: e.Real("penalty"), P1: e.Real("penalty1"),
		Unilateral: e.Bool("unilateral"), Smoothing: e.Real("smoothing_factor"),
	}
	if p.G >= 0 {
		b.sys.Penalties = append(b.sys.Penalties, p)
	}
}

// exactPenalty is a penalty without its softness: g is a row of the constraints, as that of
// a Constraint_General, with no marker from which its reaction would be seen.
func (b *builder) exactPenalty(e *deck.Element) {
	law := oneSided(e)
	if e.Enum("type") == "USERSUB" {
		if r := b.routine(e, usersub.PFOSUB, nil); r != nil {
			g := b.sys.NewGeneralRoutine(r, system.NoMarker, system.NoMarker)
			restrict(e, &g.RowPlace, law)
			b.rows = append(b.rows, func() { b.sys.AddRows(g) })
		}
		return
	}
	if p, ok := b.program(e); ok {
		b.rows = append(b.rows, func() {
			b.watch(e, func() {
				b.general(e, p, system.NoMarker, system.NoMarker, func(g *system.General) { restrict(e, &g.RowPlace, law) })
			})
		})
	}
}
