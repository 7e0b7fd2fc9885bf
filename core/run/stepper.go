package run

import (
	"cmp"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
)

// longerOneStep is how much longer than the default of h_max steps of a stepped model may be, where there are no events to be missed:
// the caller's are often a little longer than that.
const longerOneStep = 5

// stepper takes the steps of an analysis of motion: with a method, to the first event or knot in each of them.
type stepper struct {
	r      *runner
	method integrate.Method // nil outside of an analysis of motion
	events *eventFinder
	knots  knotSchedule    // of expressions in TIME
	jumps  jumpRegularizer // of laws, where the motion stays at them
	// oneStep has integrate.NewOneStepMethod in place of methods that control errors and need a history.
	oneStep bool
}

// newIntegratorFromSettings returns the integrator and its options by the settings of the deck; interval is the time between outputs, 0 where they do not
// bound steps.
func (s *stepper) newIntegratorFromSettings(interval float64) (integrate.Method, *integrate.Options, error) {
	r, t := s.r, &s.r.settings.transient
	m, err := integrate.New(t.Integrator)
	if err != nil {
		return nil, nil, err
	}
	own := m
	if s.oneStep {
		m = integrate.NewOneStepMethod()
	}
	if r.state.Mode == system.Kinematic && integrate.IsKinematicallyDetermined(r.state.Layout(), r.degreesOfFreedom()) {
		m = integrate.NewKinematic()
	}
	if !integrate.IsKinematic(m) && traits.TraitsByIntegratorName(t.Integrator).AlongRows && integrate.HasKinematicMotionAndStates(r.state.Layout(), r.degreesOfFreedom()) {
		m = integrate.NewKinematicWithStates(own) // what NewOneStepMethod has for stiff models needs all of a problem
	}
	o := &integrate.Options{
		Tol: t.AbsTol(), Length: r.model.System.Length, HMax: t.HMax, HMin: t.HMin, H0: t.H0, MaxOrder: t.MaxOrder,
		MaxIt: t.MaxIt, MinIt: t.MinIt, Index: t.Index, VelCtrl: t.VelCtrl, VelTolFactor: t.VelTolFactor,
		ConstrTol: r.rowTolerance(), JacobEval: t.JacobEval,
		Interpolate: t.Interpolate, FixedStep: t.FixedStep, DearPartials: r.state.HasRoutinesWithoutOwnPartials(),
		RelAbs: t.RelAbs, RowRate: t.RowRate, VISolver: t.VISolver, VITol: t.VITol, VIMaxIter: t.VIMaxIter,
		Alpha: t.Alpha, AlphaSet: t.Given["hht_alpha"], Beta: t.Beta, Gamma: t.Gamma, Work: r.work,
	}
	if o.FixedStep <= 0 && !t.IsFixedStepImplicit() {
		o.Tol, o.MotionTol, o.MotionSpeeds = t.ErrorTolerances(o.Length)
	}
	r.sources.sensors.limitStepSize(o)
	if s.events = newEventFinder(r, integrate.IsNonSmooth(m)); s.events.hasEvents() {
		o.FindEvent = s.events.endStepAtFirstEvent
	}
	if k := newKinkFinder(r); k != nil {
		o.Crossing = k.firstKinkCrossing
	}
	if s.oneStep && !s.events.hasEvents() && !t.Given["h_max"] {
		o.HMax *= longerOneStep
	} else if !t.Interpolate && interval > 0 {
		o.HMax = math.Min(o.HMax, interval)
	}
	s.limitStepsToDelays(o)
	if (o.FixedStep > 0 || t.IsFixedStepImplicit()) && t.AbsTol() < 1e-9 { // to round-off, alike for all implementations
		o.NewtonTol, o.JacobEval = 1e-15, 1
	}
	r.monitor.stability.resetForAnalysis(r, o)
	r.monitor.sampling.resetForAnalysis(r)
	return m, o, nil
}

// keepsStepAtInputChange reports that the method continues with its step where an input changes, and that no event has to know.
func (s *stepper) keepsStepAtInputChange() bool {
	return s.oneStep && integrate.IsOneStepMethod(s.method) && !s.events.hasEvents()
}

// isNonsmooth reports that the analysis under way is one by NSC.
func (s *stepper) isNonsmooth() bool { return s.method != nil && integrate.IsNonSmooth(s.method) }

// initMethod initializes m at the point reached and makes it the method of the analysis.
func (s *stepper) initMethod(m integrate.Method, opt *integrate.Options) error {
	s.jumps.resetForAnalysis(s.r)
	if integrate.IsNonSmooth(m) {
		s.r.state.BeginNonsmoothAnalysis(s.r.point)
	}
	if err := m.Init(s.r.state, s.r.point, opt); err != nil {
		return s.r.explainStepFailure(err)
	}
	s.method = m
	return nil
}

// writeStartRow writes the results at the start of an analysis. NSC shows the loads of its first step in it: those of contacts, and of
// bounds and friction, are not known before a step.
func (s *stepper) writeStartRow(m integrate.Method, opt *integrate.Options) error {
	r := s.r
	if !integrate.IsNonSmooth(m) {
		return r.output.solveAndWritePoint(r.point)
	}
	if err := s.initMethod(m, opt); err != nil {
		return err
	}
	defer func() {
		r.state.EndNonsmoothAnalysis()
		s.method = nil
	}()
	r.scratch.Copy(r.point)
	if err := integrate.SolveNonSmoothStart(m, r.scratch); err != nil {
		return r.explainStepFailure(err)
	}
	r.state.SetLawRowMultipliersFrom(r.scratch)
	return r.output.solveAndWritePoint(r.scratch)
}

// releaseMethod lets the method go. What follows finds out itself which rows are in force.
func (s *stepper) releaseMethod() {
	if s.isNonsmooth() {
		st := s.method.Stats()
		s.r.rec.Log("NSC: %d steps, %d rejected, %d searches for impacts; %d solutions by %s with %d iterations, greatest residual %.3g; positions are off by %.3g at most",
			st.Steps, st.Rejected, st.Impacts, st.VISolves, cmp.Or(s.r.settings.transient.VISolver, "auto"), st.NewtonIterations, st.VIResidual, st.PositionResidual)
		s.r.state.EndNonsmoothAnalysis()
	}
	s.jumps.restoreJumps()
	s.method = nil
}

// stepAndWriteTo steps to end and writes the rows of the timetable out on the way.
func (s *stepper) stepAndWriteTo(out *timetable, end float64, restarts restarts) error {
	r := s.r
	if out.increment == 0 {
		r.output.due = out
		defer func() { r.output.due = nil }()
	}
	for steps := 1; ; steps++ {
		if err := r.checkInterrupted(); err != nil {
			return err
		}
		limit := end
		if out.increment == 0 && !r.settings.transient.Interpolate {
			limit = out.outputTime(out.next)
		}
		at := restarts.nextRestart(s.method.Now().T)
		if err := s.takeStep(math.Min(limit, at), end); err != nil {
			return err
		}
		now := s.method.Now()
		if now.T == at {
			s.method.NotifyProblemChanged()
		}
		done := now.T >= end
		if out.increment > 0 {
			if steps%out.increment == 0 || done {
				if err := r.output.solveAndWritePoint(now); err != nil {
					return err
				}
			}
		} else if err := r.output.writeRowsUpTo(now, out); err != nil {
			return err
		}
		if stop, err := r.sources.sensors.performActions(out, now); stop || done || err != nil {
			return err
		}
	}
}

// takeStep takes one step of the method, up to limit, of an analysis to end.
func (s *stepper) takeStep(limit, end float64) error {
	r, from := s.r, s.method.Now().T
	if err := s.knots.checkDivergenceAtNextKnot(from, 2*r.settings.transient.HMin); err != nil {
		return err
	}
	if err := s.knots.projectJumpedSpeeds(); err != nil {
		return err
	}
	limit = r.sources.samplers.limitStepEnd(limit)
	if err := r.callbacks.notifyStepBegin(); err != nil {
		return err
	}
	rejected := s.method.Stats().Rejected
	limit = min(limit, r.state.NextDelayedBreak(from), s.knots.nextKnot(from))
	err := s.method.Step(limit)
	for err != nil && s.jumps.regularizeFailedStep(err) {
		err = s.method.Step(limit)
	}
	if err != nil {
		return s.knots.explainFailure(r, err, from)
	}
	if err := r.callbacks.notifyFailedSteps(s.method.Stats().Rejected-rejected, from); err != nil {
		return err
	}
	if err := r.state.FatalRoutineError(); err != nil {
		return err
	}
	now := s.method.Now()
	if err := r.state.AcceptPoint(now); err != nil {
		return err
	}
	if err := s.recordDelayHistories(math.Min(now.T, end)); err != nil {
		return err
	}
	if err := r.sources.breakage.breakOverloaded(now); err != nil {
		return err
	}
	r.log.recordStep(r, from, now)
	if err := r.monitor.checkStep(r, now); err != nil {
		return err
	}
	if err := s.knots.checkDivergenceInStep(from, now); err != nil {
		return err
	}
	if err := s.jumps.checkAcceptedStep(from, now); err != nil {
		return err
	}
	r.state.RecordPeakInputsAtStepStart(now.T)
	if off, err := r.state.AreRedundantRowsViolated(now); err != nil {
		return err
	} else if off {
		if err := r.state.CheckConstraintContradiction(now); err != nil {
			return err
		}
	}
	if err := s.knots.passKnot(now); err != nil {
		return err
	}
	if r.sources.samplers.isSampleDue(now.T) {
		if err := r.sources.samplers.takeSamplesAtStepEnd(now); err != nil {
			return err
		}
	}
	if r.opt.Progress != nil {
		st := s.method.Stats()
		r.opt.Progress(Progress{T: now.T, End: end, H: st.H, Steps: r.totals.stats.Steps + st.Steps})
	}
	if err := r.state.FatalRoutineError(); err != nil {
		return err
	}
	return r.callbacks.notifyAt(eventStepEnd, now, false)
}

// solutionAt returns the solution at t in the step under way: the step's end itself, or from the interpolant, in probe.
func (s *stepper) solutionAt(t float64, probe *integrate.Point) *integrate.Point {
	if now := s.method.Now(); t == now.T {
		return now
	}
	s.method.InterpolateAt(t, probe)
	probe.T = t
	return probe
}

// copySolutionAt sets dst to the solution at t in the step under way.
func (s *stepper) copySolutionAt(t float64, dst *integrate.Point) {
	if p := s.solutionAt(t, dst); p != dst {
		dst.Copy(p)
	}
}

// projectPoint makes a point of the interpolant consistent.
func (s *stepper) projectPoint(p *integrate.Point) error {
	r, tol := s.r, s.r.rowTolerance()
	if err := integrate.ProjectPositions(r.state, p, tol, r.work); err != nil {
		return err
	}
	if err := integrate.ProjectVelocities(r.state, p, 1e3*tol, r.work); err != nil {
		return err
	}
	if s.isNonsmooth() { // reactions are those of the step
		return nil
	}
	return r.solveAccelerations(p)
}

// interpolateBackTo sets the point reached to the end of an analysis whose last step went
// past it, which interpolated output allows.
func (s *stepper) interpolateBackTo(end float64) error {
	s.method.InterpolateAt(end, s.r.point)
	s.r.point.T = end
	return s.projectPoint(s.r.point)
}
