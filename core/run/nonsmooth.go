package run

import (
	"cmp"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// NonSmoothInfo is what run.json says about analyses by NSC.
type NonSmoothInfo struct {
	Solver     string  `json:"solver"`
	Solves     int     `json:"solves"`
	Iterations int     `json:"iterations"`
	Residual   float64 `json:"residual"`          // the greatest that was accepted, a speed
	Positions  float64 `json:"position_residual"` // greatest error of rows of positions and depth of contacts that a step left
	Impacts    int     `json:"impacts"`           // that were located, where steps end
	Changes    int     `json:"changes"`           // of contacts and one-sided constraints that closed, opened or were struck; the first 1000 are events
	// Of rigid contacts: points that bore a load at the same time at most, and the greatest penetration.
	Contacts    int     `json:"contacts,omitempty"`
	Penetration float64 `json:"penetration,omitempty"`
}

// nonsmoothInfo returns what run.json reports, nil where NSC has not run.
func (r *runner) nonsmoothInfo(st *integrate.Stats) *NonSmoothInfo {
	if st.VISolves == 0 {
		return nil
	}
	total := r.state.RigidContactTotals()
	return &NonSmoothInfo{cmp.Or(r.settings.transient.VISolver, "auto"), st.VISolves, st.VIIterations, st.VIResidual, st.PositionResidual, st.Impacts, r.log.touchCount, total.Most, total.Deepest}
}
