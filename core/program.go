package core

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/linear"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
)

// IsPythonDeck reports whether a deck is a Python program, by its name.
func IsPythonDeck(path string) bool { return strings.EqualFold(filepath.Ext(path), ".py") }

// ReadProgram reads a deck that is a Python program. It runs in the first of the
// loaders that is an interpreter, which loads its functions as routines
// afterwards. Models whose results the program requests are built with load and
// solved when it asks; a load of nil leaves that out, and the reading ends there.
func ReadProgram(ctx context.Context, path string, load element.Load, assigned []*deck.Assignment, loaders ...usersub.Loader) (*deck.Model, error) {
	o := pystmt.Options{Assigned: assigned}
	for _, l := range loaders {
		if p, ok := l.(pystmt.Interpreter); ok && o.Interpreter == nil {
			o.Interpreter = p
		}
	}
	if o.Interpreter == nil {
		return Read(path, "", assigned...) // says that it is not supported
	}
	if load != nil {
		o.Solve = func(m *deck.Model) (pystmt.Results, error) { return solveProgramModel(ctx, m, load) }
		o.Freedom = func(m *deck.Model) (int, error) { return countFreedom(m, load) }
		o.Eigenvalues = func(m *deck.Model) (values []complex128, err error) {
			_, err = runProgramModel(ctx, m, load, run.Options{Modes: func(all []linear.Mode) {
				for i := range all {
					values = append(values, all[i].Value)
				}
			}})
			return values, err
		}
	}
	m, err := pystmt.ReadFile(path, element.Table(), o)
	if err == nil {
		err = ctx.Err() // a cancelled simulation is not a fault of the program
	}
	return m, err
}

// countFreedom assembles a model and counts its degrees of freedom.
func countFreedom(m *deck.Model, load element.Load) (int, error) {
	model := element.Build(m, load)
	if m.Diags.HasErrors() {
		return 0, element.ErrDeck
	}
	s, err := model.System.NewState()
	if err != nil {
		return 0, err
	}
	if _, err := s.Assemble(s.DeckPoint(), model.Tuning.ConstrTol*max(1, model.System.Length)); err != nil {
		return 0, err
	}
	return s.DegreesOfFreedom(), nil
}

// solveProgramModel runs a model whose results a program requests.
func solveProgramModel(ctx context.Context, m *deck.Model, load element.Load) (pystmt.Results, error) {
	t, err := runProgramModel(ctx, m, load, run.Options{})
	if err != nil {
		return nil, err
	}
	return t, nil
}

func runProgramModel(ctx context.Context, m *deck.Model, load element.Load, opt run.Options) (*run.Table, error) {
	model := element.Build(m, load)
	if m.Diags.HasErrors() {
		return nil, element.ErrDeck
	}
	if len(model.Failed) > 0 {
		return nil, model.Failed[0]
	}
	var at deck.Span // of the analysis
	for _, e := range m.Commands {
		if e.Kind == "Simulate" {
			at = e.Span
		}
	}
	opt.Warn = func(text string) { m.Diags.AddWarningf(at, "W809", "%s", text) }
	return run.Solve(ctx, model, opt)
}
