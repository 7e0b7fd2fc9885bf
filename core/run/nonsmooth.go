package run

import (
	"cmp"
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// NonSmoothInfo is what run.json says about analyses by NSC.
type NonSmoothInfo struct {
	Solver     string  `json:"solver"`
	Solves     int     `json:"solves"`
	Iterations int     `json:"iterations"`
	Residual   float64 `json:"residual"`          // the greatest that was accepted, a speed
	Positions  float64 `json:"position_residual"` // greatest error of rows of positions and depth of contacts that a step left
	Impacts    int     `json:"impacts"`           // that were looked for, where steps end
	Changes    int     `json:"changes"`           // of contacts and one-sided constraints that closed, opened or were struck; the first 1000 are events
	// Of rigid contacts: points that bore a load at the same time at most, and the greatest penetration.
	Contacts    int     `json:"contacts,omitempty"`
	Penetration float64 `json:"penetration,omitempty"`
}

// logContacts notes in run.log and run.json what has closed, opened and struck in a step of NSC that ended at t.
func (r *runner) logContacts(t float64) {
	if !r.nonsmooth() {
		return
	}
	count := 0
	r.touches, count = r.state.Touches(r.touches[:0])
	for i := range r.touches {
		x := &r.touches[i]
		text := fmt.Sprintf("%s %s at time %g", x.Element, x.What, t)
		if x.Speed > 0 {
			text += fmt.Sprintf(", approach speed %g", x.Speed)
		}
		r.rec.Update(func(d *Document) {
			d.Events = append(d.Events, EventInfo{Time: t, Element: x.Element, Value: x.Speed, Actions: []string{x.What}})
		})
		r.rec.Log("%s", text)
	}
	if count > system.MostTouches && r.touchCount <= system.MostTouches {
		r.rec.Log("further contacts and one-sided constraints that close, open and strike are not listed; run.json reports how many there were")
	}
	r.touchCount = count
}

// nonsmooth reports that the analysis under way is one by NSC.
func (r *runner) nonsmooth() bool { return r.method != nil && integrate.IsNonSmooth(r.method) }

// beginMethod makes m the method of the analysis.
func (r *runner) beginMethod(m integrate.Method, opt *integrate.Options) error {
	if integrate.IsNonSmooth(m) {
		r.state.BeginNonsmooth(r.point)
	}
	if err := m.Init(r.state, r.point, opt); err != nil {
		return r.stepFailed(err)
	}
	r.method = m
	return nil
}

// solveFirstLoads writes the results at the start of an analysis. NSC shows the loads of its solveFirstLoads step in it: those of contacts, and of
// bounds and friction, are not known before a step.
func (r *runner) solveFirstLoads(m integrate.Method, opt *integrate.Options) error {
	if !integrate.IsNonSmooth(m) {
		return r.write(r.point)
	}
	if err := r.beginMethod(m, opt); err != nil {
		return err
	}
	defer func() {
		r.state.EndNonsmooth()
		r.method = nil
	}()
	r.report.Copy(r.point)
	if err := integrate.StartLoads(m, r.report); err != nil {
		return r.stepFailed(err)
	}
	r.state.HoldNonsmooth(r.report)
	return r.write(r.report)
}

// endMethod lets the method go. What follows finds out itself which rows are in force.
func (r *runner) endMethod() {
	if r.nonsmooth() {
		st := r.method.Stats()
		r.rec.Log("NSC: %d steps, %d rejected, %d impacts looked for; %d solutions by %s with %d iterations, greatest residual %.3g; positions are off by %.3g at most",
			st.Steps, st.Rejected, st.Impacts, st.VISolves, cmp.Or(r.tuning.VISolver, "auto"), st.NewtonIterations, st.VIResidual, st.PositionResidual)
		r.state.EndNonsmooth()
	}
	r.method = nil
}

// nonsmoothInfo returns what run.json reports, nil where NSC has not run.
func (r *runner) nonsmoothInfo(st *integrate.Stats) *NonSmoothInfo {
	if st.VISolves == 0 {
		return nil
	}
	total := r.state.RigidTotals()
	return &NonSmoothInfo{cmp.Or(r.tuning.VISolver, "auto"), st.VISolves, st.VIIterations, st.VIResidual, st.PositionResidual, st.Impacts, r.touchCount, total.Most, total.Deepest}
}
