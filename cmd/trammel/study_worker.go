package main

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/session"
	"github.com/trammel-mbd/trammel/core/study"
)

// studyWorkerName is the hidden command by which this program carries out runs of a study.
const studyWorkerName = "study-worker"

func (t *tool) studyWorkerCommand() *cobra.Command {
	return &cobra.Command{Use: studyWorkerName, Hidden: true, Args: cobra.ExactArgs(2),
		Run: func(_ *cobra.Command, args []string) { t.runStudyWorker(args[0], args[1]) }}
}

// errWornOut ends a worker whose interpreter had to be interrupted, or whose memory has grown; another follows.
var errWornOut = errors.New("the worker is to be replaced")

// wornOut is the text of study.End by which a worker wants to be replaced.
const wornOut = "replace"

// studyWorker is a process that carries out runs of a study.
type studyWorker struct {
	*variantSolver
	worker  *study.Worker
	succeed bool // a run has
	memory  growthMonitor
}

// runStudyWorker carries out runs until nothing is left to do. It ends when its standard input does: whoever started it is gone then.
func (t *tool) runStudyWorker(dir, owner string) {
	t.redirectNativeStdout()
	debug.SetGCPercent(400) // the garbage of a run is small, and the memory of all runs the same
	f, err := study.OpenFolder(dir)
	if err == nil {
		err = f.CheckDeckIsUnchanged()
	}
	var flags *loadFlags
	if err == nil {
		flags, err = loadFlagsOfStudy(f.Study.Run)
	}
	if err != nil {
		t.recordStudyWorkerEnd(f, owner, &run.UsageError{Text: err.Error()})
		return
	}
	w := &studyWorker{variantSolver: t.newVariantSolver(flags, input{f.Origin.Deck, f.Origin.Commands}, f.Study.Responses, f.Study.Run)}
	w.worker = &study.Worker{Folder: f, Owner: study.DescribeThisProcess(), CarryOut: w.carryOutPlannedRun}
	w.worker.Owner.Name = owner
	g := newWorkGuard(t.con)
	g.lost = func(reason error) int { return w.recordLostRun(f, owner, reason) }
	g.limitCallTime(w.loaders, flags.timeout)
	w.addRunTimeLimit(g)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		g.signals <- syscall.SIGTERM
	}()
	err = g.runOnLockedThread(w.worker.CarryOutRuns)
	runWithTimeout(5*time.Second, func() { _ = w.loaders.closeAll() })
	t.recordStudyWorkerEnd(f, owner, err)
}

// loadFlagsOfStudy are the options of commands that load user subroutines, as the study file has them.
func loadFlagsOfStudy(s study.RunSettings) (*loadFlags, error) {
	f := &loadFlags{isolate: s.Isolate, python: s.Python, engine: s.Engine, limit: s.CallTime}
	if f.python == "" {
		f.python = os.Getenv("TRAMMEL_PYTHON")
	}
	return f, f.checkFlags()
}

// recordStudyWorkerEnd notes how the worker has ended.
func (t *tool) recordStudyWorkerEnd(f *study.Folder, owner string, err error) {
	e := study.End{Released: true}
	if errors.Is(err, errWornOut) {
		e.Text, err = wornOut, nil
	}
	t.reportError(err)
	t.code = run.ExitCode(err)
	t.con.printPanicStack(err)
	if e.Code = t.code; f != nil && f.Dir != "" {
		_ = f.RecordWorkerEnd(owner, e)
	}
}

// carryOutPlannedRun runs the model with the parameters of a planned run and returns its row of the table.
func (w *studyWorker) carryOutPlannedRun(ctx context.Context, r *study.PlannedRun) (*study.Row, error) {
	if w.worn {
		return nil, errWornOut
	}
	if w.topology == nil && r.Run != 1 { // all workers compare with the same run
		first, err := w.worker.FirstPlannedRun()
		if err != nil {
			return nil, err
		}
		w.buildWithoutRun(ctx, w.parameterValues(first))
	}
	x := w.solveVariant(ctx, w.parameterValues(r))
	if x.err != nil && ctx.Err() != nil { // the worker is to end, not the run
		return nil, ctx.Err()
	}
	row := &study.Row{Run: r.Run, Status: study.OK, ExitCode: x.code, TimeReached: x.reached, WallS: x.wall.Seconds(), Responses: x.responses, Message: x.message}
	if x.err != nil {
		row.Status, row.Responses = study.Failed, nil
	}
	if x.code == run.ExitLoad && !w.succeed { // the same for all runs
		return nil, x.err
	}
	w.succeed = w.succeed || x.err == nil
	w.worn = w.memory.needsNewWorkerAfterRun() || w.worn
	return row, nil
}

// parameterValues returns the values of the parameters of a run.
func (w *studyWorker) parameterValues(r *study.PlannedRun) []session.Value {
	var values []session.Value
	for i, v := range r.Values {
		values = append(values, session.Value{Name: w.worker.Folder.Origin.Parameters[i], Text: v.String()})
	}
	return values
}

// recordLostRun writes the result of a run whose routine does not return, or gives the run back where the worker is interrupted.
func (w *studyWorker) recordLostRun(f *study.Folder, owner string, reason error) int {
	code, e := run.ExitCode(reason), study.End{Released: true}
	if code != run.ExitInterrupted {
		row := &study.Row{Status: study.Failed, ExitCode: code, TimeReached: w.reachedTime(), Message: w.failureMessage(reason)}
		row.WallS = w.settings.MaxWall
		_ = w.worker.RecordCurrentRunAsLost(row)
		e.Text = wornOut
	}
	e.Code = code
	_ = f.RecordWorkerEnd(owner, e)
	return code
}

// addRunTimeLimit ends the process where a run does not end though its time is over.
func (w *studyWorker) addRunTimeLimit(g *workGuard) {
	limit := w.settings.MaxWall
	if limit <= 0 {
		return
	}
	next := g.overdue
	g.overdue = func(done <-chan struct{}) <-chan error {
		late := next(done)
		over := make(chan error, 1)
		go func() {
			tick := time.NewTicker(patience / 4)
			defer tick.Stop()
			for {
				select {
				case err := <-late:
					over <- err
					return
				case <-done:
					return
				case <-tick.C:
				}
				if t := w.worker.RunStartTime(); !t.IsZero() && time.Since(t) > time.Duration(limit*float64(time.Second))+2*patience {
					over <- run.ErrWall
					return
				}
			}
		}()
		return over
	}
}
