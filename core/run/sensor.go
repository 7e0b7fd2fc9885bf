package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// sensors are the sensors of a model. A sensor triggers when its condition begins to hold; it is armed again once the condition
// has ceased.
type sensors struct {
	r     *runner
	list  []element.Sensor
	out   []system.Output
	armed []bool
	// value is how far each value is beyond its limit, in the last sample: for EQ either sign is possible, for GE and LE the
	// condition holds from -Tol on.
	value  []float64
	side   []float64 // sign with which the values of EQ approach zero
	fired  []int     // sensors that the step just taken triggered
	seen   []float64 // values of those
	halted bool
	count  int
}

// newSensors returns nil for a model without sensors.
func newSensors(r *runner) *sensors {
	list := r.model.Sensors
	if len(list) == 0 {
		return nil
	}
	n := len(list)
	s := &sensors{r: r, list: list, armed: make([]bool, n), value: make([]float64, n), side: make([]float64, n)}
	for k := range list {
		s.out = append(s.out, list[k].Sensed)
		s.armed[k], s.side[k] = true, 1
	}
	return s
}

// inheritTriggerStates takes over from the sensors of a model before it was changed: those that
// have triggered wait until their condition has ceased.
func (s *sensors) inheritTriggerStates(old *sensors) *sensors {
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

// limitStepSize keeps steps short enough.
func (s *sensors) limitStepSize(o *integrate.Options) {
	if s == nil {
		return
	}
	for k := range s.list {
		if h := s.list[k].HMax; h > 0 {
			o.HMax = math.Min(o.HMax, h)
		}
	}
}

func (s *sensors) valueCount() int { return len(s.list) }

// intervalsPerStep is 4 where sensors are sampled inside a step.
func (s *sensors) intervalsPerStep() int {
	for k := range s.list {
		if s.list[k].Crossing {
			return 4
		}
	}
	return 1
}

// sampleValues sets value to the values at p.
func (s *sensors) sampleValues(p *integrate.Point) error {
	if err := s.r.state.EvalOnDemandOutputs(s.value, p, s.out); err != nil {
		return err
	}
	for k := range s.list {
		s.value[k] -= s.list[k].Value
		if s.list[k].Compare == "LE" {
			s.value[k] = -s.value[k]
		}
	}
	return nil
}

// conditionHolds reports whether the condition of sensor k holds at a value.
func (s *sensors) conditionHolds(k int, value float64) bool {
	if s.list[k].Compare == "EQ" {
		value = -math.Abs(value)
	}
	return value >= -s.list[k].Tol
}

// evaluateValues: an event is put at the end of an interval where the value there is within the tolerance, else where it is zero, to a
// hundredth of the tolerance.
func (s *sensors) evaluateValues(dst []eventValue, p *integrate.Point, _ bool) (unsolved bool, err error) {
	if err := s.sampleValues(p); err != nil {
		return false, err
	}
	for k := range s.list {
		v, tol := s.value[k], s.list[k].Tol
		if s.list[k].Compare == "EQ" {
			v *= s.side[k]
		}
		dst[k] = eventValue{v: v, reached: s.armed[k] && v >= -tol, tol: 0.01 * tol}
		if math.Abs(v) <= tol {
			dst[k].tol = tol
		}
	}
	return false, nil
}

// rearmAfterInterval arms the sensors whose condition does not hold any more.
func (s *sensors) rearmAfterInterval(at []eventValue, _ bool) {
	for k := range at {
		if v := &at[k].v; s.list[k].Compare == "EQ" && *v > 0 { // it went through while it was not armed
			s.side[k], *v = -s.side[k], -*v
		}
		s.armed[k] = s.armed[k] || !s.conditionHolds(k, at[k].v)
	}
}

// carryOutEvent triggers the sensors whose condition holds at p; where it is an event of sensors, also those whose value is that of the condition but
// for what the interpolant and the projection differ. At an event of another kind speeds may have jumped: others are armed again.
func (s *sensors) carryOutEvent(p *integrate.Point, i int, _ []eventValue) (firstStep float64, err error) {
	at := make([]eventValue, len(s.list))
	if _, err := s.evaluateValues(at, p, true); err != nil {
		return 0, err
	}
	for k, x := range s.list {
		if !at[k].reached && !(i >= 0 && s.armed[k] && math.Abs(s.value[k]) <= 2*x.Tol) {
			continue
		}
		s.recordTrigger(k)
		if x.Step > 0 && (firstStep == 0 || x.Step < firstStep) {
			firstStep = x.Step
		}
	}
	if i < 0 {
		s.rearmAfterInterval(at, false)
	}
	return firstStep, nil
}

// recordTrigger notes that sensor k triggers with the value of the last sample.
func (s *sensors) recordTrigger(k int) {
	s.armed[k] = false
	s.fired, s.seen = append(s.fired, k), append(s.seen, s.value[k])
}

// actAtAnalysisBegin evaluates the sensors at the start of an analysis and does what those request
// for that trigger there.
func (s *sensors) actAtAnalysisBegin(out *timetable) (stop bool, err error) {
	if s == nil {
		return false, nil
	}
	if stop, err = s.actAtCurrentPoint(out); stop || err != nil {
		return stop, err
	}
	return false, s.r.solveActiveSet(s.r.point) // laws may have jumped
}

// actAtCurrentPoint does what the sensors request that trigger at the current point.
func (s *sensors) actAtCurrentPoint(out *timetable) (stop bool, err error) {
	if s == nil {
		return false, nil
	}
	if err := s.sampleValues(s.r.point); err != nil {
		return false, err
	}
	for k, v := range s.value {
		s.side[k] = -math.Copysign(1, v)
		switch {
		case !s.conditionHolds(k, v):
			s.armed[k] = true
		case s.armed[k]:
			s.armed[k] = false
			if !s.list[k].Crossing {
				s.recordTrigger(k)
			}
		}
	}
	return s.performActions(out, s.r.point)
}
