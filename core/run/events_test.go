package run

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// stopwatch is a kind of event for tests: its value is a function of time, and it comes once.
type stopwatch struct {
	name  string
	value func(t float64) (v, rate float64)
	fired *[]occurrence
	done  bool
	first float64 // longest step after events of other kinds
}

type occurrence struct {
	name string
	t    float64
}

func (s *stopwatch) valueCount() int       { return 1 }
func (s *stopwatch) intervalsPerStep() int { return 1 }

func (s *stopwatch) evaluateValues(dst []eventValue, p *integrate.Point, _ bool) (bool, error) {
	v, rate := s.value(p.T)
	dst[0] = eventValue{v: v, reached: v > 0 && !s.done, tol: 1e-12, rate: rate}
	return false, nil
}

func (s *stopwatch) rearmAfterInterval([]eventValue, bool) {}

func (s *stopwatch) carryOutEvent(p *integrate.Point, i int, _ []eventValue) (float64, error) {
	if i == 0 {
		s.done = true
		*s.fired = append(*s.fired, occurrence{s.name, p.T})
	}
	return s.first, nil
}

// TestStepAfterEvent: the step with which an observer lets the method restart holds at events of other kinds, too.
func TestStepAfterEvent(t *testing.T) {
	kinds := eventKinds
	defer func() { eventKinds = kinds }()
	for _, first := range []float64{1e-5, 0} {
		var fired []occurrence
		change := &stopwatch{name: "change", fired: &fired, value: func(t float64) (float64, float64) { return t - 0.3, 0 }}
		observer := &stopwatch{name: "observer", fired: &fired, first: first, value: func(float64) (float64, float64) { return -1, 0 }}
		k, o := kinds[0], kinds[len(kinds)-1]
		k.of, o.of = func(*runner) eventKind { return change }, func(*runner) eventKind { return observer }
		eventKinds = append(kinds[:len(kinds):len(kinds)], k, o)
		after := 0.0
		out := carryOut(t, buildText(t, lone+`<Force_Gravity id="1" grav_z="-9.81"/><Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>
<Param_Transient integrator_type="RADAU" h0_max="0.01" h_max="1" dae_interpolation="TRUE"/>`, simulate(`end_time="1" num_steps="10"`)), Options{Progress: func(p Progress) {
			if after == 0 && p.T > 0.3+1e-7 {
				after = p.T - 0.3
			}
		}})
		if out.err != nil || len(fired) != 1 || (first > 0) != (after < 2e-5) {
			t.Errorf("%v, %v; the step after the event is %g", out.err, fired, after)
		}
	}
}

// TestFirstEvent: of all events in one long step, whatever their kind, the earliest comes first; those at the same time come in the
// order of the table, within rounding of that time; and an event that comes and goes between the ends of a step is found by the rate of its value.
func TestFirstEvent(t *testing.T) {
	kinds := eventKinds
	defer func() { eventKinds = kinds }()
	var fired []occurrence
	add := func(name string, observer bool, value func(t float64) (float64, float64)) {
		e := &stopwatch{name: name, value: value, fired: &fired}
		k := kinds[0]
		k.of, k.observer = func(*runner) eventKind { return e }, observer
		eventKinds = append(eventKinds, k)
	}
	add("late", false, func(t float64) (float64, float64) { return t - 0.7, 0 })
	add("hump", false, func(t float64) (float64, float64) { return 0.01 - (t-0.5)*(t-0.5), 1 - 2*t })
	add("tied", false, func(t float64) (float64, float64) { return 2 * (t - 0.3), 0 })
	add("tied, later row", false, func(t float64) (float64, float64) { return t - 0.3, 0 })
	add("seen only", true, func(t float64) (float64, float64) { return math.Expm1(t - 0.2), 0 })
	o := carryOut(t, buildText(t, lone+`<Force_Gravity id="1" grav_z="-9.81"/><Post_Request id="1" type="EXPRESSION" expr1="DZ(20)"/>
<Param_Transient integrator_type="RADAU" h0_max="1" h_max="1" dae_interpolation="TRUE"/>`, simulate(`end_time="1" num_steps="10"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	want := []occurrence{{"seen only", 0.2}, {"tied", 0.3}, {"tied, later row", 0.3}, {"hump", 0.4}, {"late", 0.7}}
	if len(fired) != len(want) {
		t.Fatal(fired)
	}
	for k, w := range want {
		if fired[k].name != w.name {
			t.Errorf("event %d: %v, want %v", k, fired[k], w)
		}
		near(t, w.name, fired[k].t, w.t, 1e-8)
	}
	for k, z := range o.tab.of(t, "1.F1") {
		time := o.tab.of(t, "time")[k]
		near(t, "z", z, -9.81/2*time*time, 1e-9)
	}
}
