package study

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// listDesign are values from a file.
type listDesign struct{ columns [][]Value }

func (l *listDesign) runCount() int {
	if len(l.columns) == 0 {
		return 0
	}
	return len(l.columns[0])
}

func (l *listDesign) setRunValues(run int, dst []Value) {
	for i, c := range l.columns {
		dst[i] = c[run]
	}
}

// readList reads a file of comma-separated values whose first line has names of parameters, and a line a run. Without [[parameter]] all columns but
// run, which is not read, are parameters.
func (s *Study) readList(file string) (designRuns, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		reportValue(s.Diags, s.Design.Span, "", "file: %v", err)
		return nil, &Error{s.Source.Name}
	}
	src := &deck.Source{Name: file, Text: bytes.TrimPrefix(text, []byte("\ufeff"))}
	r := csv.NewReader(bytes.NewReader(src.Text))
	r.TrimLeadingSpace, r.Comment = true, '#'
	head, err := r.Read()
	if err != nil {
		reportValue(s.Diags, deck.Span{Src: src}, "", "the first line with names of parameters cannot be read: %v", err)
		return nil, &Error{s.Source.Name}
	}
	at := func(k int) deck.Span { return src.SpanAt(r.FieldPos(k)) }
	index := s.listColumns(head, at)
	l := &listDesign{columns: make([][]Value, len(index))}
	for !s.Diags.HasErrors() {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			reportValue(s.Diags, deck.Span{Src: src}, "", "%v", err)
			break
		}
		for i, k := range index {
			l.columns[i] = append(l.columns[i], parseCell(row[k]))
			if row[k] == "" {
				reportValue(s.Diags, at(k), "", "the value of %s is missing", s.Parameters[i].Name)
			}
		}
	}
	if l.runCount() == 0 && !s.Diags.HasErrors() {
		reportValue(s.Diags, deck.Span{Src: src}, "", "there are no runs behind the first line")
	}
	if s.Diags.HasErrors() {
		return nil, &Error{s.Source.Name}
	}
	return l, nil
}

// listColumns returns the column of each parameter.
func (s *Study) listColumns(head []string, at func(int) deck.Span) (index []int) {
	if len(s.Parameters) == 0 {
		for k, name := range head {
			if name = strings.TrimSpace(name); !strings.EqualFold(name, "run") {
				s.Parameters = append(s.Parameters, &Parameter{Name: name, Span: at(k)})
			}
		}
		(&reader{diags: s.Diags}).checkColumnNames(s)
	}
	for _, p := range s.Parameters {
		found := -1
		for k, name := range head {
			if strings.EqualFold(strings.TrimSpace(name), p.Name) {
				found = k
			}
		}
		if found < 0 {
			reportValue(s.Diags, at(0), "its columns: "+strings.Join(head, ", "), "there is no column %s", p.Name)
			continue
		}
		index = append(index, found)
	}
	return index
}

// parseCell is a number where it can be one, else a text.
func parseCell(cell string) Value {
	cell = strings.TrimSpace(cell)
	if x, err := strconv.ParseFloat(cell, 64); err == nil && isFinite(x) {
		return Number(x)
	}
	return Text(cell)
}
