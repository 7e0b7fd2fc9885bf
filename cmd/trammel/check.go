package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func (t *tool) checkCommand() *cobra.Command {
	var f loadFlags
	format := formats[0]
	strict := false
	cmd := &cobra.Command{
		Use:   "check DECK [COMMANDS] [--format FORMAT] [--strict] [--usersub-dialect D] [--python-engine E] [--python PATH] [--isolate KIND] [-- ARGUMENTS]",
		Short: "Report problems of a deck",
		Long: deckHelp + `
Reads and builds the deck, loads its user subroutines, assembles the model and makes
the calls that a run begins with: those of the set-up and those at the start, where
accelerations are solved for, too. No step is made. All
problems are printed, those that a run would warn of by then among them; the exit
code is that which run would end with.

User subroutines are then called at the pose of the start, several times with
the same input and with other input in between: a routine whose results differ
keeps state between evaluations, which is a warning. State that moves only when
TIMGET reports an accepted step is allowed; faults that show
only later in a run are not found. Python scripts are searched for what the
embedded interpreter cannot run.

Constraints that others make redundant are warnings, and so are inequalities,
limits and motions of bounded effort that make no difference: because they act
on nothing that moves, other constraints determine what they restrict, another
one has the same effect or is reached before. That is judged at the pose of the start
and near it; a sensor or a command may change it.

Likely mistakes are warnings, too: angles that seem to be in degrees but have no D (P101), gravity
of another unit (P102), markers far from all others (P103), springs between points
that coincide (P104). A deck without requests for results is a note (P105). --allow CODE, or a comment in the
deck such as <!-- trammel: allow P101 -->, keeps warnings of a code out.
trammel explain CODE prints cause and remedy of a code.

Formats, other than text on the standard output:

  text   with the lines of the file
  gcc    file:line:col: severity: message [code], a line each
  json   an object a line: severity, code, file, line, col, end_line, end_col, message, help, notes
  sarif  a SARIF 2.1.0 document for editors and code reviews

Exit codes:
` + exitCodeTable(),
		Args: checkDeckArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, f.arguments = splitArguments(cmd, args)
			if err := cmp.Or(f.checkFlags(), checkDiagFormat(format)); err != nil {
				return err
			}
			if format != "text" {
				return t.runStructuredCheck(inputFromArgs(cmd, args), &f, format, strict)
			}
			t.runCheck(inputFromArgs(cmd, args), &f, strict)
			return nil
		},
	}
	f.registerFlags(cmd)
	cmd.Flags().BoolVar(&strict, "strict", false, "treat warnings as errors: end with code 3")
	cmd.Flags().StringVar(&format, "format", format, "text, json, sarif or gcc")
	return cmd
}

// runStructuredCheck is check for programs: only the problems, in one of the other formats.
func (t *tool) runStructuredCheck(in input, f *loadFlags, format string, strict bool) error {
	t.silent = true
	model, _, err := t.loadDeckAndPrintDiags(in, f, false)
	t.code = run.ExitCode(err)
	var m *deck.Model
	if model != nil {
		m = model.Deck
	}
	if strict && err == nil && m.Diags.Count(deck.Warning) > 0 {
		t.code = run.ExitDeck
	}
	_ = t.writeDiags(collectFindings(m, in, err), format) // t.data keeps its error
	return nil
}

func (t *tool) runCheck(in input, f *loadFlags, strict bool) {
	if text := in.unusedCommandsHint(); text != "" {
		t.con.printMessage(quiet, "note", "%s", text)
	}
	model, _, err := t.loadDeckAndPrintDiags(in, f, false)
	if t.code = run.ExitCode(err); t.code != run.ExitOK {
		if model != nil {
			text := countText(model.Deck.Diags.Count(deck.Error)+countOtherProblems(err), "error") + ", " + countText(model.Deck.Diags.Count(deck.Warning), "warning")
			if n := countLoadFailures(err); n > 0 {
				text += ", " + countText(n, "routine") + " not loaded"
			}
			fmt.Fprintf(t.con, "%s: %s\n", in.deck, text)
		}
		return
	}
	if !slices.ContainsFunc(model.Commands, func(c element.Command) bool { return c.RunsAnalyses() || c.Load != nil }) {
		t.con.printMessage(quiet, "note", "%s", "the deck has no Simulate command: run needs --end T with --steps N or --dt H")
	}
	text := "no errors, " + countText(model.Deck.Diags.Count(deck.Warning), "warning")
	if n := len(model.ListRoutines()); n > 0 {
		text += ", " + countText(n, "routine") + " loaded"
	}
	fmt.Fprintf(t.data, "%s: %s\n", in.deck, text)
	if n := model.Deck.Diags.Count(deck.Warning); strict && n > 0 {
		err := &run.StrictError{Deck: true, Warnings: n}
		t.reportError(err)
		t.code = run.ExitCode(err)
	}
}

// evaluateInitialState evaluates the start of a run, so that its warnings and errors are those of
// check, and warns of routines that keep state between evaluations. The state is good
// for nothing else afterwards. m is the deck that says what is wrong.
func (t *tool) evaluateInitialState(ctx context.Context, model *element.Model, m *deck.Model, s *system.State) error {
	if ctx.Err() != nil || model.Memory != nil && len(model.Routines) == 0 {
		return nil // a run that continues from a saved state does not search for its start
	}
	p := s.DeckPoint()
	p.T = model.FirstAnalysisStart()
	tol := model.Tuning.ConstrTol * max(1, model.System.Length)
	removed, err := assembleAndEvaluateStart(s, p, tol)
	for _, x := range run.AssemblyMisfits(s, tol) {
		m.Diags.AddWarningf(spanOfElement(m, x.Owner), "W807", "%s", x.Text)
	}
	if err == nil && beginsWithPlainMotionAnalysis(model, s) {
		err = checkStartAccelerations(s, p)
	}
	for _, r := range system.DescribeRowsByElement(removed) {
		m.Diags.AddWarningf(spanOfElement(m, r), "W806", "redundant constraint removed: %s", r)
	}
	if err != nil && model.StartsWithDriver() && !isRoutineFailure(err) {
		t.con.printMessage(quiet, "note", "the model cannot begin unless its driver changes it: %s", describeError(err))
		return nil
	}
	if err != nil {
		return err
	}
	if err := warnInertRows(m, s, p); err != nil || len(model.Routines) == 0 {
		return err
	}
	if err := warnWrongPartials(m, s, p); err != nil {
		return err
	}
	s.Warn = func(string, ...any) {} // a run would not say what other input makes them say
	found, err := s.FindStatefulRoutines(p)
	switch {
	case isRoutineFailure(err):
		return err
	case err != nil:
		t.con.printMessage(quiet, "note", "the user subroutines were not tried for state that they keep: %s", describeError(err))
	}
	for _, x := range found {
		d := m.Diags.AddWarningf(spanOfElement(m, x.Routine.OwnerTitle()), "W803", "%s", x)
		d.Help = "results may depend on arguments and on values of queries only: iterates, rejected steps and differences call it in any order; " +
			"what must be kept may move when TIMGET has moved"
	}
	return nil
}

// warnInertRows warns of inequalities and bounded constraints that make no difference, at the attribute that requests them where the row
// is named after one.
func warnInertRows(m *deck.Model, s *system.State, p *integrate.Point) error {
	all, err := s.InertRows(p)
	for _, x := range all {
		code := "E636"
		if x.Why == system.Doubled {
			code = "E637"
		}
		at := spanOfElement(m, x.OwnerTitle())
		if e := m.FindElement(x.Element, x.ID); e != nil && strings.HasPrefix(x.Row, "limit_") {
			at = e.SpanOf(x.Row)
		}
		d := m.Diags.AddWarningf(at, code, "%s", x)
		if x.Why == system.Settled {
			d.Help = "those do not give way: a run that reaches an inequality which they violate ends there"
		}
	}
	return err
}

// warnWrongPartials warns of partial derivatives by routines that differences contradict.
func warnWrongPartials(m *deck.Model, s *system.State, p *integrate.Point) error {
	wrong, err := s.CheckPartials(p)
	for _, w := range wrong {
		d := m.Diags.AddWarningf(spanOfElement(m, w.Owner), "W808", "%s", w)
		d.Help = "wrong partials make iterations slow or end runs; leave the routine for partials out to use differences"
	}
	return err
}

// isRoutineFailure reports whether a user subroutine failed.
func isRoutineFailure(err error) bool {
	c := run.ExitCode(err)
	return c == run.ExitRoutine || c == run.ExitLost
}

// assembleAndEvaluateStart assembles the model and makes the calls that a run begins with. A routine that fails is tried once
// more with the accelerations and reactions of the start: one for results never
// meets others in a run.
func assembleAndEvaluateStart(s *system.State, p *integrate.Point, tol float64) ([]system.RedundantRow, error) {
	removed, err := s.Assemble(p, tol)
	if err != nil {
		return nil, err
	}
	if err := s.AssembleVelocities(p, 1e3*tol); err != nil {
		return removed, err
	}
	if err = s.EvaluateForResults(p); !isRoutineFailure(err) {
		return removed, err
	}
	if err := integrate.SolveAccelerations(s, p, integrate.NewLinearSolver(s)); err != nil {
		return removed, err
	}
	return removed, s.EvaluateForResults(p)
}

// beginsWithPlainMotionAnalysis reports whether a run begins with an analysis of motion for whose start accelerations alone are
// solved: no inequality decides what is in force.
func beginsWithPlainMotionAnalysis(model *element.Model, s *system.State) bool {
	if s.HasSwitchableRows() || s.BreakableConstraintCount() > 0 || len(model.System.Rigid) > 0 || model.Driver != nil {
		return false
	}
	for i := range model.Commands {
		if c := &model.Commands[i]; c.RunsAnalyses() {
			return c.IsTimeOrStaticAnalysis() && !c.Static && !c.Assembly
		}
	}
	return true
}

// checkStartAccelerations solves for accelerations and reactions at the start, and checks whether redundant
// constraints move apart. Where nothing is free to move masses do not matter.
func checkStartAccelerations(s *system.State, p *integrate.Point) error {
	err := integrate.SolveAccelerations(s, p, integrate.NewLinearSolver(s))
	switch {
	case err == nil:
		err = s.CheckAccelerationContradiction(p)
	case isRoutineFailure(err):
	case s.DegreesOfFreedom() <= 0:
		err = nil
	default:
		err = fmt.Errorf("at time %g: %w", p.T, err)
	}
	return err
}

// newDeckWarnFunc returns what makes warnings of a run warnings of the deck, each at the
// element that it begins with.
func newDeckWarnFunc(m *deck.Model) func(format string, args ...any) {
	seen := map[string]bool{}
	return func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); !seen[text] {
			seen[text] = true
			m.Diags.AddWarningf(spanOfElement(m, text), "W805", "%s", text)
		}
	}
}

// countLoadFailures counts what could not be loaded.
func countLoadFailures(err error) int {
	n := 0
	for _, e := range splitErrors(err) {
		if run.ExitCode(e) == run.ExitLoad {
			n++
		}
	}
	return n
}

// countOtherProblems counts problems that are neither among the diagnostics nor routines that could not be loaded.
func countOtherProblems(err error) int {
	n := 0
	for _, e := range splitErrors(err) {
		if !needsNoReport(e) && run.ExitCode(e) != run.ExitLoad {
			n++
		}
	}
	return n
}

// loadDeckAndPrintDiags reads and builds a deck, loads its routines, makes the set-up calls,
// and prints what is wrong. The model is nil when the deck cannot be read, the
// state when there is an error.
func (t *tool) loadDeckAndPrintDiags(in input, f *loadFlags, errorsOnly bool) (model *element.Model, state *system.State, err error) {
	err = t.runGuarded(f, func(ctx context.Context, l *loaders) error {
		m, err := l.readDeck(ctx, in, false)
		if err != nil {
			return err
		}
		model, err = buildModel(ctx, m, l)
		t.model.Store(m)
		if err == nil {
			silent := func(*usersub.Message, string, string, float64) {}
			state, err = model.ModelAtStart().System.NewRunState(&system.Session{Log: silent, Start: model.FirstAnalysisStart()}, newDeckWarnFunc(m))
			err = locateBuildError(m, err)
		}
		if !errorsOnly {
			l.warnUnsupportedSyntax(m, model.Failed)
			if err == nil {
				err = t.evaluateInitialState(ctx, model.ModelAtStart(), m, state)
			}
		}
		m.Diags.DropWarningsAndNotes(append(l.allowed, element.AllowedWarningCodes(m)...))
		t.printDeckDiags(m, errorsOnly)
		return err
	})
	return model, state, err
}

// runGuarded does work that foreign code may be part of, and reports its error.
func (t *tool) runGuarded(f *loadFlags, work func(ctx context.Context, l *loaders) error) error {
	t.redirectNativeStdout()
	l := newLoaders(f, slog.New(&consoleLogHandler{con: t.con, level: slog.LevelInfo}), t.con)
	g := newWorkGuard(t.con)
	g.lost = func(reason error) int {
		if namesFailedRoutine(reason) {
			t.reportError(reason)
		} else if w, _ := l.inFlight.currentCall(); w != nil {
			t.con.printMessage(bad, "error", "%s: routine %s does not return", w.ref.Element, w.ref.Function)
		}
		return run.ExitCode(reason)
	}
	err := g.runWithLoaders(l, f.timeout, func(ctx context.Context) error { return work(ctx, l) })
	t.reportError(err)
	t.con.printPanicStack(err)
	return err
}
