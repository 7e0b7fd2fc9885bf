package run

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
)

// SteppedModel is a model that another program steps: it sets inputs and reads outputs between steps. It begins with the
// commands of the deck before the first analysis of motion (settings, changes of the model, static analyses); what
// follows is the caller's. Its methods belong to one goroutine.
//
// An input that was never set has the value of its own expression or routine. One that was set keeps its value until it is set
// again; over a step it is constant.
type SteppedModel struct {
	r    *runner
	d    driver         // its analyses continue with the method of the one before
	form *element.Model // as the deck builds it: events may change the model under way

	Inputs  []Variable
	Outputs []Output

	columns bool // some outputs are components of requests
	start   *SteppedState
}

// SteppedOptions are the options of a SteppedModel.
type SteppedOptions struct {
	// Inputs and Outputs are names; nil for the inputs and outputs of all plants and, behind these, all components of requests.
	Inputs, Outputs []string
	Integrator      string // in place of that of the deck, unless empty
	Deck            string // path of the deck, for user subroutines
	// Warn and Say are those of Options.
	Warn, Say func(text string)
}

// NewSteppedModel begins a built model. The caller has seen to it that the deck has no errors.
func NewSteppedModel(ctx context.Context, m *element.Model, opt SteppedOptions) (*SteppedModel, error) {
	s := &SteppedModel{form: m, r: newRunner(ctx, m, newDiscardingRecorder(), Options{Results: RequestResults, Warn: opt.Warn, Say: opt.Say})}
	s.d.r = s.r
	s.r.rec.UpdateDocument(func(d *Document) { d.Deck = opt.Deck })
	s.r.monitor.unbalanced = true
	if opt.Integrator != "" {
		if all := traits.NamesOfIntegrators(func(traits.Traits) bool { return true }); !slices.Contains(all, opt.Integrator) {
			return nil, &UsageError{fmt.Sprintf("there is no integrator %q: it is one of %s", opt.Integrator, traits.JoinNamesWithAnd(all))}
		}
		s.r.settings.transient.Integrator = opt.Integrator
	}
	if err := s.findInputs(opt.Inputs); err != nil {
		return nil, err
	}
	if err := s.findOutputs(opt.Outputs); err != nil {
		return nil, err
	}
	s.columns = slices.ContainsFunc(s.Outputs, func(o Output) bool { return o.column >= 0 })
	if err := s.runInitialCommands(opt.Integrator); err != nil {
		return nil, err
	}
	s.r.chooseOneStepMethod(opt.Integrator != "")
	if err := s.holdConstantInputs(); err != nil { // so that the first that is set does not need another state
		return nil, err
	}
	state, err := s.Save()
	s.start = state
	return s, err
}

// runInitialCommands carries out the commands before the first analysis of motion.
func (s *SteppedModel) runInitialCommands(integrator string) error {
	r := s.r
	if all := s.form.Callbacks; len(all) > 0 {
		return &UsageError{fmt.Sprintf("%s: a model that is stepped from outside cannot have routines of events (CBKSUB)", all[0].Element.KindID())}
	}
	r.output.collectColumns(s.form)
	for i := range s.form.Commands {
		c := &s.form.Commands[i]
		switch {
		case c.Driver != nil, c.Load != nil:
			return &UsageError{fmt.Sprintf("%s: a model that is stepped from outside cannot have a driver (CONSUB) or load another model", c.Element.KindID())}
		case c.Linear != nil, c.Save != "":
			continue // the caller linearizes and saves
		case c.IsTimeOrStaticAnalysis() && !c.Static && !c.Assembly:
			return s.findMotionStartPoint(c)
		}
		if err := r.runCommand(c); err != nil {
			return err
		}
		if c.Tune && integrator != "" {
			r.settings.transient.Integrator = integrator
		}
	}
	return s.findMotionStartPoint(&element.Command{})
}

// findMotionStartPoint finds the point from which the motion begins.
func (s *SteppedModel) findMotionStartPoint(c *element.Command) error {
	r := s.r
	if r.state == nil {
		if err := r.setUpAndFindInitialConditions(c.Start); err != nil {
			return err
		}
	}
	if err := r.moveToAnalysisStart(c); err != nil {
		return err
	}
	if err := r.makeConsistentAfterEquilibrium(); err != nil {
		return err
	}
	r.setMotionMode()
	s.form = r.model // with the changes by commands
	return nil
}

// chooseOneStepMethod chooses the method of a stepped model: integrate.NewOneStepMethod in place of methods that control errors and begin again with a
// small step and a low order where an input changes, unless the caller has named it.
func (r *runner) chooseOneStepMethod(integratorIsNamed bool) {
	t := &r.settings.transient
	r.stepper.oneStep = !integratorIsNamed && t.ControlsError() && traits.TraitsByIntegratorName(t.Integrator).MaxOrder > 0 && t.Integrator != traits.RADAU
	if r.stepper.oneStep {
		t.Integrator = traits.AUTO // its traits are those of the method
	}
}

// Time is the time reached.
func (s *SteppedModel) Time() float64 { return s.r.point.T }

// Stopped reports whether a sensor has ended the run: further steps do nothing.
func (s *SteppedModel) Stopped() bool { return s.r.stoppedBySensor() }

// Step sets inputs, unless it is nil, and integrates over dt. Inputs that are NaN stay as they are. After an error the model is at the end
// of the last step of the integrator that was accepted.
func (s *SteppedModel) Step(ctx context.Context, dt float64, inputs []float64) error {
	r := s.r
	r.ctx = ctx
	if r.stoppedBySensor() {
		return nil
	}
	if !(dt > 0) || math.IsInf(dt, 1) {
		return &UsageError{fmt.Sprintf("a step of %g: it must be greater than 0", dt)}
	}
	end := r.point.T + dt
	if !(end > r.point.T) {
		return endTimeError(r.point.T, end)
	}
	if err := r.checkTimeResolution(r.point.T, end); err != nil {
		return err
	}
	if err := s.SetInputs(inputs); err != nil {
		return err
	}
	err := s.d.integrateTo(end)
	if err != nil {
		s.d.endMethod()
	}
	return err
}

// ReadOutputs sets dst to the values of Outputs at the time reached.
func (s *SteppedModel) ReadOutputs(dst []float64) error {
	r := s.r
	if len(dst) != len(s.Outputs) {
		panic("run: ReadOutputs into a slice of another length")
	}
	if r.stepper.method != nil && integrate.AreStepEndsConsistent(r.stepper.method) && r.stepper.keepsStepAtInputChange() && r.state.ReactionSharing() == system.Determined {
		if err := r.state.EvaluateMeasures(r.point); err != nil {
			return err
		}
		if err := r.state.FatalRoutineError(); err != nil {
			return err
		}
		s.copyOutputs(dst)
		return nil
	}
	return r.output.evaluatePointForOutput(r.point, func() error {
		s.copyOutputs(dst)
		return nil
	})
}

// copyOutputs sets dst to the values of Outputs that the state has reported.
func (s *SteppedModel) copyOutputs(dst []float64) {
	r := s.r
	if s.columns {
		r.output.evaluateRequests()
	}
	for i := range s.Outputs {
		if o := &s.Outputs[i]; o.column >= 0 {
			dst[i] = r.output.values[o.column]
		} else {
			dst[i] = r.state.MeasureValueByKey(o.key)
		}
	}
}
