package run

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// addStats sums the counts of methods.
func addStats(sum *integrate.Stats, b *integrate.Stats) {
	sum.Steps += b.Steps
	sum.Rejected += b.Rejected
	sum.Evaluations += b.Evaluations
	sum.Jacobians += b.Jacobians
	sum.Factorizations += b.Factorizations
	sum.NewtonIterations += b.NewtonIterations
	sum.Jumps += b.Jumps
	sum.VISolves += b.VISolves
	sum.VIIterations += b.VIIterations
	sum.VIResidual = math.Max(sum.VIResidual, b.VIResidual)
	sum.Impacts += b.Impacts
}

// updateDocument puts what is known so far into the document.
func (r *runner) updateDocument() {
	st := r.totals.stats
	t := 0.0
	if r.point != nil {
		t = r.point.T
	}
	if r.stepper.method != nil {
		addStats(&st, r.stepper.method.Stats())
		t = r.stepper.method.Now().T
	}
	r.rec.UpdateDocument(func(d *Document) {
		d.EndTime = t
		d.Steps, d.Rejected, d.Evaluations = st.Steps, st.Rejected, st.Evaluations
		d.Jacobians, d.Factorizations = st.Jacobians, st.Factorizations
		d.NonSmooth = r.nonsmoothInfo(&st)
		d.EnergyDrift = r.monitor.energy.relativeDrift()
		d.ConstraintViolation = r.monitor.violation
		if r.state != nil {
			d.Routines = r.routineInfos()
		}
	})
}

// routineInfos reports the user subroutines.
func (r *runner) routineInfos() []RoutineInfo {
	all := slices.Clone(r.totals.routines)
	if r.driver != nil {
		all = append(all, r.driver.routineInfo())
	}
	for _, p := range r.model.Read {
		all = append(all, routineInfoOf(p))
	}
	for _, p := range r.state.Profiles() {
		all = append(all, routineInfoOf(&p))
	}
	for _, o := range r.output.posts {
		all = append(all, o.routineInfo())
	}
	return append(all, r.callbacks.routineInfos()...)
}
