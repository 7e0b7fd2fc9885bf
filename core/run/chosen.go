package run

import (
	"cmp"
	"fmt"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// chosen logs the integrator and what was chosen for the deck, with the reason.
func (r *runner) chosen(o *integrate.Options) {
	t := &r.tuning
	name := t.Integrator
	if name == "DSTIFF" {
		name += fmt.Sprintf(", index %d", cmp.Or(t.Index, 3))
	}
	if !t.Given["integrator_type"] {
		name += " (the deck names none)"
	}
	if o.FixedStep > 0 {
		r.rec.Log("integrator: %s, steps of %g", name, o.FixedStep)
		return
	}
	r.rec.Log("integrator: %s, integr_tol %g, steps from %g to %g", name, o.Tol, o.HMin, o.HMax)
	if o.HMax < t.HMax {
		r.rec.Log("steps are no longer than %g, the time between outputs, as they end on them; dae_interpolation lets them be h_max, %g", o.HMax, t.HMax)
	}
	if t.Interpolate && !o.Interpolate {
		r.rec.Log("outputs are not interpolated, as steps end on times of restart")
	}
	if o.DearPartials {
		r.rec.Log("partials are kept longer, as those of user subroutines cost calls")
	}
}
