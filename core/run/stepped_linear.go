package run

import (
	"context"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/linear"
	"github.com/trammel-mbd/trammel/core/system"
)

// SteppedLinear is the linearization of a SteppedModel about the point reached: z' = A z + B u, y = C z + D u for small changes of states z, inputs u and
// those outputs y that are variables. Matrices are stored by rows.
type SteppedLinear struct {
	Time                    float64
	States, Inputs, Outputs []string // as run.json names them: "Body_Rigid 3 rx", its speed "Body_Rigid 3 rx'"
	A, B, C, D              []float64
	// Modes are those of A by rising frequency; nil unless wanted.
	Modes []linear.Mode
	// Shape names the components of a mode: its positions, then its states of first order.
	Shape []ShapeName
}

// ShapeName names a component of a mode: displacements of mass centres (x, y, z, length unit), rotations about global axes (rx, ry, rz, rad), states.
type ShapeName struct {
	Element   string `json:"element"`
	ID        int    `json:"id"`
	Component string `json:"component"`
}

// Linearize linearizes about the point reached, with the inputs as they are, as a linear analysis of the deck does. The integrator begins again behind it.
func (s *SteppedModel) Linearize(ctx context.Context, modes bool) (*SteppedLinear, error) {
	r := s.r
	r.ctx = ctx
	if r.model != s.form {
		return nil, &UsageError{"an event has changed the model: it cannot be linearized in this session"}
	}
	s.d.endMethod()
	if err := s.holdConstantInputs(); err != nil {
		return nil, err
	}
	set, plant := s.linearizationPlant()
	if err := r.state.CheckPlant(plant); err != nil {
		return nil, &UsageError{fmt.Sprintf("linearize: %v", err)}
	}
	p := r.scratch
	p.Copy(r.point)
	if err := r.solveAccelerations(p); err != nil {
		return nil, err
	}
	if err := r.sources.friction.findStickingSurfaces(p); err != nil {
		return nil, err
	}
	l := r.state.BeginLinearization(plant)
	sys, err := linear.Linearize(l, p, linear.Options{Inputs: len(set.Inputs), Outputs: len(set.Outputs), Interrupted: r.checkInterrupted})
	l.End()
	r.work.InvalidateFactors()
	r.work.RequireFreshPartials()
	if err == nil {
		err = r.state.FatalRoutineError()
	}
	if err != nil {
		return nil, r.explainLinearizationFailure(set, err)
	}
	r.reportLinearization(set, sys)
	return s.describeLinear(set, sys, modes)
}

// linearizationPlant returns what linearizations are of: the inputs, and the outputs that are variables.
func (s *SteppedModel) linearizationPlant() (*element.Linear, system.Plant) {
	set := &element.Linear{Balance: true}
	for _, v := range s.Inputs {
		set.Inputs = append(set.Inputs, element.PlantVariable{ID: v.ID, Call: v.call})
	}
	for _, o := range s.Outputs {
		if o.column < 0 {
			set.Outputs = append(set.Outputs, element.PlantVariable{ID: o.call.Args[0], Call: o.call})
		}
	}
	return set, system.Plant{Inputs: element.VariableCalls(set.Inputs), Outputs: element.VariableCalls(set.Outputs)}
}

// holdConstantInputs gives inputs that were never set, and are constants in the deck, their values from outside: only then can they be changed.
func (s *SteppedModel) holdConstantInputs() error {
	values, some := make([]float64, len(s.Inputs)), false
	for i, v := range s.Inputs {
		values[i] = math.NaN()
		if !math.IsNaN(v.held.Value) || s.r.state.CheckPlant(system.Plant{Inputs: []system.Call{v.call}}) == nil {
			continue
		}
		if !some {
			if err := s.r.output.evaluatePointForOutput(s.r.point, func() error { return nil }); err != nil {
				return err
			}
		}
		values[i], some = s.r.state.MeasureValue(v.call), true
	}
	if !some {
		return nil
	}
	return s.SetInputs(values)
}

// describeLinear names what is in a linearization.
func (s *SteppedModel) describeLinear(set *element.Linear, sys *linear.System, modes bool) (*SteppedLinear, error) {
	x := &SteppedLinear{Time: s.r.point.T, A: sys.A, B: sys.B, C: sys.C, D: sys.D, States: []string{}, Inputs: []string{}, Outputs: []string{}}
	a := &linearResult{r: s.r, set: set, sys: sys}
	for _, z := range sys.States {
		x.States = append(x.States, a.stateName(z))
	}
	for _, v := range set.Inputs {
		x.Inputs = append(x.Inputs, v.Name())
	}
	for _, v := range set.Outputs {
		x.Outputs = append(x.Outputs, v.Name())
	}
	if !modes {
		return x, nil
	}
	all, err := sys.ComputeModes(set.Balance)
	if err != nil {
		return nil, &linearError{err}
	}
	x.Modes, x.Shape = all, []ShapeName{}
	n := s.r.state.Layout()
	for i := range n.NV {
		kind, id, component := s.r.state.CoordinateName(i)
		x.Shape = append(x.Shape, ShapeName{kind, id, component})
	}
	for i := range n.NX {
		kind, id, k := s.r.state.FirstOrderStateName(i)
		x.Shape = append(x.Shape, ShapeName{kind, id, fmt.Sprintf("x%d", k)})
	}
	return x, nil
}
