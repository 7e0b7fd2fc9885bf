package run

import (
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
)

// Kinds of analyses that a driver asks for.
const (
	dynamics   = "dynamics"
	kinematics = "kinematics"
	statics    = "statics"
	linears    = "linear"
)

// kindOf returns the kind of analysis by the beginning of its name.
func kindOf(name string) string {
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
	if err := d.begin(begin); err != nil {
		return err
	}
	same := math.Abs(begin-r.point.T) <= 1e-9*math.Max(end-begin, math.Abs(begin))
	if !same {
		d.retire()
		r.point.T = begin
		r.state.Restart(begin)
		if err := r.assemble(); err != nil {
			return err
		}
	}
	if kind == statics || kind == linears {
		if err := r.smooth("of type " + kind); err != nil {
			return err
		}
	}
	switch {
	case r.halted():
		return nil
	case kind == statics:
		d.retire()
		return r.rested(end)
	case kind == linears:
		d.retire()
		r.simulates++ // which names the files
		return r.linearize(&element.Command{Element: d.d.Element, Linear: r.model.Linear})
	case end <= r.point.T:
		return nil
	case kind == kinematics && r.freedom() > 0:
		d.refuse(refused, "ANALYS: a model with %d degrees of freedom has no KINEMATICS: it is run as DYNAMICS", r.state.Freedom())
	}
	if first {
		d.retire()
	}
	return d.advance(end)
}

// advance integrates to end, which the last step ends at.
func (d *driver) advance(end float64) error {
	r := d.r
	out, next := timetable{start: r.point.T, end: end}, 1
	if _, err := r.knots.begin(r, r.point.T, end); err != nil {
		return err
	}
	defer r.state.Span(math.Inf(-1), math.Inf(1))
	if !d.goesOn || r.method == nil {
		if stop, err := d.start(&out, &next); stop || err != nil {
			return err
		}
	}
	defer func() { r.point.Copy(r.method.Now()) }()
	r.events.begin(r.method.Now().T, end)
	for r.method.Now().T < end {
		if err := r.interrupted(); err != nil {
			return err
		}
		if err := r.step(end, end); err != nil {
			return err
		}
		if stop, err := r.sensors.act(&out, &next, r.method.Now()); stop || err != nil {
			return err
		}
	}
	return nil
}

// start makes a method that analyses may continue with; stop reports that a sensor
// ends the analysis before it begins.
func (d *driver) start(out *timetable, next *int) (stop bool, err error) {
	r := d.r
	if !r.tuning.NonSmooth() {
		if err := r.smooth("with the integrator " + r.tuning.Integrator); err != nil {
			return false, err
		}
	}
	if err := r.leaveRest(); err != nil {
		return false, err
	}
	r.setMotionMode()
	r.state.Restart(r.point.T)
	r.state.Session.Integrator = r.tuning.Integrator
	if err := r.friction.begin(r.point); err != nil {
		return false, err
	}
	if err := r.remember(); err != nil {
		return false, err
	}
	r.jumps = 0
	method, opt, err := r.choose(out.end - r.point.T)
	if err != nil {
		return false, err
	}
	opt.Interpolate = false
	r.energy.begin(r)
	r.monitor.begin(r.state, r.point)
	r.state.BeginPoles()
	if stop, err = r.sensors.begin(out, next); stop || err != nil {
		return stop, err
	}
	if err := r.beginMethod(method, opt); err != nil {
		return false, err
	}
	d.goesOn = true
	return false, nil
}

// smooth refuses an analysis that knows no rigid contacts where there are some. Those of
// commands have been refused with the deck.
func (r *runner) smooth(what string) error {
	if why := element.RigidNeeds(r.model.System, what); why != "" {
		return &UsageError{why}
	}
	return nil
}
