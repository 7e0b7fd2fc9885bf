// Package core is the front door of the solver: Load reads and builds a deck of
// any form, Run carries it out.
package core

import (
	"context"
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
)

// Load reads the deck at path and builds it. User subroutines are opened by
// the first of the loaders that takes them. The error reports that the file
// cannot be opened; what is wrong in it is in Model.Deck.Diags, and
// routines that cannot be loaded in Model.Failed.
func Load(path string, loaders ...usersub.Loader) (*element.Model, error) {
	load := ChooseLoader(loaders...)
	var m *deck.Model
	var err error
	if IsPythonDeck(path) {
		m, err = ReadProgram(context.Background(), path, load, nil, loaders...)
	} else {
		m, err = Read(path, "")
	}
	if err != nil {
		return nil, err
	}
	return element.Build(m, load), nil
}

// ChooseLoader returns the loading function of the first loader that takes a routine.
func ChooseLoader(loaders ...usersub.Loader) element.Load {
	return func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		for _, l := range loaders {
			if l.Takes(ref) {
				return l.Load(ref, sig)
			}
		}
		return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "nothing here loads routines of this kind"}
	}
}

// Run carries out the commands of a built deck and writes results into dir. It
// returns what run.json says.
func Run(ctx context.Context, m *element.Model, dir string, opt run.Options) (*run.Document, error) {
	if m.Deck.Diags.HasErrors() {
		return nil, element.ErrDeck
	}
	if len(m.Failed) > 0 {
		return nil, fmt.Errorf("%d routines cannot be loaded or failed: %w", len(m.Failed), m.Failed[0])
	}
	rec, err := run.NewRecorder(dir)
	if err != nil {
		return nil, err
	}
	err = run.Run(ctx, m, rec, opt)
	status, code, failure := run.OK, 0, (*run.Failure)(nil)
	if err != nil {
		code, failure = run.ExitCode(err), run.DescribeFailure(err)
		status = run.StatusOfExitCode(code)
	}
	doc, closing := rec.Finish(status, code, failure)
	if err == nil {
		err = closing
	}
	return doc, err
}
