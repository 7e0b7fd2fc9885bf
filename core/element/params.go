package element

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/usersub"
)

// readParams reads USER(...) for a routine that has been loaded: what the routine reports
// of its parameters gives them their order, fills in what is missing and is checked.
func (b *builder) readParams(e *deck.Element, sub *usersub.Routine) []float64 {
	return b.readParamsOfAttr(e, "usrsub_param_string", sub)
}

// readParamsOfAttr is readParams of another attribute. What is wrong with the form or a number
// has been reported when the deck was read.
func (b *builder) readParamsOfAttr(e *deck.Element, attribute string, sub *usersub.Routine) []float64 {
	a := e.Attr(attribute)
	if b.faults.of[e] || a == nil && !sub.About.DescribesParams() {
		return nil
	}
	var list []deck.Param
	if a != nil {
		list = a.Params()
	}
	named := slices.ContainsFunc(list, func(p deck.Param) bool { return p.Name != "" })
	if !named && !sub.About.DescribesParams() {
		return b.readUnnamedParams(a, list)
	}
	given := make([]usersub.GivenParam, len(list))
	for k, p := range list {
		given[k] = usersub.GivenParam{Name: p.Name, Value: p.Value}
	}
	bound, wrong := sub.About.BindParams(given)
	for k, w := range wrong {
		if k == mostMisfits {
			break
		}
		b.reportParamMismatch(e, attribute, sub, list, w)
	}
	for k, p := range bound.Params {
		b.checkElementParam(e, attribute, p, bound.Values[k], list, bound.From[k])
	}
	return bound.Values
}

// mostMisfits bounds what is reported of one list.
const mostMisfits = 10

// readUnnamedParams reads numbers without names.
func (b *builder) readUnnamedParams(a *deck.Attr, list []deck.Param) []float64 {
	par, errs := expr.ParseUserParams(a.Value)
	if len(errs) == 0 {
		return par
	}
	if len(list) > 0 { // without USER( ), with a warning
		for _, p := range list {
			par = append(par, p.Value)
		}
		return par
	}
	for _, x := range errs {
		d := a.AddErrorf(x.Pos, x.End, "X003", "%s", x.Msg)
		d.Help = x.Hint
	}
	return nil
}

// reportParamMismatch reports a parameter that the routine does not take.
func (b *builder) reportParamMismatch(e *deck.Element, name string, sub *usersub.Routine, list []deck.Param, w usersub.BindError) {
	var d *deck.Diag
	if w.At < 0 {
		d = e.AddErrorf(name, "B190", "routine %s: %s", sub.Symbol, w.Text)
	} else {
		p := list[w.At]
		start, end := p.Start, p.End
		if w.OfName {
			start, end = p.NameStart, p.NameEnd
		}
		d = e.Attr(name).AddErrorf(start, end, "B190", "routine %s: %s", sub.Symbol, w.Text)
	}
	d.Help = w.Hint
	if !w.Unknown {
		return
	}
	var names []string
	for _, p := range sub.About.Params {
		names = append(names, p.Name)
	}
	if n, ok := deck.NearestName(list[w.At].Name, names); ok {
		d.Help = "did you mean " + n + "? " + w.Hint
	}
}

// checkElementParam checks that the model has the element whose id a parameter is.
func (b *builder) checkElementParam(e *deck.Element, name string, p *usersub.Param, v float64, list []deck.Param, from int) {
	if p.Type != usersub.ID || p.Element == "" {
		return
	}
	var d *deck.Diag
	switch {
	case b.deck.HasKind(p.Element) && b.deck.FindElement(p.Element, int(v)) != nil:
		return
	case from >= 0:
		d = e.Attr(name).AddErrorf(list[from].Start, list[from].End, "B191", "parameter %s: there is no %s with the id %d", p.Name, p.Element, int(v))
	default:
		d = e.AddErrorf("", "B191", "parameter %s: there is no %s with the id %d, which is its default", p.Name, p.Element, int(v))
	}
	d.Help = p.Doc
}
