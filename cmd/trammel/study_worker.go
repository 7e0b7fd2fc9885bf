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
		Run: func(_ *cobra.Command, args []string) { t.workOnStudy(args[0], args[1]) }}
}

// errWornOut ends a worker whose interpreter had to be interrupted, or whose memory has grown; another follows.
var errWornOut = errors.New("the worker is to be replaced")

// wornOut is the text of study.End by which a worker wants to be replaced.
const wornOut = "replace"

// studyWorker is a process that carries out runs of a study.
type studyWorker struct {
	*variants
	worker  *study.Worker
	succeed bool // a run has
	memory  growth
}

// workOnStudy carries out runs until nothing is left to do. It ends when its standard input does: whoever started it is gone then.
func (t *tool) workOnStudy(dir, owner string) {
	t.redirectNativeStdout()
	debug.SetGCPercent(400) // the garbage of a run is small, and the memory of all runs the same
	f, err := study.Open(dir)
	if err == nil {
		err = f.CheckDeck()
	}
	var flags *loadFlags
	if err == nil {
		flags, err = flagsOfStudy(f.Study.Run)
	}
	if err != nil {
		t.endStudyWorker(f, owner, &run.UsageError{Text: err.Error()})
		return
	}
	w := &studyWorker{variants: t.newVariants(flags, input{f.Origin.Deck, f.Origin.Commands}, f.Study.Responses, f.Study.Run)}
	w.worker = &study.Worker{Folder: f, Owner: study.NewOwner(), CarryOut: w.carryOut}
	w.worker.Owner.Name = owner
	g := newWorkGuard(t.con)
	g.lost = func(reason error) int { return w.endLost(f, owner, reason) }
	g.limitCallTime(w.loaders, flags.timeout)
	w.limitRuns(g)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		g.signals <- syscall.SIGTERM
	}()
	err = g.runOnLockedThread(w.worker.Work)
	runWithTimeout(5*time.Second, func() { _ = w.loaders.closeAll() })
	t.endStudyWorker(f, owner, err)
}

// flagsOfStudy are the options of commands that load user subroutines, as the study file has them.
func flagsOfStudy(s study.RunSettings) (*loadFlags, error) {
	f := &loadFlags{isolate: s.Isolate, python: s.Python, engine: s.Engine, limit: s.CallTime}
	if f.python == "" {
		f.python = os.Getenv("TRAMMEL_PYTHON")
	}
	return f, f.checkFlags()
}

// endStudyWorker notes how the worker has ended.
func (t *tool) endStudyWorker(f *study.Folder, owner string, err error) {
	e := study.End{Released: true}
	if errors.Is(err, errWornOut) {
		e.Text, err = wornOut, nil
	}
	t.reportError(err)
	t.code = run.ExitCode(err)
	t.con.printPanicStack(err)
	if e.Code = t.code; f != nil && f.Dir != "" {
		_ = f.WriteEnd(owner, e)
	}
}

// carryOut runs the model with the parameters of a planned run and returns its row of the table.
func (w *studyWorker) carryOut(ctx context.Context, r *study.PlannedRun) (*study.Row, error) {
	if w.worn {
		return nil, errWornOut
	}
	if w.topology == nil && r.Run != 1 { // all workers compare with the same run
		first, err := w.worker.FirstRun()
		if err != nil {
			return nil, err
		}
		w.buildVariant(ctx, w.valuesOf(first))
	}
	x := w.solveVariant(ctx, w.valuesOf(r))
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
	w.worn = w.memory.isTooMuch() || w.worn
	return row, nil
}

// valuesOf returns the values of the parameters of a run.
func (w *studyWorker) valuesOf(r *study.PlannedRun) []session.Value {
	var values []session.Value
	for i, v := range r.Values {
		values = append(values, session.Value{Name: w.worker.Folder.Origin.Parameters[i], Text: v.String()})
	}
	return values
}

// endLost writes the result of a run whose routine does not return, or gives the run back where the worker is interrupted.
func (w *studyWorker) endLost(f *study.Folder, owner string, reason error) int {
	code, e := run.ExitCode(reason), study.End{Released: true}
	if code != run.ExitInterrupted {
		row := &study.Row{Status: study.Failed, ExitCode: code, TimeReached: w.reachedTime(), Message: w.failureMessage(reason)}
		row.WallS = w.settings.MaxWall
		_ = w.worker.AbandonRun(row)
		e.Text = wornOut
	}
	e.Code = code
	_ = f.WriteEnd(owner, e)
	return code
}

// limitRuns ends the process where a run does not end though its time is over.
func (w *studyWorker) limitRuns(g *workGuard) {
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
				if t := w.worker.RunBegan(); !t.IsZero() && time.Since(t) > time.Duration(limit*float64(time.Second))+2*patience {
					over <- run.ErrWall
					return
				}
			}
		}()
		return over
	}
}
