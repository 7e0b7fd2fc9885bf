package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
)

// compileAttr compiles the expression of an attribute; ok is false when it is
// missing or wrong.
func (b *builder) compileAttr(e *deck.Element, name string) (p *expr.Program, ok bool) {
	a := e.Attr(name)
	if a == nil {
		return nil, false
	}
	return b.compileSubexpression(e, a, 0, a.Value)
}

// checkCallsAndBindSplines reports the calls of an expression that name what is not there, and
// binds its splines.
func (b *builder) checkCallsAndBindSplines(a *deck.Attr, p *expr.Program) {
	for _, c := range p.Measures {
		call := system.Call{Name: c.Name, Args: c.Args}
		if _, err := b.sys.ResolveMeasure(call); err != nil && !b.faults.hasErrorAbout(call) {
			a.AddErrorf(c.Pos, c.End, "X002", "%v", err)
		}
	}
	b.bindSplines(a, p)
}

// allNamesExist reports whether all that an expression names is there.
func (b *builder) allNamesExist(p *expr.Program) bool {
	for _, c := range p.Measures {
		if _, err := b.sys.ResolveMeasure(system.Call{Name: c.Name, Args: c.Args}); err != nil {
			return false
		}
	}
	return true
}

// compileAttrLaw compiles the expression of an attribute into a law; None when it is
// missing, wrong or always zero.
func (b *builder) compileAttrLaw(e *deck.Element, name string) system.Output {
	p, ok := b.compileAttr(e, name)
	if !ok {
		return system.None
	}
	if v, constant := p.ConstantValue(); constant && v == 0 {
		return system.None
	}
	return system.Output{Law: b.sys.AddLaw(system.ExpressionLaw(e.KindID()+": "+name, p))}
}

// addAffineLaw adds a law that is a constant and a constant times each input.
func (b *builder) addAffineLaw(owner string, c0 float64, in []system.Call, c ...float64) system.Output {
	l := &affineLaw{c0, in, c}
	return system.Output{Law: b.sys.AddLaw(system.LawSpec{
		Owner: owner, New: func(*system.State) (system.Law, error) { return l, nil },
	})}
}

type affineLaw struct {
	c0 float64
	in []system.Call
	c  []float64
}

func (l *affineLaw) Outputs() int          { return 1 }
func (l *affineLaw) Inputs() []system.Call { return l.in }

// Affine lets springs be computed in one step.
func (l *affineLaw) Affine() (c0 float64, c []float64) { return l.c0, l.c }

func (l *affineLaw) Eval(out, in []float64, _ *system.State) error {
	out[0] = l.c0
	for k, v := range in {
		out[0] += l.c[k] * v
	}
	return nil
}

func (l *affineLaw) Partials(dst, dt, _, _ []float64, _ bool, _ *system.State) error {
	copy(dst, l.c)
	clear(dt)
	return nil
}
