package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/inspect"
	"github.com/trammel-mbd/trammel/usersub/trial"
)

// tryFlags are the options of usersub test.
type tryFlags struct {
	table, junit     string
	function         string
	load             loadFlags
	against, as      string
	rtol, atol, dtol float64
	seed             uint64
	unanswered       bool
	maxWall          float64
}

func (t *tool) usersubTryCommand() *cobra.Command {
	var f tryFlags
	cmd := &cobra.Command{
		Use:   "test FILE ROUTINE --table TABLE [--against FILE] [--junit FILE] [--rtol R] [--atol A] [--dtol D] [--function NAME]",
		Short: "Call a user subroutine without a deck and check its results",
		Long: `Calls a routine of a library, script or plugin (its file, or acme/bead where it
is installed) with each row of a table, after the set-up call that a solver
makes, and checks

  values     outputs are as expected
  finite     no output is NaN or infinite
  queries    the row has values for all queries of the routine
  repeat     the same row gives the same outputs, bit for bit
  order      so does each row after the others, backwards and shuffled
  dflag      so does a call for a derivative
  partials   YFOXX, GSEXX, COUXX, dfddis, iord 1, ... agree with differences of
             YFOSUB, GSESUB, COUSUB, FIESUB, iord 0, ...
  agreement  another implementation (--against) gives the same outputs

A table is CSV, or JSON with a list of objects (or {"rows": [...]}) whose members
are named like the columns. Columns:

  name                 of the row, for messages
  id, time, par, ...   inputs by their name; values of an array with blanks
                       between them; sizes that do not follow from them
  DX(9), TDISP(9,1)    values of SYSFNC and SYSARY; "error": unknown measure
  MODFNC(ELEMENT,7,ATTRIBUTE), GTARAY(7), GTSTRG(7)   values of these
  value, result[2]     expected outputs, whole or single entries; * in a list
                       is an entry that does not matter
  rtol, atol           tolerances of this row

An output is as expected when it is off by at most atol + rtol*|expected|.

  # pfosub.csv
  name,time,par,DX(9),value
  stretched,0.5,9 100,0.25,-25

  trammel usersub test pfosub.so PFOSUB --table pfosub.csv
  trammel usersub test bushing.so YFOSUB --table t.csv --dtol 1e-7
  trammel usersub test new.py PFOSUB --table t.json --against old.so --junit report.xml
  trammel usersub test road.so PFOSUB --function road_force --table t.csv

Exit codes: 0 all checks passed, 9 one failed, 4 it cannot be loaded, 5 the
routine failed (exception, exit or STOP), 8 it crashed, 2 mistake in the command
line or in the table.`,
		Args: requireOneArgPerName("the library, script or plugin", "the name of the routine"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.runTry(args[0], args[1], &f)
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.table, "table", "", "table of inputs and expected outputs, CSV or JSON")
	set.StringVar(&f.function, "function", "", "name of the function, if not that of the routine")
	set.StringVar(&f.against, "against", "", "another implementation to compare with")
	set.StringVar(&f.as, "against-function", "", "the name of its function")
	set.StringVar(&f.junit, "junit", "", "write the outcome into this file as JUnit XML")
	set.Float64Var(&f.rtol, "rtol", 1e-9, "relative tolerance of values and agreement")
	set.Float64Var(&f.atol, "atol", 1e-12, "absolute tolerance")
	set.Float64Var(&f.dtol, "dtol", 1e-6, "tolerance of derivatives, relative to the largest entry or 1")
	set.Uint64Var(&f.seed, "seed", 1, "for the shuffled order")
	set.BoolVar(&f.unanswered, "unanswered", false, "queries without a value in a row are no failure")
	set.Float64Var(&f.maxWall, "max-wall", 0, "end with code 7 after so many seconds")
	f.load.registerFlags(cmd)
	return cmd
}

func (f *tryFlags) checkFlags() error {
	for name, v := range map[string]float64{"rtol": f.rtol, "atol": f.atol, "dtol": f.dtol, "max-wall": f.maxWall} {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return fmt.Errorf("--%s must not be negative", name)
		}
	}
	if f.table == "" {
		return errors.New("--table is missing: usersub new writes one to begin with")
	}
	return f.load.checkFlags()
}

// routineTrial is one run of usersub test.
type routineTrial struct {
	*tool
	flags   *tryFlags
	loaders *loaders
	sig     *usersub.Sig
	report  trial.Report
}

func (t *tool) runTry(file, routine string, f *tryFlags) error {
	sig := usersub.FindRoutine(strings.ToUpper(routine))
	if sig == nil {
		return unknownRoutineError(routine)
	}
	if err := f.checkFlags(); err != nil {
		return err
	}
	table, err := trial.ReadTable(f.table, sig)
	if err != nil {
		return fmt.Errorf("the table: %w", err)
	}
	t.redirectNativeStdout()
	a := &routineTrial{tool: t, flags: f, sig: sig, report: trial.Report{Routine: sig.Name, Name: file},
		loaders: newLoaders(&f.load, slog.New(&consoleLogHandler{con: t.con, level: slog.LevelInfo}), t.con)}
	cdll.SetForeignExitHandler(a.closeOutcomeAfterExit)
	g := newWorkGuard(t.con)
	g.wall, g.lost = time.Duration(f.maxWall*float64(time.Second)), a.closeOutcomeAfterHang
	err = g.runWithLoaders(a.loaders, f.load.timeout, func(ctx context.Context) error { return a.loadAndMakeCalls(ctx, file, table) })
	a.printOutcome(err)
	return nil
}

// loadAndMakeCalls loads what is named and makes the calls.
func (a *routineTrial) loadAndMakeCalls(ctx context.Context, file string, table *trial.Table) error {
	bench, err := a.newBench(ctx, file, a.flags.function)
	if err != nil {
		return err
	}
	f := a.flags
	o := trial.Options{RTol: f.rtol, ATol: f.atol, DTol: f.dtol, Seed: f.seed, Unanswered: f.unanswered}
	if f.against != "" {
		if o.Against, err = a.newBench(ctx, f.against, f.as); err != nil {
			return err
		}
	}
	o.Related = func(name string) (func() (usersub.Sub, error), error) {
		return a.routineOpener(ctx, file, "", usersub.FindRoutine(name))
	}
	return trial.CheckRoutine(ctx, &a.report, bench, table, o)
}

func (a *routineTrial) newBench(ctx context.Context, file, function string) (*trial.Bench, error) {
	open, err := a.routineOpener(ctx, file, function, a.sig)
	return &trial.Bench{Sig: a.sig, Name: file, Open: open}, err
}

// routineOpener loads a routine once, to see whether it can be, and returns what
// loads it for an element.
func (a *routineTrial) routineOpener(ctx context.Context, file, function string, sig *usersub.Sig) (func() (usersub.Sub, error), error) {
	ref, err := a.routineRef(file, function, sig)
	if err != nil {
		return nil, err
	}
	open := func() (usersub.Sub, error) {
		r, err := a.loaders.loadRoutine(ctx, ref, sig)
		if err != nil {
			return nil, err
		}
		return r.Sub, nil
	}
	_, err = open()
	return open, err
}

// routineRef names a file as a deck would, or an installed plugin: acme/bead where there is no such file. It is searched for from
// the working folder.
func (a *routineTrial) routineRef(file, function string, sig *usersub.Sig) (*usersub.Ref, error) {
	ref := &usersub.Ref{Function: function, Named: function != "", Element: sig.Element + " 1", Dialect: a.flags.load.dialect}
	if function == "" {
		ref.Function = sig.Name
	}
	kind, err := inspect.DetectKind(file)
	if _, id := usersub.ParsePluginName(file); err != nil && id {
		ref.Plugin, ref.Dir = file, absolutePath(".")
		return ref, nil
	}
	if err != nil {
		return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: err.Error(),
			Hint: "name an existing file, or an installed plugin as acme/bead"}
	}
	switch kind {
	case inspect.Script:
		ref.Script, ref.Interpreter = absolutePath(file), "PYTHON"
		if inspect.IsMatlab(file) {
			ref.Interpreter = "MATLAB"
		}
	case inspect.Program:
		ref.Plugin = absolutePath(file)
	default:
		ref.Library = absolutePath(file)
		if symbol := structFormSymbol(file, ref, sig); symbol != "" {
			ref.Dialect = "adams"
			if sig == a.sig {
				a.con.printMessage(quiet, "note", "%s: %s is taken for the struct form of Adams by its spelling; --usersub-dialect ms if it takes pointers", file, symbol)
			}
		}
	}
	return ref, nil
}

// structFormSymbol returns the symbol of a routine that a library has in the struct
// form only, "" if a dialect was named or it has another form. A library with
// another name for the function says nothing.
func structFormSymbol(file string, ref *usersub.Ref, sig *usersub.Sig) string {
	if ref.Dialect != "" || ref.Named || sig.Struct == nil {
		return ""
	}
	symbol := ""
	for _, x := range inspect.ExamineFile(file, inspect.ThisMachine()).Routines {
		if x.Routine == sig.Name && x.Dialect != "adams" {
			return ""
		}
		if x.Routine == sig.Name {
			symbol = x.Symbol
		}
	}
	return symbol
}

// printOutcome prints the outcome, writes the JUnit file and sets the code.
func (a *routineTrial) printOutcome(err error) {
	errs := a.report.RoutineErrors()
	a.code = run.ExitCode(err)
	switch {
	case err != nil:
		a.tool.reportError(err)
		a.report.Cases = append(a.report.Cases, trial.Case{Check: "load", Row: "all rows", Outcome: trial.Broken, Message: describeError(err)})
		if a.code != run.ExitLoad {
			a.report.Cases[len(a.report.Cases)-1].Check = "calls"
		}
	case len(errs) > 0:
		a.code = run.ExitRoutine
		for _, e := range errs {
			if c := run.ExitCode(e); c == run.ExitLost || c == run.ExitLoad {
				a.code = c
			}
		}
	case a.report.CountCases(trial.Failed) > 0:
		a.code = run.ExitCompare
	}
	if err == nil {
		a.writeOutput(nil, a.report.Text(), false)
	}
	a.writeJUnit()
	a.con.printPanicStack(err)
}

func (a *routineTrial) writeJUnit() {
	if a.flags.junit == "" {
		return
	}
	var b bytes.Buffer
	err := a.report.WriteJUnit(&b)
	if err == nil {
		err = os.WriteFile(a.flags.junit, b.Bytes(), 0o666)
	}
	if err != nil {
		a.con.printMessage(bad, "error", "the JUnit file cannot be written: %v", err)
		a.code = run.ExitInternal
	}
}

// closeOutcomeAfterExit closes the outcome when a library ends the process.
func (a *routineTrial) closeOutcomeAfterExit(e cdll.Exit) {
	a.printOutcome(&usersub.CallError{Cause: usersub.Exited, Element: e.Element, Routine: e.Routine, Time: e.Time,
		Message: fmt.Sprintf("it ended the process with exit(%d) or STOP", e.Status)})
}

// closeOutcomeAfterHang closes the outcome when a routine does not return.
func (a *routineTrial) closeOutcomeAfterHang(reason error) int {
	if w, at := a.loaders.inFlight.currentCall(); w != nil && !namesFailedRoutine(reason) {
		a.con.printMessage(bad, "error", "routine %s did not return at time %g", w.ref.Function, at)
	}
	a.printOutcome(reason)
	return a.code
}
