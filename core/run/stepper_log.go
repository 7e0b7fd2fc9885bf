package run

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

// logMethod logs the integrator and what was chosen for the deck, with the reason.
func (s *stepper) logMethod(m integrate.Method, o *integrate.Options) {
	t := &s.r.settings.transient
	name := t.Integrator
	if traits.TraitsByIntegratorName(name).Index {
		name += fmt.Sprintf(", index %d", cmp.Or(t.Index, 3))
	}
	if !t.Given["integrator_type"] {
		name += " (the deck names none)"
	}
	switch {
	case integrate.IsKinematic(m):
		s.r.rec.Log("no degree of freedom and no states: kinematics, in steps of %g at most; the integrator (%s) has nothing to do", o.HMax, name)
		return
	case integrate.IsKinematicWithStates(m):
		s.r.rec.Log("no degree of freedom: the constraints determine the motion, the integrator solves for the states only")
	case s.r.degreesOfFreedom() <= 0:
		s.r.rec.Log("no degree of freedom: the integrator solves for prescribed velocities and accelerations and for the states")
	}
	if t.IsNonSmooth() {
		s.r.rec.Log("integrator: %s, steps of at most %g, of equal size between outputs and after an impact; vi_solver %s, vi_tol %g", name, cmp.Or(o.FixedStep, o.HMax), cmp.Or(o.VISolver, "auto"), cmp.Or(o.VITol, 1e-8*max(1, o.Length)))
		if o.FixedStep <= 0 {
			s.logStepsLimitedByOutput(o)
		}
		return
	}
	if t.IsExplicit() {
		step := cmp.Or(o.FixedStep, o.HMax)
		s.r.rec.Log("integrator: %s, explicit without error control, steps of at most %g, of equal size between outputs", name, step)
		if o.FixedStep <= 0 {
			s.logStepsLimitedByOutput(o)
		}
		return
	}
	if t.IsFixedStepImplicit() {
		s.r.rec.Log("integrator: %s, constant steps of at most %g, of equal size between outputs, the first step by %s; integr_tol %g bounds the iterations only", name, cmp.Or(o.FixedStep, o.HMax), traits.TraitsByIntegratorName(name).Starter, o.Tol)
		if o.FixedStep <= 0 {
			s.logStepsLimitedByOutput(o)
		}
		return
	}
	if o.FixedStep > 0 {
		s.r.rec.Log("integrator: %s, steps of %g", name, o.FixedStep)
		return
	}
	var tol []string
	if t.Tol > 0 {
		tol = append(tol, fmt.Sprintf("integr_tol %g", t.Tol))
	}
	if o.MotionTol > 0 {
		tol = append(tol, fmt.Sprintf("integr_rel_tol %g", o.MotionTol))
	}
	s.r.rec.Log("integrator: %s, %s, steps from %g to %g", name, strings.Join(tol, ", "), o.HMin, o.HMax)
	s.logStepsLimitedByOutput(o)
	if t.Interpolate && !o.Interpolate {
		s.r.rec.Log("steps end on known times, at which the method restarts or functions of time are not smooth")
	}
	if o.DearPartials {
		s.r.rec.Log("the Jacobian is reused longer: differences of user subroutines cost calls")
	}
}

// logStepsLimitedByOutput says that the time between outputs, not h_max, holds the steps.
func (s *stepper) logStepsLimitedByOutput(o *integrate.Options) {
	if t := &s.r.settings.transient; o.HMax < t.HMax {
		s.r.rec.Log("step size limited to the output interval, %g: steps end on outputs; with dae_interpolation the limit is h_max, %g", o.HMax, t.HMax)
	}
}
