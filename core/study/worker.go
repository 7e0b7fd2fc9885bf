package study

import (
	"context"
	"fmt"
	"math"
	"os"
	"sync/atomic"
	"time"
)

// Worker claims chunks of a study and carries out their runs, until all runs of the study have results or the study is stopped.
type Worker struct {
	Folder *Folder
	Owner  Owner
	// CarryOut carries out a run. An error ends the worker: the run then has no result.
	CarryOut func(ctx context.Context, r *PlannedRun) (*Row, error)

	plan    *Plan
	part    *workerResults
	claim   *Claim
	next    int // chunk that is to be claimed for the first time
	stopped lookup
	counts  Counts // of the chunk under way
	all     *Tally // of all workers, for the limit of failures
	current atomic.Pointer[currentRun]
	beaten  atomic.Int64 // time of the last sign of life, in ns
}

// FirstPlannedRun returns the first run of the plan.
func (w *Worker) FirstPlannedRun() (*PlannedRun, error) {
	runs, err := w.plan.ReadChunk(0)
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

// currentRun is a run under way.
type currentRun struct {
	run   int
	began time.Time
}

// RunStartTime is when the run under way began, the zero time without one. It may be called from any goroutine.
func (w *Worker) RunStartTime() time.Time {
	if r := w.current.Load(); r != nil {
		return r.began
	}
	return time.Time{}
}

// lookup bounds how often the file system is queried.
type lookup struct{ last time.Time }

// resetIfDue reports whether an interval is over, and begins the next one then.
func (l *lookup) resetIfDue(interval time.Duration) bool {
	if time.Since(l.last) < interval {
		return false
	}
	l.last = time.Now()
	return true
}

// CarryOutRuns does the work. It returns nil when nothing is left to do.
func (w *Worker) CarryOutRuns(ctx context.Context) (err error) {
	if w.plan, err = w.Folder.IndexPlan(); err != nil {
		return err
	}
	if w.part, err = w.Folder.createWorkerResults(w.Owner.Name); err != nil {
		return err
	}
	done := make(chan struct{})
	beating := make(chan struct{})
	var claim atomic.Pointer[Claim]
	go func() {
		defer close(beating)
		w.writeHeartbeats(&claim, done)
	}()
	for err == nil {
		if w.isStopped(true) {
			break
		}
		if w.claim, err = w.claimNextChunk(ctx); err != nil || w.claim == nil {
			break
		}
		w.beaten.Store(time.Now().UnixNano())
		claim.Store(w.claim)
		err = w.carryOutChunk(ctx)
		claim.Store(nil)
		_ = w.claim.Close()
	}
	close(done)
	<-beating
	if e := w.part.close(); err == nil {
		err = e
	}
	return err
}

// writeHeartbeats gives signs of life for the claim, four in a lease.
func (w *Worker) writeHeartbeats(claim *atomic.Pointer[Claim], done <-chan struct{}) {
	tick := time.NewTicker(time.Duration(w.Folder.Study.Engine.Lease / 4 * float64(time.Second)))
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		if c := claim.Load(); c != nil && c.WriteHeartbeat() == nil {
			w.beaten.Store(time.Now().UnixNano())
		}
	}
}

// claimNextChunk claims a chunk; it returns nil where all have results. It waits for chunks of others, which may be left.
func (w *Worker) claimNextChunk(ctx context.Context) (*Claim, error) {
	for ; w.next < w.Folder.chunkCount(); w.next++ {
		if c, err := w.Folder.createClaim(w.next, 0, &w.Owner); c != nil || err != nil {
			return c, err
		}
	}
	for {
		c, left, err := w.claimAbandonedChunk()
		if c != nil || err != nil || left == 0 || w.isStopped(true) {
			return c, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(min(w.Folder.Study.Engine.Lease/8, 1) * float64(time.Second))):
		}
	}
}

// claimAbandonedChunk claims a chunk whose owner is gone. left is the number of chunks without all results.
func (w *Worker) claimAbandonedChunk() (c *Claim, left int, err error) {
	states, err := w.Folder.claimStates()
	if err != nil {
		return nil, 0, err
	}
	var now time.Time
	for chunk, s := range states {
		if s.done {
			continue
		}
		left++
		if s.generations > 0 {
			r, err := w.Folder.readClaim(chunk, s.generations-1)
			if err != nil {
				return nil, 0, err
			}
			if now.IsZero() {
				if now, err = w.Folder.fileSystemTime(w.Owner.Name); err != nil {
					return nil, 0, err
				}
			}
			if !w.Folder.isAbandoned(r, now) {
				continue
			}
		}
		if c, err := w.Folder.createClaim(chunk, s.generations, &w.Owner); c != nil || err != nil {
			return c, left, err
		}
	}
	return nil, left, nil
}

// fileSystemTime is the time by the clock of the file system, which machines share.
func (f *Folder) fileSystemTime(owner string) (time.Time, error) {
	path := f.Path(partFolder, owner+".clock")
	if err := os.WriteFile(path, []byte("\n"), 0o666); err != nil {
		return time.Time{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), os.Remove(path)
}

// carryOutChunk carries out those runs of the claim that have no results.
func (w *Worker) carryOutChunk(ctx context.Context) error {
	runs, err := w.plan.ReadChunk(w.claim.Chunk)
	if err != nil {
		return err
	}
	h, err := w.Folder.readHistory(w.claim)
	if err != nil {
		return err
	}
	w.counts = Counts{}
	if len(h.done) > 0 { // the last of them may have failed and ended its worker
		if err := w.stopIfTooManyFailed(); err != nil {
			return err
		}
	}
	for i, r := range runs {
		if h.done[r.Run] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if w.isStopped(false) {
			return nil
		}
		row, err := h.failedRowOfRepeatedCrash(r.Run), error(nil)
		if row == nil {
			row, err = w.carryOutRun(ctx, r)
		}
		if err != nil {
			return err
		}
		if row.Responses == nil {
			row.Responses = w.newNaNResponses()
		}
		if w.isOvertaken() {
			return nil
		}
		if err := w.addRow(row, i == len(runs)-1); err != nil {
			return err
		}
	}
	if err := w.part.finishChunk(w.claim, w.counts.Done, w.counts.Failed); err != nil {
		return err
	}
	return w.claim.MarkDoneAndClose()
}

// addRow writes the result of a run, which may be the last of its chunk.
func (w *Worker) addRow(row *Row, lastOfChunk bool) error {
	if err := w.part.writeRow(row, lastOfChunk); err != nil {
		return err
	}
	if w.counts.add(row); row.Status == Failed {
		return w.stopIfTooManyFailed()
	}
	return nil
}

func (w *Worker) carryOutRun(ctx context.Context, r *PlannedRun) (*Row, error) {
	if err := w.claim.RecordRunBegin(r.Run); err != nil {
		return nil, err
	}
	w.current.Store(&currentRun{r.Run, time.Now()})
	defer w.current.Store(nil)
	return w.CarryOut(ctx, r)
}

// newNaNResponses are the responses of a run that has failed.
func (w *Worker) newNaNResponses() []float64 {
	list := make([]float64, len(w.Folder.Study.Responses))
	for i := range list {
		list[i] = math.NaN()
	}
	return list
}

// RecordCurrentRunAsLost writes the result of the run under way, which does not return: the process is about to end.
func (w *Worker) RecordCurrentRunAsLost(row *Row) error {
	r := w.current.Load()
	if r == nil || w.part == nil {
		return nil
	}
	row.Run, row.Responses = r.run, w.newNaNResponses()
	if err := w.part.writeRow(row, true); err != nil {
		return err
	}
	return w.part.rows.Sync()
}

// isOvertaken reports whether another worker has taken the claim, which it may only if there was no sign of life for the lease.
func (w *Worker) isOvertaken() bool {
	silent := time.Since(time.Unix(0, w.beaten.Load()))
	return silent.Seconds() > w.Folder.Study.Engine.Lease/2 && w.claim.IsLost()
}

// isStopped reports whether the study is stopped; the file system is queried at once, or now and then.
func (w *Worker) isStopped(atOnce bool) bool {
	return (atOnce || w.stopped.resetIfDue(time.Second)) && w.Folder.ReadStopRequest() != nil
}

// stopIfTooManyFailed stops the study where too many runs have failed.
func (w *Worker) stopIfTooManyFailed() error {
	if math.IsNaN(w.Folder.Study.Failures) {
		return nil
	}
	if w.all == nil {
		w.all = w.Folder.NewTally()
	}
	all := w.all
	if err := all.CountNewResults(); err != nil {
		return err
	}
	if !w.Folder.Study.IsFailureLimitReached(all.Failed, all.Done, w.Folder.Origin.Runs) {
		return nil
	}
	return w.Folder.RequestStop(&Stop{Failed: all.Failed, Done: all.Done,
		Reason: fmt.Sprintf("%d of %d runs have failed; limits.failures is %g", all.Failed, all.Done, w.Folder.Study.Failures)})
}
