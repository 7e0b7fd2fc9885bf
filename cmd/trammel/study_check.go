package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/study"
)

// studyChecker checks that a study and its deck fit each other. No routine is loaded; a deck that is a program is carried out.
type studyChecker struct {
	*tool
	study   *study.Study
	in      input
	loaders *loaders
	basis   *element.Model // with the values of the first run; with those of the deck where the first run has errors
	values  []*study.Value // of basis; nil for those of the deck
}

// checkStudy reports in the study's diagnostics what does not fit. The error is that of a deck with errors, which have been printed.
func (t *tool) checkStudy(s *study.Study, first []study.Value) error {
	flags, err := loadFlagsOfStudy(s.Run)
	if err != nil {
		return &run.UsageError{Text: err.Error()}
	}
	in := input{deck: s.ResolveInputPath(s.Deck)}
	files := []string{in.deck}
	if s.Commands != "" {
		in.commands = s.ResolveInputPath(s.Commands)
		files = append(files, in.commands)
	}
	if err := checkDeckNames(files, nil); err != nil {
		return &run.UsageError{Text: err.Error()}
	}
	c := &studyChecker{tool: t, study: s, in: in, loaders: newLoaders(flags, slog.New(&consoleLogHandler{con: t.con, level: slog.LevelError}), t.con)}
	defer c.loaders.closeAll()
	c.checkNames(first)
	if s.Diags.HasErrors() {
		return nil
	}
	if c.basis, err = c.buildWith(nil); err != nil {
		return err
	}
	if c.model.Store(c.basis.Deck); c.basis.Deck.Diags.HasErrors() {
		c.printDeckDiags(c.basis.Deck, true)
		return element.ErrDeck
	}
	return c.checkValues(first)
}

// checkNames checks that parameters have names of parameters or attributes.
func (c *studyChecker) checkNames(first []study.Value) {
	for i, p := range c.study.Parameters {
		text := p.Name + "=" + first[i].String()
		if _, err := deck.NewAssignment(deck.Span{Src: &deck.Source{Name: "set", Text: []byte(text)}, End: len(text)}); err != nil {
			c.study.ReportMismatch(p.Span, "%s is the name of neither a parameter nor an attribute", p.Name).Help = "wanted: k, or Force_SpringDamper/3.stiffness"
		}
	}
}

// checkValues checks the values of the first run, and those of each parameter beside them. Where the first run has errors parameters are checked one
// by one, beside the values of the deck.
func (c *studyChecker) checkValues(first []study.Value) error {
	m, err := c.buildWith(first)
	if err != nil {
		return err
	}
	wrong := firstDeckError(m.Deck)
	if c.values = make([]*study.Value, len(first)); wrong == nil {
		c.basis = m
		for i := range first {
			c.values[i] = &first[i]
		}
	}
	for i, p := range c.study.Parameters {
		c.checkParameter(i, p, first[i])
	}
	c.checkResponses()
	if wrong != nil && !c.study.Diags.HasErrors() {
		c.study.ReportMismatch(c.study.Design.Span, "the deck does not take the values of the first run: %s [%s]", wrong.Msg, wrong.Code).Help = wrong.Help
	}
	return nil
}

// buildWith builds the deck with values of the parameters. With nil for values those of the deck count.
func (c *studyChecker) buildWith(values []study.Value) (*element.Model, error) {
	list := make([]*study.Value, len(values))
	for i := range values {
		list[i] = &values[i]
	}
	return c.buildWithSome(list)
}

// buildWithSome is buildWith where parameters without a value have that of the deck.
func (c *studyChecker) buildWithSome(values []*study.Value) (*element.Model, error) {
	var list []*deck.Assignment
	for i, v := range values {
		if v == nil {
			continue
		}
		text := c.study.Parameters[i].Name + "=" + v.String()
		a, err := deck.NewAssignment(deck.Span{Src: &deck.Source{Name: "set", Text: []byte(text)}, End: len(text)})
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	c.loaders.assigned = list
	m, err := c.loaders.readDeck(context.Background(), c.in, false)
	if err != nil {
		return nil, err
	}
	m.IgnoreState = true
	model := element.Build(m, nil)
	return model, nil
}

// firstDeckError returns what is wrong with a deck, nil for nothing.
func firstDeckError(m *deck.Model) *deck.Diag {
	for _, d := range m.Diags.List {
		if d.Severity == deck.Error {
			return d
		}
	}
	return nil
}

// mostValues is how many values of a parameter are tried.
const mostValues = 20

// checkParameter tries values of a parameter beside those of the first run.
func (c *studyChecker) checkParameter(i int, p *study.Parameter, first study.Value) {
	list := append([]study.Value{first}, p.Values[:min(len(p.Values), mostValues)]...)
	for _, x := range p.Range {
		list = append(list, study.Number(x))
	}
	have := describeTopology(c.basis.Deck)
	for _, v := range list {
		values := slices.Clone(c.values)
		values[i] = &v
		m, err := c.buildWithSome(values)
		if err != nil {
			c.study.ReportMismatch(p.Span, "with %s = %s the deck cannot be read: %v", p.Name, v, err)
			return
		}
		if d := firstDeckError(m.Deck); d != nil {
			c.study.ReportMismatch(p.Span, "with %s = %s the deck has errors: %s [%s]", p.Name, v, d.Msg, d.Code).Help = d.Help
			return
		}
		if text := describeTopologyDifference(have, describeTopology(m.Deck)); text != "" {
			c.study.ReportMismatch(p.Span, "%s changes the topology: the model with %s = %s and the other models differ: %s", p.Name, p.Name, v, text).Help =
				"a study varies numbers of one model; make a study of each model"
			return
		}
	}
}

// checkResponses checks the columns and modes that the responses name.
func (c *studyChecker) checkResponses() {
	columns := run.RequestColumnsOf(c.basis)
	var names []string
	for _, x := range columns {
		names = append(names, x.Name)
		if l := labelledNameOrEmpty(x); l != "" {
			names = append(names, l)
		}
	}
	for _, r := range c.study.Responses {
		if r.Mode > 0 {
			continue
		}
		switch found := findColumns(columns, r.Column); len(found) {
		case 0:
		case 1:
			continue
		default:
			c.study.ReportMismatch(r.Span, "%s", ambiguityText(columns, r.Column, found))
			continue
		}
		d := c.study.ReportMismatch(r.Span, "the deck has no column %s", r.Column)
		if near, ok := deck.NearestName(r.Column, names); ok {
			d.Help = "did you mean " + near + "?"
		} else if len(names) > 0 {
			d.Help = "its columns: " + strings.Join(names[:min(len(names), mostValues)], ", ")
		} else {
			d.Help = "it has no requests: add a Post_Request"
		}
	}
}

// readStudy reads a study file and checks it against its deck. What is wrong has been printed.
func (t *tool) readStudy(file string) (*study.Study, error) {
	s, err := study.Read(file)
	if s == nil {
		return nil, &run.UsageError{Text: err.Error()}
	}
	if err == nil {
		var first []study.Value
		if first, err = s.FirstRunValues(); err == nil {
			err = t.checkStudy(s, first)
		}
	}
	t.printStudyDiags(s)
	var bad *study.Error
	if s.Diags.HasErrors() || errors.As(err, &bad) {
		return s, element.ErrDeck
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// printStudyDiags prints what is wrong with a study file.
func (t *tool) printStudyDiags(s *study.Study) {
	if len(s.Diags.List) == 0 {
		return
	}
	var b strings.Builder
	_ = s.Diags.WriteText(&b, t.con.color)
	_, _ = t.con.Write([]byte(b.String()))
	t.suggestExplainCommand(s.Diags.List...)
}
