package run

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/system"
)

// EventInfo is what run.json tells of an event.
type EventInfo struct {
	Time    float64  `json:"time"`
	Element string   `json:"element"`
	Value   float64  `json:"value"`   // of the sensor
	Actions []string `json:"actions"` // print, stored, return, ...
}

// maxEvents bounds the events that run.json lists and run.log names.
const maxEvents = 1000

// sensing watches the sensors of a model. A sensor triggers when its condition
// begins to hold; it is armed again once the condition has ceased.
type sensing struct {
	r     *runner
	list  []element.Sensor
	out   []system.Output
	armed []bool
	// level is how far each value is beyond its limit, at the start of the step
	// under way: for EQ either sign is possible, for GE and LE the condition holds
	// from -Tol on.
	level, end []float64
	look       []float64 // one sample
	t          float64   // start of the step under way
	limit      float64   // end of the analysis
	probe      *integrate.Point
	fired      []int // sensors that the step just taken triggered
	halted     bool
	count      int
}

// newSensing returns nil for a model without sensors.
func newSensing(r *runner) *sensing {
	list := r.model.Sensors
	if len(list) == 0 {
		return nil
	}
	n := len(list)
	s := &sensing{r: r, list: list, armed: make([]bool, n), level: make([]float64, n), end: make([]float64, n),
		look: make([]float64, n), probe: integrate.NewPoint(r.state.Layout())}
	for k := range list {
		s.out = append(s.out, list[k].Sensed)
		s.armed[k] = true
	}
	return s
}

// resume takes over from the sensors of a model before it was changed: those that
// have triggered wait until their condition has ceased.
func (s *sensing) resume(old *sensing) *sensing {
	if s == nil || old == nil {
		return s
	}
	s.halted, s.count = old.halted, old.count
	for k := range s.list {
		for n := range old.list {
			if old.list[n].Title == s.list[k].Title {
				s.armed[k] = old.armed[n]
			}
		}
	}
	return s
}

// options makes the integrator report its steps and keeps them short enough.
func (s *sensing) options(o *integrate.Options) {
	if s == nil {
		return
	}
	o.Watch = s.watch
	for k := range s.list {
		if h := s.list[k].HMax; h > 0 {
			o.HMax = math.Min(o.HMax, h)
		}
	}
}

// levels sets dst to the levels at p.
func (s *sensing) levels(dst []float64, p *integrate.Point) error {
	if err := s.r.state.Sense(dst, p, s.out); err != nil {
		return err
	}
	for k := range s.list {
		dst[k] -= s.list[k].Value
		if s.list[k].Compare == "LE" {
			dst[k] = -dst[k]
		}
	}
	return nil
}

// holds tells whether the condition of sensor k holds at a level.
func (s *sensing) holds(k int, level float64) bool {
	if s.list[k].Compare == "EQ" {
		level = -math.Abs(level)
	}
	return level >= -s.list[k].Tol
}

// triggers tells whether sensor k triggers between two levels.
func (s *sensing) triggers(k int, a, b float64) bool {
	return s.armed[k] && (s.holds(k, b) || s.list[k].Compare == "EQ" && a*b < 0)
}

// begin looks at the sensors at the start of an analysis and does what those ask
// for that trigger there.
func (s *sensing) begin(out *timetable, next *int) (stop bool, err error) {
	if s == nil {
		return false, nil
	}
	if stop, err = s.here(out, next); stop || err != nil {
		return stop, err
	}
	return false, s.r.admissible(s.r.point) // laws may have jumped
}

// here does what the sensors ask for that trigger at the current point.
func (s *sensing) here(out *timetable, next *int) (stop bool, err error) {
	if s == nil {
		return false, nil
	}
	s.limit = out.end
	if err := s.levels(s.level, s.r.point); err != nil {
		return false, err
	}
	s.t = s.r.point.T
	for k, v := range s.level {
		switch {
		case !s.holds(k, v):
			s.armed[k] = true
		case s.armed[k]:
			s.armed[k] = false
			if !s.list[k].Crossing {
				s.fired = append(s.fired, k)
			}
		}
	}
	return s.act(out, next, s.r.point)
}

// inside are the places in a step where sensors that look inside it do so.
var inside = [...]float64{0.25, 0.5, 0.75}

// watch is integrate.Options.Watch: it finds the first event of the step.
func (s *sensing) watch() (*integrate.Point, float64, error) {
	m := s.r.method
	end := math.Min(m.Now().T, s.limit)
	start := s.t
	if s.crossing() {
		for _, x := range inside {
			if p, h, err := s.until(start + x*(end-start)); p != nil || err != nil {
				return p, h, err
			}
		}
	}
	return s.until(end)
}

func (s *sensing) crossing() bool {
	return slices.ContainsFunc(s.list, func(x element.Sensor) bool { return x.Crossing })
}

// until looks for events between s.t and t; without one it goes on from t.
func (s *sensing) until(t float64) (*integrate.Point, float64, error) {
	if err := s.levels(s.end, s.r.solutionAt(t, s.probe)); err != nil {
		return nil, 0, err
	}
	first := math.Inf(1)
	for k := range s.list {
		if !s.triggers(k, s.level[k], s.end[k]) {
			continue
		}
		at, err := s.locate(k, t)
		if err != nil {
			return nil, 0, err
		}
		first = math.Min(first, at)
	}
	if !math.IsInf(first, 1) {
		return s.event(first)
	}
	s.move(t)
	return nil, 0, nil
}

// move makes t, where the levels are s.end, the start of what is looked at next.
func (s *sensing) move(t float64) {
	for k, v := range s.end {
		if !s.holds(k, v) {
			s.armed[k] = true
		}
	}
	s.t = t
	s.level, s.end = s.end, s.level
}

// locate returns the time between s.t and b at which sensor k triggers: b itself
// where the level there is within the tolerance, else where the level is zero,
// to a hundredth of the tolerance. At a jump it is the first time found behind the jump.
func (s *sensing) locate(k int, b float64) (float64, error) {
	a, fa, fb := s.t, s.level[k], s.end[k]
	tol := s.list[k].Tol
	if math.Abs(fb) <= tol || fa*fb >= 0 {
		return b, nil
	}
	return solve.Root(a, b, fa, fb, 0.01*tol, leastInterval(a, b), func(t float64) (float64, error) {
		err := s.levels(s.look, s.r.solutionAt(t, s.probe))
		return s.look[k], err
	})
}

// event ends the step at t: positions and speeds are brought onto the constraints
// and accelerations solved for.
func (s *sensing) event(t float64) (*integrate.Point, float64, error) {
	r := s.r
	p := s.probe
	r.copyAt(t, p)
	if err := r.onto(p); err != nil {
		return nil, 0, err
	}
	if err := s.levels(s.end, p); err != nil {
		return nil, 0, err
	}
	step := 0.0
	for k, x := range s.list {
		v := s.end[k]
		if !s.triggers(k, s.level[k], v) && !(s.armed[k] && s.nearly(k, v)) {
			continue
		}
		s.fired = append(s.fired, k)
		s.armed[k] = false
		if x.Step > 0 && (step == 0 || x.Step < step) {
			step = x.Step
		}
	}
	s.t = t
	s.level, s.end = s.end, s.level
	return p, step, nil
}

// nearly tells whether the level is that of the condition but for what the
// interpolant and the projection differ.
func (s *sensing) nearly(k int, v float64) bool { return math.Abs(v) <= 2*s.list[k].Tol }

// onto makes a point of the interpolant consistent.
func (r *runner) onto(p *integrate.Point) error {
	tol := r.tuning.ConstrTol * max(1, r.model.System.Length)
	if err := integrate.ProjectPositions(r.state, p, tol, r.work); err != nil {
		return err
	}
	if err := integrate.ProjectVelocities(r.state, p, 1e3*tol, r.work); err != nil {
		return err
	}
	if r.nonsmooth() { // reactions are those of the step
		return nil
	}
	return r.consistent(p)
}

// act does what the sensors that were triggered ask for; stop tells that the
// analysis ends here.
func (s *sensing) act(out *timetable, next *int, now *integrate.Point) (stop bool, err error) {
	if s == nil || len(s.fired) == 0 {
		return false, nil
	}
	stored, print, dt := false, false, 0.0
	for _, k := range s.fired {
		x := &s.list[k]
		if x.Evaluate != nil {
			if err := s.store(x.Evaluate, now); err != nil {
				return false, err
			}
			stored = true
		}
		if x.DT > 0 && (dt == 0 || x.DT < dt) {
			dt = x.DT
		}
		stop = stop || x.Return || x.Halt
		s.halted = s.halted || x.Halt
		print = print || x.Print
	}
	s.r.state.Broken()
	s.tell(now.T)
	s.fired = s.fired[:0]
	if (print || stop) && (stored || s.r.wrote != now.T) {
		if err := s.r.write(now); err != nil {
			return stop, err
		}
	}
	if dt > 0 && now.T < out.end {
		*out = schedule(&element.Command{Settings: element.Settings{Interval: dt}}, now.T, out.end)
		*next = 1
	}
	if s.r.state.Resting() {
		return stop, nil
	}
	return stop, s.r.energy.again(s.r, now)
}

// store evaluates what an event stores and stores it.
func (s *sensing) store(e *element.Evaluate, now *integrate.Point) error {
	var v [1]float64
	if err := s.r.state.Sense(v[:], now, []system.Output{e.Law}); err != nil {
		return err
	}
	s.r.state.Store(e.Store, v[0])
	return nil
}

// tell notes the events at time t in run.log and run.json, and those that end
// something on the console.
func (s *sensing) tell(t float64) {
	for _, k := range s.fired {
		x := &s.list[k]
		v := s.level[k]
		if x.Compare == "LE" {
			v = -v
		}
		e := EventInfo{Time: t, Element: x.Title, Value: v + x.Value, Actions: actions(x)}
		text := fmt.Sprintf("%s: value %g at time %g", e.Element, e.Value, t)
		if len(e.Actions) > 0 {
			text += ": " + strings.Join(e.Actions, ", ")
		}
		if s.count++; s.count <= maxEvents {
			s.r.rec.Update(func(d *Document) { d.Events = append(d.Events, e) })
			s.r.rec.Log("%s", text)
		}
		if s.count == maxEvents {
			s.r.rec.Log("further events are not listed")
		}
		if (x.Halt || x.Return) && s.r.opt.Say != nil {
			s.r.opt.Say(text)
		}
	}
}

// actions names what a sensor does.
func actions(x *element.Sensor) []string {
	all := []string{}
	for _, a := range []struct {
		does bool
		name string
	}{{x.Evaluate != nil, "value stored"}, {x.Print, "print"}, {x.DT > 0, "new output interval"}, {x.Step > 0, "new step size"},
		{x.Restart, "restart"}, {x.Return, "analysis ended"}, {x.Halt, "run ended"}} {
		if a.does {
			all = append(all, a.name)
		}
	}
	return all
}
