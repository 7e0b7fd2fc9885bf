package cmdfile

import (
	"strconv"
	"strings"
)

// functionWords are words of functions of the time that are not names of objects.
var functionWords = map[string]bool{"TIME": true, "PI": true, "MODE": true, "DTOR": true, "RTOD": true, "USER": true}

// translateFunction puts ids for the names of objects in a function of the time, and their values for design variables and measures.
func (x *interpreter) translateFunction(o *object, a *attr, text string, depth int) (string, bool) {
	if depth > mostNested {
		x.diags.AddErrorf(a.firstValueSpan(), "E657", "%s: its function depends on itself", o.fullName())
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case isDigit(c) || c == '.' && i+1 < len(text) && isDigit(text[i+1]):
			end := numberEnd(text, i)
			for end < len(text) && isLetter(text[end]) { // 30D
				end++
			}
			b.WriteString(text[i:end])
			i = end
		case isLetter(c) || c == '.' && i+1 < len(text) && (isLetter(text[i+1]) || text[i+1] == '"' || text[i+1] == '\'') || c == '\'' || c == '$':
			end := objectNameEnd(text, i)
			if end == i {
				end++
			}
			t, ok := x.translateWord(o, a, text[i:end], text[end:], depth)
			if !ok {
				return "", false
			}
			b.WriteString(t)
			i = end
		case c == '\n' || c == '\r' || c == '\t':
			b.WriteByte(' ')
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.TrimSpace(b.String()), true
}

// translateWord returns what a word of a function stands for; rest is what follows.
func (x *interpreter) translateWord(o *object, a *attr, name, rest string, depth int) (string, bool) {
	called := strings.HasPrefix(strings.TrimLeft(rest, " \t"), "(")
	qualified := strings.Contains(name, ".")
	if !qualified && (called || functionWords[strings.ToUpper(name)]) {
		return name, true
	}
	s := x.newEvaluatorFor(o, a)
	s.contexts = append(s.contexts, x.nameContexts()...)
	found, more := x.db.lookUp(name, s.contexts...)
	switch {
	case found != nil && found != x.db.root && len(more) == 0:
		return x.translateObject(s, o, a, found, depth)
	case found != nil && found != x.db.root:
		if d, err := catchFailure(func() datum { return s.contentOfVariable(s.findNamedOrProperty(name)) }); err == nil && d.kind == numberDatum {
			return numberInFunction(d.num), true
		}
	}
	if !qualified { // a name of the solver, or one that it will report
		return name, true
	}
	x.diags.AddErrorf(a.firstValueSpan(), "E658", "%s: its function names %s, which there is not", o.fullName(), shortenForMessage(name)).Help = x.suggestObjectName(name)
	return "", false
}

// translateObject returns what stands for an object in a function of the time.
func (x *interpreter) translateObject(s *evaluator, o *object, a *attr, found *object, depth int) (string, bool) {
	switch {
	case found.class == variableClass:
		d, err := catchFailure(func() datum { return s.contentOfVariable(newObjectDatum(found)) })
		switch {
		case err != nil:
		case d.kind == numberDatum:
			return numberInFunction(d.num), true
		case d.kind == objectDatum && d.obj.id > 0:
			return strconv.Itoa(d.obj.id), true
		case d.kind == textDatum:
			return x.translateFunction(o, a, d.text, depth+1)
		}
		x.diags.AddErrorf(a.firstValueSpan(), "E657", "%s: %s in its function is not a number", o.fullName(), found.fullName())
		return "", false
	case found.class == "measure":
		t, ok := x.measureFunctionText(found, depth+1)
		return "(" + t + ")", ok
	case found.id > 0:
		return strconv.Itoa(found.id), true
	}
	x.diags.AddErrorf(a.firstValueSpan(), "E660", "%s: not supported: %s in a function of the time", o.fullName(), found.fullName())
	return "", false
}

// numberInFunction writes a number inside of a function.
func numberInFunction(v float64) string {
	t := formatNumber(v)
	if v < 0 {
		return "(" + t + ")"
	}
	return t
}

// measureFunctionText returns the function of the time that a measure is.
func (x *interpreter) measureFunctionText(m *object, depth int) (string, bool) {
	for _, n := range []string{"function", "text_of_expression"} {
		if a := m.findAttribute(n); a != nil {
			e := &statementEmitter{x: x, o: m}
			return x.translateFunction(m, a, e.joinedAttributeText(n), depth)
		}
	}
	if t, ok := x.geometricMeasureFunction(m); ok {
		return t, true
	}
	x.diags.AddErrorf(m.at, "E660", "not supported: the measure %s (%s) in a function", m.fullName(), m.kind.lastKeyword())
	return "", false
}

// characteristics are what a measure between two markers is: the letters of a function, and whether it is an angle.
var characteristics = map[string]struct {
	letters string
	angle   bool
}{
	"translational_displacement": {"D", false}, "translational_velocity": {"V", false}, "translational_acceleration": {"ACC", false},
	"angular_velocity": {"W", true}, "angular_acceleration": {"WDT", true}, "ax_ay_az_projection_angles": {"A", true},
	"cm_position": {"D", false}, "cm_velocity": {"V", false}, "cm_acceleration": {"ACC", false}, "cm_angular_velocity": {"W", true}, "cm_angular_acceleration": {"WDT", true},
}

// geometricMeasureFunction returns the function for a displacement, velocity or acceleration between markers. Angles are in the unit of angles.
func (x *interpreter) geometricMeasureFunction(m *object) (string, bool) {
	e := &statementEmitter{x: x, o: m}
	to, from, along, ok := e.measuredMarkers()
	if !ok || to == nil || to.id == 0 || from != nil && from.id == 0 {
		return "", false
	}
	what, _ := e.attributeText("characteristic")
	c, ok := characteristics[strings.ToLower(what)]
	comp, _ := e.attributeText("component")
	k := strings.ToUpper(strings.TrimSuffix(strings.ToLower(comp), "_component"))
	if k == "MAG" || strings.HasPrefix("MAGNITUDE", k) {
		k = "M"
	}
	if !ok || len(k) != 1 || !strings.Contains("XYZM", k) || c.letters == "A" && k == "M" {
		return "", false
	}
	args := strconv.Itoa(to.id)
	if from != nil {
		args += "," + strconv.Itoa(from.id)
	}
	if f := e.markerOrMassCentre("coordinate_rframe"); f != nil && f.class == markerClass {
		along = f
	}
	if along != nil && along.id > 0 && k != "M" && c.letters != "A" {
		if from == nil {
			args += ",0"
		}
		args += "," + strconv.Itoa(along.id)
	}
	text := c.letters + k + "(" + args + ")"
	if c.angle && x.units[angleUnit] == unitTable["deg"] {
		text = "RTOD*" + text
	}
	return text, true
}

// measuredMarkers returns the markers between which a measure is, and along whose axes.
func (e *statementEmitter) measuredMarkers() (to, from, along *object, ok bool) {
	switch e.o.kind.lastKeyword() {
	case "pt2pt":
		return e.markerOrMassCentre("to_point"), e.markerOrMassCentre("from_point"), nil, true
	case "point":
		return e.markerOrMassCentre("point"), nil, nil, true
	case "object":
	default:
		return nil, nil, nil, false
	}
	o := e.attributeObject("object")
	if o != nil && o.class == partClass {
		return e.markerOrMassCentre("object"), nil, nil, true
	}
	for o != nil && o.findAttribute("joint_name") != nil && o.findAttribute("i_marker_name") == nil {
		o = (&statementEmitter{x: e.x, o: o}).attributeObject("joint_name")
	}
	if o == nil || o.findAttribute("i_marker_name") == nil || o.findAttribute("j_marker_name") == nil {
		return nil, nil, nil, false
	}
	oe := &statementEmitter{x: e.x, o: o}
	i, j := oe.attributeObject("i_marker_name"), oe.attributeObject("j_marker_name")
	if t, _ := e.attributeText("from_first"); isYes(t) { // of the second end as seen from the first
		i, j = j, i
	}
	return i, j, j, true
}

// markerOrMassCentre returns the marker that an attribute names; where it names a part, its centre of mass.
func (e *statementEmitter) markerOrMassCentre(name string) *object {
	if e.o.findAttribute(name) == nil {
		return nil
	}
	o := e.attributeObject(name)
	if o != nil && o.class == partClass {
		if m := e.x.db.findChild(o, "cm"); m != nil {
			return m
		}
	}
	return o
}
