package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// transient runs one transient analysis.
func (r *runner) transient(c *element.Command) error {
	if err := r.begin(c); err != nil {
		return err
	}
	if c.Assembly {
		return r.assembled(c)
	}
	if err := r.leaveRest(); err != nil {
		return err
	}
	start := r.point.T
	r.setMotionMode()
	defer r.finishMotion(start)
	r.state.Restart(start)
	r.state.Session.Integrator = r.tuning.Integrator
	end := c.End
	if c.HasDuration {
		end = start + c.Duration
	}
	if end <= start {
		return late(start, end)
	}
	if err := r.checkTimeResolution(start, end); err != nil {
		return err
	}
	if err := r.friction.begin(r.point); err != nil {
		return err
	}
	if err := r.remember(); err != nil {
		return err
	}
	if err := r.breakage.begin(); err != nil {
		return err
	}
	knots, err := r.knots.begin(r, start, end)
	if err != nil {
		return err
	}
	defer r.state.Span(math.Inf(-1), math.Inf(1))
	out := schedule(c, start, end)
	r.jumps, r.passing, r.loggedIndex = 0, passing{}, false
	method, opt, err := r.choose(out.interval)
	if err != nil {
		return err
	}
	anew := restarts{c.Restarts}
	if knots || anew.next(start) < end {
		opt.Interpolate = false
		if r.tuning.Interpolate { // At is to be good for all of a step
			opt.Watch = r.events.watch
		}
	}
	r.chosen(method, opt)
	r.energy.begin(r)
	r.monitor.begin(r.state, r.point)
	r.state.BeginPoles()
	r.state.NoteBumps(r.point.T)
	r.work.Forget() // a run that continues from a file has nothing either
	if err := r.solveFirstLoads(method, opt); err != nil {
		return err
	}
	next := 1
	if stop, err := r.sensors.begin(&out, &next); stop || err != nil {
		return err
	}
	if err := r.beginMethod(method, opt); err != nil {
		return err
	}
	r.events.begin(r.point.T, end)
	err = r.loop(out, next, end, anew)
	r.point.Copy(method.Now())
	if err == nil && r.point.T > end {
		err = r.returnTo(end)
	}
	r.warnCoarseSteps(method.Stats())
	r.reportFindings()
	add(&r.stats, method.Stats())
	r.endMethod()
	return err
}

// begin moves the model to the start of an analysis.
func (r *runner) begin(c *element.Command) error {
	if !c.HasStart || c.Start == r.point.T {
		return nil
	}
	r.point.T = c.Start
	r.state.Restart(c.Start)
	return r.assemble()
}

// reports refuses an analysis whose longest steps do not move the time, or are too many.
func (r *runner) checkTimeResolution(start, end float64) error {
	if why := r.tuning.Uncountable(start, end); why != "" {
		return &UsageError{why}
	}
	return nil
}

func late(start, end float64) error {
	return &UsageError{fmt.Sprintf("the analysis ends at %g, which is not after its start at %g", end, start)}
}

// setMotionMode puts the state in the mode of an analysis of motion: kinematics where nothing is left to be
// integrated, dynamics else.
func (r *runner) setMotionMode() {
	r.state.Mode = system.Dynamic
	if r.freedom() <= 0 && r.state.Layout().NX == 0 {
		r.state.Mode = system.Kinematic
	}
}

// freedom returns the degrees of freedom, at least one where rows may open or contacts may close.
func (r *runner) freedom() int {
	if r.state.HasLaws() || r.state.Breakable() > 0 || len(r.model.System.Rigid) > 0 {
		return max(1, r.state.Freedom())
	}
	return r.state.Freedom()
}

// finishMotion ends an analysis of motion that began at start.
func (r *runner) finishMotion(start float64) {
	r.recordMotion(start)
	r.state.Mode = system.Dynamic
}

// recordMotion notes an analysis of motion that began at start.
func (r *runner) recordMotion(start float64) {
	a := AnalysisInfo{Kind: "transient", Start: start, End: r.point.T}
	if r.state.Mode == system.Kinematic {
		a.Kind = "kinematic"
	}
	r.analysed(a)
}

// returnTo sets the current state to the end of an analysis whose last step went
// past it, which interpolated output allows.
func (r *runner) returnTo(end float64) error {
	r.method.At(end, r.point)
	r.point.T = end
	return r.projectPoint(r.point)
}

// choose makes the integrator with the settings of the deck.
func (r *runner) choose(interval float64) (integrate.Method, *integrate.Options, error) {
	t := &r.tuning
	m, err := integrate.New(t.Integrator)
	if err != nil {
		return nil, nil, err
	}
	if r.state.Mode == system.Kinematic && integrate.Kinematic(r.state.Layout(), r.freedom()) {
		m = integrate.NewKinematic()
	}
	if !t.NonSmooth() && integrate.Guided(r.state.Layout(), r.freedom(), m) {
		m = integrate.NewGuided(m)
	}
	o := &integrate.Options{
		Tol: t.AbsTol(), Length: r.model.System.Length, HMax: t.HMax, HMin: t.HMin, H0: t.H0, MaxOrder: t.MaxOrder,
		MaxIt: t.MaxIt, MinIt: t.MinIt, Index: t.Index, VelCtrl: t.VelCtrl, VelTolFactor: t.VelTolFactor,
		ConstrTol: t.ConstrTol * max(1, r.model.System.Length), JacobEval: t.JacobEval, EvalExpiry: t.EvalExpiry, JacobInit: t.JacobInit,
		Interpolate: t.Interpolate, FixedStep: t.FixedStep, DearPartials: r.state.Differenced(),
		RelAbs: t.RelAbs, RowRate: t.RowRate, VISolver: t.VISolver, VITol: t.VITol, VIMaxIter: t.VIMaxIter,
		Alpha: t.Alpha, AlphaSet: t.Given["hht_alpha"], Beta: t.Beta, Gamma: t.Gamma, Work: r.work,
	}
	if o.FixedStep <= 0 && !t.Constant() {
		o.Tol, o.MotionTol, o.MotionSpeeds = t.Errors(o.Length)
	}
	r.sensors.limitSteps(o)
	if r.events = newEvents(r, integrate.IsNonSmooth(m)); r.events.wanted() {
		o.Watch = r.events.watch
	}
	if !t.Interpolate && interval > 0 {
		o.HMax = math.Min(o.HMax, interval)
	}
	r.limitToDelays(o)
	if (o.FixedStep > 0 || t.Constant()) && t.AbsTol() < 1e-9 { // to round-off, alike for all implementations
		o.NewtonTol, o.JacobEval = 1e-15, 1
	}
	r.watchStability(o)
	return m, o, nil
}

// loop steps to the end and writes results on the way.
func (r *runner) loop(out timetable, next int, end float64, anew restarts) error {
	if out.increment == 0 {
		r.writeOutputsBefore = func(t float64) error { return r.writeBefore(t, out, &next) }
		defer func() { r.writeOutputsBefore = nil }()
	}
	for steps := 1; ; steps++ {
		if err := r.interrupted(); err != nil {
			return err
		}
		limit := end
		if out.increment == 0 && !r.tuning.Interpolate {
			limit = out.at(next)
		}
		at := anew.next(r.method.Now().T)
		if err := r.step(math.Min(limit, at), end); err != nil {
			return err
		}
		now := r.method.Now()
		if now.T == at {
			r.method.Restart()
		}
		done := now.T >= end
		if out.increment > 0 {
			if steps%out.increment == 0 || done {
				if err := r.write(now); err != nil {
					return err
				}
			}
		} else if err := r.writeUpTo(now, out, &next); err != nil {
			return err
		}
		if stop, err := r.sensors.act(&out, &next, now); stop || done || err != nil {
			return err
		}
	}
}

// step takes one step of the method, up to limit, of an analysis to end.
func (r *runner) step(limit, end float64) error {
	from := r.method.Now().T
	if err := r.knots.pole(from, 2*r.tuning.HMin); err != nil {
		return err
	}
	if err := r.knots.strike(); err != nil {
		return err
	}
	if err := r.method.Step(min(limit, r.state.NextArrival(from), r.knots.next(from))); err != nil {
		return r.knots.failed(r, err, from)
	}
	now := r.method.Now()
	if err := r.state.Accept(now); err != nil {
		return err
	}
	if err := r.delayed(math.Min(now.T, end)); err != nil {
		return err
	}
	if err := r.breakage.stepped(now); err != nil {
		return err
	}
	r.jumped()
	r.disturbed()
	r.monitorStep(now)
	r.logContacts(now.T)
	if !r.nonsmooth() {
		r.logSingularPassage(now.T)
	}
	if err := r.energy.step(r, now); err != nil {
		return err
	}
	if !r.energy.undefinable {
		r.strokes.observe(r, now, math.Max(r.energy.largest, r.energyFloor()))
	}
	r.stability.observe(r, now)
	if err := r.knots.crossed(from, now); err != nil {
		return err
	}
	r.state.NoteBumps(now.T)
	if off, err := r.state.RedundantRowsViolated(now); err != nil {
		return err
	} else if off {
		if err := r.state.Contradiction(now); err != nil {
			return err
		}
	}
	if err := r.knots.arrived(now); err != nil {
		return err
	}
	if r.opt.Progress != nil {
		st := r.method.Stats()
		r.opt.Progress(Progress{T: now.T, End: end, H: st.H, Steps: r.stats.Steps + st.Steps})
	}
	return nil
}
