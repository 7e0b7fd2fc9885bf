package run

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// performActions does what the sensors that were triggered request; stop reports that the
// analysis ends here.
func (s *sensors) performActions(out *timetable, now *integrate.Point) (stop bool, err error) {
	if s == nil || len(s.fired) == 0 {
		return false, nil
	}
	stored, print, dt := false, false, 0.0
	for _, k := range s.fired {
		x := &s.list[k]
		if err := s.notifyAndStore(x, now); err != nil {
			return false, err
		}
		stored = stored || x.Evaluate != nil
		if x.DT > 0 && (dt == 0 || x.DT < dt) {
			dt = x.DT
		}
		stop = stop || x.Return || x.Halt
		s.halted = s.halted || x.Halt
		print = print || x.Print
	}
	s.r.state.RecordJumpInDelayHistories()
	s.reportTriggers(now.T)
	s.fired, s.seen = s.fired[:0], s.seen[:0]
	if (print || stop) && (stored || s.r.output.last != now.T) {
		if err := s.r.output.solveAndWritePoint(now); err != nil {
			return stop, err
		}
	}
	if dt > 0 && now.T < out.end {
		*out = *newTimetable(&element.Command{Settings: element.Settings{Interval: dt}}, now.T, out.end)
	}
	if s.r.state.IsRestAnalysis() {
		return stop, nil
	}
	return stop, s.r.monitor.energy.resetPower(s.r, now)
}

// notifyAndStore calls the CBKSUBs for each action of a sensor, and stores the value that its event evaluates.
func (s *sensors) notifyAndStore(x *element.Sensor, now *integrate.Point) error {
	for _, a := range listSensorActions(x) {
		if err := s.r.callbacks.notifyAt(eventSensor, now, false, int32(x.ID), a.number); err != nil {
			return err
		}
	}
	if x.Evaluate == nil {
		return nil
	}
	return s.storeEvaluation(x.Evaluate, now)
}

// storeEvaluation evaluates what an event stores and stores it.
func (s *sensors) storeEvaluation(e *element.Evaluate, now *integrate.Point) error {
	var v [1]float64
	if err := s.r.state.EvalOnDemandOutputs(v[:], now, []system.Output{e.Law}); err != nil {
		return err
	}
	if !s.r.state.HasStoredValuesInRows() {
		s.r.state.SetStoredValue(e.Store, v[0])
		return nil
	}
	before, err := s.largestRowErrors(now)
	if err != nil {
		return err
	}
	s.r.state.SetStoredValue(e.Store, v[0])
	after, err := s.largestRowErrors(now)
	if err != nil {
		return err
	}
	for k, what := range [2]string{"positions", "speeds"} {
		if jump := after[k] - before[k]; jump > 1e-6*(1+before[k]) {
			s.r.rec.warn("the value %g that an event stores at time %g moves a motion by %.3g: %s jump there, which takes impulses without bound", v[0], now.T, jump, what)
		}
	}
	return nil
}

// largestRowErrors returns the greatest errors of position and velocity rows.
func (s *sensors) largestRowErrors(now *integrate.Point) (worst [2]float64, err error) {
	r := integrate.NewResidual(s.r.state.Layout())
	if err := s.r.state.EvaluateResidual(r, now); err != nil {
		return worst, err
	}
	for k, rows := range [2][]float64{r.Pos, r.Vel} {
		for _, g := range rows {
			worst[k] = max(worst[k], math.Abs(g))
		}
	}
	return worst, nil
}

// reportTriggers notes the events at time t in run.log and run.json, and those that end
// something on the console.
func (s *sensors) reportTriggers(t float64) {
	for n, k := range s.fired {
		x, v := &s.list[k], s.seen[n]
		if x.Compare == "LE" {
			v = -v
		}
		e := EventInfo{Time: t, Element: x.Title, Value: v + x.Value, Actions: listActionNames(x)}
		text := fmt.Sprintf("%s: value %g at time %g", e.Element, e.Value, t)
		if len(e.Actions) > 0 {
			text += ": " + strings.Join(e.Actions, ", ")
		}
		s.r.rec.recordCountedEvent(&s.count, e, text, "events of sensors")
		if x.Halt || x.Return {
			s.r.rec.writeConsole(text)
		}
	}
}

// sensorAction is something that a sensor does, and the number that a CBKSUB gets for it.
type sensorAction struct {
	name   string
	number int32
}

// listSensorActions lists what a sensor does.
func listSensorActions(x *element.Sensor) (list []sensorAction) {
	for _, a := range []struct {
		does bool
		sensorAction
	}{{x.Evaluate != nil, sensorAction{"value stored", 9}}, {x.Print, sensorAction{"print", 4}}, {x.DT > 0, sensorAction{"new output interval", 2}},
		{x.Step > 0, sensorAction{"new step size", 7}}, {x.Restart, sensorAction{"restart", 5}}, {x.Return, sensorAction{"analysis ended", 6}},
		{x.Halt, sensorAction{"run ended", 3}}} {
		if a.does {
			list = append(list, a.sensorAction)
		}
	}
	return list
}

// listActionNames names what a sensor does.
func listActionNames(x *element.Sensor) []string {
	all := []string{}
	for _, a := range listSensorActions(x) {
		all = append(all, a.name)
	}
	return all
}
