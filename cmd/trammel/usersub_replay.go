package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/record"
)

// replayFlags are the options of usersub replay.
type replayFlags struct {
	with, function   string
	element, routine string
	tol              float64
	list, json       bool
	show, wait       int
	maxWall          float64
	load             loadFlags
}

func (t *tool) usersubReplayCommand() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay RECORDING [--with FILE] [--function NAME] [--element E] [--routine R] [--tol T] [--list] [--show N] [--wait[=N]]",
		Short: "Make the calls of a recorded run again, without a solver",
		Long: `Makes the calls that "trammel run --record RECORDING" has written down, in their
order, with the same arguments and values, and compares what comes back. There
is not a solver: queries get the recorded values. So a change of a routine is
tried against a whole run in moments, and a crash happens again where it did,
under a debugger if that is wanted.

  trammel run deck.xml --record calls.rec
  trammel usersub replay calls.rec --list
  trammel usersub replay calls.rec --with new.so
  trammel usersub replay calls.rec --with acme/bead
  trammel usersub replay calls.rec --with force.py --element 7 --tol 1e-9
  trammel usersub replay calls.rec --wait=118        then: gdb -p PID

Without --with the files are those of the recorded run; if they have changed that is said.
With it every recorded routine is searched for in FILE under the name that it had
(or the one of --function); those that FILE does not have are left out. Where there is no
file acme/bead, that name is a plugin that is installed, searched for from the working folder.

An output is as recorded when it is off by at most T times the recorded value, or
times 1 if that is smaller. A query without a recorded value sets its
error flag and is a difference. Routines that keep something in variables of
their own give other results when only some of the calls are made.

Exit codes: 0 all as recorded, 9 something differs, 4 a routine cannot be loaded,
5 one ended the process, 8 one crashed, 2 mistake in the command line or the
recording cannot be read.`,
		Args: requireOneArgPerName("the recording"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.runReplay(args[0], &f)
		},
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.with, "with", "", "library, script or plugin to call, acme/bead for one that is installed (default: those of the recorded run)")
	set.StringVar(&f.function, "function", "", "`NAME` of the function in it, if not the recorded one")
	set.StringVar(&f.element, "element", "", "make only the calls of this element: 7, or \"Force_Penalty 7\"")
	set.StringVar(&f.routine, "routine", "", "make only the calls of this routine: its function or its kind")
	set.Float64Var(&f.tol, "tol", 1e-12, "tolerance of outputs")
	set.BoolVar(&f.list, "list", false, "list what the recording holds, and make no calls")
	set.BoolVar(&f.json, "json", false, "print the outcome as JSON")
	set.IntVar(&f.show, "show", 0, "print call `N` with all its arguments, and make no calls")
	set.IntVar(&f.wait, "wait", 0, "wait for a debugger before call `N`: print the process, continue when one is attached or Enter is pressed")
	set.Lookup("wait").NoOptDefVal = "1"
	set.Float64Var(&f.maxWall, "max-wall", 0, "end with code 7 after so many seconds")
	f.load.registerFlags(cmd)
	return cmd
}

func (f *replayFlags) checkFlags() error {
	for name, v := range map[string]float64{"tol": f.tol, "max-wall": f.maxWall, "show": float64(f.show), "wait": float64(f.wait)} {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return fmt.Errorf("--%s must not be negative", name)
		}
	}
	if f.function != "" && f.with == "" {
		return errors.New("--function goes with --with")
	}
	return f.load.checkFlags()
}

// recordingReplay is one run of usersub replay.
type recordingReplay struct {
	*tool
	flags   *replayFlags
	file    string
	loaders *loaders
	rec     *record.Recording
	report  *record.Report
	lacking []error             // routines that --with does not have
	loaded  int                 // routines
	changed map[string]bool     // files that are not those recorded
	places  map[string]struct{} // elements of the recording, when none is kept
	now     int                 // call under way
}

func (t *tool) runReplay(file string, f *replayFlags) error {
	if err := f.checkFlags(); err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("the recording: %w", err)
	}
	rec, err := record.OpenRecording(data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	r := &recordingReplay{tool: t, flags: f, file: file, rec: rec, changed: map[string]bool{}, places: map[string]struct{}{}}
	switch {
	case f.list:
		return r.printContents()
	case f.show > 0:
		return r.printRecordedCall()
	}
	t.redirectNativeStdout()
	r.loaders = newLoaders(&f.load, slog.New(&consoleLogHandler{con: t.con, level: slog.LevelInfo}), t.con)
	cdll.SetForeignExitHandler(r.closeOutcomeAfterExit)
	g := newWorkGuard(t.con)
	g.wall, g.lost = time.Duration(f.maxWall*float64(time.Second)), r.closeOutcomeAfterHang
	err = g.runWithLoaders(r.loaders, f.load.timeout, r.replayCalls)
	r.printOutcome(err)
	return nil
}

// replayCalls makes the calls.
func (r *recordingReplay) replayCalls(ctx context.Context) (err error) {
	r.report, err = r.rec.Replay(ctx, record.Options{
		Open:   func(s *record.Source) (usersub.Sub, error) { return r.openRoutine(ctx, s) },
		Keep:   r.isWantedElement,
		Tol:    r.flags.tol,
		Before: func(c *record.Call) error { return r.waitForDebuggerBeforeCall(ctx, c) },
		Say:    func(m *usersub.Message) { r.con.printMessage(quiet, "info", "%s", m.Text) },
	})
	switch {
	case err != nil:
		return err
	case r.loaded == 0 && len(r.lacking) > 0:
		return r.lacking[0]
	case r.report.Made == 0 && r.report.Recorded > 0:
		return &run.UsageError{Text: fmt.Sprintf("no recorded call is of that element or routine: %s has calls of %s",
			r.file, strings.Join(slices.Sorted(maps.Keys(r.places)), ", "))}
	}
	return nil
}

// isWantedElement reports whether calls of an element are wanted.
func (r *recordingReplay) isWantedElement(p *record.ElementFrame) bool {
	name := fmt.Sprintf("%s %d", p.Frame.Element, p.Frame.ID)
	if p.Calls == 1 {
		r.places[name+" ("+p.Ref.Function+")"] = struct{}{}
	}
	e, f := r.flags.element, r.flags.routine
	return (e == "" || strings.EqualFold(e, name) || e == fmt.Sprint(p.Frame.ID)) &&
		(f == "" || strings.EqualFold(f, p.Ref.Function) || strings.EqualFold(f, p.Kind))
}

// openRoutine loads a routine. One that --with does not have is left out.
func (r *recordingReplay) openRoutine(ctx context.Context, s *record.Source) (usersub.Sub, error) {
	sig := usersub.FindRoutine(s.Kind)
	ref, err := r.routineRef(s, sig)
	if err != nil {
		return nil, err
	}
	rt, err := r.loaders.loadRoutine(ctx, ref, sig)
	var le *usersub.LoadError
	if r.flags.with != "" && errors.As(err, &le) && le.Lacks {
		r.lacking = append(r.lacking, err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r.loaded++
	if r.flags.with == "" && rt.SHA256 != s.SHA256 && !r.changed[rt.File] {
		r.changed[rt.File] = true
		r.con.printMessage(notice, "note", "%s has changed since the recording", rt.File)
	}
	return rt.Sub, nil
}

// routineRef names what is called for a routine.
func (r *recordingReplay) routineRef(s *record.Source, sig *usersub.Sig) (*usersub.Ref, error) {
	ref := s.Ref
	if r.flags.with == "" {
		return &ref, nil
	}
	a := routineTrial{tool: r.tool, flags: &tryFlags{load: r.flags.load}}
	named, err := a.routineRef(r.flags.with, r.flags.function, sig)
	if err != nil {
		return nil, err
	}
	ref.Library, ref.Script, ref.Interpreter, ref.Plugin = named.Library, named.Script, named.Interpreter, named.Plugin
	if named.Dir != "" {
		ref.Dir = named.Dir
	}
	if r.flags.function != "" {
		ref.Function, ref.Named = r.flags.function, true
	}
	if r.flags.load.dialect != "" || ref.Dialect == "" && s.Implementation != "adams" {
		ref.Dialect = named.Dialect
	}
	return &ref, nil
}

// closeOutcomeAfterExit closes the outcome when a library ends the process.
func (r *recordingReplay) closeOutcomeAfterExit(e cdll.Exit) {
	r.printOutcome(&usersub.CallError{Cause: usersub.Exited, Element: e.Element, Routine: e.Routine, Time: e.Time,
		Message: fmt.Sprintf("it ended the process with exit(%d) or STOP in call %d", e.Status, r.now)})
}

// closeOutcomeAfterHang closes the outcome when a routine does not return.
func (r *recordingReplay) closeOutcomeAfterHang(reason error) int {
	if w, at := r.loaders.inFlight.currentCall(); w != nil && !namesFailedRoutine(reason) {
		r.con.printMessage(bad, "error", "routine %s did not return at time %g, in call %d", w.ref.Function, at, r.now)
	}
	r.printOutcome(reason)
	return r.code
}
