package run

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/linear"
	"github.com/trammel-mbd/trammel/core/system"
)

// LinearInfo is what run.json says about a linear analysis. The names are those of the
// rows and columns of its matrices.
type LinearInfo struct {
	Simulate int      `json:"simulate"` // its number among the analyses of the run
	Time     float64  `json:"time"`
	Files    []string `json:"files"`
	States   []string `json:"states"`
	Inputs   []string `json:"inputs"`
	Outputs  []string `json:"outputs"`
	Unstable int      `json:"unstable"` // modes that grow: Re λ > 1e-6 of the largest |λ|
	// LargestRate is the largest acceleration of a coordinate (length or rad over
	// time²) or rate of a state at the point: 0 in an equilibrium.
	LargestRate float64 `json:"largest_rate"`
}

// linearize carries out a linear analysis about the current point. Results of
// requests are not written: it is about one time.
func (r *runner) linearize(c *element.Command) error {
	end, err := r.callbacks.notifyAnalysisBegin(eventLinearBegin, system.Linear)
	if err != nil {
		return err
	}
	return end(r.linearizeAtCurrentPoint(c))
}

func (r *runner) linearizeAtCurrentPoint(c *element.Command) error {
	if err := r.moveToAnalysisStart(c); err != nil {
		return err
	}
	if err := r.makeConsistentAfterEquilibrium(); err != nil {
		return err
	}
	p := r.scratch
	p.Copy(r.point)
	if c.Linear.Still {
		clear(p.V)
	}
	if err := r.solveAccelerations(p); err != nil {
		return err
	}
	if err := r.sources.friction.findStickingSurfaces(p); err != nil {
		return err
	}
	set := c.Linear
	plant := system.Plant{Inputs: element.VariableCalls(set.Inputs), Outputs: element.VariableCalls(append(append([]element.PlantVariable(nil), set.Outputs...), set.States...))}
	if r.state.HasDelays() {
		r.rec.warn("linear analysis: values of DELAY are taken as constants")
	}
	if err := r.state.CheckPlant(plant); err != nil {
		return &UsageError{fmt.Sprintf("%s: %v: a plant input must be a Reference_Variable with an expression or a routine", c.Element.KindID(), err)}
	}
	l := r.state.BeginLinearization(plant)
	sys, err := linear.Linearize(l, p, linear.Options{
		Inputs: len(set.Inputs), Outputs: len(set.Outputs), Plant: len(set.States),
		NoDamping: set.NoDamping, Interrupted: r.checkInterrupted,
	})
	l.End()
	if err == nil {
		err = r.state.FatalRoutineError()
	}
	if err != nil {
		return r.explainLinearizationFailure(set, err)
	}
	r.reportLinearization(set, sys)
	a := &linearResult{r: r, set: set, sys: sys, info: LinearInfo{Simulate: r.totals.analyses, Time: p.T, States: []string{}, Inputs: []string{}, Outputs: []string{}}}
	for _, list := range [2][]float64{p.A, p.XDot} {
		for _, v := range list {
			a.info.LargestRate = math.Max(a.info.LargestRate, math.Abs(v))
		}
	}
	about := "the current state, which is in motion"
	if isMotionless(p.V) && a.info.LargestRate <= 1e-6 {
		about = "an equilibrium"
	} else if isMotionless(p.V) {
		about = "a state at zero velocity that is not an equilibrium"
	}
	r.rec.Log("linear analysis about %s, at time %g", about, p.T)
	r.rec.recordAnalysis(AnalysisInfo{Kind: "linear", Start: p.T, End: p.T})
	return a.writeFiles()
}

// explainLinearizationFailure explains why there is no linearization.
func (s *solution) explainLinearizationFailure(set *element.Linear, err error) error {
	var plant *linear.PlantError
	var size *linear.SizeError
	switch {
	case errors.As(err, &plant):
		return &UsageError{fmt.Sprintf("linear analysis: %s as a plant state: %v", set.States[plant.Output].Name(), err)}
	case errors.As(err, &size):
		return &UsageError{err.Error()}
	}
	return fmt.Errorf("linear analysis at time %g: %w", s.point.T, err)
}

// reportLinearization says what the user should know of a linearization.
func (s *solution) reportLinearization(set *element.Linear, sys *linear.System) {
	for _, i := range sys.Dropped {
		s.rec.warn("linear analysis: %s follows from other plant states and is left out", set.States[i].Name())
	}
	if !sys.HasRough {
		return
	}
	what := "an output"
	if sys.Rough >= 0 {
		kind, id, component := s.state.CoordinateName(sys.Rough)
		what = fmt.Sprintf("the equation %s of %s %d", component, kind, id)
	}
	s.rec.warn("linear analysis: a law jumps or has a kink at the operating point: %s has no unique derivative, and that of one side is taken", what)
}

// isMotionless reports whether all speeds are zero.
func isMotionless(v []float64) bool {
	return !slices.ContainsFunc(v, func(x float64) bool { return x != 0 })
}
