package run

import (
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// UsageError is a command that asks for what cannot be.
type UsageError struct{ Text string }

func (e *UsageError) Error() string { return e.Text }

// LockError is code that is not what the lock of the deck says. A run ends as with
// a routine that cannot be loaded.
type LockError struct{ Text string }

func (e *LockError) Error() string { return e.Text }

// add sums the counts of methods.
func add(a *integrate.Stats, b *integrate.Stats) {
	a.Steps += b.Steps
	a.Rejected += b.Rejected
	a.Evaluations += b.Evaluations
	a.Jacobians += b.Jacobians
	a.Factorizations += b.Factorizations
	a.NewtonIterations += b.NewtonIterations
	a.Jumps += b.Jumps
	a.VISolves += b.VISolves
	a.VIIterations += b.VIIterations
	a.VIResidual = math.Max(a.VIResidual, b.VIResidual)
	a.Impacts += b.Impacts
}

// publish puts what is known so far into the document.
func (r *runner) publish() {
	st := r.stats
	t := 0.0
	if r.point != nil {
		t = r.point.T
	}
	if r.method != nil {
		add(&st, r.method.Stats())
		t = r.method.Now().T
	}
	r.rec.Update(func(d *Document) {
		d.EndTime = t
		d.Steps, d.Rejected, d.Evaluations = st.Steps, st.Rejected, st.Evaluations
		d.Jacobians, d.Factorizations = st.Jacobians, st.Factorizations
		d.NonSmooth = r.nonsmoothInfo(&st)
		d.EnergyDrift = r.energy.relative()
		d.ConstraintViolation = r.violated
		if r.state != nil {
			d.Routines = r.routines()
		}
	})
}

// maxAnalyses bounds the analyses that run.json lists: a driver may ask for any number.
const maxAnalyses = 1000

// analysed notes an analysis that is over. Numbers that JSON has not are left out.
func (r *runner) analysed(a AnalysisInfo) {
	for _, x := range []*float64{&a.Residual, &a.Imbalance} {
		if finite(x) == nil {
			*x = math.MaxFloat64
		}
	}
	r.rec.Update(func(d *Document) {
		if len(d.Analyses) < maxAnalyses {
			d.Analyses = append(d.Analyses, a)
		}
	})
	if a.Iterations > 0 {
		r.rec.Log("%s to time %g by %s: %d iterations, residual %.3g, imbalance %.3g", a.Kind, a.End, a.Method, a.Iterations, a.Residual, a.Imbalance)
	}
}

// routines reports the user subroutines.
func (r *runner) routines() []RoutineInfo {
	all := slices.Clone(r.unloadedRoutines)
	if r.driver != nil {
		all = append(all, r.driver.info())
	}
	for _, p := range r.model.Read {
		all = append(all, use(p))
	}
	for _, p := range r.state.Profiles() {
		all = append(all, use(&p))
	}
	for _, o := range r.posts {
		all = append(all, o.info())
	}
	return all
}
