package run

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// Variable is a Reference_Variable that is an input.
type Variable struct {
	ID    int
	Name  string // as linear analyses call it: "Reference_Variable 3"
	Label string // of the element, "" without one
	held  *system.HeldVariable
	call  system.Call
}

// Output is what is read behind a step: a Reference_Variable, or a component of a request.
type Output struct {
	Name   string // "Reference_Variable 3", or as in requests.csv "3.F2"
	Label  string // of the element, "" without one
	Unit   string
	call   system.Call    // of a variable
	key    system.CallKey // of call
	column int            // of requests, -1 for a variable
}

// heldVariables are the variables that have values from outside, those that were set.
type heldVariables struct {
	list    []*system.HeldVariable
	release []func()
}

// holdVariablesIn makes the values of a form of the model those from outside, in place of the form before. It comes before the state of the form
// is made.
func (h *heldVariables) holdVariablesIn(m *element.Model) error {
	h.releaseInModel()
	for _, v := range h.list {
		undo, err := m.System.HoldVariable(v)
		if err != nil {
			return &UsageError{fmt.Sprintf("Reference_Variable %d cannot be an input: %v", v.ID, err)}
		}
		h.release = append(h.release, undo)
	}
	return nil
}

// releaseAndForgetAll gives the variables their own values back, in states that are made from now on.
func (h *heldVariables) releaseAndForgetAll() {
	h.releaseInModel()
	h.list = nil
}

func (h *heldVariables) releaseInModel() {
	for _, undo := range h.release {
		undo()
	}
	h.release = h.release[:0]
}

// findVariable finds a variable by "Reference_Variable 3" or by its label.
func findVariable(m *element.Model, name string) (Variable, error) {
	var found []Variable
	for _, e := range m.Deck.ElementsOfKind("Reference_Variable") {
		v := Variable{ID: e.ID(), Name: fmt.Sprintf("Reference_Variable %d", e.ID()), Label: e.Label()}
		if v.Name == name {
			return v, nil
		}
		if name != "" && v.Label == name {
			found = append(found, v)
		}
	}
	switch len(found) {
	case 0:
		return Variable{}, &UsageError{fmt.Sprintf("there is no variable %q: give the label of a Reference_Variable, or a name such as \"Reference_Variable 3\"", name)}
	case 1:
		return found[0], nil
	}
	return Variable{}, &UsageError{fmt.Sprintf("%q is the label of %s and %s: give the name", name, found[0].Name, found[1].Name)}
}

// findInputs finds the inputs.
func (s *SteppedModel) findInputs(names []string) error {
	if names == nil && s.form.Linear != nil {
		for _, v := range s.form.Linear.Inputs {
			names = append(names, v.Name())
		}
	}
	for _, n := range names {
		v, err := findVariable(s.form, n)
		if err != nil {
			return fmt.Errorf("input: %w", err)
		}
		if s.form.WrittenOut[v.ID] {
			return &UsageError{fmt.Sprintf("%s cannot be an input: it is part of a constraint or motion, which needs derivatives of its expression", v.Name)}
		}
		v.held = &system.HeldVariable{ID: v.ID, Value: math.NaN()}
		v.call = system.Call{Name: "VARVAL", Args: []int{v.ID}}
		s.form.System.Wanted = append(s.form.System.Wanted, v.call)
		undo, err := s.form.System.HoldVariable(v.held)
		if err != nil {
			return &UsageError{fmt.Sprintf("%s cannot be an input: %v", v.Name, err)}
		}
		undo()
		s.Inputs = append(s.Inputs, v)
	}
	return nil
}

// findOutputs finds the outputs.
func (s *SteppedModel) findOutputs(names []string) error {
	all := names == nil
	if all && s.form.Linear != nil {
		for _, v := range s.form.Linear.Outputs {
			names = append(names, v.Name())
		}
	}
	columns := requestColumns(s.form, newUnitNames(s.form.Deck))
	named := map[string]int{}
	for i, c := range columns {
		named[c.Name] = i
		if all {
			names = append(names, c.Name)
		}
	}
	for _, n := range names {
		if i, ok := named[n]; ok {
			s.Outputs = append(s.Outputs, Output{Name: n, Label: columns[i].Element.Label, Unit: columns[i].Unit, column: i})
			continue
		}
		v, err := findVariable(s.form, n)
		if err != nil {
			return fmt.Errorf("output: %w, or a column of requests such as \"3.F2\"", err)
		}
		call := system.Call{Name: "VARVAL", Args: []int{v.ID}}
		s.form.System.Wanted = append(s.form.System.Wanted, call)
		s.Outputs = append(s.Outputs, Output{Name: v.Name, Label: v.Label, call: call, key: call.Key(), column: -1})
	}
	return nil
}

// SetInputs sets inputs, in their order; those that are NaN stay as they are. nil sets none.
func (s *SteppedModel) SetInputs(values []float64) error {
	if len(values) == 0 {
		return nil
	}
	if len(values) != len(s.Inputs) {
		return &UsageError{fmt.Sprintf("%d values for %d inputs", len(values), len(s.Inputs))}
	}
	changed, added := false, false
	for i, v := range values {
		switch h := s.Inputs[i].held; {
		case math.IsNaN(v), v == h.Value:
			continue
		case math.IsInf(v, 0):
			return &UsageError{fmt.Sprintf("input %s is infinite", s.Inputs[i].Name)}
		case math.IsNaN(h.Value):
			added = true
		}
		changed = true
	}
	switch {
	case added:
		s.assignInputs(values)
		s.d.endMethod()
		return s.r.replaceModel(s.r.model, "inputs")
	case changed:
		s.r.state.ChangeHeldVariables(func() { s.assignInputs(values) })
		return s.restartMethod()
	}
	return nil
}

// assignInputs takes over values of inputs.
func (s *SteppedModel) assignInputs(values []float64) {
	for i, v := range values {
		h := s.Inputs[i].held
		if math.IsNaN(v) {
			continue
		}
		if math.IsNaN(h.Value) {
			s.r.held.list = append(s.r.held.list, h)
		}
		h.Value = v
	}
}

// restartMethod continues from a point at which laws have jumped.
func (s *SteppedModel) restartMethod() error {
	r := s.r
	r.state.RecordJumpInDelayHistories()
	if r.stepper.method == nil || r.sources.friction != nil || r.sources.inequalities != nil {
		s.d.endMethod()
		return r.solveActiveSet(r.point)
	}
	r.stepper.events.invalidateStartValues()
	r.stepper.method.NotifyProblemChanged()
	if r.stepper.keepsStepAtInputChange() { // it solves for accelerations itself
		return nil
	}
	now := r.stepper.method.Now()
	if !r.stepper.isNonsmooth() {
		if err := r.solveAccelerations(now); err != nil {
			return err
		}
		if err := r.monitor.energy.resetPower(r, now); err != nil {
			return err
		}
	}
	r.point.Copy(now)
	return nil
}
