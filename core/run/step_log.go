package run

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// stepLog records what is remarkable in steps, but for events, and knows what it has recorded.
type stepLog struct {
	jumps      int             // of the method under way, passed at the smallest step
	laws       map[string]bool // elements and laws of which a jump was recorded
	changed    bool            // it was recorded that AUTO has changed to another method
	disturbed  bool            // it was recorded that the method under way has left index 3
	singular   singularPassages
	history    stepHistory
	touches    []system.ContactChange // scratch
	touchCount int                    // contacts that have changed in non-smooth steps
}

// resetForAnalysis restarts with an analysis.
func (l *stepLog) resetForAnalysis() {
	l.jumps, l.singular, l.disturbed, l.changed = 0, singularPassages{}, false, false
	l.history.resetRejectedCount()
}

// recordStep records what the step did that began at a time and ended at now.
func (l *stepLog) recordStep(r *runner, from float64, now *integrate.Point) {
	st := r.stepper.method.Stats()
	l.history.addStep(from, now.T, st)
	l.warnPassedJump(r, st)
	l.recordMethodChange(r, st)
	l.recordChangeToIndex2(r, st)
	if r.stepper.isNonsmooth() {
		l.recordContactChanges(r, now.T)
	} else {
		l.singular.logSingularPassage(r, now)
	}
}

// warnPassedJump warns, once for each element, of a jump that was passed at the smallest step.
func (l *stepLog) warnPassedJump(r *runner, st *integrate.Stats) {
	if st.Jumps == l.jumps {
		return
	}
	l.jumps = st.Jumps
	r.state.RecordJumpInDelayHistories()
	j := &st.LastJump
	what, law := r.unknownName(j.Kind, j.Idx), r.describeJumpingLaw(j.From, j.To)
	if l.laws == nil {
		l.laws = map[string]bool{}
	}
	if !l.laws[what+law] {
		l.laws[what+law] = true
		r.rec.countFinding(func(f *Findings) { f.Jumps++ })
		r.rec.warn("a law jumps at time %g%s: the error of %s could not be kept and the smallest step was taken", j.T, law, what)
	}
}

// recordMethodChange records, once, that AUTO has changed to another method.
func (l *stepLog) recordMethodChange(r *runner, st *integrate.Stats) {
	if st.Changed == nil || l.changed {
		return
	}
	l.changed = true
	before := r.state.Session.Integrator
	r.state.Session.Integrator = st.Changed.To
	r.rec.Log("%s integrates from time %.6g on instead of %s: %s", st.Changed.To, st.Changed.T, before, st.Changed.Why)
}

// recordChangeToIndex2 records, once, that the integrator left index 3.
func (l *stepLog) recordChangeToIndex2(r *runner, st *integrate.Stats) {
	if st.SpeedDisturbance == nil || l.disturbed {
		return
	}
	l.disturbed = true
	r.rec.Log("from time %.6g on %s holds speeds to the constraints, too, as with dae_index 2: the errors that index 3 has in them disturb %s",
		st.SpeedDisturbance.T, r.state.Session.Integrator, r.unknownName(integrate.State, st.SpeedDisturbance.Idx))
}

// recordContactChanges records what has closed, opened and struck in a step of NSC that ended at t.
func (l *stepLog) recordContactChanges(r *runner, t float64) {
	count := 0
	l.touches, count = r.state.AppendContactChanges(l.touches[:0])
	for i := range l.touches {
		x := &l.touches[i]
		r.rec.recordEvent(newContactChangeEvent(x.Element, x.What, t, x.Speed))
	}
	if count > system.MostTouches && l.touchCount <= system.MostTouches {
		r.rec.Log("further contacts and one-sided constraints that close, open and strike are not listed; run.json reports how many there were")
	}
	l.touchCount = count
}

// newContactChangeEvent returns the event, and its text, of a contact or constraint that closes, opens or is struck at time t, with the speed of approach, 0 for none.
func newContactChangeEvent(element, what string, t, speed float64) (EventInfo, string) {
	text := fmt.Sprintf("%s %s at time %g", element, what, t)
	if speed > 0 {
		text += fmt.Sprintf(", approach speed %g", speed)
	}
	return EventInfo{Time: t, Element: element, Value: speed, Actions: []string{what}}, text
}
