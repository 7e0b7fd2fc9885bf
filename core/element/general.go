package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Constraint_General", Instead: []string{"expr|" + routineNames}, Doc: "an expression, or the result of a GCOSUB, that is kept zero",
			Attrs: attrs(
				choice("type", "EXPRESSION", "how the constraint is given", "EXPRESSION", "USERSUB"),
				expression("expr", "1", "function of displacements, velocities and TIME that is kept zero"),
				also(optMarker("i_marker_id", "marker for whose body the reaction is reported; no reaction is reported if missing"), "i"),
				flag("unilateral", "the expression is kept from being positive (a rope, a stop) instead of zero: the constraint only acts where it would become so"),
				flag("is_virtual", "the constraint may yield a little; not supported, all constraints are rigid"),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: joints,
		build: buildGeneral,
	})
}

func buildGeneral(b *builder, e *deck.Element) {
	if !b.whole(e, "i_marker_id") {
		return
	}
	ref, _ := e.Routine(usersub.GCOSUB.Name)
	routine := e.Enum("type") == "USERSUB" || !e.Has("expr") && (ref.Named || ref.Library != "" || ref.Script != "" || ref.Plugin != "" || e.Has("usrsub_param_string"))
	if !routine && !e.Has("expr") {
		e.Errorf("", "E305", "expr is missing")
		return
	}
	rigid(e, "the constraint")
	i := system.NoMarker
	if e.Has("i_marker_id") {
		i = b.placed(e, "i_marker_id")
	}
	if routine {
		if r := b.routine(e, usersub.GCOSUB, nil); r != nil {
			g := b.sys.NewGeneralRoutine(r, i, system.NoMarker)
			if b.unilateral(e, &g.RowPlace) {
				b.generals(e, g)
			}
		}
		return
	}
	p, ok := b.program(e)
	if !ok {
		return
	}
	b.rows = append(b.rows, func() { b.watch(e, func() { b.general(e, p, i, system.NoMarker) }) })
}

// generals adds a row to the constraints.
func (b *builder) generals(e *deck.Element, g *system.General) {
	b.rows = append(b.rows, func() { b.sys.AddRows(g) })
}

// general adds the row of an expression once all elements are known, with
// reactions seen from markers i and j. It returns the index of the row, or -1.
func (b *builder) general(e *deck.Element, p *expr.Program, i, j system.MarkerIdx) int {
	if !b.resolvable(p) {
		b.faults.add(e)
		return -1 // reported with the expression
	}
	g, err := b.sys.NewGeneral(e.Kind, e.ID(), p, i)
	switch {
	case err != nil:
		e.Errorf("expr", "B054", "%v", err)
		return -1
	case len(g.Bodies) == 0:
		e.Errorf("expr", "B055", "the expression depends on no moving body")
		return -1
	}
	if j != system.NoMarker {
		g.Between(j)
	}
	if !b.unilateral(e, &g.RowPlace) {
		return -1
	}
	return b.sys.AddRows(g)
}

// unilateral gives the rows of an element that has the attribute unilateral the law g ≤ 0.
func (b *builder) unilateral(e *deck.Element, p *system.RowPlace) bool {
	if e.Kind != "Constraint_General" || !e.Bool("unilateral") {
		return true
	}
	if err := p.Restrict(system.OneSided(-1)); err != nil {
		e.Errorf("unilateral", "B056", "%v", err)
		return false
	}
	return true
}
