package deck

import (
	"sort"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck/xml"
)

// Seg maps a stretch of a decoded value to the file: from offset At of the
// value on, its characters are one by one at offset Src of the file.
type Seg = xml.Seg

// Attr is one attribute of an element, or its text, with its place.
type Attr struct {
	Name      string    // as written
	Spec      *AttrSpec // nil before the element is bound
	Value     string    // decoded: entities replaced, line ends made blanks
	NameSpan  Span
	ValueSpan Span // without the quotes
	// Map reports where the characters of Value are if they do not simply
	// follow each other from ValueSpan.Start on.
	Map []Seg
	// Whole says that Value was computed from what is at ValueSpan: no part of
	// it has a place of its own.
	Whole bool

	elem  *Element
	num   float64 // value of a number, id or truth value
	given bool    // false for NULL, for the id 0 and for an empty list
	bad   bool    // the value is wrong, as reported
}

// fileOffsetOf returns the place in the file of the character at offset i of Value.
func (a *Attr) fileOffsetOf(i int) int {
	n := sort.Search(len(a.Map), func(j int) bool { return a.Map[j].At > i })
	if n == 0 {
		return min(a.ValueSpan.Start+i, a.ValueSpan.End)
	}
	return min(a.Map[n-1].Src+i-a.Map[n-1].At, a.ValueSpan.End)
}

// SpanOf returns where the bytes [start,end) of Value are in the file.
func (a *Attr) SpanOf(start, end int) Span {
	if a.Whole {
		return a.ValueSpan
	}
	s := Span{a.ValueSpan.Src, a.fileOffsetOf(start), a.fileOffsetAfter(end)}
	s.End = max(s.Start, s.End)
	return s
}

// fileOffsetAfter returns the place in the file behind the character that ends at
// offset i of Value: what lies between it and the next, such as a comment
// between two runs of text, is left out.
func (a *Attr) fileOffsetAfter(i int) int {
	n := sort.Search(len(a.Map), func(j int) bool { return a.Map[j].At >= i })
	switch {
	case n < len(a.Map) && a.Map[n].At == i:
		return min(a.Map[n].Src, a.ValueSpan.End)
	case n == 0:
		return a.fileOffsetOf(i)
	}
	return min(a.Map[n-1].Src+i-a.Map[n-1].At, a.ValueSpan.End)
}

// trimmedValue returns the value without blanks around it, and where it is.
func (a *Attr) trimmedValue() (string, Span) {
	v := strings.TrimSpace(a.Value)
	at := strings.Index(a.Value, v)
	return v, a.SpanOf(at, at+len(v))
}

// messageName is how messages call the attribute.
func (a *Attr) messageName() string {
	switch {
	case a.Spec == nil:
		return a.Name
	case a.Spec.Name == "":
		return "text"
	}
	return a.Spec.Name
}

// AddErrorf adds an error about the bytes [start,end) of Value; the message
// begins with the names of element and attribute.
func (a *Attr) AddErrorf(start, end int, code, format string, args ...any) *Diag {
	return a.addErrorAt(a.SpanOf(start, end), code, format, args...)
}

// AddWarningf adds a warning about the bytes [start,end) of Value.
func (a *Attr) AddWarningf(start, end int, code, format string, args ...any) *Diag {
	d := a.addErrorAt(a.SpanOf(start, end), code, format, args...)
	d.Severity = Warning
	return d
}

func (a *Attr) addErrorAt(at Span, code, format string, args ...any) *Diag {
	d := a.elem.model.Diags.AddErrorf(at, code, format, args...)
	d.Msg = a.elem.KindIDLabel() + ": " + a.messageName() + ": " + d.Msg
	return d
}
