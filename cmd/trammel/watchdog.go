package main

import (
	"fmt"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

// watchCallTime checks from a goroutine of its own whether foreign code is at the same call
// for longer than the limit, and sends the error that the run ends with. Nothing
// is timed for that in the calls: they count, and the count stays while one
// does not return. What the solver does for a routine that drives it counts too
// (alive). It ends with done. limit is that of the command line, 0 without one; calls of
// workers and plugins have one anyway.
func (b *callMonitor) watchCallTime(limit time.Duration, done <-chan struct{}) <-chan error {
	late := make(chan error, 1)
	go func() {
		interval := 100 * time.Millisecond
		if limit > 0 {
			interval = min(max(limit/16, time.Millisecond), interval)
		}
		tick := time.NewTicker(interval)
		defer tick.Stop()
		var last callObservation
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if err := last.checkCallTime(b, time.Now()); err != nil {
				late <- err
				return
			}
		}
	}()
	return late
}

// callObservation is what was seen last: the count, and when it was new.
type callObservation struct {
	count   uint64
	making  int // the call of a message with several
	since   time.Time
	stopped bool // that call was instructed to end
}

// checkCallTime returns an error when the same call is under way for longer than its limit. One in
// a worker is ended by the end of that, and only if this does not help, from here.
func (s *callObservation) checkCallTime(b *callMonitor, now time.Time) error {
	w, t := b.currentCall()
	if n, call := b.count.Load(), w.callNumberInMessage(); n != s.count || call != s.making || w == nil || w.limit <= 0 || s.since.IsZero() {
		s.count, s.making, s.since, s.stopped = n, call, now, false
		return nil
	}
	if now.Sub(s.since) < w.limitOfCall(w.limit) {
		return nil
	}
	if w.stop != nil && !s.stopped {
		s.since, s.stopped = now, true
		w.stop.Stop(w.overdueMessage())
		return nil
	}
	return w.overdueError(t)
}

// callNumberInMessage reports which call a worker makes, of several that went there in one message.
func (w *activeRoutine) callNumberInMessage() int {
	if w == nil {
		return 0
	}
	if p, ok := w.stop.(interface{ CallInProgress() int }); ok {
		return p.CallInProgress()
	}
	return 0
}

// countProgress notes that the solver makes progress.
func (b *callMonitor) countProgress() { b.count.Add(1) }

// limitOfCall is how long the call may last before it is ended from outside. The
// interpreter of scripts and the machine of WebAssembly have clocks of their own,
// which end the call in good order and report where.
func (w *activeRoutine) limitOfCall(limit time.Duration) time.Duration {
	if w.clocked {
		return limit + max(limit/2, time.Second)
	}
	return limit
}

// overdueMessage says what is wrong with a call that does not return.
func (w *activeRoutine) overdueMessage() string {
	return fmt.Sprintf("it did not return within %v (--call-timeout)", w.limit)
}

// overdueError is the error of a call that does not return. The process of a plugin is
// ended and so is lost.
func (w *activeRoutine) overdueError(t float64) error {
	text := w.overdueMessage()
	if w.loading {
		return &usersub.LoadError{Ref: w.ref, Routine: w.ref.Function, Reason: "loading it " + text[len("it "):]}
	}
	e := &usersub.CallError{Cause: usersub.TimedOut, Element: w.ref.Element, Routine: w.ref.Function, Time: t, Message: text}
	if runsOutOfProcess(&w.ref) || w.stop != nil {
		e.Cause = usersub.Lost
	}
	return e
}
