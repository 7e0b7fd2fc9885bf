package cmdfile

import (
	"math"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// values evaluates an attribute.
func (e *emitter) values(name string) ([]datum, bool) {
	a := e.o.attr(name)
	if a == nil {
		return nil, false
	}
	if e.used != nil {
		e.used[name] = true
	}
	s := e.x.scopeFor(e.o, a)
	list, err := s.items(a, e.o)
	for i := range list {
		if err == nil {
			list[i], err = s.settled(list[i])
		}
	}
	if err != nil {
		e.errorf(a.span(), "E657", "%s: %v", name, err)
		return nil, false
	}
	return list, true
}

func (e *emitter) text(name string) (string, bool) {
	list, ok := e.values(name)
	if !ok || len(list) == 0 {
		return "", false
	}
	return list[0].String(), true
}

// floats returns the numbers of an attribute.
func (e *emitter) floats(name string) ([]float64, bool) {
	list, ok := e.values(name)
	if !ok {
		return nil, false
	}
	var out []float64
	for _, d := range list {
		for _, n := range d.flat() {
			if n.kind == textDatum {
				if x, err := strconv.ParseFloat(strings.TrimSpace(n.text), 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
					n = number(x)
				}
			}
			if n.kind != numberDatum {
				e.errorf(e.o.attr(name).span(), "E659", "%s: %q is not a number", name, shorten(n.String()))
				return nil, false
			}
			out = append(out, n.num)
		}
	}
	return out, true
}

// float returns the number of an attribute, or what it is without one.
func (e *emitter) float(name string, without float64) float64 {
	if e.o.attr(name) == nil {
		return without
	}
	if list, ok := e.floats(name); ok && len(list) > 0 {
		return list[0]
	}
	return without
}

func (e *emitter) numbers(arg, name string, factor float64) bool {
	list, ok := e.floats(name)
	if !ok {
		return false
	}
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = formatNumber(x * factor)
	}
	e.put(arg, strings.Join(texts, ", "), e.o.attr(name).span())
	return true
}

// objects returns the objects that an attribute names.
func (e *emitter) objects(name string) ([]*object, bool) {
	a := e.o.attr(name)
	if a == nil {
		return nil, true
	}
	list, ok := e.values(name)
	if !ok {
		return nil, false
	}
	var out []*object
	s := e.x.scopeFor(e.o, a)
	s.contexts = append(s.contexts, e.x.contexts()...)
	for _, d := range list {
		if d.kind == noDatum || d.kind == textDatum && d.text == "" {
			continue
		}
		o := s.find(d)
		if o == nil || o.gone {
			e.errorf(a.span(), "E658", "%s: there is no object %s", name, shorten(d.String())).Help = e.x.nearestObject(d.String())
			return nil, false
		}
		out = append(out, o)
	}
	return out, true
}

func (e *emitter) object(name string) *object {
	list, _ := e.objects(name)
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// references adds the ids of the objects that an attribute names.
func (e *emitter) references(arg, name string) bool {
	list, ok := e.objects(name)
	if !ok {
		return false
	}
	var ids []string
	at := e.o.attr(name).span()
	for _, o := range list {
		if o.id == 0 {
			what := string(o.class)
			if o.kind != nil {
				what = o.kind.last()
			}
			if o.class == geometryClass {
				what = "shape of the type " + what
			}
			d := e.errorf(at, "E660", "not supported: %s is a %s, which %s cannot be", o.path(), what, name)
			if o.class == geometryClass {
				d.Help = "what can touch are blocks, cylinders, ellipsoids, frustums, planes, links, plates, extrusions and revolutions"
			}
			return false
		}
		if o.inactive() {
			e.errorf(at, "E658", "%s is switched off", o.path()).Help = "switch off what refers to it, too"
			return false
		}
		ids = append(ids, strconv.Itoa(o.id))
	}
	if len(ids) > 0 {
		e.put(arg, strings.Join(ids, ", "), at)
	}
	return true
}

// routine adds ROUTINE=.
func (e *emitter) routine() {
	if e.o.attr("routine") == nil || e.o.attr("user_function") == nil && e.o.attr("function") != nil && !strings.HasPrefix(strings.ToLower(e.joined("function")), "user") {
		return
	}
	if t, ok := e.text("routine"); ok && t != "" {
		e.put("ROUTINE", t, e.o.attr("routine").span())
	}
}

// joined returns the text of an attribute, whose parts may be several strings.
func (e *emitter) joined(name string) string {
	list, ok := e.values(name)
	if !ok {
		return ""
	}
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.String())
	}
	return strings.TrimSpace(b.String())
}

// law adds a function of the time, or the parameters of a routine.
func (e *emitter) law(arg, name string) bool {
	if u := e.o.attr("user_function"); u != nil && name == "function" {
		list, ok := e.floats("user_function")
		if !ok {
			return false
		}
		texts := make([]string, len(list))
		for i, x := range list {
			texts[i] = formatNumber(x)
		}
		e.put(arg, "USER("+strings.Join(texts, ",")+")", u.span())
		return true
	}
	a := e.o.attr(name)
	t, ok := e.x.functionText(e.o, a, e.joined(name), 0)
	if !ok {
		return false
	}
	if t == "" {
		t = "0"
	}
	e.put(arg, t, a.span())
	return true
}

// frame adds where a marker or part is in another frame: QP and the axes.
func (e *emitter) frame(originArg string, p, in pose) {
	at := e.o.at
	if a := e.o.attr("location"); a != nil {
		at = a.span()
	}
	v := in.local(p.at)
	if v != (vec{}) {
		e.put(originArg, vectorText(v), at)
	}
	e.axes(in.axes.within(p.axes), at)
}

func (e *emitter) errorf(at deck.Span, code, format string, args ...any) *deck.Diag {
	d := e.x.diags.Errorf(at, code, format, args...)
	d.Msg = e.o.path() + ": " + d.Msg
	return d
}

func (e *emitter) put(arg, text string, at deck.Span) {
	e.st.Args = append(e.st.Args, adm.Argument{Name: arg, At: at, Value: adm.Value{Text: text, At: at}})
}

func (e *emitter) flag(name string, at deck.Span) {
	e.st.Args = append(e.st.Args, adm.Argument{Name: "TYPE", At: at, Choice: true, Value: adm.Value{Text: name, At: at}})
}

func (e *emitter) number(arg string, x float64, at deck.Span) { e.put(arg, formatNumber(x), at) }

// slot adds an argument; false is for something wrong, which is reported.
func (e *emitter) slot(s slot) bool {
	if strings.HasPrefix(s.param, "=") {
		e.flag(s.arg, e.o.at)
		return true
	}
	a := e.o.attr(s.param)
	if a == nil || len(a.items) == 0 {
		if s.param == "function" && e.o.attr("user_function") != nil {
			return e.law(s.arg, s.param)
		}
		return true
	}
	angle := a.angle.factor
	if a.angle.factor == 0 {
		angle = 1
	}
	switch s.how {
	case asRef:
		return e.references(s.arg, s.param)
	case asNumber:
		return e.numbers(s.arg, s.param, 1)
	case asAngle:
		return e.numbers(s.arg, s.param, angle)
	case asPerRad:
		return e.numbers(s.arg, s.param, 1/angle)
	case asLaw:
		return e.law(s.arg, s.param)
	case asFlag:
		if t, ok := e.text(s.param); ok && isYes(t) {
			e.flag(s.arg, a.span())
		}
	default:
		t, ok := e.text(s.param)
		if !ok {
			return false
		}
		e.put(s.arg, t, a.span())
	}
	return true
}

func isYes(t string) bool {
	switch strings.ToLower(strings.TrimSpace(t)) {
	case "yes", "on", "true", "1", "y":
		return true
	}
	return false
}

func vectorText(v vec) string {
	return formatNumber(v[0]) + ", " + formatNumber(v[1]) + ", " + formatNumber(v[2])
}
