package main

import (
	"fmt"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

// overdue looks from a goroutine of its own whether foreign code is at the same call
// for longer than the limit, and sends the error that the run ends with. Nothing
// is timed for that in the calls: they count, and the count stands still while one
// does not return. What the solver does for a routine that drives it counts too
// (alive). It ends with done.
func (b *busy) overdue(limit time.Duration, done <-chan struct{}) <-chan error {
	late := make(chan error, 1)
	if limit <= 0 {
		return late
	}
	go func() {
		tick := time.NewTicker(min(max(limit/16, time.Millisecond), 100*time.Millisecond))
		defer tick.Stop()
		var last sight
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if err := last.look(b, time.Now(), limit); err != nil {
				late <- err
				return
			}
		}
	}()
	return late
}

// sight is what was seen last: the count, and when it was new.
type sight struct {
	count uint64
	since time.Time
}

// look returns an error when the same call is under way for longer than the limit.
func (s *sight) look(b *busy, now time.Time, limit time.Duration) error {
	w, t := b.at()
	if n := b.count.Load(); n != s.count || w == nil || s.since.IsZero() {
		s.count, s.since = n, now
		return nil
	}
	if now.Sub(s.since) < w.patience(limit) {
		return nil
	}
	return w.late(t, limit)
}

// alive notes that the solver makes progress.
func (b *busy) alive() { b.count.Add(1) }

// patience is how long the call may last before it is ended from outside. The
// interpreter of scripts has a clock of its own, which ends the call in good order
// and tells the line.
func (w *work) patience(limit time.Duration) time.Duration {
	if w.ref.Script != "" && !outside(&w.ref) {
		return limit + max(limit/2, time.Second)
	}
	return limit
}

// late is the error of a call that does not return. The process of a plugin is
// ended and so is lost.
func (w *work) late(t float64, limit time.Duration) error {
	text := fmt.Sprintf("it did not return within %v (--call-timeout)", limit)
	if w.loading {
		return &usersub.LoadError{Ref: w.ref, Routine: w.ref.Function, Reason: "loading it " + text[len("it "):]}
	}
	e := &usersub.CallError{Cause: usersub.TimedOut, Element: w.ref.Element, Routine: w.ref.Function, Time: t, Message: text}
	if outside(&w.ref) {
		e.Cause = usersub.Lost
	}
	return e
}
