package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/result"
)

// EvaluationRequest is the pair of files by which an optimizer has one run evaluated: a file of parameters, and a file of results that is to be written.
type EvaluationRequest struct {
	Form      string // of the file of parameters
	Names     []string
	Values    []Value  // of the names
	Functions []string // responses that the program requests, in its order; nil for all
}

// Forms of files of parameters.
const (
	JSONForm       = "JSON"            // an object of names and values
	DakotaJSON     = "Dakota, JSON"    // with variables and responses
	DakotaStandard = "Dakota"          // lines of a value and a name
	DakotaAPREPRO  = "Dakota, APREPRO" // lines of { name = value }
)

var (
	standardHead = regexp.MustCompile(`^\s*\d+\s+variables\s*$`)
	apreproHead  = regexp.MustCompile(`^\s*\{\s*DAKOTA_VARS\s*=\s*\d+\s*\}\s*$`)
	standardLine = regexp.MustCompile(`^\s*(\S.*?)\s+(\S+)\s*$`)
	apreproLine  = regexp.MustCompile(`^\s*\{\s*(\S+)\s*=\s*(.*?)\s*\}\s*$`)
	activeSet    = regexp.MustCompile(`^ASV_\d+:(.+)$`)
)

// ParseEvaluationRequest reads a file of parameters, whose form its text shows.
func ParseEvaluationRequest(text []byte) (*EvaluationRequest, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	first, _, _ := strings.Cut(strings.TrimLeft(string(text), " \t\r\n"), "\n")
	switch {
	case apreproHead.MatchString(first):
		return readDakota(DakotaAPREPRO, text, func(line string) (name, value string, ok bool) {
			m := apreproLine.FindStringSubmatch(line)
			if m == nil {
				return "", "", false
			}
			return m[1], m[2], true
		})
	case standardHead.MatchString(strings.TrimRight(first, "\r")):
		return readDakota(DakotaStandard, text, func(line string) (name, value string, ok bool) {
			m := standardLine.FindStringSubmatch(line)
			if m == nil {
				return "", "", false
			}
			return m[2], m[1], true
		})
	case strings.HasPrefix(first, "{"):
		return readJSON(text)
	}
	return nil, fmt.Errorf("wanted is an object of names and values in JSON, or a file of parameters of Dakota in its standard, APREPRO or JSON form")
}

// readDakota reads a file of lines: a number of variables, the variables, a number of functions with what is requested of each, and more.
func readDakota(form string, text []byte, parse func(string) (name, value string, ok bool)) (*EvaluationRequest, error) {
	x := &EvaluationRequest{Form: form, Functions: []string{}}
	heads := []string{"variables", "functions"}
	if form == DakotaAPREPRO {
		heads = []string{"DAKOTA_VARS", "DAKOTA_FNS"}
	}
	part, left, number := 0, 0, 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := parse(line)
		if !ok {
			return nil, fmt.Errorf("line %d: %q is not a line of a file of parameters of %s", number, line, form)
		}
		if left == 0 {
			if part == len(heads) {
				break // derivatives, components of analyses, the number of the evaluation
			}
			n, err := strconv.Atoi(value)
			if name != heads[part] || err != nil || n < 0 {
				return nil, fmt.Errorf("line %d: wanted is the number of %s, not %q", number, heads[part], line)
			}
			part, left = part+1, n
			continue
		}
		left--
		if part == 1 {
			x.Names, x.Values = append(x.Names, name), append(x.Values, parseVariableValue(value))
			continue
		}
		m := activeSet.FindStringSubmatch(name)
		request, err := strconv.Atoi(value)
		if m == nil || err != nil {
			return nil, fmt.Errorf("line %d: wanted is what is requested of a function, such as 1 ASV_1:f, not %q", number, line)
		}
		if err := x.addRequestedFunction(m[1], request); err != nil {
			return nil, err
		}
	}
	if left > 0 || part < len(heads) {
		return nil, fmt.Errorf("the file ends before all %s are given", heads[max(part-1, 0)])
	}
	return x, nil
}

// addRequestedFunction takes what Dakota requests of a function: 1 is its value, 2 its gradient, 4 its second derivatives, or a sum of them.
func (x *EvaluationRequest) addRequestedFunction(function string, what int) error {
	if what < 0 || what > 1 {
		return fmt.Errorf("derivatives of %s are requested (%d); only values are there: use numerical_gradients", function, what)
	}
	if what == 1 {
		x.Functions = append(x.Functions, function)
	}
	return nil
}

// parseVariableValue is a number, or a text, which may be in quotes.
func parseVariableValue(text string) Value {
	if n := len(text); n >= 2 && text[0] == '"' && text[n-1] == '"' {
		return Text(text[1 : n-1])
	}
	return parseCell(text)
}

func readJSON(text []byte) (*EvaluationRequest, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("wanted is an object in JSON")
	}
	x := &EvaluationRequest{Form: JSONForm}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		name := key.(string)
		var value any
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if _, ok := value.([]any); ok && name == "variables" {
			return readDakotaJSON(text)
		}
		if err := x.addVariable(name, value); err != nil {
			return nil, err
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	return x, nil
}

func (x *EvaluationRequest) addVariable(name string, value any) error {
	switch v := value.(type) {
	case json.Number:
		n, err := v.Float64()
		if err != nil {
			return fmt.Errorf("the value of %s: %w", name, err)
		}
		x.Values = append(x.Values, Number(n))
	case string:
		x.Values = append(x.Values, Text(v))
	default:
		return fmt.Errorf("the value of %s is neither a number nor a text", name)
	}
	if slices.Contains(x.Names, name) {
		return fmt.Errorf("%s is given twice", name)
	}
	x.Names = append(x.Names, name)
	return nil
}

func readDakotaJSON(text []byte) (*EvaluationRequest, error) {
	var file struct {
		Variables []struct {
			Label string `json:"label"`
			Value any    `json:"value"`
		} `json:"variables"`
		Responses []struct {
			Label     string `json:"label"`
			ActiveSet int    `json:"active_set"`
		} `json:"responses"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		return nil, err
	}
	x := &EvaluationRequest{Form: DakotaJSON, Functions: []string{}}
	for _, v := range file.Variables {
		if err := x.addVariable(v.Label, v.Value); err != nil {
			return nil, err
		}
	}
	for _, r := range file.Responses {
		if err := x.addRequestedFunction(r.Label, r.ActiveSet); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// CheckRequestedResponses returns an error where the program requests what is no response.
func (x *EvaluationRequest) CheckRequestedResponses(responses []*Response) error {
	for _, f := range x.Functions {
		if !slices.ContainsFunc(responses, func(r *Response) bool { return r.Name == f }) {
			var names []string
			for _, r := range responses {
				names = append(names, r.Name)
			}
			return fmt.Errorf("the function %s is none of the responses: %s", f, strings.Join(names, ", "))
		}
	}
	return nil
}

// FormatResults is the text of the file of results: for Dakota the requested functions, else all responses. A response that is not a number is NaN.
func (x *EvaluationRequest) FormatResults(responses []*Response, values []float64) []byte {
	order := make([]int, len(responses))
	for i := range order {
		order[i] = i
	}
	if x.Functions != nil {
		order = order[:0]
		for _, f := range x.Functions {
			order = append(order, slices.IndexFunc(responses, func(r *Response) bool { return r.Name == f }))
		}
	}
	var b bytes.Buffer
	if x.Form == DakotaStandard || x.Form == DakotaAPREPRO {
		for _, i := range order {
			fmt.Fprintf(&b, "%24.16E %s\n", values[i], responses[i].Name)
		}
		return b.Bytes()
	}
	indent := "  "
	if b.WriteString("{\n"); x.Form == DakotaJSON {
		indent = "    "
		b.WriteString("  \"functions\": {\n")
	}
	for n, i := range order {
		name, err := json.Marshal(responses[i].Name)
		if err != nil {
			panic("study: " + err.Error()) // a text always has a form
		}
		number := []byte("null")
		switch v := values[i]; {
		case isFinite(v):
			number = result.AppendFormattedNumber(nil, v)
		case x.Form == DakotaJSON:
			number = []byte(map[bool]string{true: `"NaN"`, false: `"Inf"`}[math.IsNaN(v)])
		}
		comma := ","
		if n == len(order)-1 {
			comma = ""
		}
		fmt.Fprintf(&b, "%s%s: %s%s\n", indent, name, number, comma)
	}
	if x.Form == DakotaJSON {
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// FormatFailure is the text of the file of results after a failure: it begins with fail, which Dakota takes for one. x is nil where the parameters could
// not be read.
func FormatFailure(x *EvaluationRequest, message string) []byte {
	if x != nil && x.Form == DakotaJSON {
		return []byte("{\"fail\": true}\n")
	}
	return []byte("fail\n" + message + "\n")
}
