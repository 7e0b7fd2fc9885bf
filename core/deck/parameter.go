package deck

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/expr"
)

// Parameter is a named value of a deck that may be changed from outside it: <Parameter name="k" value="1000"/>, which
// attributes use as ${k}; in a program what param("k", 1000.) returns; in a command file of Adams View a design variable.
type Parameter struct {
	Name     string
	Value    string  // in effect
	Default  string  // as the deck has it
	Number   float64 // of Value; NaN if it is a text
	Unit     string  // of the number, "" if the deck does not say
	Doc      string
	Min, Max float64 // bounds of the number, -Inf and Inf without
	Span     Span    // of its definition
	Assigned bool    // Value comes from outside
	Uses     []*Attr // attributes whose whole value is this parameter
	used     bool
}

// parameterKind is the name of the elements that define parameters.
const parameterKind = "Parameter"

// FindParameter returns the parameter of this name, nil if there is none. Names are compared without regard to case, as those of
// elements and attributes are.
func (m *Model) FindParameter(name string) *Parameter {
	for _, p := range m.Parameters {
		if strings.EqualFold(p.Name, name) {
			return p
		}
	}
	return nil
}

// addParameter takes an element that defines a parameter. Those of an XML file have been defined before its other elements are read.
func (b *Builder) addParameter(e *Element, r *Raw) *Element {
	if !b.ahead {
		e.bindRaw(b, r)
		b.defineParameter(e)
	}
	return e
}

// defineParameter takes an element of the table's kind Parameter, whose attributes have been checked.
func (b *Builder) defineParameter(e *Element) {
	p := &Parameter{Name: strings.TrimSpace(e.Str("name")), Default: strings.TrimSpace(e.Str("value")), Unit: e.Str("unit"), Doc: e.Str("doc"),
		Min: math.Inf(-1), Max: math.Inf(1), Span: e.Span}
	if e.Has("min") {
		p.Min = e.Real("min")
	}
	if e.Has("max") {
		p.Max = e.Real("max")
	}
	name, value := e.Attr("name"), e.Attr("value")
	if name == nil || value == nil || name.bad || value.bad {
		return // reported
	}
	if !isParameterName(p.Name) {
		name.AddErrorf(0, len(name.Value), "E222", "%q is not a name: a letter, then letters, digits, _ or a point", p.Name)
		return
	}
	if first := b.m.FindParameter(p.Name); first != nil {
		b.m.Diags.AddErrorf(name.ValueSpan, "E223", "there is another Parameter %s", p.Name).AddNote(first.Span, "the first is here")
		return
	}
	b.DefineParameter(p, value.ValueSpan)
}

// DefineParameter adds a parameter with the value that is assigned to it, else with its default, and checks its bounds. at is the place
// of the default.
func (b *Builder) DefineParameter(p *Parameter, at Span) {
	p.Value = p.Default
	if a := b.assignmentOf(p.Name); a != nil {
		a.used++
		p.Value, p.Assigned, at = a.Value, true, a.ValueSpan
	}
	v, err := evaluateConstant(p.Value)
	_, notNumber := evaluateConstant(p.Default)
	bounded := !math.IsInf(p.Min, -1) || !math.IsInf(p.Max, 1)
	p.Number = v
	switch {
	case err != nil && (bounded || p.Unit != "" || notNumber == nil):
		b.m.Diags.AddErrorf(at, "E222", "parameter %s: %s is not a number", p.Name, quoteForMessage(p.Value))
	case err == nil && (v < p.Min || v > p.Max):
		d := b.m.Diags.AddErrorf(at, "E222", "parameter %s: %s is not in the range from %s to %s", p.Name, p.Value, boundText(p.Min), boundText(p.Max))
		if p.Assigned {
			d.AddNote(p.Span, "the parameter is defined here")
		}
	}
	b.m.Parameters = append(b.m.Parameters, p)
}

// valueTextForExpression returns the value for an expression: a number in parentheses where it begins with a sign.
func (p *Parameter) valueTextForExpression() string {
	if math.IsNaN(p.Number) {
		return p.Value
	}
	return numberText(p.Number)
}

func numberText(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if strings.HasPrefix(text, "-") {
		return "(" + text + ")"
	}
	return text
}

func boundText(v float64) string {
	if math.IsInf(v, 0) {
		return "anything"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func isParameterName(s string) bool {
	for i, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '_' && c != '.' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// FindAndMarkParameterUsed returns a parameter that something outside of attributes uses, nil if there is none of this name.
func (b *Builder) FindAndMarkParameterUsed(name string) *Parameter {
	p := b.m.FindParameter(name)
	if p != nil {
		p.used = true
	}
	return p
}

// reportUnusedParameters warns of parameters that nothing uses. The commands of another file may use them.
func (b *Builder) reportUnusedParameters() {
	if slices.ContainsFunc(b.m.Commands, func(e *Element) bool { return e.Kind == "Load_Command" }) {
		return
	}
	for _, p := range b.m.Parameters {
		if !p.used {
			b.m.Diags.AddWarningf(p.Span, "W224", "parameter %s is not used", p.Name).Help = "write ${" + p.Name + "} where its value belongs"
		}
	}
}

// noNames is a table of functions without any: constant expressions have only those of mathematics.
type noNames struct{}

func (noNames) Lookup(string) (expr.Signature, bool) { return expr.Signature{}, false }
func (noNames) Names() []string                      { return nil }

// evaluateConstant returns the value of an expression of numbers.
func evaluateConstant(text string) (float64, *expr.Error) {
	if v, ok := parseReal(text); ok {
		return v, nil
	}
	p, errs := expr.Compile(text, noNames{})
	if errs != nil {
		return math.NaN(), &errs[0]
	}
	v, ok := p.ConstantValue()
	if !ok {
		return math.NaN(), &expr.Error{Pos: 0, End: len(text), Msg: "the value depends on the time"}
	}
	return v, nil
}
