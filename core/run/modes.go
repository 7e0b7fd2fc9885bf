package run

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// holdModesIfKinematic holds the modal coordinates of flexible bodies at their values where the deck requests a kinematic analysis and nothing else is free to
// move. release ends this.
func (r *runner) holdModesIfKinematic(c *element.Command) (release func() error, err error) {
	release = func() error { return nil }
	if r.state.Mode == system.Kinematic || c.Element == nil || !element.IsKinematicAnalysis(c.Element) || !r.state.CanHoldModes() {
		return release, nil
	}
	change := func(f func() error) error {
		if err := f(); err != nil {
			return err
		}
		r.work.InvalidateFactors()
		if err := r.findRedundancy(); err != nil {
			return err
		}
		if err := r.assembleVelocities(1e3 * r.rowTolerance()); err != nil {
			return err
		}
		return r.solveActiveSet(r.point)
	}
	letGo := func() error { return change(func() error { return r.state.ReleaseModes(r.point) }) }
	if err := change(func() error { return r.state.HoldModes(r.point) }); err != nil {
		return release, err
	}
	r.setMotionMode()
	if r.state.Mode != system.Kinematic { // other motions are free: the whole model is integrated
		return release, letGo()
	}
	r.rec.warn("a kinematic analysis holds the modal coordinates of flexible bodies at their values at its start (%s): they bend in TRANSIENT, STATIC and QUASI-STATIC analyses",
		strings.Join(flexibleNames(r.model.System), ", "))
	return letGo, nil
}

// flexibleNames names the flexible bodies that have modes.
func flexibleNames(sys *system.System) (all []string) {
	for i := range sys.Flex {
		if f := &sys.Flex[i]; f.ModeCount() > 0 {
			all = append(all, fmt.Sprintf("Body_Flexible %d", f.ID))
		}
	}
	return all
}
