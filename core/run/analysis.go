package run

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// Kinds of analyses that a driver requests.
const (
	dynamics   = "dynamics"
	kinematics = "kinematics"
	statics    = "statics"
	linears    = "linear"
)

// parseAnalysisKind returns the kind of analysis by the beginning of its name.
func parseAnalysisKind(name string) string {
	name = strings.ToUpper(strings.TrimSpace(name))
	for prefix, kind := range map[string]string{
		"TRANS": dynamics, "DYNAM": dynamics, "KINEM": kinematics, "STAT": statics, "QUASI": statics, "EQUIL": statics, "LINEAR": linears, "EIGEN": linears,
	} {
		if strings.HasPrefix(name, prefix) {
			return kind
		}
	}
	return ""
}

// analyse simulates from begin to end. An analysis that begins where the one
// before ended continues with its integrator; first, another time or a change of the
// model restarts. One that ends where it begins only assembles the model, or brings it to rest.
func (d *driver) analyse(kind string, begin, end float64, first bool) error {
	r := d.r
	if err := d.ensureInitialized(begin); err != nil {
		return err
	}
	same := math.Abs(begin-r.point.T) <= 1e-9*math.Max(end-begin, math.Abs(begin))
	if !same {
		d.endMethod()
		if err := r.assembleAt(begin); err != nil {
			return err
		}
	}
	if kind == statics || kind == linears {
		if err := r.refuseRigidContacts("of type " + kind); err != nil {
			return err
		}
	}
	switch {
	case r.stoppedBySensor():
		return nil
	case kind == statics:
		d.endMethod()
		return r.solveEquilibriaTo(end)
	case kind == linears:
		d.endMethod()
		r.totals.analyses++ // which names the files
		return r.linearize(&element.Command{Element: d.d.Element, Linear: r.model.Linear})
	case end <= r.point.T:
		return nil
	case kind == kinematics && r.degreesOfFreedom() > 0:
		d.warnRefusalOnce(refused, "ANALYS: a model with %d degrees of freedom has no KINEMATICS: it is run as DYNAMICS", r.state.DegreesOfFreedom())
	}
	if first {
		d.endMethod()
	}
	leave, err := r.callbacks.notifyAnalysisBegin(eventTransientBegin, system.Dynamic)
	if err != nil {
		return err
	}
	return leave(d.integrateTo(end))
}

// integrateTo integrates to end, which the last step ends at.
func (d *driver) integrateTo(end float64) error {
	r := d.r
	out := &timetable{start: r.point.T, end: end, next: 1}
	if _, err := r.stepper.knots.findKnots(r, r.point.T, end); err != nil {
		return err
	}
	defer r.state.ClampExpressionTime(math.Inf(-1), math.Inf(1))
	if !d.continues || r.stepper.method == nil {
		if stop, err := d.startMethod(out); stop || err != nil {
			return err
		}
	}
	leave, err := r.callbacks.notifyMotionBegin()
	if err != nil {
		return err
	}
	return leave(d.stepTo(end, out))
}

// stepTo takes the steps to end.
func (d *driver) stepTo(end float64, out *timetable) error {
	r := d.r
	defer func() { r.point.Copy(r.stepper.method.Now()) }()
	r.stepper.events.watchFrom(r.stepper.method.Now().T, end)
	for r.stepper.method.Now().T < end {
		if err := r.checkInterrupted(); err != nil {
			return err
		}
		if err := r.stepper.takeStep(end, end); err != nil {
			return err
		}
		if stop, err := r.sources.sensors.performActions(out, r.stepper.method.Now()); stop || err != nil {
			return err
		}
	}
	return nil
}

// startMethod makes a method that analyses may continue with; stop reports that a sensor
// ends the analysis before it begins.
func (d *driver) startMethod(out *timetable) (stop bool, err error) {
	r := d.r
	if !r.settings.transient.IsNonSmooth() {
		if err := r.refuseRigidContacts("with the integrator " + r.settings.transient.Integrator); err != nil {
			return false, err
		}
	}
	if err := r.makeConsistentAfterEquilibrium(); err != nil {
		return false, err
	}
	r.setMotionMode()
	r.state.BeginAnalysis(r.point.T)
	r.state.Session.Integrator = r.initialIntegratorName()
	if err := r.sources.friction.findStickingSurfaces(r.point); err != nil {
		return false, err
	}
	if err := r.beginDelayHistories(); err != nil {
		return false, err
	}
	if err := r.sources.samplers.takeSamplesAtBegin(r.point.T); err != nil {
		return false, err
	}
	r.log.jumps = 0
	method, opt, err := r.stepper.newIntegratorFromSettings(out.end - r.point.T)
	if err != nil {
		return false, err
	}
	opt.Interpolate = false
	r.monitor.energy.coarse.duration = out.end - r.point.T
	r.monitor.resetForAnalysis(r)
	r.state.RecordDivisorSigns()
	if stop, err = r.sources.sensors.actAtAnalysisBegin(out); stop || err != nil {
		return stop, err
	}
	if err := r.stepper.initMethod(method, opt); err != nil {
		return false, err
	}
	d.continues = true
	return false, nil
}
