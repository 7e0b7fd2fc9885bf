package deck

import (
	"math"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/expr"
)

// substitution replaces ${…} in a value and keeps the places of its characters.
type substitution struct {
	b    *Builder
	a    *Attr
	out  strings.Builder
	segs []Seg
	bad  bool

	defines bool // the attribute is that of an element that defines a parameter
}

// substituteParameters replaces each ${…} in the value of an attribute by the value of the parameter of that name, or of an expression of
// parameters, ${2*k}. In numbers and lists of numbers what results may be an expression, 2*${k}, whose value is taken. $${ stands for ${.
// Decks without parameters are left as they are.
func (b *Builder) substituteParameters(a *Attr) {
	defines := a.elem.Schema.Parameter
	if len(b.m.Parameters) == 0 && !defines || !strings.Contains(a.Value, "${") {
		return
	}
	s := &substitution{b: b, a: a, defines: defines}
	s.replaceAll()
	if s.bad {
		a.bad, a.given = true, true
		return
	}
	a.Value = s.out.String()
	if !a.Whole {
		a.Map = s.segs
	}
	if isNumeric(a.Spec) {
		a.evaluateEntries()
	}
}

// isNumeric reports whether values are numbers or lists of them.
func isNumeric(s *AttrSpec) bool {
	if s == nil {
		return false
	}
	switch s.Type {
	case Real, Angle, Int, ID, Ref, Reals, Ints, Refs, Params:
		return true
	}
	return false
}

// isText reports whether a value is for people or names a file: parameters stand there as they are written.
func isText(s *AttrSpec) bool {
	return s == nil || s.Type == String || s.Type == Path || s.Type == Ignored || s.Type == Enum || s.Type == Bool
}

func (s *substitution) replaceAll() {
	v := s.a.Value
	for i := 0; i < len(v); {
		at := strings.Index(v[i:], "${")
		if at < 0 {
			s.copyText(i, len(v))
			return
		}
		at += i
		if at > i && v[at-1] == '$' { // $${
			s.copyText(i, at-1)
			s.copyText(at, at+2)
			i = at + 2
			continue
		}
		s.copyText(i, at)
		end := strings.IndexByte(v[at:], '}')
		if end < 0 {
			s.reportError(at, len(v), "E221", "${ without }")
			return
		}
		i = at + end + 1
		s.replaceReference(at, i)
	}
}

// copyText takes characters as they are.
func (s *substitution) copyText(start, end int) {
	if start == end {
		return
	}
	s.recordSourceOffsetOfNextOutput(start)
	for _, g := range s.a.Map {
		if g.At > start && g.At < end {
			s.segs = append(s.segs, Seg{At: s.out.Len() + g.At - start, Src: g.Src})
		}
	}
	s.out.WriteString(s.a.Value[start:end])
}

// recordSourceOffsetOfNextOutput notes that what is written next is from offset i of the value on.
func (s *substitution) recordSourceOffsetOfNextOutput(i int) {
	s.segs = append(s.segs, Seg{At: s.out.Len(), Src: s.a.fileOffsetOf(i)})
}

func (s *substitution) reportError(start, end int, code, format string, args ...any) *Diag {
	s.bad = true
	return s.a.AddErrorf(start, end, code, format, args...)
}

// replaceReference writes the value of value[start:end], which is ${…}.
func (s *substitution) replaceReference(start, end int) {
	name := strings.TrimSpace(s.a.Value[start+2 : end-1])
	s.recordSourceOffsetOfNextOutput(start)
	if isParameterName(name) {
		p := s.b.FindAndMarkParameterUsed(name)
		if p == nil {
			s.reportUnknown(name, start, end)
			return
		}
		if strings.TrimSpace(s.a.Value) == s.a.Value[start:end] {
			p.Uses = append(p.Uses, s.a)
		}
		if isText(s.a.Spec) {
			s.out.WriteString(p.Value)
		} else {
			s.out.WriteString(p.valueTextForExpression())
		}
		return
	}
	text, ok := s.insertParameterValues(start+2, end-1)
	if !ok {
		return
	}
	v, err := evaluateConstant(text)
	if err != nil {
		s.reportError(start, end, "E221", "${%s}: %s", name, err.Msg).Help = parameterExprHint(err)
		return
	}
	if isText(s.a.Spec) {
		s.out.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		return
	}
	s.out.WriteString(numberText(v))
}

// parameterExprHint returns what to write instead of a wrong expression of parameters. ^ is the power in other programs.
func parameterExprHint(err *expr.Error) string {
	if err.Hint == "" && strings.Contains(err.Msg, "^") {
		return "a power is written **"
	}
	return err.Hint
}

// insertParameterValues returns an expression with the numbers of the parameters that value[start:end] names.
func (s *substitution) insertParameterValues(start, end int) (text string, ok bool) {
	v := s.a.Value[:end]
	var out strings.Builder
	for i := start; i < end; {
		n := i
		for n < end && isNameByte(v[n], n > i) {
			n++
		}
		if n == i {
			if c := v[i]; c >= '0' && c <= '9' || c == '.' { // a number with its exponent
				for n < end && (isNameByte(v[n], true) || (v[n] == '+' || v[n] == '-') && strings.ContainsRune("eEdD", rune(v[n-1]))) {
					n++
				}
			} else {
				n++
			}
			out.WriteString(v[i:n])
			i = n
			continue
		}
		switch p := s.b.FindAndMarkParameterUsed(v[i:n]); {
		case p != nil && math.IsNaN(p.Number):
			s.reportError(i, n, "E221", "parameter %s is a text, which an expression cannot have", p.Name).AddNote(p.Span, "it is defined here")
			return "", false
		case p != nil:
			out.WriteString(p.valueTextForExpression())
		case strings.HasPrefix(strings.TrimSpace(v[n:]), "("), strings.EqualFold(v[i:n], "PI"), strings.EqualFold(v[i:n], "DTOR"), strings.EqualFold(v[i:n], "RTOD"):
			out.WriteString(v[i:n])
		default:
			s.reportUnknown(v[i:n], i, n)
			return "", false
		}
		i = n
	}
	return out.String(), true
}

func isNameByte(c byte, later bool) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || later && (c == '_' || c == '.' || c >= '0' && c <= '9')
}

func (s *substitution) reportUnknown(name string, start, end int) {
	d := s.reportError(start, end, "E220", "there is no parameter %s", name)
	d.Help = `define it: <Parameter name="` + name + `" value="…"/>; write $${ for the two characters themselves`
	if s.defines {
		d.Help = "a parameter uses only those that are defined before it"
	}
	if near, ok := NearestName(name, s.b.m.parameterNames()); ok {
		d.Help = "did you mean " + near + "?"
	}
}

func (m *Model) parameterNames() (names []string) {
	for _, p := range m.Parameters {
		names = append(names, p.Name)
	}
	return names
}

// evaluateEntries replaces expressions among the numbers of a value by their values.
func (a *Attr) evaluateEntries() {
	v := a.Value
	var out strings.Builder
	var segs []Seg
	last := 0
	for _, p := range a.expressionEntries() {
		text := strings.TrimSpace(v[p.start:p.end])
		if _, f := a.Spec.parseScalar(text); f.code == "" || !strings.ContainsAny(text, "+-*/^()") {
			continue
		}
		x, err := evaluateConstant(text)
		if err != nil {
			a.AddErrorf(p.start, p.end, "E221", "%s: %s", quoteForMessage(text), err.Msg).Help = parameterExprHint(err)
			a.bad, a.given = true, true
			return
		}
		for _, g := range a.Map {
			if g.At >= last && g.At < p.start {
				segs = append(segs, Seg{At: out.Len() + g.At - last, Src: g.Src})
			}
		}
		out.WriteString(v[last:p.start])
		segs = append(segs, Seg{At: out.Len(), Src: a.fileOffsetOf(p.start)})
		out.WriteString(strconv.FormatFloat(x, 'g', -1, 64))
		last = p.end
		segs = append(segs, Seg{At: out.Len(), Src: a.fileOffsetOf(last)})
	}
	if last == 0 {
		return
	}
	for _, g := range a.Map {
		if g.At > last {
			segs = append(segs, Seg{At: out.Len() + g.At - last, Src: g.Src})
		}
	}
	out.WriteString(v[last:])
	a.Value = out.String()
	if !a.Whole {
		a.Map = segs
	}
}

// expressionEntries returns the entries of a list, or of USER(…), which are separated by blanks and commas outside parentheses; a value that
// is not a list is one entry.
func (a *Attr) expressionEntries() (list []piece) {
	v := a.Value
	switch a.Spec.Type {
	case Real, Angle, Int, ID, Ref:
		return []piece{{0, len(v)}}
	}
	start, end := 0, len(v)
	if from, to, ok := userArgumentRange(v); ok {
		start, end = from, to
	}
	depth, begin := 0, -1
	for i := start; i <= end; i++ {
		separator := i == end || depth == 0 && (v[i] <= ' ' || v[i] == ',' || v[i] == '=')
		switch {
		case separator && begin >= 0:
			list = append(list, piece{begin, i})
			begin = -1
		case !separator && begin < 0:
			begin = i
		}
		if i < end && v[i] == '(' {
			depth++
		} else if i < end && v[i] == ')' {
			depth--
		}
	}
	return list
}
