package run

import (
	"cmp"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// NonSmoothInfo is what run.json tells of analyses by NSC.
type NonSmoothInfo struct {
	Solver     string  `json:"solver"`
	Solves     int     `json:"solves"`
	Iterations int     `json:"iterations"`
	Residual   float64 `json:"residual"` // the greatest that was accepted, a speed
	Impacts    int     `json:"impacts"`  // that were looked for, where steps end
	// Of rigid contacts: points that bore a load at the same time at most, and the greatest penetration.
	Contacts    int     `json:"contacts,omitempty"`
	Penetration float64 `json:"penetration,omitempty"`
}

// nonsmooth tells that the analysis under way is one by NSC.
func (r *runner) nonsmooth() bool { return r.method != nil && integrate.IsNonSmooth(r.method) }

// beginMethod makes m the method of the analysis.
func (r *runner) beginMethod(m integrate.Method, opt *integrate.Options) error {
	if integrate.IsNonSmooth(m) {
		r.state.BeginNonsmooth(r.point)
	}
	if err := m.Init(r.state, r.point, opt); err != nil {
		return err
	}
	r.method = m
	return nil
}

// endMethod lets the method go. What follows finds out itself which rows are in force.
func (r *runner) endMethod() {
	if r.nonsmooth() {
		st := r.method.Stats()
		r.rec.Log("NSC: %d steps, %d rejected, %d impacts looked for; %d solutions by %s with %d iterations, greatest residual %.3g",
			st.Steps, st.Rejected, st.Impacts, st.VISolves, cmp.Or(r.tuning.VISolver, "newton"), st.NewtonIterations, st.VIResidual)
		r.state.EndNonsmooth()
	}
	r.method = nil
}

// nonsmoothInfo returns what run.json tells, nil where NSC has not run.
func (r *runner) nonsmoothInfo(st *integrate.Stats) *NonSmoothInfo {
	if st.VISolves == 0 {
		return nil
	}
	total := r.state.RigidTotals()
	return &NonSmoothInfo{cmp.Or(r.tuning.VISolver, "newton"), st.VISolves, st.VIIterations, st.VIResidual, st.Impacts, total.Most, total.Deepest}
}
