package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/study"
)

func (t *tool) studyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study",
		Short: "Carry out many runs of a deck with different values of its parameters",
		Long: `A study is a file in TOML that names a deck, the parameters that vary, a design of experiments and the
responses that each run gives. Workers carry out the runs; the results are one table. The package core/study
describes the file, examples/quarter-car has one.

  trammel study run quarter-car.toml      plan, carry out and merge
  trammel study status quarter-car.study  how far it is
  trammel study view quarter-car.study    a page with its runs as points, and their animations
  trammel study resume quarter-car.study  carry out what is missing, and merge

The folder of a study (by default the file without its suffix, .study) is all there is of it:

  plan.jsonl       the runs with their values and seeds; never changed
  claims, parts    which worker has which runs, and its results
  study.json       where the study comes from
  results.csv      after the merge: a row a run, ordered by run, with the columns run, the parameters,
  results.parquet  the responses, status, exit_code, time_reached, wall_s and message

Any number of processes on machines that share the folder may work on it: trammel study work DIR.

A run that fails is a row, with its exit code and message. One that ends its worker process twice is not
tried again. limits.failures stops a study beyond that share of failed runs.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("a command is missing")
			}
			return fmt.Errorf("unknown command %q", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(t.studyRunCommand(), t.studyWorkCommand(), t.studyStatusCommand(), t.studyViewCommand(), t.studyResumeCommand(), t.studyMergeCommand())
	return cmd
}

// studyCodes are the exit codes of commands that carry out studies.
const studyCodes = `
Exit codes: 0 when all runs have results and the share of failed runs is within limits.failures; 2 for a
mistake in the command line, 3 where the study file or the deck has errors; 4 where a user subroutine cannot be
loaded; 9 when runs have failed (beyond limits.failures, if that is given) or are missing; 130 when interrupted.`

// studyPage describes --view.
const studyPage = "With --view the page stays when the study has ended, until it is closed in the browser or Ctrl-C.\n"

// studyFlags are the options of commands that carry out studies.
type studyFlags struct {
	dir     string
	workers int
	noWait  bool
	view    bool
	page    viewFlags
}

func (f *studyFlags) registerFlags(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.workers, "workers", 0, "`N` worker processes (default: engine.workers of the study file, else one a processor core)")
	cmd.Flags().BoolVar(&f.noWait, "no-wait", false, "with an engine that submits a job: end as soon as it is submitted")
	cmd.Flags().BoolVar(&f.view, "view", false, "show the study in the browser as it proceeds, as trammel study view does")
	f.page.registerFlags(cmd)
}

func (f *studyFlags) checkFlags(cmd *cobra.Command) error {
	if cmd.Flags().Changed("workers") && f.workers < 1 {
		return errors.New("--workers must be greater than 0")
	}
	if !f.view && (cmd.Flags().Changed("no-open") || cmd.Flags().Changed("port")) {
		return errors.New("--no-open and --port go with --view")
	}
	return f.page.checkPort()
}

// runIfFlagsValid calls run if the flags are right.
func (f *studyFlags) runIfFlagsValid(cmd *cobra.Command, run func()) error {
	if err := f.checkFlags(cmd); err != nil {
		return err
	}
	run()
	return nil
}

func (t *tool) studyRunCommand() *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "run FILE [--dir DIR] [--workers N] [--no-wait] [--view [--no-open] [--port N]]",
		Short: "Plan a study, carry it out and merge its results",
		Long:  "Reads a study file, checks it against its deck, makes the folder with the plan, starts the workers that engine says, and merges the\nresults. Ctrl-C ends the workers; trammel study resume then carries out what is missing.\n" + studyPage + studyCodes,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.runIfFlagsValid(cmd, func() { t.runStudy(args[0], &f) })
		},
	}
	cmd.Flags().StringVar(&f.dir, "dir", "", "folder of the study (default: the file without its suffix, .study)")
	f.registerFlags(cmd)
	return cmd
}

func (t *tool) studyResumeCommand() *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "resume DIR [--workers N] [--no-wait] [--view [--no-open] [--port N]]",
		Short: "Carry out what is missing of a study, and merge its results",
		Long:  "Carries out the runs of a study that have no results, whatever has ended it, and merges. The results are those of a study that was\nnot interrupted. A study that was stopped for its failures proceeds, until the limit is passed again.\n" + studyPage + studyCodes,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.runIfFlagsValid(cmd, func() {
				t.runWithStudyFolder(args[0], func(s *study.Folder) error {
					if err := s.WithdrawStop(); err != nil {
						return err
					}
					return t.carryOutStudy(s, &f)
				})
			})
		},
	}
	f.registerFlags(cmd)
	return cmd
}

func (t *tool) studyWorkCommand() *cobra.Command {
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "work DIR [--workers N]",
		Short: "Work on a study until nothing is left to do",
		Long: `Claims runs of a study, carries them out and writes their results, until all runs have results. Engines start this
command, and so may people, on any machine that shares the folder. A worker process that dies is replaced.

Exit codes: 0 when nothing is left to do, whatever has become of the runs; 2 where DIR is no study or its deck has
changed; 4 where a user subroutine cannot be loaded; 130 when interrupted.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.checkFlags(cmd); err != nil {
				return err
			}
			t.runWithStudyFolder(args[0], func(s *study.Folder) error {
				return t.runUntilInterrupted(func(ctx context.Context) error { return t.newStudyPool(s, max(f.workers, 1)).runWorkersUntilDone(ctx) })
			})
			return nil
		},
	}
	cmd.Flags().IntVar(&f.workers, "workers", 1, "`N` worker processes")
	return cmd
}

func (t *tool) studyStatusCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status DIR [--json]",
		Short: "Report how far a study is",
		Long:  "Reports how many runs of a study have results, how many have failed, and how many workers show signs of life. The exit code is 0\nwhatever the study's state.",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			t.runWithStudyFolder(args[0], func(f *study.Folder) error {
				s, err := f.ReadStatus()
				if err == nil {
					t.writeOutput(s, statusText(s), asJSON)
				}
				return err
			})
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

func statusText(s *study.Status) string {
	text := fmt.Sprintf("%s\n  %d of %d runs have results, %d failed, %d missing\n  %s at work\n", s.Folder, s.Done, s.Runs, s.Failed, s.Missing, countText(s.Workers, "worker"))
	if s.Stopped != nil {
		text += "  stopped: " + s.Stopped.Reason + "\n"
	}
	if s.Merged {
		text += "  merged: " + study.ResultsCSV + ", " + study.ResultsTable + "\n"
	}
	return text
}

func (t *tool) studyMergeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "merge DIR",
		Short: "Write the results of a study as one table",
		Long:  "Writes results.csv and results.parquet with a row a run. Runs without results have the status missing.\n" + studyCodes,
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			t.runWithStudyFolder(args[0], t.mergeStudy)
			return nil
		},
	}
}

// runWithStudyFolder opens the folder of a study and ends with the code of what f returns.
func (t *tool) runWithStudyFolder(dir string, f func(*study.Folder) error) {
	s, err := study.OpenFolder(dir)
	if err != nil {
		err = &run.UsageError{Text: err.Error()}
	} else {
		err = f(s)
	}
	t.reportStudyErrorAndSetCode(err)
}

// studyError ends a study with an exit code.
type studyError struct {
	code int
	text string
}

func (e *studyError) Error() string { return e.text }

func (t *tool) reportStudyErrorAndSetCode(err error) {
	var own *studyError
	if errors.As(err, &own) {
		t.con.printMessage(bad, "error", "%s", own.text)
		t.code = own.code
		return
	}
	t.reportError(err)
	t.code = run.ExitCode(err)
}

// runStudy plans a study and carries it out.
func (t *tool) runStudy(file string, f *studyFlags) {
	dir := f.dir
	if dir == "" {
		dir = study.DefaultFolderPath(file)
	}
	if study.IsStudyFolder(dir) {
		t.reportStudyErrorAndSetCode(&run.UsageError{Text: fmt.Sprintf("%s is a study already: trammel study resume %s carries out what is missing; --dir names another folder", dir, dir)})
		return
	}
	s, err := t.readStudy(file)
	if err != nil {
		t.reportStudyErrorAndSetCode(err)
		return
	}
	folder, err := study.CreateFolder(dir, s, "trammel "+versionText())
	if err != nil {
		var bad *study.Error
		if !errors.As(err, &bad) {
			err = &run.UsageError{Text: err.Error()}
		}
		t.reportStudyErrorAndSetCode(err)
		return
	}
	t.reportStudyErrorAndSetCode(t.carryOutStudy(folder, f))
}

// carryOutStudy carries out a study, with its page if that is wanted.
func (t *tool) carryOutStudy(f *study.Folder, flags *studyFlags) error {
	if err := f.CheckDeckIsUnchanged(); err != nil {
		return &run.UsageError{Text: err.Error()}
	}
	var view *studyView
	if flags.view {
		var err error
		if view, err = t.openStudyView(f, &flags.page); err != nil {
			return err
		}
		t.con.printMessage(quiet, "page", "%s", view.server.Address)
		flags.page.openPageInBrowser(t.con, view.server.Address)
	}
	err := t.runWorkers(f, flags)
	view.waitUntilClosed(err)
	return err
}

// runWorkers starts the workers that the engine says, waits for them, and merges.
func (t *tool) runWorkers(f *study.Folder, flags *studyFlags) error {
	err := t.runUntilInterrupted(func(ctx context.Context) error {
		p := t.newStudyProgress(f)
		defer p.startDisplay()()
		if f.Study.Engine.Kind == study.Local {
			return t.newStudyPool(f, workerCount(f, flags.workers)).runWorkersUntilDone(ctx)
		}
		return t.newStudyBatch(f, workerCount(f, flags.workers), flags.noWait).submitJobAndWait(ctx)
	})
	if errors.Is(err, errSubmitted) {
		return nil
	}
	if err != nil {
		return err
	}
	return t.mergeStudy(f)
}

// mergeStudy writes the tables and says what is in them.
func (t *tool) mergeStudy(f *study.Folder) error {
	m, err := writeMergedResultTables(f)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.con, "%s, %d failed, %d missing; results in %s (%s, %s)\n", countText(m.Runs, "run"), m.Failed, m.Runs-m.Done, f.Dir, study.ResultsCSV, study.ResultsTable)
	limit := f.Study.Failures
	switch stop := f.ReadStopRequest(); {
	case stop != nil:
		return &studyError{run.ExitCompare, "the study was stopped: " + stop.Reason}
	case m.Done < m.Runs:
		return &studyError{run.ExitCompare, fmt.Sprintf("%d of %d runs are missing: trammel study resume %s carries them out", m.Runs-m.Done, m.Runs, f.Dir)}
	case m.Failed > 0 && !(float64(m.Failed) <= limit*float64(m.Runs)):
		return &studyError{run.ExitCompare, fmt.Sprintf("%d of %d runs have failed; column message of %s says why", m.Failed, m.Runs, f.Path(study.ResultsCSV))}
	}
	return nil
}

// writeMergedResultTables writes results.csv and results.parquet; each is there whole, or as it was before.
func writeMergedResultTables(f *study.Folder) (*study.Merged, error) {
	var tables []study.Table
	var files []*os.File
	defer func() {
		for _, x := range files {
			x.Close()
			_ = os.Remove(x.Name())
		}
	}()
	names := []string{study.ResultsCSV, study.ResultsTable}
	for _, name := range names {
		x, err := os.Create(f.Path(name + "." + study.DescribeThisProcess().Name))
		if err != nil {
			return nil, err
		}
		files = append(files, x)
		if name == study.ResultsCSV {
			tables = append(tables, study.NewCSV(x))
		} else {
			tables = append(tables, newStudyTable(x))
		}
	}
	m, err := f.Merge(tables...)
	if err != nil {
		return nil, err
	}
	for i, x := range files {
		if err := errors.Join(x.Sync(), x.Close()); err != nil {
			return nil, err
		}
		if err := os.Rename(x.Name(), f.Path(names[i])); err != nil {
			return nil, err
		}
	}
	return m, nil
}
