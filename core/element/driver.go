package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// Driver is a routine that runs the analyses itself: CONSUB, which a
// Param_Simulation names.
type Driver struct {
	Element *deck.Element
	Sub     *usersub.Routine
	Par     []float64
}

// loadDriver loads the driver that a Param_Simulation names, nil if it names none or
// the routine cannot be had.
func (b *builder) loadDriver(e *deck.Element) *Driver {
	if !namesRoutine(e, usersub.CONSUB) {
		return nil
	}
	ref, _ := e.RoutineRef(usersub.CONSUB.Name)
	if ref.Plugin != "" {
		e.AddErrorf("usrsub_plugin_name", "B034", "a plugin cannot drive the run: it has no ANALYS; use a library or a script")
		return nil
	}
	sub := b.openRoutine(&ref, usersub.CONSUB)
	if sub == nil {
		return nil
	}
	return &Driver{Element: e, Sub: sub, Par: b.readParams(e, sub)}
}
