package cmdfile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// executeVariableCommand is VARIABLE SET, CREATE and MODIFY: the first makes the variable if it is not there.
func executeVariableCommand(k *commandCall) {
	x := k.x
	p := k.param("variable_name")
	if p == nil {
		k.reportMissing("variable_name")
		return
	}
	name, ok := k.newName("variable_name")
	if !ok {
		return
	}
	parent, own := x.parentFor(name, variableClass)
	if parent == nil {
		k.addErrorf(p.at, "E658", "there is no object that %s could be in", shortenForMessage(name))
		return
	}
	o := x.db.findChild(parent, own)
	if o == nil && !strings.HasPrefix(name, ".") { // one that is there already, in the default part or model
		o = x.newEvaluator().findObject(newTextDatum(name))
	}
	verb := strings.Fields(k.spec.path)[1]
	switch {
	case o == nil && verb == "modify" && parent.class != instanceClass && parent.class != libraryClass:
		k.reportUnknownObject("variable_name", name, p.values[0].at)
		return
	case o == nil:
		o, _ = x.db.addObject(parent, own, variableClass, p.values[0].at)
	case o.class == libraryClass:
		o.class = variableClass
	case o.class != variableClass:
		k.addErrorf(p.values[0].at, "E658", "%s is not a variable", o.fullName())
		return
	case verb == "create":
		k.addErrorf(p.values[0].at, "E659", "%s exists already", o.fullName()).AddNote(o.at, "it was created here")
		return
	}
	if k.param("index") != nil {
		k.setEntry(o)
		return
	}
	k.setValues(o, verb)
}

// setValues gives a variable the values of the command: SET keeps values, CREATE and MODIFY expressions.
func (k *commandCall) setValues(o *object, verb string) {
	x := k.x
	for _, n := range []string{"real_value", "integer_value", "string_value", "object_value"} {
		q := k.param(n)
		if q == nil {
			continue
		}
		a := &attr{at: q.at, frame: x.frame, angle: x.units[angleUnit], order: x.order}
		if !k.setAttribute(o, n, a, q) {
			return
		}
		if verb == "set" { // SET keeps values
			for i := range a.items {
				if d, err := catchFailure(func() datum { return x.newEvaluatorFor(o, a).evaluateItem(&a.items[i], o) }); err == nil {
					a.items[i] = constantItem(d)
				}
			}
		}
		for _, other := range replacedAttributes(n) {
			delete(o.attrs, other)
		}
		o.attrs[n] = a
		x.db.age++
		if verb == "create" && n != "object_value" {
			k.defineParameter(o, a)
		}
	}
}

// defineParameter makes a design variable with one value a parameter of the deck, which may be given another value from outside.
func (k *commandCall) defineParameter(o *object, a *attr) {
	if len(a.items) != 1 {
		return
	}
	d, err := catchFailure(func() datum { return k.x.newEvaluatorFor(o, a).evaluateItem(&a.items[0], o) })
	if err != nil || d.kind != numberDatum && d.kind != textDatum {
		return
	}
	p := &deck.Parameter{Name: o.name, Default: d.text, Min: math.Inf(-1), Max: math.Inf(1), Span: o.at}
	if d.kind == numberDatum {
		p.Default = strconv.FormatFloat(d.num, 'g', -1, 64)
	}
	k.x.rec.DefineParameter(p, a.at)
	switch q := k.x.rec.Parameter(o.name); {
	case q == nil || !q.Assigned:
	case d.kind == numberDatum && !math.IsNaN(q.Number):
		a.items[0] = constantItem(newNumberDatum(q.Number))
	case d.kind == textDatum:
		a.items[0] = constantItem(newTextDatum(q.Value))
	}
}

// setEntry sets one entry of a variable that is an array.
func (k *commandCall) setEntry(o *object) {
	i, ok := k.evaluateNumber("index")
	if !ok {
		return
	}
	for _, n := range []string{"real_value", "integer_value", "string_value", "object_value"} {
		list, ok := k.evaluateData(n)
		if !ok || len(list) == 0 {
			continue
		}
		a := o.findAttribute(n)
		if a == nil {
			a = &attr{at: k.c.keywordSpan()}
		}
		have, err := catchFailure(func() []datum { return k.x.newEvaluatorFor(o, a).evaluateItems(a, o) })
		if err != nil || !(i >= 1 && i <= longest) {
			k.addErrorf(k.param("index").at, "E659", "%s has no entry %s", o.fullName(), formatNumber(i))
			return
		}
		for len(have) < int(i) {
			have = append(have, newNumberDatum(0))
		}
		have[int(i)-1] = list[0]
		items := make([]item, len(have))
		for j, d := range have {
			items[j] = constantItem(d)
		}
		o.attrs[n] = &attr{at: k.c.keywordSpan(), items: items}
		k.x.db.age++
	}
}

func deleteVariable(k *commandCall) {
	for _, o := range k.findObjects("variable_name") {
		if k.x.loops[o] == 0 && o.class == variableClass {
			k.x.freezeValuesUsing(o)
			k.x.db.removeObject(o)
		}
	}
}

// freezeValuesUsing replaces expressions that refer to a variable by what they are, because it is going to be deleted.
func (x *interpreter) freezeValuesUsing(v *object) {
	for _, o := range x.db.root.descendantsByAge() {
		for _, a := range o.attrs {
			for i := range a.items {
				it := &a.items[i]
				if it.node == nil || it.node.op == "known" || !x.isVariableMentioned(it.node, v, o, a) {
					continue
				}
				if d, err := catchFailure(func() datum { return x.newEvaluatorFor(o, a).evaluateItem(it, o) }); err == nil {
					it.node = &node{op: "known", known: &d}
				}
			}
		}
	}
}

func (x *interpreter) isVariableMentioned(n *node, v, o *object, a *attr) bool {
	if n.op == "name" {
		s := x.newEvaluatorFor(o, a)
		found, _ := x.db.lookUp(n.text, append(s.contexts, x.nameContexts()...)...)
		return found == v
	}
	return slices.ContainsFunc(n.kids, func(k *node) bool { return x.isVariableMentioned(k, v, o, a) })
}

// firstValueSpan of an attribute: that of its first value.
func (a *attr) firstValueSpan() deck.Span {
	if len(a.items) > 0 && a.items[0].at.Src != nil {
		at := a.items[0].at
		if last := a.items[len(a.items)-1].at; last.Src == at.Src && last.End > at.End {
			at.End = last.End
		}
		return at
	}
	return a.at
}
