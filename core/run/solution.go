package run

import (
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// solution is the model with the point that has been reached, and what is needed to make a point consistent: the time, positions,
// speeds, accelerations and multipliers of which satisfy the equations.
type solution struct {
	model     *element.Model
	settings  settings
	rec       *reporter
	state     *system.State    // nil before the first analysis
	point     *integrate.Point // the point reached; that of stepper.method within an analysis of motion
	scratch   *integrate.Point // the point being reported
	work      *integrate.LinearSolver
	atRest    bool // point is one of rest: it is not consistent for motion
	sources   sources
	callbacks *callbackRoutines // nil without any
	held      heldVariables     // of a stepped model
}

// newSolution returns the solution of a model before its first analysis.
func newSolution(m *element.Model, rec *reporter) solution {
	return solution{model: m, settings: settings{transient: m.Tuning, static: m.Static}, rec: rec}
}

// sources are the sources of events of the model; each is nil without any.
type sources struct {
	samplers     *samplers
	sensors      *sensors
	friction     *frictionEvents   // dry friction as rows
	inequalities *inequalityEvents // rows that open and close
	breakage     *breakEvents      // constraints that break
}

// settings are those of Param_Transient, Param_Simulation and Param_Static.
type settings struct {
	transient element.Transient
	static    element.Static
	changes   []*deck.Element // commands that have changed them
}

// stoppedBySensor reports whether a sensor has ended the run.
func (s *solution) stoppedBySensor() bool {
	return s.sources.sensors != nil && s.sources.sensors.halted
}

// rowTolerance is the tolerance of rows of position level, in the deck's length unit.
func (s *solution) rowTolerance() float64 {
	return s.settings.transient.ConstrTol * max(1, s.model.System.Length)
}

// makeConsistentAtTime makes positions, velocities and accelerations of the point consistent at its time.
func (s *solution) makeConsistentAtTime() error {
	tol := s.rowTolerance()
	var removed []system.RedundantRow
	err := s.callbacks.notifyAroundSearch(eventPositionBegin, s.point, func() (err error) {
		removed, err = s.state.Assemble(s.point, tol)
		return err
	})
	if err != nil {
		return err
	}
	for _, x := range system.DescribeRowsByElement(removed) {
		s.rec.warn("redundant constraint removed: %s", x)
	}
	s.reportAssembly()
	dof := s.state.DegreesOfFreedom()
	s.rec.recordDegreesOfFreedom(dof)
	s.rec.Log("degrees of freedom: %d", dof)
	if err := s.findRedundancy(); err != nil {
		return err
	}
	if err := s.assembleVelocities(1e3 * tol); err != nil {
		return err
	}
	if s.atRest { // makeConsistentAfterEquilibrium solves for accelerations, if anything is to move
		return nil
	}
	return s.callbacks.notifyAroundSearch(eventAccelBegin, s.point, func() error {
		if err := s.solveActiveSet(s.point); err != nil {
			return s.leaveSingularStart(err)
		}
		return nil
	})
}

// assembleVelocities brings the speeds of the point onto the rows.
func (s *solution) assembleVelocities(tol float64) error {
	return s.callbacks.notifyAroundSearch(eventSpeedBegin, s.point, func() error { return s.state.AssembleVelocities(s.point, tol) })
}

// moveToAnalysisStart moves the model to the start of an analysis.
func (s *solution) moveToAnalysisStart(c *element.Command) error {
	if !c.HasStart || c.Start == s.point.T {
		return nil
	}
	return s.assembleAt(c.Start)
}

// assembleAt assembles the model at the time t.
func (s *solution) assembleAt(t float64) error {
	s.point.T = t
	s.state.BeginAnalysis(t)
	return s.makeConsistentAtTime()
}

// makeConsistentAfterEquilibrium makes the point consistent for an analysis of motion after one of rest: what is not driven
// begins without velocity.
func (s *solution) makeConsistentAfterEquilibrium() error {
	if !s.atRest {
		return nil
	}
	if err := s.assembleVelocities(1e3 * s.rowTolerance()); err != nil {
		return err
	}
	if err := s.callbacks.notifyAroundSearch(eventAccelBegin, s.point, func() error { return s.solveActiveSet(s.point) }); err != nil {
		return err
	}
	s.atRest = false
	return nil
}

// solveAccelerations solves for accelerations, state rates and multipliers at p.
func (s *solution) solveAccelerations(p *integrate.Point) error {
	return s.explainAccelerationFailure(integrate.SolveAccelerations(s.state, p, s.work), p)
}

// projectVelocities brings the speeds of p onto the rows, as an impact without rebound does, to 10 tolerances.
func (s *solution) projectVelocities(p *integrate.Point) error {
	return s.explainAccelerationFailure(integrate.ProjectVelocities(s.state, p, 10*s.rowTolerance(), s.work), p)
}

// explainAccelerationFailure names time and element in an error of solving for accelerations at p.
func (s *solution) explainAccelerationFailure(err error, p *integrate.Point) error {
	if err == nil { // without room for what follows
		return nil
	}
	var c *integrate.ConvergenceError
	var active *system.ActiveSetError
	switch {
	case errors.As(err, &c): // reports the time itself
		return s.explainStepFailure(err)
	case errors.As(err, &active):
		return err
	}
	return fmt.Errorf("at time %g: %w", p.T, err)
}

// setMotionMode puts the state in the mode of an analysis of motion: kinematics where nothing is left to be
// integrated, dynamics else.
func (s *solution) setMotionMode() {
	s.state.Mode = system.Dynamic
	if s.degreesOfFreedom() <= 0 && s.state.Layout().NX == 0 {
		s.state.Mode = system.Kinematic
	}
}

// degreesOfFreedom returns the degrees of freedom, at least one where rows may open or contacts may close.
func (s *solution) degreesOfFreedom() int {
	if s.state.HasSwitchableRows() || s.state.BreakableConstraintCount() > 0 || len(s.model.System.Rigid) > 0 {
		return max(1, s.state.DegreesOfFreedom())
	}
	return s.state.DegreesOfFreedom()
}

// refuseRigidContacts refuses an analysis that knows no rigid contacts where there are some. Those of
// commands have been refused with the deck.
func (s *solution) refuseRigidContacts(what string) error {
	if why := element.ExplainRigidContactRefusal(s.model.System, what); why != "" {
		return &UsageError{why}
	}
	return nil
}
