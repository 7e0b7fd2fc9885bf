// Package measure runs decks for the programs that examine the solver, and measures what they cost.
package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/run"
)

// Outcome is what a run of a deck left.
type Outcome struct {
	Code       int
	Message    string  // of a run that failed
	CPU        float64 // processor time of reading, building and running, s
	OutOfLimit bool
}

// errLimit ends a run that takes too much processor time.
var errLimit = errors.New("the run was ended: it takes too much processor time")

// RunDeck runs a deck given as text; read takes the results from their folder once they are there, also those of a run that failed.
// limit bounds the processor time in seconds. The calling goroutine holds its thread (runtime.LockOSThread).
func RunDeck(text string, limit float64, read func(dir string, doc *run.Document) error) (o Outcome) {
	fail := func(code int, err error) Outcome {
		if err != nil && o.Code == run.ExitOK {
			o.Code, o.Message = code, err.Error()
		}
		return o
	}
	dir, err := os.MkdirTemp("", "measure")
	if err != nil {
		return fail(run.ExitInternal, err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "model.xml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return fail(run.ExitInternal, err)
	}
	start := ThreadSeconds()
	defer func() { o.CPU = ThreadSeconds() - start }()
	built, err := core.Load(file)
	if err != nil {
		return fail(run.ExitUsage, err)
	}
	if built.Deck.Diags.HasErrors() {
		return fail(run.ExitDeck, errors.New(built.Deck.Diags.List[0].Msg))
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	steps := 0
	opt := run.Options{MaxWall: time.Duration(20 * limit * float64(time.Second)), Progress: func(run.Progress) {
		if steps++; steps%64 == 0 && ThreadSeconds()-start > limit {
			cancel(errLimit)
		}
	}}
	doc, err := core.Run(ctx, built, dir, opt)
	o.OutOfLimit = errors.Is(context.Cause(ctx), errLimit) || errors.Is(err, run.ErrWall)
	fail(run.ExitCode(err), err)
	if doc == nil {
		return o
	}
	return fail(run.ExitInternal, read(dir, doc))
}
