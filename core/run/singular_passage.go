package run

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// maxLineUps bounds the singular configurations that run.log reports in one analysis.
const maxLineUps = 1000

// singularPassages is what is known of the singular configurations that an analysis of motion passes.
type singularPassages struct {
	work    *integrate.LinearSolver // of the model that is watched
	monitor *integrate.RankMonitor
	passed  int
	steps   int     // that the method took across one
	until   float64 // the end of the step in which the last was passed
}

// logSingularPassage logs a configuration, passed in the step to now, where constraints of a closed chain
// depend on each other for a moment.
func (l *singularPassages) logSingularPassage(r *runner, now *integrate.Point) {
	if l.work != r.work { // the first step, or another model
		l.work, l.monitor = r.work, nil
		if r.state.HasClosedChain() {
			l.monitor = integrate.NewRankMonitor(r.work)
		}
	}
	if l.monitor == nil {
		return
	}
	at, passed := l.monitor.DetectRankLossPassed(now)
	st, how := r.stepper.method.Stats(), ""
	if across := st.Passed > l.steps; across {
		passed = st.PassedT > l.until || l.passed == 0
		at, l.steps, how = st.PassedT, st.Passed, ", by a step of order 8 along the branch of the speeds"
	}
	if !passed {
		return
	}
	l.until = now.T
	if l.passed++; l.passed > maxLineUps {
		l.monitor = nil
		r.rec.Log("further singular configurations are not reported")
		return
	}
	r.rec.Log("singular configuration passed at about t = %.6g: %s (rows dependent)%s", at, strings.Join(r.state.NamesOfDominantElements(l.monitor.RowShareInDependence), ", "), how)
}
