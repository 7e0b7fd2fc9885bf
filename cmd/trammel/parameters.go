package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/run"
)

// parameterFlags are values that take the place of those in a deck.
type parameterFlags struct {
	set  []string
	file string
	list []*deck.Assignment // as they were read: those of the file that --set does not replace, then those of --set
}

func (f *parameterFlags) registerFlags(set *pflag.FlagSet) {
	set.StringArrayVar(&f.set, "set", nil, "`NAME=VALUE` gives a parameter of the deck, or an attribute (Force_SpringDamper/3.stiffness, Param_Transient.integr_tol) or argument of a statement (SPRINGDAMPER/3.K), another value; may be repeated")
	set.StringVar(&f.file, "params", "", "`FILE` with such values: .json with an object of names and values, or .csv with lines of name,value; --set has precedence")
}

// readFlags reads both options.
func (f *parameterFlags) readFlags() error {
	f.list = nil
	var given []*deck.Assignment
	for _, text := range f.set {
		src := &deck.Source{Name: "--set", Text: []byte(text)}
		a, err := deck.NewAssignment(deck.Span{Src: src, End: len(text)})
		if err != nil {
			return fmt.Errorf("--set %w", err)
		}
		if findAssignment(given, a.Name) != nil {
			return fmt.Errorf("--set gives %s twice", a.Name)
		}
		given = append(given, a)
	}
	if f.file != "" {
		list, err := readAssignments(f.file)
		if err != nil {
			return fmt.Errorf("--params: %w", err)
		}
		for _, a := range list {
			if findAssignment(given, a.Name) == nil {
				f.list = append(f.list, a)
			}
		}
	}
	f.list = append(f.list, given...)
	return nil
}

func findAssignment(list []*deck.Assignment, name string) *deck.Assignment {
	for _, a := range list {
		if strings.EqualFold(a.Name, name) {
			return a
		}
	}
	return nil
}

// readAssignments reads a file of values.
func readAssignments(path string) (list []*deck.Assignment, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	src := &deck.Source{Name: path, Text: bytes.TrimPrefix(text, []byte("\ufeff"))}
	read := readJSONAssignments
	switch suffix := strings.ToLower(filepath.Ext(path)); suffix {
	case ".json":
	case ".csv":
		read = readCSVAssignments
	default:
		return nil, fmt.Errorf("%s: a file of parameters ends in .json or .csv", path)
	}
	add := func(name, value deck.Span, text string) error {
		a, err := deck.NewAssignmentAt(name, value, text)
		if err == nil && findAssignment(list, a.Name) != nil {
			err = fmt.Errorf("%s is given twice", a.Name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, a)
		return nil
	}
	return list, read(src, add)
}

// readJSONAssignments reads an object whose values are numbers, texts and truth values.
func readJSONAssignments(src *deck.Source, add func(name, value deck.Span, text string) error) error {
	d := json.NewDecoder(bytes.NewReader(src.Text))
	d.UseNumber()
	// span is where the token that was read last is: it ends at the decoder's offset.
	span := func(from int64) deck.Span {
		start, end := int(from), int(d.InputOffset())
		for start < end && strings.IndexByte(" \t\r\n,:", src.Text[start]) >= 0 {
			start++
		}
		if end-start >= 2 && src.Text[start] == '"' {
			start, end = start+1, end-1
		}
		return deck.Span{Src: src, Start: start, End: end}
	}
	fail := func(at deck.Span, what string) error { return fmt.Errorf("%s: %s", at, what) }
	next := func() (json.Token, deck.Span, error) {
		from := d.InputOffset()
		t, err := d.Token()
		if err != nil {
			var syntax *json.SyntaxError
			if errors.As(err, &syntax) {
				from = syntax.Offset
			}
			at := min(int(from), len(src.Text))
			return nil, deck.Span{}, fail(deck.Span{Src: src, Start: at, End: at}, "this is not JSON: "+strings.TrimPrefix(err.Error(), "json: "))
		}
		return t, span(from), nil
	}
	const wanted = `wanted is an object of names and values: {"k": 2000}`
	t, at, err := next()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return fail(at, wanted)
	}
	for d.More() {
		_, name, err := next()
		if err != nil {
			return err
		}
		value, at, err := next()
		if err != nil {
			return err
		}
		if _, nested := value.(json.Delim); nested || value == nil {
			return fail(at, "the value of "+name.Text()+" is neither a number nor a text")
		}
		if err := add(name, at, fmt.Sprint(value)); err != nil {
			return err
		}
	}
	_, _, err = next() // }
	return err
}

// readCSVAssignments reads lines of a name and a value. A first line of the words name and value is a heading; lines that begin with # are
// comments.
func readCSVAssignments(src *deck.Source, add func(name, value deck.Span, text string) error) error {
	r := csv.NewReader(bytes.NewReader(src.Text))
	r.TrimLeadingSpace, r.Comment, r.FieldsPerRecord = true, '#', 2
	for first := true; ; first = false {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w; a line is: k,2000", src.Name, err)
		}
		if first && strings.EqualFold(row[0], "name") && strings.EqualFold(row[1], "value") {
			continue
		}
		at := func(k int) deck.Span {
			line, column := r.FieldPos(k)
			s := src.SpanAt(line, column)
			s.End = min(s.Start+len(row[k]), len(src.Text))
			return s
		}
		if err := add(at(0), at(1), row[1]); err != nil {
			return err
		}
	}
}

// parametersText lists parameters and what was assigned to attributes, "" without any.
func parametersText(parameters []run.ParameterInfo, assigned []run.AssignmentInfo) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if len(parameters) > 0 {
		fmt.Fprint(w, "\nparameters:\n")
	}
	for _, p := range parameters {
		value := fmt.Sprint(p.Value)
		if p.Assigned {
			value += " (default " + p.Default + ")"
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", p.Name, value, p.Unit, rangeText(p.Min, p.Max), p.Doc)
	}
	w.Flush()
	if len(assigned) > 0 {
		b.WriteString("\nassigned:\n")
	}
	for _, a := range assigned {
		fmt.Fprintf(&b, "  %s = %s\n", a.Name, a.Value)
	}
	return b.String()
}

// rangeText says which numbers a parameter takes, "" for all.
func rangeText(least, most *float64) string {
	switch {
	case least != nil && most != nil:
		return fmt.Sprintf("%g to %g", *least, *most)
	case least != nil:
		return fmt.Sprintf("from %g", *least)
	case most != nil:
		return fmt.Sprintf("to %g", *most)
	}
	return ""
}
