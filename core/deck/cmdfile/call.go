package cmdfile

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// spec is a command: keywords, parameters and what it does.
type spec struct {
	family string
	path   string // all keywords
	params []string
	kind   *kind
	idle   bool   // without effect on the model
	why    string // what is missing of it here, an error
	run    func(k *commandCall)
}

// commandCall is a command with its parameters under their full names.
type commandCall struct {
	x      *interpreter
	c      *command
	spec   *spec
	params map[string]*param
}

func (k *commandCall) param(name string) *param { return k.params[name] }

func (k *commandCall) addErrorf(at deck.Span, code, format string, args ...any) *deck.Diag {
	d := k.x.diags.AddErrorf(at, code, format, args...)
	d.Msg = k.spec.path + ": " + d.Msg
	return d
}

func (k *commandCall) reportMissing(name string) {
	k.addErrorf(k.c.keywordSpan(), "E659", "%s is missing", name).Help = "write " + name + "=…"
}

// evaluateData evaluates the values of a parameter.
func (k *commandCall) evaluateData(name string) ([]datum, bool) {
	p := k.param(name)
	if p == nil {
		return nil, false
	}
	s := k.x.newEvaluator()
	var out []datum
	for i := range p.values {
		d, err := catchFailure(func() datum { return s.contentOfVariable(s.evaluateValue(&p.values[i])) })
		if err != nil {
			k.addErrorf(p.values[i].at, "E657", "%s: %v", name, err)
			return nil, false
		}
		if d.kind == arrayDatum && !d.global && d.axes == nil {
			out = append(out, d.list...)
		} else {
			out = append(out, d)
		}
	}
	return out, true
}

// evaluateText returns the text of a parameter with one value.
func (k *commandCall) evaluateText(name string) (string, bool) {
	list, ok := k.evaluateData(name)
	if !ok || len(list) == 0 {
		return "", false
	}
	return list[0].String(), true
}

func (k *commandCall) evaluateNumber(name string) (float64, bool) {
	list, ok := k.evaluateData(name)
	if !ok {
		return 0, false
	}
	if len(list) != 1 || list[0].kind != numberDatum {
		k.addErrorf(k.param(name).at, "E659", "%s is a number", name)
		return 0, false
	}
	return list[0].num, true
}

// findObject returns the object that a parameter names.
func (k *commandCall) findObject(name string) *object {
	list := k.findObjects(name)
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

func (k *commandCall) findObjects(name string) []*object {
	p := k.param(name)
	if p == nil {
		return nil
	}
	var out []*object
	s := k.x.newEvaluator()
	for i := range p.values {
		v := &p.values[i]
		d := newTextDatum(v.text)
		if v.form == formula {
			var err error
			if d, err = catchFailure(func() datum { return s.evaluateValue(v) }); err != nil {
				k.addErrorf(v.at, "E657", "%s: %v", name, err)
				return nil
			}
			if d.kind == objectDatum && d.obj.class == variableClass && name != "variable_name" && name != "entity_name" {
				if c, err := catchFailure(func() datum { return s.contentOfVariable(d) }); err == nil {
					d = c
				}
			}
		}
		for _, e := range flatEntries(d) {
			o := s.findObject(e)
			if o == nil {
				k.reportUnknownObject(name, e.String(), v.at)
				return nil
			}
			out = append(out, o)
		}
	}
	return out
}

func (k *commandCall) reportUnknownObject(param, name string, at deck.Span) {
	d := k.addErrorf(at, "E658", "%s: there is no object %s", param, shortenForMessage(name))
	d.Help = k.x.suggestObjectName(name)
}

// suggestObjectName proposes an object whose name is nearly the one that was not found.
func (x *interpreter) suggestObjectName(name string) string {
	o, rest := x.db.lookUp(name, x.nameContexts()...)
	if o == nil {
		o = x.db.root
		if x.model != nil {
			o = x.model
		}
		rest = splitObjectName(name)
	}
	if len(rest) == 0 {
		return ""
	}
	var names []string
	for _, k := range o.order {
		if !k.gone {
			names = append(names, k.name)
		}
	}
	if n, ok := deck.NearestName(rest[0], names); ok && !strings.EqualFold(n, rest[0]) {
		return "did you mean " + o.fullName() + "." + n + "?"
	}
	return ""
}
