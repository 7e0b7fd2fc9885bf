package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/record"
)

// runFlags are the options of run.
type runFlags struct {
	out     string
	end, dt float64
	steps   int
	quiet   bool
	json    bool
	noState bool
	maxWall float64
	record  string
	locked  bool
	strict  bool
	save    bool
	results string
	header  string
	view    bool
	page    viewFlags
	load    loadFlags
}

func (t *tool) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run DECK [COMMANDS] [--out DIR] [--end T] [--steps N | --dt H] [--quiet] [--json] [--max-wall SECONDS] [--record FILE] [--locked] [--strict] [--results none|requests|motion|all] [--header labels|ids] [--view [--no-open] [--port N]] [--save-anywhere] [--call-timeout TIME] [--usersub-dialect D] [--python-engine E] [--python PATH] [--isolate KIND] [-- ARGUMENTS]",
		Short: "Solve a deck",
		Long: deckHelp + `
Solves the deck and writes its results into a folder:

  requests.csv   a row for each output time, a column for each component of each request:
                 1.X is component X of request 1, 3.F2 is expr2 of request 3;
                 angles in rad, all other values in the units of the deck
  results.store  the same columns and the motion of all bodies; with --results all also the
                 forces of all elements, variables and states; trammel export and trammel
                 compare read it
  scene.json     bodies, markers, joints, forces and shapes, for pictures
  run.json       outcome, counts, columns, routines and warnings
  run.log        what happened, with times

--results selects how much is written: none, requests (requests.csv only), motion (also the motion of
all bodies) or all. The default is all if the deck has RESULTS/ (Adams), H3DOutput or ResOutput (XML) or
no request, otherwise motion.

--view opens a page in the browser that shows the run as it proceeds. When the run has ended, the page stays
open; the command ends when the last browser closes the page, or with Ctrl-C, and has the exit code of the
run. Ctrl-C during the run ends both, and so does a crash of a routine; trammel view then shows the results
so far. The address of the page is printed on the standard error.

If the command Save of an earlier run wrote the deck, its state is in DECK.state, and the run continues from
that time and state. --no-state starts from the deck instead.

Ctrl-C stops the run after the current step, a second Ctrl-C aborts it.

Exit codes:
` + exitCodeTable(),
		Args: checkDeckArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, f.load.arguments = splitArguments(cmd, args)
			if err := f.checkFlags(cmd.Flags().Changed); err != nil {
				return err
			}
			t.runDeck(inputFromArgs(cmd, args), &f, cmd.Flags().Changed("end"))
			return nil
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.out, "out", "", "folder of the results (default: the deck without its suffix, .out)")
	set.Float64Var(&f.end, "end", 0, "simulate up to this time, instead of the deck's end time")
	set.IntVar(&f.steps, "steps", 0, "number of output steps of the last analysis that has an end time")
	set.Float64Var(&f.dt, "dt", 0, "time between outputs of the last analysis that has an end time")
	set.BoolVar(&f.quiet, "quiet", false, "print errors only")
	set.BoolVar(&f.json, "json", false, "print run.json on the standard output at the end")
	set.Float64Var(&f.maxWall, "max-wall", 0, "end the run with code 7 after this many seconds")
	set.BoolVar(&f.noState, "no-state", false, "ignore the state that Save has written beside the deck (DECK.state)")
	set.BoolVar(&f.locked, "locked", false, "refuse code that is not in the lock of the deck (trammel lock) or has changed since")
	set.BoolVar(&f.strict, "strict", false, strictHelp)
	set.StringVar(&f.results, "results", "", "what to write: none, requests, motion or all")
	set.StringVar(&f.header, "header", "ids", "names of the columns of requests.csv: ids (3.F2) or labels of requests")
	set.BoolVar(&f.view, "view", false, "show the run in the browser as it proceeds")
	f.page.registerFlags(cmd)
	set.BoolVar(&f.save, "save-anywhere", false, "let Save write outside the folder of the results")
	set.StringVar(&f.record, "record", "", "write all calls of user subroutines into the `FILE`, for trammel usersub replay")
	f.load.registerFlags(cmd)
	return cmd
}

// checkFlags refuses values that make no sense.
func (f *runFlags) checkFlags(given func(string) bool) error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"end", f.end}, {"steps", float64(f.steps)}, {"dt", f.dt}, {"max-wall", f.maxWall}} {
		if given(v.name) && !(v.value > 0 && v.value <= math.MaxFloat64) {
			return fmt.Errorf("--%s must be greater than 0", v.name)
		}
	}
	switch {
	case given("steps") && given("dt"):
		return errors.New("--steps and --dt exclude each other")
	case given("out") && f.out == "":
		return errors.New("--out needs a folder")
	case given("record") && f.record == "":
		return errors.New("--record needs a file")
	case given("results") && run.Extents[f.results] == run.ByDeck:
		return fmt.Errorf("--results is none, requests, motion or all, not %q", f.results)
	case !f.view && (given("no-open") || given("port")):
		return errors.New("--no-open and --port go with --view")
	case f.view && given("results") && run.Extents[f.results] < run.MotionResults:
		return fmt.Errorf("--view needs --results motion or all, not %s", f.results)
	case given("header") && f.header != "ids" && f.header != "labels":
		return fmt.Errorf("--header is ids or labels, not %q", f.header)
	}
	if err := f.page.checkPort(); err != nil {
		return err
	}
	return f.load.checkFlags()
}

// simulation is one run of one deck.
type simulation struct {
	*tool
	input
	flags   *runFlags
	rec     *run.Recorder
	loaders *loaders
	native  *stdoutCapture
	witness atomic.Pointer[witnessProcess] // set by the solver, dismissed by whoever closes the results
	begun   time.Time
	hasEnd  bool

	recording  *record.Recorder // nil without --record
	saidCalled bool             // that functions are not compiled
	lock       *lockFile        // nil without --locked
}

func (t *tool) runDeck(in input, f *runFlags, hasEnd bool) {
	t.redirectNativeStdout()
	s := &simulation{tool: t, flags: f, input: in, begun: time.Now(), hasEnd: hasEnd}
	var view *runView // nil without --view
	if f.view {
		var err error
		if view, err = newRunView(t.con, &f.page); err != nil {
			t.reportError(err)
			s.endRunWithoutFolder(err)
			return
		}
	}
	g := newWorkGuard(t.con)
	g.wall, g.lost = time.Duration(f.maxWall*float64(time.Second)), s.closeLostRun
	if err := s.openRunFolder(); err != nil {
		t.reportError(err)
		s.endRunWithoutFolder(err)
		return
	}
	// Takes effect when what follows panics: else the results are closed then.
	defer s.rec.Finish(run.Failed, run.ExitInternal, &run.Failure{Message: "internal error"})
	cdll.SetForeignExitHandler(s.closeResultsOnExit)
	view.watchForRows(s.rec.Path(""))
	err := g.runWithLoaders(s.loaders, f.load.timeout, s.solveDeck)
	s.native.restoreStdout()
	s.reportError(err)
	s.closeResults(err)
	view.waitUntilClosed(s.code, g.signals)
}

// openRunFolder checks that the deck is there and makes the folder of the results.
func (s *simulation) openRunFolder() error {
	sum, err := fileHash(s.deck)
	if err == nil && s.commands != "" {
		_, err = fileHash(s.commands)
	}
	if err != nil {
		_, err := s.readDeck()
		return err
	}
	dir := s.flags.out
	if dir == "" {
		dir = strings.TrimSuffix(s.deck, filepath.Ext(s.deck)) + ".out"
	}
	if err := s.verifyLock(); err != nil {
		return err
	}
	recordResultsFolder(dir)
	if s.rec, err = run.NewRecorder(dir); err != nil {
		return fmt.Errorf("the results cannot be written: %w", err)
	}
	recordRunBegun()
	// Later than the results, so that a second run does not empty the recording of the one that is writing there.
	if err := s.startRecording(sum); err != nil {
		_, _ = s.rec.Finish(run.Failed, run.ExitCode(err), run.DescribeFailure(err))
		return err
	}
	removeCrashReports(dir)
	s.rec.UpdateDocument(func(d *run.Document) { s.fillInitialDocument(d); d.DeckSHA256 = sum })
	s.rec.Log("trammel %s: %s", versionText(), strings.Join(os.Args, " "))
	if text := s.unusedCommandsHint(); text != "" {
		s.rec.Log("note: %s", text)
		if !s.flags.quiet {
			s.con.printMessage(quiet, "note", "%s", text)
		}
	}
	// A crash of the Go runtime itself is reported in run.log too.
	if f, err := os.OpenFile(filepath.Join(dir, run.LogFile), os.O_APPEND|os.O_WRONLY, 0); err == nil {
		_ = debug.SetCrashOutput(f, debug.CrashOptions{})
		f.Close()
	}
	level := slog.LevelInfo
	if s.flags.quiet {
		level = slog.LevelError
	}
	out := &printWriter{s.con, s.rec}
	s.loaders = newLoaders(&s.flags.load, slog.New(&consoleLogHandler{con: s.con, rec: s.rec, level: level}), out)
	s.loaders.native = s.startWitness
	if s.recording != nil {
		s.loaders.record = s.wrapToRecordCalls
	}
	s.loaders.isolated.Crashed = s.writeCrashReport
	if s.native, err = captureStdout(out); err != nil {
		s.rec.Warn("what libraries print does not reach %s: %v", run.LogFile, err)
	}
	return nil
}

// startWitness starts the witness.
func (s *simulation) startWitness() {
	err := s.rec.SaveDocument()
	var w *witnessProcess
	if err == nil {
		w, err = startWitnessProcess(s.rec.Path(""))
	}
	if err != nil {
		s.rec.Warn("a crash of a library would leave run.json open: %v", err)
	}
	if w != nil {
		s.witness.Store(w)
		s.loaders.inFlight.notes = w.notes
	}
}

// fillInitialDocument sets what is known of a run before it begins.
func (s *simulation) fillInitialDocument(d *run.Document) {
	d.Version, d.Deck = versionText(), s.deck
	if abs, err := filepath.Abs(s.deck); err == nil {
		d.Deck = abs
	}
}

// solveDeck is the work of a run.
func (s *simulation) solveDeck(ctx context.Context) error {
	m, err := s.loaders.readDeck(ctx, s.input, true)
	if err != nil {
		return err
	}
	m.IgnoreState = s.flags.noState
	s.rec.UpdateDocument(func(d *run.Document) { d.Parameters, d.Assigned = run.ParametersOf(m) })
	model, err := buildModel(ctx, m, s.loaders)
	s.model.Store(m)
	s.recordDeckWarnings(m)
	s.printDeckDiags(m, s.flags.quiet)
	if err != nil {
		return err
	}
	s.rec.UpdateDocument(func(d *run.Document) { d.Routines = run.ListRoutines(model) })
	if s.lock != nil {
		if err := s.lock.checkLoadedCode(s.loaders, s.input); err != nil {
			return err
		}
		s.rec.Log("--locked: %s as in %s", countText(s.lock.countInputFiles(), "file"), s.lock.path)
	}
	if err := s.rec.SaveDocument(); err != nil {
		return err
	}
	if err := s.flags.checkStrictWarnings(m); err != nil {
		return err
	}
	n := len(m.Diags.List)
	p := newProgress(s.con, s.rec, s.flags.quiet)
	p.notes, p.alive = s.loaders.inFlight.notes, s.loaders.inFlight.countProgress
	err = run.Run(ctx, model, s.rec, run.Options{
		End: s.flags.end, HasEnd: s.hasEnd, Steps: s.flags.steps, DT: s.flags.dt, Progress: p.showStep, Warn: s.printWarning, Say: s.printRoutineMessage,
		SaveAnywhere: s.flags.save, Results: run.Extents[s.flags.results], LabelHeader: s.flags.header == "labels",
		Modify: func(m *deck.Model, text string) ([]*deck.Element, error) {
			return adm.ReadModifications(m, element.Table(), text)
		},
	})
	if p.now.Steps == 0 {
		err = locateBuildError(m, err)
	}
	if s.lock != nil && err == nil { // what was imported since
		err = s.lock.checkLoadedCode(s.loaders, s.input)
	}
	if len(m.Diags.List) > n {
		s.printDeckDiags(m, true)
	}
	if err == nil && s.flags.strict {
		s.rec.UpdateDocument(func(d *run.Document) {
			if n := len(d.Warnings); n > 0 {
				err = &run.StrictError{Warnings: n}
			}
		})
	}
	return err
}

const strictHelp = "treat warnings as errors: those of the deck end with code 3 before the first step; those of the run let it finish, then code 6"

// checkStrictWarnings returns an error under --strict where the deck has warnings.
func (f *runFlags) checkStrictWarnings(m *deck.Model) error {
	if n := m.Diags.Count(deck.Warning); n > 0 && f.strict {
		return &run.StrictError{Deck: true, Warnings: n}
	}
	return nil
}

// printWarning prints a warning of the run.
func (s *simulation) printWarning(text string) {
	if s.flags.quiet {
		return
	}
	if at := spanOfWarning(s.model.Load(), text); at.Src != nil {
		s.printDiag(&deck.Diag{Severity: deck.Warning, Code: "W809", Span: at, Msg: text})
		return
	}
	s.con.printMessage(notice, "warning", "%s", text)
}

// printRoutineMessage prints what a routine says.
func (s *simulation) printRoutineMessage(text string) {
	if !s.flags.quiet {
		s.con.printMessage(quiet, "info", "%s", text)
	}
}

// recordDeckWarnings notes the warnings of the deck.
func (s *simulation) recordDeckWarnings(m *deck.Model) {
	for _, d := range m.Diags.List {
		text := fmt.Sprintf("%s [%s]", d.Msg, d.Code)
		if d.Span.Src != nil {
			text = d.Span.String() + ": " + text
		}
		switch d.Severity {
		case deck.Warning:
			s.rec.Warn("%s", text)
		default:
			s.rec.Log("%v: %s", d.Severity, text)
		}
	}
}
