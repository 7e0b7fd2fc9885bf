package main

import (
	"fmt"
	"math"
	"time"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub/cdll"
)

// progress shows how far a run is and keeps run.json's figures up to date, so
// that they are true also when the run is ended from outside.
type progress struct {
	con    *console
	rec    *run.Recorder
	silent bool
	every  time.Duration
	begun  time.Time
	from   float64 // simulated time at begun
	last   time.Time
	now    run.Progress
	update func(*run.Document)
	notes  witnessMemory // nil without a witness
	alive  func()
}

// Between progress lines: on a terminal and elsewhere.
const (
	lively = 100 * time.Millisecond
	calm   = 10 * time.Second
)

func newProgress(con *console, rec *run.Recorder, silent bool) *progress {
	p := &progress{con: con, rec: rec, silent: silent, every: calm}
	if con.terminal {
		p.every = lively
	}
	p.update = func(d *run.Document) { d.EndTime, d.Steps = p.now.T, p.now.Steps }
	return p
}

// showStep is called after each step.
func (p *progress) showStep(now run.Progress) {
	p.now = now
	p.alive()
	p.rec.UpdateDocument(p.update)
	if p.notes != nil {
		p.notes.storeWord(noteEnd, math.Float64bits(now.T))
		p.notes.storeWord(noteStep, uint64(now.Steps))
	}
	t := time.Now()
	if p.begun.IsZero() || now.T < p.from {
		p.begun, p.last, p.from = t, t, now.T
	}
	if t.Sub(p.last) >= p.every {
		p.last = t
		cdll.FlushOutput() // what libraries print appears now and then, not at the end
		if !p.silent {
			p.con.showProgress(formatProgressLine(now, p.from, t.Sub(p.begun).Seconds()))
		}
	}
}

// formatProgressLine returns the text: part done, simulated time, step size, simulated time per
// second, and the time that remains at this rate.
func formatProgressLine(now run.Progress, from, wall float64) string {
	text := fmt.Sprintf("t = %.6g of %.6g  step %.2e", now.T, now.End, now.H)
	if now.End > 0 {
		text = fmt.Sprintf("%3.0f%%  ", 100*now.T/now.End) + text
	}
	done := now.T - from
	if done <= 0 || wall <= 0 {
		return text
	}
	rate := done / wall
	left := (now.End - now.T) / rate
	return text + fmt.Sprintf("  %.3g per s  %s left", rate, formatDuration(left))
}

// formatDuration returns a time in seconds as people say it.
func formatDuration(s float64) string {
	switch {
	case s < 1:
		return "< 1 s"
	case s < 100:
		return fmt.Sprintf("%.0f s", s)
	case s < 100*60:
		return fmt.Sprintf("%.0f min", s/60)
	case s < 100*3600:
		return fmt.Sprintf("%.1f h", s/3600)
	}
	return fmt.Sprintf("%.0f days", s/86400)
}
