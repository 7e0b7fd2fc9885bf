package deck

import (
	"slices"
	"strings"
)

// specOfType returns the spec after making sure that the caller takes it for what
// it is.
func (e *Element) specOfType(name string, types ...Type) *AttrSpec {
	s := e.kind.specOf(name)
	if !slices.Contains(types, s.Type) {
		panic("deck: " + e.Kind + "." + name + " is of another type")
	}
	return s
}

// numericValue returns the value of a number, id or truth value.
func (e *Element) numericValue(s *AttrSpec) float64 {
	if a := e.attrOf(s); a != nil {
		return a.num
	}
	if s.Default == "" {
		return 0
	}
	v, f := s.parseScalar(s.Default)
	if f != (fault{}) {
		panic("deck: " + e.Kind + "." + s.Name + " has a default that " + f.words)
	}
	return v
}

// Real returns a real number or an angle in radians.
func (e *Element) Real(name string) float64 { return e.numericValue(e.specOfType(name, Real, Angle)) }

// Int returns an integer.
func (e *Element) Int(name string) int { return int(e.numericValue(e.specOfType(name, Int))) }

// Bool returns a truth value.
func (e *Element) Bool(name string) bool { return e.numericValue(e.specOfType(name, Bool)) != 0 }

// Ref returns the id of another element, 0 if none is given.
func (e *Element) Ref(name string) int { return int(e.numericValue(e.specOfType(name, Ref))) }

// Number returns the value of a RealOrExpr; ok is false if it is an
// expression, whose text Attr has.
func (e *Element) Number(name string) (v float64, ok bool) {
	s := e.specOfType(name, RealOrExpr)
	text := s.Default
	if a := e.attrOf(s); a != nil {
		text = a.Value
	}
	if text == "" {
		return 0, true
	}
	return parseReal(strings.TrimSpace(text))
}

// Enum returns the canonical value of an enumeration, "" if there is none.
func (e *Element) Enum(name string) string {
	s := e.specOfType(name, Enum)
	text := s.Default
	if a := e.attrOf(s); a != nil {
		text = a.Value
	}
	if w, ok := s.canonicalEnum(text); ok {
		return w
	}
	return s.Default
}

// Str returns the text of a string, path, expression or parameter list.
func (e *Element) Str(name string) string {
	s := e.specOfType(name, String, Path, Expr, RealOrExpr, Params)
	if a := e.attrOf(s); a != nil {
		if s.Type == Path {
			return strings.TrimSpace(a.Value)
		}
		return a.Value
	}
	return s.Default
}

// Reals returns a list of numbers or the parameters of a routine.
func (e *Element) Reals(name string) []float64 {
	s := e.specOfType(name, Reals, Params)
	if a := e.attrOf(s); a != nil {
		return a.parseReals()
	}
	d := Attr{Spec: s, Value: s.Default}
	return d.parseReals()
}

// Ints returns a list of integers.
func (e *Element) Ints(name string) []int { return e.intsOf(e.specOfType(name, Ints)) }

// Refs returns a list of ids.
func (e *Element) Refs(name string) []int { return e.intsOf(e.specOfType(name, Refs)) }

func (e *Element) intsOf(s *AttrSpec) []int {
	if a := e.attrOf(s); a != nil {
		return a.parseInts()
	}
	d := Attr{Spec: s, Value: s.Default}
	return d.parseInts()
}

// TextReals returns the numbers in the text of the element.
func (e *Element) TextReals() []float64 {
	e.requireTextKind()
	if e.text == nil {
		return nil
	}
	return e.text.parseReals()
}

// TextInts returns the integers or ids in the text of the element.
func (e *Element) TextInts() []int {
	e.requireTextKind()
	if e.text == nil {
		return nil
	}
	return e.text.parseInts()
}

func (e *Element) requireTextKind() {
	if len(e.Schema.Text) == 0 {
		panic("deck: " + e.Kind + " has no text")
	}
}

// splitEntries returns the entries of the value, and for parameters the numbers between
// the parentheses.
func (a *Attr) splitEntries() (entries []piece) {
	if a.Spec.Type != Params {
		return splitList(a.Value)
	}
	start, end, _ := userArgumentRange(a.Value)
	for _, p := range parseParams(a.Value, start, end) {
		entries = append(entries, p.piece)
	}
	return entries
}

// EntryBounds returns the range of Value that entry i of a list takes up.
func (a *Attr) EntryBounds(i int) (start, end int) {
	p := a.splitEntries()[i]
	return p.start, p.end
}

// Line is a line of the file with entries of a list: how many, and the range of
// Value that they take up.
type Line struct{ Entries, Start, End int }

// EntryLines returns the lines of the file that the entries of a list are on.
func (a *Attr) EntryLines() []Line {
	var lines []Line
	last := -1
	for _, p := range a.splitEntries() {
		at := a.SpanOf(p.start, p.end).Line()
		if at != last {
			lines = append(lines, Line{Start: p.start})
			last = at
		}
		l := &lines[len(lines)-1]
		l.Entries++
		l.End = p.end
	}
	return lines
}

func (a *Attr) parseReals() []float64 {
	var out []float64
	for _, p := range a.splitEntries() {
		v, _ := parseReal(a.Value[p.start:p.end])
		out = append(out, v)
	}
	return out
}

func (a *Attr) parseInts() []int {
	var out []int
	for _, p := range a.splitEntries() {
		v, _ := parseInt(a.Value[p.start:p.end])
		out = append(out, v)
	}
	return out
}
