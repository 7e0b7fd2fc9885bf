package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
)

// reportError says why a command failed. Errors of the deck have been printed.
func (t *tool) reportError(err error) {
	for _, e := range splitErrors(err) {
		if needsNoReport(e) || t.silent {
			continue
		}
		d, more := convertToDiagnostic(t.model.Load(), e)
		if d == nil {
			t.con.printMessage(bad, "error", "%s", describeError(e))
			continue
		}
		t.printDiag(d)
		if more != "" {
			_, _ = t.con.Write([]byte(strings.TrimRight(more, "\n") + "\n"))
		}
		t.suggestExplainCommand(d)
	}
}

// printDiag prints one diagnostic.
func (t *tool) printDiag(d *deck.Diag) {
	var b strings.Builder
	_ = (&deck.Diags{List: []*deck.Diag{d}}).WriteText(&b, t.con.color)
	_, _ = t.con.Write([]byte(b.String()))
}

// needsNoReport reports whether an error needs no more words: the user ended the run, or
// the diagnostics of the deck have been printed.
func needsNoReport(err error) bool {
	var u unreadableError
	return errors.Is(err, context.Canceled) || errors.Is(err, element.ErrDeck) && !errors.As(err, &u)
}

// problems are several errors that are reported one by one.
type problems []error

func (p problems) Error() string { return errors.Join(p...).Error() }

// Unwrap is for package errors.
func (p problems) Unwrap() []error { return p }

// splitErrors takes problems apart; of a run that was ended only that counts, and the script that had
// to be ended for it.
func splitErrors(err error) []error {
	if err == nil {
		return nil
	}
	if p, ok := err.(problems); ok {
		return p
	}
	var list []error
	if call := run.FindInterruptedCall(err); call != nil {
		list = append(list, call)
	}
	switch {
	case errors.Is(err, run.ErrWall):
		return append(list, run.ErrWall)
	case list != nil:
		return list
	}
	return []error{err}
}

// describeError is what is printed of an error: time, element, routine and cause
// where they are known.
func describeError(err error) string {
	var load *usersub.LoadError
	var call *usersub.CallError
	var step *integrate.ConvergenceError
	switch {
	case errors.As(err, &load):
		return load.Error()
	case errors.As(err, &call):
		text := fmt.Sprintf("%s: routine %s failed at time %.9g: %s", call.Element, call.Routine, call.Time, call.Message)
		if call.Detail != "" {
			text += "\n" + strings.TrimRight(call.Detail, "\n")
		}
		return text
	case errors.As(err, &step):
		text := step.Error()
		var named *run.StepError
		if errors.As(err, &named) {
			text = named.Error()
		}
		if step.Rest {
			return text + "\n  hint: search for bodies that nothing holds and forces that nothing balances; Param_Static sets method, max_num_iter and tolerances"
		}
		if step.NonSmooth {
			return text + "\n  hint: a smaller h_max or a larger vi_tol may help; a motion that drives against a contact or a limit has no solution: give it max_effort"
		}
		if step.Singular {
			return text + "\n  hint: a larger integr_tol, or another integrator that controls its steps, may pass it; finer tolerances are lost in rounding there"
		}
		if step.Loosen {
			return text + "\n  hint: a larger integr_tol, a smaller h_min or another integrator may help"
		}
		return text + "\n  hint: a smaller integr_tol or h_max may help; a law that jumps, masses of zero or joints that lock do not converge"
	}
	return err.Error()
}

// printDeckDiags prints the diagnostics of a deck, only its errors when they alone
// are wanted.
func (t *tool) printDeckDiags(m *deck.Model, errorsOnly bool) {
	if t.silent {
		return
	}
	ds := *m.Diags
	ds.Sort()
	if errorsOnly {
		var list []*deck.Diag
		for _, d := range ds.List {
			if d.Severity == deck.Error {
				list = append(list, d)
			}
		}
		ds.List = list
	}
	if len(ds.List) > 0 {
		var b strings.Builder
		_ = ds.WriteText(&b, t.con.color)
		_, _ = t.con.Write([]byte(b.String()))
		t.suggestExplainCommand(ds.List...)
	}
}

// problemCountsText counts the problems of a deck: "2 errors, 1 warning".
func problemCountsText(m *deck.Model) string {
	return countText(m.Diags.Count(deck.Error), "error") + ", " + countText(m.Diags.Count(deck.Warning), "warning")
}

func countText(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
