package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// SteppedState is all that a SteppedModel continues from, but for what user subroutines keep in variables of their own. It belongs to
// the deck with the parameters that it was saved with.
type SteppedState struct {
	State   *system.Memory         `json:"state"`
	Sensors []element.SensorMemory `json:"sensors"`
	Stopped bool                   `json:"stopped,omitempty"`
	// Inputs has the inputs that were set, by their ids.
	Inputs map[int]float64 `json:"inputs,omitempty"`
}

// Save returns the state reached. The integrator begins again behind it, as it does after Restore: steps from both are equal to
// the last bit.
func (s *SteppedModel) Save() (*SteppedState, error) {
	r := s.r
	if r.model != s.form {
		return nil, &UsageError{"an event has changed the model: its state cannot be saved"}
	}
	s.d.endMethod()
	r.work.RequireFreshPartials()
	x := &SteppedState{State: r.state.MemoryToResumeFrom(r.point), Sensors: r.sources.sensors.armedSensors(), Stopped: r.stoppedBySensor(), Inputs: map[int]float64{}}
	for _, h := range r.held.list {
		x.Inputs[h.ID] = h.Value
	}
	return x, nil
}

// Restore goes back, or ahead, to a state.
func (s *SteppedModel) Restore(x *SteppedState) error {
	r := s.r
	s.d.endMethod()
	r.held.releaseAndForgetAll()
	for i := range s.Inputs {
		h := s.Inputs[i].held
		h.Value = math.NaN()
		if v, ok := x.Inputs[h.ID]; ok {
			h.Value = v
			r.held.list = append(r.held.list, h)
		}
	}
	if n := len(x.Inputs) - len(r.held.list); n > 0 {
		return &UsageError{"the saved state: it contains an input that the model does not have"}
	}
	if err := r.held.holdVariablesIn(s.form); err != nil {
		return err
	}
	r.model = s.form
	r.output.collector.bindColumns(s.form.System)
	if err := r.resumeFromMemory(&element.Memory{State: x.State, Sensors: x.Sensors}); err != nil {
		return err
	}
	if x.Stopped && r.sources.sensors != nil {
		r.sources.sensors.halted = true
	}
	r.setMotionMode()
	r.atRest, r.monitor.energy, r.output.last = false, energyBalance{}, math.NaN()
	r.work.RequireFreshPartials()
	return nil
}

// Reset goes back to where the model began. No input is set then.
func (s *SteppedModel) Reset() error { return s.Restore(s.start) }
