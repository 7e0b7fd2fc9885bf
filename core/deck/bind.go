package deck

import (
	"slices"
	"strconv"
	"strings"
)

func elementCountText(n int) string { return strconv.Itoa(n) + " elements" }

// repeat is an attribute given again.
type repeat struct {
	Attr
	first int // place of the first in Element.Attrs
}

// bindRaw takes the attributes and the text of a Raw and checks them.
func (e *Element) bindRaw(b *Builder, r *Raw) {
	repeats, unknown := e.matchAttrs(r.Attrs)
	for _, ident := range []bool{true, false} { // messages of the others name the element
		for i := range e.Attrs {
			if a := &e.Attrs[i]; (a.Spec == e.kind.ident) == ident {
				b.substituteParameters(a)
				e.setIDAndLabel(a)
			}
		}
	}
	e.reportUnknownAttrs(unknown)
	e.resolveRepeats(repeats)
	for _, later := range []bool{false, true} { // conditions examine attributes without any
		for i := range e.Attrs {
			if a := &e.Attrs[i]; (a.Spec.When != "") == later && !a.bad {
				a.checkValue()
			}
		}
	}
	e.reportMissingAndIneffectiveAttrs()
	e.bindText(b, r)
}

// setIDAndLabel takes the id or the label of the element, by which messages name it.
func (e *Element) setIDAndLabel(a *Attr) {
	switch s := a.Spec; {
	case s == e.kind.label:
		a.given = true
	case s == e.kind.ident && s.Type == ID:
		v, _ := a.trimmedValue()
		n, _ := s.parseScalar(v)
		e.id = int(n)
	}
}

// matchAttrs finds the spec of each attribute.
func (e *Element) matchAttrs(attrs []Attr) (repeats []repeat, unknown []Attr) {
	e.Attrs = make([]Attr, 0, len(attrs))
	for _, a := range attrs {
		a.elem = e
		a.Spec = e.kind.index[strings.ToLower(a.Name)]
		first := -1
		for i := range e.Attrs {
			if a.Spec != nil && e.Attrs[i].Spec == a.Spec {
				first = i
			}
		}
		switch {
		case a.Spec == nil:
			unknown = append(unknown, a)
		case first >= 0:
			repeats = append(repeats, repeat{a, first})
		default:
			e.Attrs = append(e.Attrs, a)
		}
	}
	return repeats, unknown
}

func (e *Element) reportUnknownAttrs(unknown []Attr) {
	if e.Schema.Ignored || e.Schema.Open || e.Schema.Unsupported != "" {
		return
	}
	for _, a := range unknown {
		if strings.Contains(a.Name, ":") || strings.EqualFold(a.Name, "xmlns") {
			continue
		}
		if of := e.Schema.Refused[strings.ToLower(a.Name)]; of != "" {
			e.model.Diags.AddErrorf(a.NameSpan, "E306", "%s: this element cannot have %s", e.KindIDLabel(), strings.ToLower(a.Name)).Help = strings.ToLower(a.Name) + " is for " + of
			continue
		}
		if s := e.misspeltSpec(a.Name); s != nil {
			e.model.Diags.AddErrorf(a.NameSpan, "E307", "%s: unknown attribute %s", e.KindIDLabel(), a.Name).Help = "did you mean " + s.Name + "?"
			e.misnamed = append(e.misnamed, s)
			continue
		}
		d := e.model.Diags.AddWarningf(a.NameSpan, "W301", "%s: unknown attribute %s is ignored", e.KindIDLabel(), a.Name)
		if n, ok := NearestName(a.Name, e.kind.names); ok {
			d.Help = "did you mean " + n + "?"
		}
	}
}

// resolveRepeats deals with attributes given more than once: the first counts, unless
// the schema knows which other attribute the second was meant for.
func (e *Element) resolveRepeats(repeats []repeat) {
	for _, r := range repeats {
		first := &e.Attrs[r.first]
		second := e.kind.index[r.Spec.Second]
		switch {
		case second != nil && !e.isWritten(second):
			d := e.model.Diags.AddWarningf(r.NameSpan, "W303", "%s: %s is given twice and %s is missing: the second value %s is taken as %s",
				e.KindIDLabel(), r.Spec.Name, second.Name, quoteForMessage(r.Value), second.Name)
			d.AddNote(first.NameSpan, "the first is here").Help = "write " + second.Name + " instead of the second " + r.Name
			a := r.Attr
			a.Spec = second
			e.Attrs = append(e.Attrs, a)
		case !strings.EqualFold(r.Name, first.Name) && strings.TrimSpace(r.Value) == strings.TrimSpace(first.Value):
			// two spellings of one attribute that agree
		default:
			what := r.Name + " is given twice"
			if !strings.EqualFold(r.Name, first.Name) {
				what = r.Name + " is another name of " + first.Name + ", which is given too"
			}
			if r.Value == first.Value {
				what += "; the values are equal"
			} else {
				what += "; the first value " + quoteForMessage(first.Value) + " is kept, " + quoteForMessage(r.Value) + " ignored"
			}
			e.model.Diags.AddWarningf(r.NameSpan, "W302", "%s: %s", e.KindIDLabel(), what).AddNote(first.NameSpan, "the first is here")
		}
	}
}

// isWritten reports whether the attribute was written, whatever its value.
func (e *Element) isWritten(s *AttrSpec) bool {
	for i := range e.Attrs {
		if e.Attrs[i].Spec == s {
			return true
		}
	}
	return false
}

// reportMissingAndIneffectiveAttrs reports attributes that are missing and those without effect.
func (e *Element) reportMissingAndIneffectiveAttrs() {
	for _, s := range e.kind.specs {
		a := e.attrOf(s)
		if a == nil && !s.Required || a != nil && s.When == "" {
			continue
		}
		failing, certain := e.findFailingTerm(s)
		switch {
		case !certain:
		case a == nil && failing == nil:
			e.reportMissing(s)
		case a != nil && failing != nil:
			d := e.model.Diags.AddWarningf(a.NameSpan, "W304", "%s: %s has no effect %s", e.KindIDLabel(), s.Name, failing.failureText(e))
			d.Help = "it counts only " + e.conditionText(s)
		}
	}
}

// reportMissing reports a required attribute. In a modification only the id is.
func (e *Element) reportMissing(s *AttrSpec) {
	if e.Modifies && s.Type != ID || e.Schema.Ignored || slices.Contains(e.misnamed, s) {
		return
	}
	at, msg := e.Span, "%s: %s is missing"
	for i := range e.Attrs {
		if a := &e.Attrs[i]; a.Spec == s {
			if a.bad {
				return
			}
			_, at = a.trimmedValue()
			msg = "%s: %s is required and may not be " + strings.ReplaceAll(quoteForMessage(strings.TrimSpace(a.Value)), "%", "%%")
		}
	}
	d := e.model.Diags.AddErrorf(at, "E305", msg, e.KindIDLabel(), s.Name)
	if s.Doc != "" {
		d.Help = s.Name + ": " + s.Doc
	}
}

// bindText takes the text between the tags.
func (e *Element) bindText(b *Builder, r *Raw) {
	var spec *AttrSpec
	sure := true
	for i := range e.Schema.Text {
		failing, certain := e.findFailingTerm(&e.Schema.Text[i])
		sure = sure && certain
		if failing == nil {
			spec = &e.Schema.Text[i]
			break
		}
	}
	switch {
	case r.Text == nil:
		if spec != nil && spec.Required && sure && !e.Modifies {
			d := e.model.Diags.AddErrorf(e.Span, "E215", "%s: the text between the tags is missing", e.KindIDLabel())
			if spec.Doc != "" {
				d.Help = spec.Doc
			}
		}
	case spec == nil:
		if sure && !e.Schema.Ignored && !e.Schema.Open && e.Schema.Unsupported == "" {
			_, at := r.Text.trimmedValue()
			e.model.Diags.AddWarningf(at, "W213", "%s: the text between the tags is ignored", e.KindIDLabel())
		}
	default:
		t := *r.Text
		t.elem, t.Spec = e, spec
		if b.substituteParameters(&t); !t.bad {
			t.checkValue()
		}
		e.text = &t
	}
}
