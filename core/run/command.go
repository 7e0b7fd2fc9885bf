package run

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// runCommand carries out one command. The initial conditions are found before the
// first analysis, with what the commands before it have set.
func (r *runner) runCommand(c *element.Command) error {
	if err := r.callbacks.notifyCommand(c); err != nil {
		return err
	}
	switch {
	case c.Tune:
		r.settings.transient = c.Tuning
		r.settings.changes = append(r.settings.changes, c.Element)
		return nil
	case c.Rest != nil:
		r.settings.static = *c.Rest
		r.settings.changes = append(r.settings.changes, c.Element)
		return nil
	case c.Load != nil:
		return r.loadModel(c.Load)
	case c.Begin:
		return r.setUpAndFindInitialConditions(0)
	case c.Change != nil:
		next := c.Change.Apply(r.model)
		if err := modelErrors(next); err != nil {
			return err
		}
		if err := r.replaceModel(next, joinCommandNames(c.Change.Commands)); err != nil {
			return err
		}
		return r.callbacks.notifyAtCurrentPoint(eventModelChange)
	case c.Save != "":
		return r.saveModel(c.Save)
	case c.Driver != nil:
		return r.runDriver(c.Driver)
	case r.state == nil:
		r.atRest = c.Static
		if err := r.callbacks.searchInitialConditionsInModeOf(c, func() error { return r.setUpAndFindInitialConditions(c.Start) }); err != nil {
			return err
		}
	}
	if r.totals.analyses++; c.Static {
		return r.runStatic(c)
	}
	if c.Linear != nil {
		return r.linearize(c)
	}
	if r.driver != nil && !c.Assembly && !c.HasStart && !c.HasDuration && c.End <= r.point.T {
		r.rec.warn("%s: the driver has reached the time %g: the analysis would end before the current time, at %g", c.Element.Kind, r.point.T, c.End)
		return nil
	}
	return r.runTransient(c)
}

// modelErrors reports what is wrong with a model that was changed while it runs.
func modelErrors(m *element.Model) error {
	if m.Deck.Diags.HasErrors() {
		return element.ErrDeck
	}
	return errors.Join(m.Failed...)
}

// joinCommandNames names commands in messages.
func joinCommandNames(commands []*deck.Element) string {
	var all []string
	for _, e := range commands {
		t := e.KindID()
		if e.Kind == "Activate" || e.Kind == "Deactivate" {
			t = fmt.Sprintf("%s %s %s", e.Kind, e.Enum("element_type"), strings.Trim(fmt.Sprint(e.Ints("element_id")), "[]"))
		}
		all = append(all, t)
	}
	if n := len(all); n > 4 {
		all = append(all[:3], fmt.Sprintf("%d more", n-3))
	}
	return strings.Join(all, ", ")
}

// replaceModel continues with another form of the model, from what has been reached.
// Positions are brought onto its constraints with the least displacement; speeds
// as by an impact without rebound.
func (r *runner) replaceModel(next *element.Model, by string) error {
	r.output.collector.bindColumns(next.System)
	if r.state == nil {
		r.model = next
		return nil
	}
	if err := r.held.holdVariablesIn(next); err != nil {
		return err
	}
	s, p, err := next.System.TransferState(r.state, r.point)
	if err != nil {
		return err
	}
	r.rec.Log("time %g: the model is changed by %s", p.T, by)
	r.model, r.state, r.point = next, s, p
	r.scratch, r.work = s.DeckPoint(), integrate.NewLinearSolver(s)
	r.enableStageTiming()
	r.sources.sensors, r.sources.inequalities = newSensors(r).inheritTriggerStates(r.sources.sensors), newInequalityEvents(r).inheritEventCounts(r.sources.inequalities)
	r.sources.friction, r.sources.breakage, r.sources.samplers = newFrictionEvents(r), newBreakEvents(r), newSamplers(r)
	before := s.DeckPoint()
	before.Copy(p)
	if err := r.makeConsistentAtTime(); err != nil {
		var a *system.AssemblyError
		if errors.As(err, &a) {
			return fmt.Errorf("time %g, after the changes by %s: %w", p.T, by, err)
		}
		return err
	}
	r.reportBodyMoves(before, by)
	return nil
}

// noticed is the part of the length scale, or of a radian, that a change of the
// model may move bodies without a warning.
const noticed = 1e-4

// reportBodyMoves warns when new constraints have moved bodies, and logs how much they have
// changed speeds.
func (s *solution) reportBodyMoves(before *integrate.Point, by string) {
	moved, turned, speed := 0.0, 0.0, 0.0
	name := ""
	for i := range s.model.System.Bodies {
		b := &s.model.System.Bodies[i]
		at, v, n := s.model.System.BodyOffsets(system.BodyIdx(i))
		if n == 0 {
			continue
		}
		d := 0.0
		for k := at; k < at+3; k++ {
			d = math.Hypot(d, s.point.Q[k]-before.Q[k])
		}
		a := 0.0
		if b.Kind == system.Rigid {
			a = quaternionAngle(s.point.Q[at+3:at+7], before.Q[at+3:at+7])
		}
		if d > moved || a > turned {
			name = b.String()
		}
		moved, turned = math.Max(moved, d), math.Max(turned, a)
		for k := range n {
			speed = math.Max(speed, math.Abs(s.point.V[v+k]-before.V[v+k]))
		}
	}
	if moved > noticed*s.model.System.Length || turned > noticed {
		s.rec.warn("%s at time %g: positions did not satisfy the constraints: %s is moved by %.3g and turned by %.3g rad", by, s.point.T, name, moved, turned)
	}
	if speed > 1e-9 {
		s.rec.Log("speeds change by up to %.6g to satisfy the constraints", speed)
	}
}

// quaternionAngle returns the angle between two orientations given as unit quaternions: the
// chord between them is 2 sin(angle/4).
func quaternionAngle(a, b []float64) float64 {
	plus, minus := 0.0, 0.0
	for k := range a {
		plus += (a[k] + b[k]) * (a[k] + b[k])
		minus += (a[k] - b[k]) * (a[k] - b[k])
	}
	return 4 * math.Asin(math.Min(1, math.Sqrt(math.Min(plus, minus))/2))
}
