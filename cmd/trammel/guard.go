package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

// patience is how long foreign code may take to return after the run was
// ended from outside.
const patience = time.Second

// workGuard carries out work that may be ended by a signal or by a limit of time,
// also while foreign code does not return.
type workGuard struct {
	con  *console
	wall time.Duration // limit of time; 0 is none
	// overdue reports foreign code that does not return in time; nil if it may
	// take as long as it likes.
	overdue func(done <-chan struct{}) <-chan error
	// interrupt ends scripts that do not return when the work is to be ended; nil if
	// there are none.
	interrupt func()
	// lost closes the results in place of the work; the process ends behind it.
	lost    func(reason error) (code int)
	signals chan os.Signal
}

// newWorkGuard holds back signals from now on; runOnLockedThread takes them up.
func newWorkGuard(con *console) *workGuard {
	g := &workGuard{con: con, signals: make(chan os.Signal, 4)}
	signal.Notify(g.signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if !signal.Ignored(syscall.SIGHUP) { // nohup
		signal.Notify(g.signals, syscall.SIGHUP) // the terminal is gone
	}
	// A broken pipe behind the standard output or error is an error of writing, not the end of the process.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return g
}

// panicError is a panic of ours.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("internal error: %v", e.value) }

// runOnLockedThread calls f on one operating-system thread, which it keeps: libraries may
// depend on that. It returns what f does, or context.Canceled or run.ErrWall
// for work that was ended.
func (g *workGuard) runOnLockedThread(f func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var wall, nudge, grace <-chan time.Time
	if g.wall > 0 {
		wall = time.After(g.wall)
	}
	var late <-chan error
	if g.overdue != nil {
		late = g.overdue(ctx.Done())
	}
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		done <- recoverPanics(ctx, f)
	}()
	var reason error
	for {
		select {
		case err := <-done:
			if reason != nil && err != nil && !isInternalError(err) {
				return fmt.Errorf("%w: %w", reason, err)
			}
			return err
		case sig := <-g.signals:
			countSignal()
			if sig == syscall.SIGQUIT {
				g.con.printMessage(notice, "interrupted", "ending the run at once")
			}
			if reason != nil || sig == syscall.SIGQUIT {
				g.exitProcess(cmp.Or(reason, context.Canceled))
			}
			g.con.printMessage(notice, "interrupted", "ending the run; once more to end at once")
			reason = context.Canceled
		case <-wall:
			if reason != nil {
				continue
			}
			reason = run.ErrWall
		case <-nudge:
			if g.interrupt != nil {
				g.interrupt()
			}
			continue
		case <-grace:
			g.exitProcess(reason)
		case err := <-late:
			g.exitProcess(err)
		}
		cancel()
		nudge, grace = time.After(patience/4), time.After(patience)
	}
}

// isInternalError reports whether an error is our own fault, which nothing hides.
func isInternalError(err error) bool {
	var p *panicError
	return errors.As(err, &p)
}

// recoverPanics calls f and turns a panic into an error.
func recoverPanics(ctx context.Context, f func(context.Context) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p, debug.Stack()}
		}
	}()
	return f(ctx)
}

// limitCallTime ends the process when foreign code does not return within d, if that is not 0, workers
// in which it does not, and scripts when the work is to be ended.
func (g *workGuard) limitCallTime(l *loaders, d time.Duration) {
	g.interrupt = l.python.Interrupt
	g.overdue = func(done <-chan struct{}) <-chan error { return l.inFlight.watchCallTime(d, done) }
}

// runWithLoaders carries out work that calls foreign code through loaders, of which no call may take longer than limit, and closes them.
func (g *workGuard) runWithLoaders(l *loaders, limit time.Duration, work func(context.Context) error) error {
	g.limitCallTime(l, limit)
	err := g.runOnLockedThread(work)
	runWithTimeout(5*time.Second, func() { _ = l.closeAll() })
	return err
}

// printPanicStack prints where a panic of ours came from, if err is one.
func (c *console) printPanicStack(err error) {
	var p *panicError
	if errors.As(err, &p) {
		fmt.Fprintf(c, "%s\n", p.stack)
	}
}

// exitProcess ends the process while the work continues.
func (g *workGuard) exitProcess(reason error) {
	code := g.lost(reason)
	runWithTimeout(patience, plugins.CloseAllProcesses) // it gives processes a quarter of a second before it kills them
	runWithTimeout(patience/4, cdll.FlushOutput)
	os.Exit(recordExitCode(code))
}

// runWithTimeout calls f and waits for it no longer than d: a stream may be locked by
// the code that does not return.
func runWithTimeout(d time.Duration, f func()) {
	done := make(chan struct{})
	go func() {
		f()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(d):
	}
}
