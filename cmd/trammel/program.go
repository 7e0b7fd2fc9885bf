package main

import (
	"context"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

var _ pystmt.Interpreter = (*pysub.Loader)(nil)

// readDeck reads a deck. One that is a Python program runs in the interpreter of
// its routines. Results that it requests while it runs are computed if solve is
// set; else its reading ends there.
func (l *loaders) readDeck(ctx context.Context, in input, solveRequests bool) (*deck.Model, error) {
	if !core.IsPythonDeck(in.deck) {
		return in.readDeck(l.assigned...)
	}
	var load element.Load
	if solveRequests {
		load = func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
			return l.loadRoutine(ctx, ref, sig)
		}
	}
	m, err := core.ReadProgram(ctx, in.deck, load, l.assigned, l.list...)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, unreadableError{err}
	}
	return m, nil
}
