package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

var _ pystmt.Interpreter = (*pysub.Loader)(nil)

// read reads a deck. One that is a Python program runs in the interpreter that
// loads its routines, too; its questions for results are answered by solve,
// which may be nil.
func (l *loaders) read(path string, solve func(*deck.Model) (pystmt.Results, error), say func(string)) (*deck.Model, error) {
	if !strings.EqualFold(filepath.Ext(path), ".py") {
		return read(path)
	}
	o := pystmt.Options{Solve: solve, Say: say}
	for _, x := range l.list {
		if p, ok := x.(pystmt.Interpreter); ok {
			o.Interpreter = p
		}
	}
	m, err := pystmt.ReadFile(path, element.Table(), o)
	if err != nil {
		return nil, unreadable{err}
	}
	return m, nil
}

// preview solves models of a program whose results it asks for while it runs.
// What is written goes into a folder of its own, which is removed.
func (s *simulation) preview(ctx context.Context) func(*deck.Model) (pystmt.Results, error) {
	return func(m *deck.Model) (pystmt.Results, error) {
		model, err := build(ctx, m, s.loaders)
		if err != nil {
			return nil, err
		}
		return run(ctx, model)
	}
}
