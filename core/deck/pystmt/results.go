package pystmt

import (
	"errors"
	"fmt"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// queryResults answers a query for the results of one of the models. A program that never asks is not solved while it runs.
func (s *programRun) queryResults(name string, args []any) (any, error) {
	var par [3]int64
	for i := range args {
		v, ok := args[i].(int64)
		if !ok || i == len(par) {
			return nil, fmt.Errorf("%s takes whole numbers", name)
		}
		par[i] = v
	}
	r, err := s.solveModel(int(par[0]))
	if err != nil {
		return nil, err
	}
	values := r.Times()
	if name == resultsName {
		if values = r.Column(int(par[1]), int(par[2])); values == nil {
			return nil, fmt.Errorf("request %d has no component %d", par[1], par[2])
		}
	}
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list, nil
}

// addResultRequest adds a request to a model whose results the program reads; the deck does not get it. A model that was
// solved without it is solved again.
func (s *programRun) addResultRequest(args []any) error {
	if len(args) != 3 {
		return errors.New("_measure takes a model, an id and expressions")
	}
	n, ok1 := args[0].(int64)
	id, ok2 := args[1].(int64)
	list, ok3 := args[2].([]any)
	if !ok1 || !ok2 || !ok3 || n < 0 || int(n) >= len(s.models) {
		return fmt.Errorf("_measure cannot take %v", args)
	}
	w := s.newStatementRecorder("REQUEST", 0)
	w.setID(id, w.st.At)
	for k, x := range list {
		w.setKeyword(fmt.Sprintf("F%d", k+1), x, [2]deck.Span{w.st.At, w.st.At})
	}
	model := s.models[n]
	at := slices.IndexFunc(model, func(st adm.Statement) bool { return adm.IsCommandStatement(st.Name) })
	if at < 0 {
		at = len(model)
	}
	s.models[n] = slices.Insert(slices.Clone(model), at, w.finishStatement())
	delete(s.solved, int(n))
	return nil
}

// countDegreesOfFreedom answers how many degrees of freedom a model has.
func (s *programRun) countDegreesOfFreedom(args []any) (any, error) {
	m, err := s.modelOfArgument(freedomName, args, s.opt.Freedom == nil)
	if err != nil {
		return nil, err
	}
	s.list = s.before // nothing is solved: the deck is what it was
	dof, err := s.opt.Freedom(m)
	if err != nil {
		return nil, unsolvedError{err}
	}
	return int64(dof), nil
}

// computeEigenvalues answers the eigenvalues of a model whose command is a linear analysis, as real and imaginary parts one after
// the other. This model is the deck if there was none before.
func (s *programRun) computeEigenvalues(args []any) (any, error) {
	m, err := s.modelOfArgument(eigenName, args, s.opt.Eigenvalues == nil)
	if err != nil {
		return nil, err
	}
	values, err := s.opt.Eigenvalues(m)
	if err != nil {
		return nil, unsolvedError{err}
	}
	if len(s.before) > 0 {
		s.list = s.before
	}
	list := []any{}
	for _, v := range values {
		list = append(list, real(v), imag(v))
	}
	return list, nil
}

// modelOfArgument is the model whose number a function has as its argument.
func (s *programRun) modelOfArgument(name string, args []any, unanswered bool) (*deck.Model, error) {
	n, ok := int64(-1), len(args) == 1
	if ok {
		n, ok = args[0].(int64)
	}
	if !ok || n < 0 || int(n) >= len(s.models) {
		return nil, fmt.Errorf("%s cannot take %v", name, args)
	}
	if unanswered {
		return nil, unsolvedError{}
	}
	return s.rebuildModel(int(n))
}

// rebuildModel makes the model of what was recorded.
func (s *programRun) rebuildModel(n int) (*deck.Model, error) {
	p := adm.NewRecordedProgram(s.dir, s.table)
	for _, src := range s.order {
		p.AddFileAsUTF8(src)
	}
	m := s.buildModel(p, s.models[n])
	m.Diags.List = slices.DeleteFunc(m.Diags.List, func(d *deck.Diag) bool { return d.Code == "E225" }) // another model of the program may have it
	if m.Diags.HasErrors() {
		s.list, s.begun = s.models[n], s.era[n]
		return nil, unsolvedError{errors.New("the model has errors")}
	}
	return m, nil
}

// solveModel runs model n once. A program whose simulation fails ends there: this model
// becomes the deck, which reports what is wrong and ends with its code.
func (s *programRun) solveModel(n int) (Results, error) {
	if r := s.solved[n]; r != nil {
		return r, nil
	}
	if s.opt.Solve == nil {
		return nil, unsolvedError{}
	}
	if n < 0 || n >= len(s.models) {
		return nil, fmt.Errorf("there is no model %d", n)
	}
	m, err := s.rebuildModel(n)
	if err != nil {
		return nil, err
	}
	own := len(s.diags) // are reported anyhow
	r, err := s.opt.Solve(m)
	if err != nil {
		s.list, s.begun = s.models[n], s.era[n]
		return nil, unsolvedError{err}
	}
	for _, d := range m.Diags.List {
		if d.Severity == deck.Warning && !slices.Contains(s.diags[:own], d) {
			s.earlier, s.eras = append(s.earlier, d), append(s.eras, s.era[n])
		}
	}
	s.solved[n] = r
	return r, nil
}

// reportWarningsOfOtherModels reports the warnings of models that are not the deck, whose own come when it is read and runs.
func (s *programRun) reportWarningsOfOtherModels() {
	type place struct {
		at   deck.Span
		text string
	}
	said := map[place]bool{}
	for i, d := range s.earlier {
		if at := (place{d.Span, d.Msg}); s.eras[i] != s.begun && !said[at] {
			said[at] = true
			s.addWarningAt(d.Span, d.Code, "of an earlier simulation: "+d.Msg)
		}
	}
}
