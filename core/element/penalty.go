package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	penalty := withCondition("method!=VI", notNegativeAttr(requiredAttr(realAttr("penalty", "", "force/g", "stiffness: force per unit of g; 0 only together with penalty1, for a force that depends on the rate alone"))))
	penalty.Second = "penalty1"
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Force_Penalty", Doc: "a soft constraint g(q,t) = 0 or g ≤ 0: -penalty g - penalty1 g' along the gradient of g",
			Attrs: joinAttrs(
				penalty,
				choiceAttr("method", "PENALTY", "extension: VI keeps g = 0, or g ≤ 0, exactly, by a reaction instead of a force: no stiffness is needed; g may then depend on velocities, too", "PENALTY", "VI"),
				withCondition("method!=VI", notNegativeAttr(realAttr("penalty1", "0", "force time/g", "damping: force per unit of g'"))),
				flagAttr("unilateral", "the constraint is g ≤ 0, not g = 0"),
				withCondition("unilateral=TRUE method!=VI", positiveAttr(realAttr("smoothing_factor", "1", "g",
					"violation from which on both penalties act in full; below it they rise from zero"))),
				withCondition("unilateral=TRUE method=VI", restitutionAttr("restitution_coef", "0", "extension: coefficient of restitution: speed of separation after an impact divided by the speed of approach")),
				choiceAttr("type", "EXPRESSION", "how g is given", "EXPRESSION", "USERSUB"),
				withCondition("type=EXPRESSION", requiredAttr(expressionAttr("expr", "g", "the function g of displacements and TIME; what depends on velocities, accelerations or forces is refused, but with method VI it may depend on velocities"))),
				deck.UserSubAttrs("type=USERSUB", 0),
				bodyIDAttrs(),
			),
		},
		phase: forces,
		build: buildPenaltyForce,
	})
}

func buildPenaltyForce(b *builder, e *deck.Element) {
	if e.Enum("method") == "VI" {
		b.buildPenaltyAsConstraint(e)
		return
	}
	switch {
	case e.Real("penalty") > 0 || b.faults.of[e] || !e.Has("penalty"): // the last is reported where the deck is read
	case !e.Has("penalty1"):
		e.AddErrorf("penalty", "E403", "%q is not positive", strings.TrimSpace(e.Attr("penalty").Value)).Help = "0 is for a force on the rate of g alone, beside penalty1"
	case e.Real("penalty1") == 0:
		e.AddWarningf("penalty", "B320", "it and penalty1 are 0: there is no force")
	}
	p := system.Penalty{
		ID: e.ID(), G: b.addScalarLaw(e, usersub.PFOSUB), P: e.Real("penalty"), P1: e.Real("penalty1"),
		Unilateral: e.Bool("unilateral"), Smoothing: e.Real("smoothing_factor"),
	}
	if p.G >= 0 {
		b.sys.Penalties = append(b.sys.Penalties, p)
	}
}

// buildPenaltyAsConstraint builds a penalty without its softness: g is a row of the constraints, as that of
// a Constraint_General, with no marker from which its reaction would be seen.
func (b *builder) buildPenaltyAsConstraint(e *deck.Element) {
	law := readOneSidedLaw(e)
	if e.Enum("type") == "USERSUB" {
		if r := b.loadRoutine(e, usersub.PFOSUB, nil); r != nil {
			g := b.sys.NewRoutineConstraintRow(r, system.NoMarker, system.NoMarker)
			setRowLaw(e, &g.RowOwner, law)
			b.rows = append(b.rows, func() { b.sys.AddRows(g) })
		}
		return
	}
	if p, ok := b.compileConstraint(e); ok {
		b.rows = append(b.rows, func() {
			b.buildAndRecordFault(e, func() {
				b.addExpressionConstraintRow(e, p, system.NoMarker, system.NoMarker, func(g *system.GeneralConstraint) { setRowLaw(e, &g.RowOwner, law) })
			})
		})
	}
}
