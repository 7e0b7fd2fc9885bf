package main

import (
	"fmt"
	"time"

	"github.com/trammel-mbd/trammel/core/study"
)

// studyProgress shows how far a study is.
type studyProgress struct {
	con   *console
	tally *study.Tally
	runs  int
	began time.Time
	first int // done before
}

func (t *tool) newStudyProgress(f *study.Folder) *studyProgress {
	return &studyProgress{con: t.con, tally: f.NewTally(), runs: f.Origin.Runs}
}

// startDisplay shows the progress until the function that it returns is called.
func (p *studyProgress) startDisplay() (stop func()) {
	_ = p.tally.CountNewResults()
	p.began, p.first = time.Now(), p.tally.Done
	every := calm
	if p.con.terminal {
		every = 5 * lively
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if p.tally.CountNewResults() == nil {
				p.con.showProgress(p.progressText(time.Since(p.began).Seconds()))
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// progressText is the text: the part that is done, failures, runs a second, and the time that remains at this rate.
func (p *studyProgress) progressText(wall float64) string {
	c := p.tally.Counts
	text := fmt.Sprintf("%3.0f%%  %d of %d runs", 100*float64(c.Done)/float64(p.runs), c.Done, p.runs)
	if c.Failed > 0 {
		text += fmt.Sprintf(", %d failed", c.Failed)
	}
	if n := c.Done - p.first; n > 0 && wall > 0 {
		rate := float64(n) / wall
		text += fmt.Sprintf("  %.3g runs/s  %s left", rate, formatDuration(float64(p.runs-c.Done)/rate))
	}
	return text
}
