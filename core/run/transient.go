package run

import (
	"errors"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// runTransient runs one transient analysis.
func (r *runner) runTransient(c *element.Command) error {
	if c.Assembly {
		if err := r.moveToAnalysisStart(c); err != nil {
			return err
		}
		return r.runAssembly(c)
	}
	end, err := r.callbacks.notifyAnalysisBegin(eventTransientBegin, system.Dynamic)
	if err != nil {
		return err
	}
	return end(r.runMotion(c))
}

// runMotion moves the model to the start of a transient analysis and runs that.
func (r *runner) runMotion(c *element.Command) error {
	if err := r.moveToAnalysisStart(c); err != nil {
		return err
	}
	if err := r.makeConsistentAfterEquilibrium(); err != nil {
		return err
	}
	start := r.point.T
	r.setMotionMode()
	released, err := r.holdModesIfKinematic(c)
	if err != nil {
		return err
	}
	r.warnNotKinematic(c)
	return errors.Join(r.runMotionFrom(start, c), released())
}

// runMotionFrom carries out an analysis of motion, whose mode has been set.
func (r *runner) runMotionFrom(start float64, c *element.Command) error {
	defer r.finishMotionAnalysis(start)
	end, err := r.callbacks.notifyMotionBegin()
	if err != nil {
		return err
	}
	return end(r.integrateFrom(start, c))
}

// integrateFrom takes the steps of a transient analysis and writes its rows.
func (r *runner) integrateFrom(start float64, c *element.Command) error {
	r.state.BeginAnalysis(start)
	r.state.Session.Integrator = r.initialIntegratorName()
	end := c.End
	if c.HasDuration {
		end = start + c.Duration
	}
	if end <= start {
		return endTimeError(start, end)
	}
	if err := r.checkTimeResolution(start, end); err != nil {
		return err
	}
	if err := r.sources.friction.findStickingSurfaces(r.point); err != nil {
		return err
	}
	if err := r.beginDelayHistories(); err != nil {
		return err
	}
	if err := r.sources.breakage.breakAtAnalysisBegin(); err != nil {
		return err
	}
	knots, err := r.stepper.knots.findKnots(r, start, end)
	if err != nil {
		return err
	}
	defer r.state.ClampExpressionTime(math.Inf(-1), math.Inf(1))
	if err := r.sources.samplers.takeSamplesAtBegin(start); err != nil {
		return err
	}
	out := newTimetable(c, start, end)
	r.log.resetForAnalysis()
	method, opt, err := r.stepper.newIntegratorFromSettings(out.interval)
	if err != nil {
		return err
	}
	r.stepper.scheduleDelayLookups(out, opt)
	restarts := restarts{c.Restarts}
	if knots || restarts.nextRestart(start) < end || r.sources.samplers.nextSampleTime() < end {
		opt.Interpolate = false
		if r.settings.transient.Interpolate { // At is to be good for all of a step
			opt.FindEvent = r.stepper.events.endStepAtFirstEvent
		}
	}
	r.stepper.logMethod(method, opt)
	r.monitor.energy.coarse.duration = end - start
	r.monitor.resetForAnalysis(r)
	r.state.RecordDivisorSigns()
	r.state.RecordPeakInputsAtStepStart(r.point.T)
	r.work.RequireFreshPartials() // a run that continues from a file has nothing either
	if err := r.stepper.writeStartRow(method, opt); err != nil {
		return err
	}
	if stop, err := r.sources.sensors.actAtAnalysisBegin(out); stop || err != nil {
		return err
	}
	if err := r.stepper.initMethod(method, opt); err != nil {
		return err
	}
	r.stepper.events.watchFrom(r.point.T, end)
	err = r.stepper.stepAndWriteTo(out, end, restarts)
	r.point.Copy(method.Now())
	if err == nil && r.point.T > end {
		err = r.stepper.interpolateBackTo(end)
	}
	warnCoarseSteps(r.rec, r.settings.transient.Integrator, method.Stats())
	r.finishMethod()
	return err
}

// warnNotKinematic warns of an analysis that is called kinematic although something is left to be integrated.
func (r *runner) warnNotKinematic(c *element.Command) {
	if c.Element == nil {
		return
	}
	if r.state.Mode == system.Kinematic || !element.IsKinematicAnalysis(c.Element) {
		return
	}
	why := "has first-order states"
	if n := r.degreesOfFreedom(); n > 0 {
		why = fmt.Sprintf("may move in %d degrees of freedom", n)
	}
	r.rec.warn("the deck requests a kinematic analysis, but the model %s: it is integrated (DYNAMICS)", why)
}

// checkTimeResolution refuses an analysis whose longest steps do not move the time, or are too many.
func (r *runner) checkTimeResolution(start, end float64) error {
	if why := r.settings.transient.ExplainExcessiveSteps(start, end); why != "" {
		return &UsageError{why}
	}
	return nil
}

func endTimeError(start, end float64) error {
	return &UsageError{fmt.Sprintf("the analysis ends at %g, which is not after its start at %g", end, start)}
}

// finishMethod reports what the method of an analysis of motion has found and counted, and lets it go.
func (r *runner) finishMethod() {
	r.monitor.warnFindings(r)
	addStats(&r.totals.stats, r.stepper.method.Stats())
	r.stepper.releaseMethod()
}

// finishMotionAnalysis ends an analysis of motion that began at start.
func (r *runner) finishMotionAnalysis(start float64) {
	r.recordMotionAnalysis(start)
	r.state.Mode = system.Dynamic
}

// recordMotionAnalysis notes an analysis of motion that began at start.
func (r *runner) recordMotionAnalysis(start float64) {
	a := AnalysisInfo{Kind: "transient", Start: start, End: r.point.T}
	if r.state.Mode == system.Kinematic {
		a.Kind = "kinematic"
	}
	r.rec.recordAnalysis(a)
}
