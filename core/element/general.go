package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Constraint_General", Instead: []string{"expr|" + routineNames}, Doc: "an expression, or the result of a GCOSUB, that is kept zero",
			Attrs: joinAttrs(
				choiceAttr("type", "EXPRESSION", "how the constraint is given", "EXPRESSION", "USERSUB"),
				expressionAttr("expr", "1", "function of displacements, velocities and TIME that is kept zero"),
				withAliases(optionalMarkerAttr("i_marker_id", "marker for whose body the reaction is reported; no reaction is reported if missing"), "i"),
				oneSidedAttrs("the expression or the result of the routine"),
				multiplierBoundAttrs(),
				breakForceAttrs(brokenRow, "force"),
				flagAttr("is_virtual", "compliant (virtual) constraint; not supported: constraints are always rigid"),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: joints,
		build: buildGeneralConstraint,
	})
}

func buildGeneralConstraint(b *builder, e *deck.Element) {
	if !b.allMarkersExist(e, "i_marker_id") {
		return
	}
	ref, _ := e.RoutineRef(usersub.GCOSUB.Name)
	routine := e.Enum("type") == "USERSUB" || !e.Has("expr") && (ref.Named || ref.Library != "" || ref.Script != "" || ref.Plugin != "" || e.Has("usrsub_param_string"))
	if !routine && !e.Has("expr") {
		e.AddErrorf("", "E305", "expr is missing")
		return
	}
	warnVirtualUnsupported(e, "the constraint")
	law := b.readMultiplierBoundLaw(e)
	i := system.NoMarker
	if e.Has("i_marker_id") {
		i = b.nonFloatingMarkerIndex(e, "i_marker_id")
	}
	if routine {
		if r := b.loadRoutine(e, usersub.GCOSUB, nil); r != nil {
			b.addGeneralConstraintRow(e, b.sys.NewRoutineConstraintRow(r, i, system.NoMarker), law)
		}
		return
	}
	p, ok := b.compileConstraint(e)
	if !ok {
		return
	}
	b.rows = append(b.rows, func() {
		b.buildAndRecordFault(e, func() { b.addExpressionConstraintRow(e, p, i, system.NoMarker, lawAndBreaksSetter(e, law)) })
	})
}

// lawAndBreaksSetter returns what gives a row its law and what it breaks at.
func lawAndBreaksSetter(e *deck.Element, law []system.Inequality) func(*system.GeneralConstraint) {
	return func(g *system.GeneralConstraint) {
		setRowLaw(e, &g.RowOwner, law)
		g.Breaks = readBreakLimitsOfRow(e)
		if g.Level != integrate.Position && e.Bool("unilateral") && e.Has("restitution_coef") {
			e.AddWarningf("restitution_coef", "B268", "it has no effect: a constraint of velocities has no impacts")
		}
	}
}

// addGeneralConstraintRow adds a row to the constraints.
func (b *builder) addGeneralConstraintRow(e *deck.Element, g *system.GeneralConstraint, law []system.Inequality) {
	lawAndBreaksSetter(e, law)(g)
	b.rows = append(b.rows, func() { b.sys.AddRows(g) })
}

// addExpressionConstraintRow adds the row of an expression once all elements are known, with
// reactions seen from markers i and j, as the functions alter it. It returns the index of the
// row, or -1.
func (b *builder) addExpressionConstraintRow(e *deck.Element, p *expr.Program, i, j system.MarkerIdx, alter ...func(*system.GeneralConstraint)) (row int) {
	if !b.allNamesExist(p) {
		b.faults.addFaultyElement(e)
		return -1 // reported with the expression
	}
	g, err := b.sys.NewExpressionConstraintRow(e.Kind, e.ID(), p, i)
	switch {
	case err != nil:
		e.AddErrorf("expr", "B054", "%v", err)
		return -1
	case len(g.Bodies) == 0:
		e.AddErrorf("expr", "B055", "the expression depends on no moving body")
		return -1
	}
	if j != system.NoMarker {
		g.SetReactionPartner(j)
	}
	for _, f := range alter {
		f(g)
	}
	return b.sys.AddRows(g)
}
