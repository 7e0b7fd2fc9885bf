package deck

import (
	"strconv"
	"strings"
	"unicode"
)

// Element is one element of a deck, checked against its Schema. The typed
// access functions take the canonical name of an attribute and return its
// value, or its default if it is not given; requesting a name that the schema
// does not have, or for another type, panics. Where a value was wrong an
// error is in the Diags of the model and the default is returned.
//
// Not given are also: NULL for an expression, a path or parameters, 0 for an
// id, and an empty list.
type Element struct {
	Kind     string // as in the schema
	Schema   *Schema
	Span     Span   // the name in the tag
	Attrs    []Attr // known ones in the order of the file
	Command  bool   // is in the command block
	Modifies bool   // a command with the name of a model element: only what is given changes
	Inactive bool   // switched off by a command: it is there and has no effect

	model     *Model
	kind      *kind
	id        int
	text      *Attr
	unchecked bool        // refers to a model that is not this deck's
	own       bool        // made by the reader, see Raw
	misnamed  []*AttrSpec // attributes that unknown ones were meant to be, as reported
}

// ID returns the number of the element, 0 if its kind has none.
func (e *Element) ID() int { return e.id }

// Label returns the name for people, "" if there is none.
func (e *Element) Label() string {
	if a := e.attrOf(e.kind.label); a != nil {
		return a.Value
	}
	return ""
}

// IsWithoutEffect reports that the element changes nothing: its kind is Ignored, or Open
// and there is nothing in the model that could name it.
func (e *Element) IsWithoutEffect() bool {
	return e.Schema.Ignored || e.Schema.Open && !e.model.hasTargetOf(e.Schema.Kind)
}

// KindID returns kind and id: "Force_Penalty 1", and what distinguishes it from another with the same id.
func (e *Element) KindID() string {
	if !e.kind.hasID {
		return e.Kind
	}
	if e.id == 0 {
		return e.Kind + " ?"
	}
	if e.kind.apart != nil && e.model != nil && len(e.model.findAll(e.kind, e.id)) > 1 {
		return e.Kind + " " + strconv.Itoa(e.id) + " of type " + e.Enum(e.kind.apart.Name)
	}
	return e.Kind + " " + strconv.Itoa(e.id)
}

// KindIDLabel returns kind, id and label for messages: "Force_Penalty 1 (stop)".
func (e *Element) KindIDLabel() string {
	label, more := firstCharacters(strings.Join(strings.FieldsFunc(e.Label(), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " "), 40)
	if label == "" {
		return e.KindID()
	}
	return e.KindID() + " (" + label + more + ")"
}

// attrOf returns the attribute if it is given.
func (e *Element) attrOf(s *AttrSpec) *Attr {
	for i := range e.Attrs {
		if a := &e.Attrs[i]; a.Spec == s && a.given {
			return a
		}
	}
	return nil
}

// Has reports whether the attribute is given.
func (e *Element) Has(name string) bool { return e.attrOf(e.kind.specOf(name)) != nil }

// Attr returns the attribute with its text and place, nil if not given.
func (e *Element) Attr(name string) *Attr { return e.attrOf(e.kind.specOf(name)) }

// Text returns the text between the tags, nil if there is none.
func (e *Element) Text() *Attr { return e.text }

// SpanOf returns the place of the value, or of the name of the element if the
// attribute is not given.
func (e *Element) SpanOf(name string) Span {
	if a := e.Attr(name); a != nil {
		return a.ValueSpan
	}
	return e.Span
}

// AddErrorf adds an error at the value of the attribute; with the name "" at the
// element itself. The message begins with the name of the element and, if
// given, of the attribute.
func (e *Element) AddErrorf(name, code, format string, args ...any) *Diag {
	at, prefix := e.Span, e.KindIDLabel()+": "
	if name != "" {
		at, prefix = e.SpanOf(name), prefix+name+": "
	}
	d := e.model.Diags.AddErrorf(at, code, format, args...)
	d.Msg = prefix + d.Msg
	return d
}

// AddWarningf adds a warning as AddErrorf does an error.
func (e *Element) AddWarningf(name, code, format string, args ...any) *Diag {
	d := e.AddErrorf(name, code, format, args...)
	d.Severity = Warning
	return d
}
