package pystmt

import (
	"fmt"
	"math"
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
)

// parameterName is the function by which programs define parameters: param(name, default, unit="", min=None, max=None, doc="")
// returns the value that is assigned to the parameter, else the default. A default that is a number has a number for its value.
const parameterName = "param"

// parameterKeywords are its arguments by position.
var parameterKeywords = []string{"name", "default", "unit", "min", "max", "doc"}

func (s *programRun) defineParameter(site int, args []any, keys []string, vals []any) (any, error) {
	given := map[string]any{}
	for i, v := range args {
		if i >= len(parameterKeywords) {
			return nil, fmt.Errorf("param() takes at most %d arguments", len(parameterKeywords))
		}
		given[parameterKeywords[i]] = v
	}
	for i, k := range keys {
		if _, twice := given[k]; twice {
			return nil, fmt.Errorf("param() has two values for %s", k)
		}
		given[k] = vals[i]
	}
	name, ok := given["name"].(string)
	if !ok || given["default"] == nil {
		return nil, fmt.Errorf(`param() takes a name and a default, as in param("k", 1000.)`)
	}
	w := s.newStatementRecorder(parameterName, site)
	p := &deck.Parameter{Name: name, Min: math.Inf(-1), Max: math.Inf(1), Span: w.st.At}
	if p.Default, ok = parameterText(given["default"]); !ok {
		return nil, fmt.Errorf("param(%q): the default is neither a number nor a text", name)
	}
	for k, v := range given {
		if err := applyParameterKeyword(p, k, v); err != nil {
			return nil, fmt.Errorf("param(%q): %w", name, err)
		}
	}
	s.rec.DefineParameter(p, w.positionalSpan(1))
	q := s.rec.Parameter(name)
	if q.Default != p.Default {
		return nil, fmt.Errorf("param(%q): the parameter has been defined with the default %s", name, q.Default)
	}
	return parameterValue(q, given["default"]), nil
}

// applyParameterKeyword sets what a keyword says of a parameter.
func applyParameterKeyword(p *deck.Parameter, keyword string, v any) error {
	text, isText := v.(string)
	number, isNumber := numberOf(v)
	switch keyword {
	case "name", "default":
		return nil
	case "unit", "doc":
		if !isText {
			return fmt.Errorf("%s is not a text", keyword)
		}
		if keyword == "unit" {
			p.Unit = text
		} else {
			p.Doc = text
		}
	case "min", "max":
		switch {
		case v == nil:
		case !isNumber:
			return fmt.Errorf("%s is not a number", keyword)
		case keyword == "min":
			p.Min = number
		default:
			p.Max = number
		}
	default:
		return fmt.Errorf("there is no argument %s; the arguments are name, default, unit, min, max, doc", keyword)
	}
	return nil
}

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	}
	return 0, false
}

func parameterText(v any) (string, bool) {
	if n, ok := v.(int64); ok {
		return strconv.FormatInt(n, 10), true
	}
	if x, ok := numberOf(v); ok {
		return strconv.FormatFloat(x, 'g', -1, 64), true
	}
	text, ok := v.(string)
	return text, ok
}

// parameterValue returns the value of a parameter for a program: of the type of its default, but for a number that is not whole.
func parameterValue(p *deck.Parameter, def any) any {
	if _, text := def.(string); text || math.IsNaN(p.Number) {
		return p.Value
	}
	if _, whole := def.(int64); whole && p.Number == math.Trunc(p.Number) && math.Abs(p.Number) < 1<<53 {
		return int64(p.Number)
	}
	return p.Number
}
