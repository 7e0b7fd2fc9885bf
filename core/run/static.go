package run

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// reachPart is the part of the length scale, or of a radian, that a step of a search for rest
// may move a body.
const reachPart = 0.3

// staticSimulation is a search for rest of the current model.
type staticSimulation struct {
	r      *runner
	s      *integrate.Statics
	method string
	from   *integrate.Point           // where the step under way began
	path   *integrate.EquilibriumPath // of FIM_D, behind the first point
	h      float64                    // its next step
	info   AnalysisInfo
}

// runStatic carries out a static analysis, or a quasi-static one.
func (r *runner) runStatic(c *element.Command) error {
	r.atRest = true
	if err := r.moveToAnalysisStart(c); err != nil {
		return err
	}
	if !c.HasEnd && !c.HasDuration {
		return r.runEquilibriumAnalysis(system.Static, func(q *staticSimulation) error {
			if err := q.solveEquilibriumAtPoint(); err != nil {
				return err
			}
			return r.output.solveAndWritePoint(r.point)
		})
	}
	start := r.point.T
	end := c.End
	if c.HasDuration {
		end = start + c.Duration
	}
	if end <= start {
		return endTimeError(start, end)
	}
	return r.runEquilibriumAnalysis(system.QuasiStatic, func(q *staticSimulation) error { return q.solveOutputTimes(c, end) })
}

// solveEquilibriaTo brings the model to rest at the time that it has, or at all times up to end, without results.
func (r *runner) solveEquilibriaTo(end float64) error {
	mode := system.Static
	if end > r.point.T {
		mode = system.QuasiStatic
	}
	return r.runEquilibriumAnalysis(mode, func(q *staticSimulation) error {
		if err := q.solveEquilibriumAtPoint(); err != nil {
			return err
		}
		if err := q.beginEquilibriumPath(); err != nil {
			return err
		}
		return q.advanceEquilibriumTo(end)
	})
}

// runEquilibriumAnalysis runs an analysis of rest in its mode and notes in run.json what came of it.
func (r *runner) runEquilibriumAnalysis(mode system.Mode, search func(*staticSimulation) error) error {
	s := r.state
	s.BeginAnalysis(r.point.T)
	s.Mode = mode
	defer func() { s.Mode = system.Dynamic }()
	if err := r.sources.friction.stickSurfacesForEquilibrium(r.point); err != nil {
		return err
	}
	if err := r.sources.inequalities.chooseRowsForEquilibriumSearch(r.point); err != nil {
		return err
	}
	q := r.newStaticSimulation(mode)
	r.atRest = true
	e := eventStaticBegin
	if mode == system.QuasiStatic {
		e = eventQuasiBegin
	}
	end, err := r.callbacks.notifyAnalysisBegin(e, mode)
	if err != nil {
		return err
	}
	err = end(search(q))
	q.info.End = r.point.T
	r.rec.recordAnalysis(q.info)
	addStats(&r.totals.stats, q.s.Stats())
	return err
}

func (r *runner) newStaticSimulation(mode system.Mode) *staticSimulation {
	t := &r.settings.static
	q := &staticSimulation{r: r, method: t.Method, from: r.state.DeckPoint(), info: AnalysisInfo{Kind: "static", Start: r.point.T}}
	o := integrate.StaticOptions{
		MaxError: t.MaxError, MaxImbalance: t.MaxImbalance, MaxIt: t.MaxIt, Stability: t.Stability,
		ConstrTol: r.rowTolerance(), MaxKE: t.KETol, MaxDQ: t.DQTol, MaxPeaks: t.MaxIt,
		Reach: make([]float64, r.state.Layout().NV), Log: q.logSearch, Interrupt: r.checkInterrupted,
	}
	r.state.MaxEquilibriumSearchSteps(o.Reach, reachPart)
	r.sources.inequalities.enableRowSwitchingInSearch(q, &o)
	if mode == system.QuasiStatic {
		q.info.Kind = "quasi-static"
	}
	switch {
	case q.method == "FIM_D" && mode == system.Static:
		q.method = "FIM_S"
		r.rec.Log("FIM_D is for quasi-static analyses: FIM_S is used")
	case q.method == "FIM_D":
		r.rec.Log("FIM_D: steps from %g to %g; a step is accepted if its result differs from the extrapolated one by at most integr_tol %g", r.settings.transient.HMin, r.settings.transient.HMax, r.settings.transient.AbsTol())
	case q.method == "MKEAM" && mode == system.QuasiStatic:
		q.method = "FIM_S"
		r.rec.warn("Param_Static: MKEAM is for static analyses: FIM_S is used in quasi-static ones")
	}
	if q.method != "MKEAM" && r.model.HasContacts() {
		r.rec.Log("%s does not take contacts: MKEAM is used", q.method)
		q.method = "MKEAM"
	}
	if q.method == "MKEAM" {
		o.Relax, o.MaxIt = true, 0
	} else {
		o.MaxPeaks = 0
	}
	q.info.Method = q.method
	q.s = integrate.NewStatics(r.state, o, r.work)
	return q
}

// logSearch takes what the search says of its way.
func (q *staticSimulation) logSearch(format string, args ...any) {
	q.r.rec.Log("time %g: "+format, append([]any{q.r.point.T}, args...)...)
}

// solveEquilibriumAtPoint brings the current point to rest at its time.
func (q *staticSimulation) solveEquilibriumAtPoint() error {
	r := q.r
	out, err := q.s.SolveEquilibrium(r.point)
	q.addOutcome(&out)
	if err != nil {
		return r.explainStepFailure(err)
	}
	if err := r.sources.inequalities.checkEquilibrium(r.point); err != nil {
		return err
	}
	if out.Unstable {
		r.rec.warn("the equilibrium is unstable: %s leaves it when disturbed", r.unknownName(integrate.Speed, out.UnstableSpeed))
	}
	return r.state.AcceptPoint(r.point)
}

// addOutcome adds the outcome of a search to that of the analysis.
func (q *staticSimulation) addOutcome(out *integrate.EquilibriumResult) {
	i := &q.info
	i.Iterations += out.Iterations + out.Steps
	i.Residual = math.Max(i.Residual, out.Residual)
	i.Imbalance = math.Max(i.Imbalance, out.Imbalance)
	i.Relaxed = i.Relaxed || out.Relaxed
	i.Unstable = i.Unstable || out.Unstable
}

// shortestStep is the part of an interval that a quasi-static analysis may be cut down to.
const shortestStep = 1.0 / 4096

// advanceEquilibriumTo brings the model to rest at the time t, from rest at the time before: in one step, or in
// as many as it takes.
func (q *staticSimulation) advanceEquilibriumTo(t float64) error {
	r := q.r
	if q.path != nil {
		return q.followEquilibriumPathTo(t)
	}
	h := t - r.point.T
	least := h * shortestStep
	for r.point.T < t {
		if err := r.checkInterrupted(); err != nil {
			return err
		}
		next := r.point.T + h
		if next > t-1e-9*h {
			next = t
		}
		if err := r.callbacks.notifyAtCurrentPoint(eventStepBegin); err != nil {
			return err
		}
		err := q.stepEquilibriumTo(next)
		var c *integrate.ConvergenceError
		switch {
		case err == nil:
			if err := r.callbacks.notifyAtCurrentPoint(eventStepEnd); err != nil {
				return err
			}
			if err := q.recordDelayHistories(); err != nil {
				return err
			}
			r.totals.stats.Steps++
			h *= 2
		case h <= least || !errors.As(err, &c) && !integrate.IsRetry(err):
			return err
		default:
			h /= 4
			r.totals.stats.Rejected++
			if err := r.callbacks.notifyWithoutState(eventStepFailed, r.point.T); err != nil {
				return err
			}
		}
	}
	return nil
}

// stepEquilibriumTo brings the model to rest at the time t; an error leaves it where it was.
func (q *staticSimulation) stepEquilibriumTo(t float64) error {
	r := q.r
	q.from.Copy(r.point)
	if err := r.sources.inequalities.chooseRowsForEquilibriumSearch(r.point); err != nil {
		return err
	}
	err := q.s.AdvanceTime(r.point, t)
	if err == nil {
		err = q.solveEquilibriumAtPoint()
	}
	if err != nil {
		r.point.Copy(q.from)
		if e := r.state.AcceptPoint(r.point); e != nil {
			return e
		}
	}
	return err
}

// solveOutputTimes finds equilibria at all output times up to end.
func (q *staticSimulation) solveOutputTimes(c *element.Command, end float64) error {
	r := q.r
	if c.Increment > 0 {
		r.rec.warn("print_increment counts steps of integrators: the quasi-static analysis writes %d rows", defaultSteps+1)
	}
	d := *c
	d.Increment = 0
	out := newTimetable(&d, r.point.T, end)
	if err := q.solveEquilibriumAtPoint(); err != nil {
		return err
	}
	if err := q.beginEquilibriumPath(); err != nil {
		return err
	}
	if err := r.output.solveAndWritePoint(r.point); err != nil {
		return err
	}
	for {
		if stop, err := r.sources.sensors.actAtCurrentPoint(out); stop || err != nil {
			return err
		}
		if out.next > out.n {
			return nil
		}
		if err := q.advanceEquilibriumTo(out.outputTime(out.next)); err != nil {
			return err
		}
		out.next++
		if err := r.output.solveAndWritePoint(r.point); err != nil {
			return err
		}
		if r.opt.Progress != nil {
			r.opt.Progress(Progress{T: r.point.T, End: end, Steps: r.totals.stats.Steps})
		}
	}
}
