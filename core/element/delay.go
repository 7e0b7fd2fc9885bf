package element

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
)

// addDelayMeasures makes measures of the DELAYs of a program, those inside them first. place turns places in the source
// into such in the attribute.
func (b *builder) addDelayMeasures(e *deck.Element, a *deck.Attr, p *expr.Program, positionOf func(pos, end int) (int, int)) {
	for k := range p.Delays {
		d := &p.Delays[k]
		d.Pos, d.End = positionOf(d.Pos, d.End)
		spec := system.Delay{Owner: e.KindID() + ": " + a.Name, Lag: -1, Past: d.History}
		spec.Key = fmt.Sprintf("DELAY %s", p.Source)
		if k > 0 {
			spec.Key = fmt.Sprintf("DELAY %d of %s", k+1, p.Source)
		}
		for _, part := range []*expr.Program{d.Signal, d.Lag, d.History} {
			b.bindProgramToAttr(e, a, part, positionOf)
		}
		b.checkDelayArray(a, d)
		spec.Signal = b.sys.AddLaw(system.ExpressionLaw(spec.Owner+": DELAY", d.Signal))
		if v, constant := d.Lag.ConstantValue(); constant {
			spec.Fixed = v
		} else {
			spec.Lag = b.sys.AddLaw(system.ExpressionLaw(spec.Owner+": the lag of DELAY", d.Lag))
		}
		call := b.sys.AddDelay(spec)
		for i := range p.Measures {
			if m := &p.Measures[i]; m.Name == "DELAY" && m.Args[0] == k {
				m.Name, m.Args = call.Name, call.Args
			}
		}
	}
}

// bindProgramToAttr makes a program one of an attribute: its places are those in the attribute, and what it
// names is searched for.
func (b *builder) bindProgramToAttr(e *deck.Element, a *deck.Attr, p *expr.Program, positionOf func(pos, end int) (int, int)) {
	for i := range p.Measures {
		m := &p.Measures[i]
		m.Pos, m.End = positionOf(m.Pos, m.End)
	}
	for i := range p.Externals {
		m := &p.Externals[i]
		m.Pos, m.End = positionOf(m.Pos, m.End)
	}
	b.addDelayMeasures(e, a, p, positionOf)
	b.checks = append(b.checks, func() { b.checkCallsAndBindSplines(a, p) })
}

// checkDelayArray examines the array of a DELAY: what Adams reads from it is of no use here.
func (b *builder) checkDelayArray(a *deck.Attr, d *expr.Delay) {
	if d.Array == 0 {
		return
	}
	switch x := b.deck.FindElement(arrayKind, d.Array); {
	case x == nil:
		a.AddErrorf(d.Pos, d.End, "X002", "DELAY: there is no Reference_Array %d", d.Array).Help = b.deck.SuggestID(d.Array, arrayKind)
	case x.Enum("type") != "IC":
		a.AddErrorf(d.Pos, d.End, "X002", "DELAY: Reference_Array %d is of type %s, not IC", d.Array, x.Enum("type"))
	default:
		a.AddWarningf(d.Pos, d.End, "X004", "the array of DELAY, Reference_Array %d, has no effect: histories have the accuracy of the integrator, and their jumps are known", d.Array)
	}
}

// refuseDelays reports a DELAY where none can be.
func (b *builder) refuseDelays(e *deck.Element, p *expr.Program) (refused bool) {
	if len(p.Delays) == 0 {
		return true
	}
	e.AddErrorf("expr", "B255", "DELAY cannot be part of a constraint or a motion: second rates of histories are not known").Help =
		"make a force, a variable or a state equation of it"
	return false
}
