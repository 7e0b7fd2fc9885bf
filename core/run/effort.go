package run

import (
	"time"

	"github.com/trammel-mbd/trammel/core/system"
)

// Effort is where the time of a run goes: that of the stages of the solver, and that
// of results. What is left is step control and the vectors of the integrator.
type Effort struct {
	system.Stages
	Output  time.Duration // rows and what only they need, without the stages in between
	Rows    int
	Solving time.Duration // from the first command to the last
}

// addRowTime adds the time of a row that began then, when the stages had taken so much.
func (e *Effort) addRowTime(begun time.Time, stages time.Duration) {
	e.Output += time.Since(begun) - (e.Total() - stages)
	e.Rows++
}

// enableStageTiming has the times of the stages of the current state measured, if that is wanted.
func (r *runner) enableStageTiming() {
	if e := r.opt.Effort; e != nil {
		r.state.RecordStageTimesIn(&e.Stages)
	}
}
