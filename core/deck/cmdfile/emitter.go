package cmdfile

import (
	"math"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// evaluateAttribute evaluates an attribute.
func (e *statementEmitter) evaluateAttribute(name string) ([]datum, bool) {
	a := e.o.findAttribute(name)
	if a == nil {
		return nil, false
	}
	if e.used != nil {
		e.used[name] = true
	}
	s := e.x.newEvaluatorFor(e.o, a)
	list, err := catchFailure(func() []datum {
		list := s.evaluateItems(a, e.o)
		for i := range list {
			list[i] = s.resolveToFrame(list[i])
		}
		return list
	})
	if err != nil {
		e.addErrorf(a.firstValueSpan(), "E657", "%s: %v", name, err)
		return nil, false
	}
	return list, true
}

func (e *statementEmitter) attributeText(name string) (string, bool) {
	list, ok := e.evaluateAttribute(name)
	if !ok || len(list) == 0 {
		return "", false
	}
	return list[0].String(), true
}

// attributeNumbers returns the numbers of an attribute.
func (e *statementEmitter) attributeNumbers(name string) ([]float64, bool) {
	list, ok := e.evaluateAttribute(name)
	if !ok {
		return nil, false
	}
	var out []float64
	for _, d := range list {
		for _, n := range d.flattenEntries() {
			if n.kind == textDatum {
				if x, err := strconv.ParseFloat(strings.TrimSpace(n.text), 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
					n = newNumberDatum(x)
				}
			}
			if n.kind != numberDatum {
				e.addErrorf(e.o.findAttribute(name).firstValueSpan(), "E659", "%s: %q is not a number", name, shortenForMessage(n.String()))
				return nil, false
			}
			out = append(out, n.num)
		}
	}
	return out, true
}

// attributeNumber returns the number of an attribute, or what it is without one.
func (e *statementEmitter) attributeNumber(name string, fallback float64) float64 {
	if e.o.findAttribute(name) == nil {
		return fallback
	}
	if list, ok := e.attributeNumbers(name); ok && len(list) > 0 {
		return list[0]
	}
	return fallback
}

func (e *statementEmitter) addNumbers(arg, name string, factor float64) bool {
	list, ok := e.attributeNumbers(name)
	if !ok {
		return false
	}
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = formatNumber(x * factor)
	}
	e.addArgument(arg, strings.Join(texts, ", "), e.o.findAttribute(name).firstValueSpan())
	return true
}

// attributeObjects returns the objects that an attribute names.
func (e *statementEmitter) attributeObjects(name string) ([]*object, bool) {
	a := e.o.findAttribute(name)
	if a == nil {
		return nil, true
	}
	list, ok := e.evaluateAttribute(name)
	if !ok {
		return nil, false
	}
	var out []*object
	s := e.x.newEvaluatorFor(e.o, a)
	s.contexts = append(s.contexts, e.x.nameContexts()...)
	for _, d := range list {
		if d.kind == noDatum || d.kind == textDatum && d.text == "" {
			continue
		}
		o := s.findObject(d)
		if o == nil || o.gone {
			e.addErrorf(a.firstValueSpan(), "E658", "%s: there is no object %s", name, shortenForMessage(d.String())).Help = e.x.suggestObjectName(d.String())
			return nil, false
		}
		out = append(out, o)
	}
	return out, true
}

func (e *statementEmitter) attributeObject(name string) *object {
	list, _ := e.attributeObjects(name)
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// addReferences adds the ids of the objects that an attribute names.
func (e *statementEmitter) addReferences(arg, name string) bool {
	list, ok := e.attributeObjects(name)
	if !ok {
		return false
	}
	var ids []string
	at := e.o.findAttribute(name).firstValueSpan()
	for _, o := range list {
		if o.id == 0 {
			what := string(o.class)
			if o.kind != nil {
				what = o.kind.lastKeyword()
			}
			if o.class == geometryClass {
				what = "shape of the type " + what
			}
			d := e.addErrorf(at, "E660", "not supported: %s is a %s, which %s cannot be", o.fullName(), what, name)
			if o.class == geometryClass {
				d.Help = "what can touch are blocks, cylinders, ellipsoids, frustums, planes, links, plates, extrusions and revolutions"
			}
			return false
		}
		if o.isInactive() {
			e.addErrorf(at, "E658", "%s is switched off", o.fullName()).Help = "switch off what refers to it, too"
			return false
		}
		ids = append(ids, strconv.Itoa(o.id))
	}
	if len(ids) > 0 {
		e.addArgument(arg, strings.Join(ids, ", "), at)
	}
	return true
}

// addRoutine adds ROUTINE=.
func (e *statementEmitter) addRoutine() {
	if e.o.findAttribute("routine") == nil || e.o.findAttribute("user_function") == nil && e.o.findAttribute("function") != nil && !strings.HasPrefix(strings.ToLower(e.joinedAttributeText("function")), "user") {
		return
	}
	if t, ok := e.attributeText("routine"); ok && t != "" {
		e.addArgument("ROUTINE", t, e.o.findAttribute("routine").firstValueSpan())
	}
}

// joinedAttributeText returns the text of an attribute, whose parts may be several strings.
func (e *statementEmitter) joinedAttributeText(name string) string {
	list, ok := e.evaluateAttribute(name)
	if !ok {
		return ""
	}
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.String())
	}
	return strings.TrimSpace(b.String())
}

// addLaw adds a function of the time, or the parameters of a routine.
func (e *statementEmitter) addLaw(arg, name string) bool {
	if u := e.o.findAttribute("user_function"); u != nil && name == "function" {
		list, ok := e.attributeNumbers("user_function")
		if !ok {
			return false
		}
		texts := make([]string, len(list))
		for i, x := range list {
			texts[i] = formatNumber(x)
		}
		e.addArgument(arg, "USER("+strings.Join(texts, ",")+")", u.firstValueSpan())
		return true
	}
	a := e.o.findAttribute(name)
	t, ok := e.x.translateFunction(e.o, a, e.joinedAttributeText(name), 0)
	if !ok {
		return false
	}
	if t == "" {
		t = "0"
	}
	e.addArgument(arg, t, a.firstValueSpan())
	return true
}

// addPose adds where a marker or part is in another frame: QP and the axes.
func (e *statementEmitter) addPose(originArg string, p, in pose) {
	at := e.o.at
	if a := e.o.findAttribute("location"); a != nil {
		at = a.firstValueSpan()
	}
	v := in.toLocalPoint(p.at)
	if v != (vec{}) {
		e.addArgument(originArg, vectorText(v), at)
	}
	e.addAxes(in.axes.relativeTo(p.axes), at)
}

func (e *statementEmitter) addErrorf(at deck.Span, code, format string, args ...any) *deck.Diag {
	d := e.x.diags.AddErrorf(at, code, format, args...)
	d.Msg = e.o.fullName() + ": " + d.Msg
	return d
}

func (e *statementEmitter) addArgument(arg, text string, at deck.Span) {
	e.st.Args = append(e.st.Args, adm.Argument{Name: arg, At: at, Value: adm.Value{Text: text, At: at}})
}

func (e *statementEmitter) addTypeChoiceArgument(name string, at deck.Span) {
	e.st.Args = append(e.st.Args, adm.Argument{Name: "TYPE", At: at, Choice: true, Value: adm.Value{Text: name, At: at}})
}

func (e *statementEmitter) addNumber(arg string, x float64, at deck.Span) {
	e.addArgument(arg, formatNumber(x), at)
}

// addSlotArgument adds an argument; false is for something wrong, which is reported.
func (e *statementEmitter) addSlotArgument(s slot) bool {
	if strings.HasPrefix(s.param, "=") {
		e.addTypeChoiceArgument(s.arg, e.o.at)
		return true
	}
	a := e.o.findAttribute(s.param)
	if a == nil || len(a.items) == 0 {
		if s.param == "function" && e.o.findAttribute("user_function") != nil {
			return e.addLaw(s.arg, s.param)
		}
		return true
	}
	angle := a.angle.factor
	if a.angle.factor == 0 {
		angle = 1
	}
	switch s.how {
	case asRef:
		return e.addReferences(s.arg, s.param)
	case asNumber:
		return e.addNumbers(s.arg, s.param, 1)
	case asAngle:
		return e.addNumbers(s.arg, s.param, angle)
	case asPerRad:
		return e.addNumbers(s.arg, s.param, 1/angle)
	case asLaw:
		return e.addLaw(s.arg, s.param)
	case asFlag:
		if t, ok := e.attributeText(s.param); ok && isYes(t) {
			e.addTypeChoiceArgument(s.arg, a.firstValueSpan())
		}
	default:
		t, ok := e.attributeText(s.param)
		if !ok {
			return false
		}
		e.addArgument(s.arg, t, a.firstValueSpan())
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
