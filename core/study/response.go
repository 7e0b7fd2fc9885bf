package study

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Response is a number that a run gives: a column of requests.csv, reduced, or a figure of a mode.
type Response struct {
	Name   string
	Column string
	Reduce string  // "" for a figure of a mode
	At     float64 // time of at
	Level  float64 // of first_above

	Mode   int    // from 1, of the last linear analysis; 0 for a column
	Figure string // of the mode

	Span deck.Span // of the column
}

// reducers make one number of a column: t are the times of the rows, not empty, and y the values.
var reducers = map[string]func(r *Response, t, y []float64) float64{
	"max": func(_ *Response, _, y []float64) float64 { return slices.Max(y) },
	"min": func(_ *Response, _, y []float64) float64 { return slices.Min(y) },
	"maxabs": func(_ *Response, _, y []float64) float64 {
		return math.Max(math.Abs(slices.Max(y)), math.Abs(slices.Min(y)))
	},
	"mean": func(_ *Response, t, y []float64) float64 {
		return timeMean(t, y, func(a, b float64) float64 { return (a + b) / 2 })
	},
	"rms":         func(_ *Response, t, y []float64) float64 { return math.Sqrt(timeMean(t, y, meanSquare)) },
	"final":       func(_ *Response, _, y []float64) float64 { return y[len(y)-1] },
	"at":          func(r *Response, t, y []float64) float64 { return valueAt(r.At, t, y) },
	"first_above": func(r *Response, t, y []float64) float64 { return firstTimeAbove(r.Level, t, y) },
}

var reducerNames = []string{"max", "min", "maxabs", "rms", "mean", "final", "at", "first_above"}

// timeMean is the integral of a function of the values over the time, by the duration. Between two rows, with the values a and b, f is the mean of the
// function where the value is linear. Without duration the last value counts.
func timeMean(t, y []float64, f func(a, b float64) float64) float64 {
	sum, n := 0.0, len(t)-1
	for i := 1; i <= n; i++ {
		sum += (t[i] - t[i-1]) * f(y[i-1], y[i])
	}
	if d := t[n] - t[0]; d > 0 {
		return sum / d
	}
	return f(y[n], y[n])
}

// meanSquare is the mean of the square of a value that is linear from a to b.
func meanSquare(a, b float64) float64 { return (a*a + a*b + b*b) / 3 }

// valueAt is the value at a time, linear between rows; NaN outside of them.
func valueAt(at float64, t, y []float64) float64 {
	for i := range t {
		switch {
		case t[i] == at:
			return y[i]
		case i > 0 && t[i-1] < at && at < t[i]:
			return y[i-1] + (y[i]-y[i-1])*(at-t[i-1])/(t[i]-t[i-1])
		}
	}
	return math.NaN()
}

// firstTimeAbove is the first time at which the value, linear between rows, is above a level; NaN if it never is.
func firstTimeAbove(level float64, t, y []float64) float64 {
	for i := range t {
		if !(y[i] > level) {
			continue
		}
		if i == 0 || !(y[i-1] <= level) { // the first row, or one behind a value that is no number
			return t[i]
		}
		return t[i-1] + (t[i]-t[i-1])*(level-y[i-1])/(y[i]-y[i-1])
	}
	return math.NaN()
}

// ReduceColumn is the response of a column: t are the times of the rows and y the values.
func (r *Response) ReduceColumn(t, y []float64) float64 {
	if len(y) == 0 {
		return math.NaN()
	}
	return reducers[r.Reduce](r, t, y)
}

// modeColumn is the name of a figure of a mode.
var modeColumn = regexp.MustCompile(`^mode\.(\d+)\.(\w+)$`)

var modeFigures = []string{"frequency_hz", "damping_ratio", "real_hz", "imag_hz"}

// SetColumn sets the column. The error says what is wrong with it.
func (r *Response) SetColumn(column string) error {
	r.Column = column
	m := modeColumn.FindStringSubmatch(column)
	if m == nil {
		return nil
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 {
		return fmt.Errorf("modes are counted from 1")
	}
	if !slices.Contains(modeFigures, m[2]) {
		return fmt.Errorf("a mode has %s, not %s", strings.Join(modeFigures, ", "), m[2])
	}
	r.Mode, r.Figure = n, m[2]
	return nil
}

func (r *reader) readResponse(s *Study, t *tomlTable) {
	p := &Response{Span: t.span}
	var column string
	r.readTable("response", t,
		key{"name", r.readTextInto(&p.Name), true},
		key{"column", r.readTextInto(&column), true},
		key{"reduce", r.readChoiceInto(&p.Reduce, reducerNames), false},
		key{"at", r.readNumberInto(&p.At, isFinite, "a time"), false},
		key{"level", r.readNumberInto(&p.Level, isFinite, "a finite number"), false},
	)
	s.Responses = append(s.Responses, p)
	if e := t.find("column"); e != nil && column != "" {
		p.Span = e.value.span
		if err := p.SetColumn(column); err != nil {
			reportValue(r.diags, p.Span, "", "column: %v", err)
		}
	}
	reduce := t.find("reduce")
	switch {
	case p.Mode > 0 && reduce != nil:
		reportValue(r.diags, reduce.span, "leave it out", "a figure of a mode is one number, which is not reduced")
	case p.Mode == 0 && reduce == nil && column != "":
		reportMissing(r.diags, t.span, "[response] has no reduce: one of %s", strings.Join(reducerNames, ", "))
	}
	for name, of := range map[string]string{"at": "at", "level": "first_above"} {
		e := t.find(name)
		switch {
		case e == nil && p.Reduce == of:
			reportMissing(r.diags, reduce.span, "reduce = %q needs %s", of, name)
		case e != nil && p.Reduce != of:
			reportValue(r.diags, e.span, "leave it out", "%s goes with reduce = %q", name, of)
		}
	}
}

// responseText is a response of the command line: NAME=REDUCER(COLUMN), at(COLUMN,TIME), first_above(COLUMN,LEVEL), or the name of a figure of a mode.
var responseText = regexp.MustCompile(`^\s*([^=]+?)\s*=\s*(?:(\w+)\s*\(\s*([^,()]+?)\s*(?:,\s*([^,()]+?)\s*)?\)|([^()]+?))\s*$`)

// ParseResponse reads a response such as peak=maxabs(3.F2), late=at(3.F2,1.5) or f1=mode.1.frequency_hz.
func ParseResponse(text string) (*Response, error) {
	m := responseText.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("%q: wanted: NAME=REDUCER(COLUMN), such as peak=maxabs(3.F2), or NAME=mode.1.frequency_hz", text)
	}
	r := &Response{Name: m[1], Reduce: m[2]}
	if m[5] != "" {
		if err := r.SetColumn(m[5]); err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		if r.Mode == 0 {
			return nil, fmt.Errorf("%q: the column needs a reducer: %s", text, strings.Join(reducerNames, ", "))
		}
		return r, nil
	}
	if reducers[r.Reduce] == nil {
		err := fmt.Errorf("%q: there is no reducer %s; wanted: one of %s", text, r.Reduce, strings.Join(reducerNames, ", "))
		if near, ok := deck.NearestName(r.Reduce, reducerNames); ok {
			err = fmt.Errorf("%q: there is no reducer %s; did you mean %s?", text, r.Reduce, near)
		}
		return nil, err
	}
	r.Column = m[3]
	number := map[string]*float64{"at": &r.At, "first_above": &r.Level}[r.Reduce]
	switch x, err := strconv.ParseFloat(m[4], 64); {
	case number == nil && m[4] != "":
		return nil, fmt.Errorf("%q: %s takes a column and nothing else", text, r.Reduce)
	case number != nil && (err != nil || !isFinite(x)):
		return nil, fmt.Errorf("%q: %s takes a column and a number", text, r.Reduce)
	case number != nil:
		*number = x
	}
	return r, nil
}
