package element

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/flex"
)

// limitFrequencies returns the data without the modes whose frequency is above max_frequency; nil where it cannot.
func (b *builder) limitFrequencies(e *deck.Element, d *flex.Data) *flex.Data {
	if !e.Has("max_frequency") {
		return d
	}
	if !d.HasEigenmodes() {
		e.AddErrorf("max_frequency", "B419", "M and K of the data are not diagonal: their modes have no frequencies of their own")
		return nil
	}
	frequency, _, err := d.Modes()
	if err != nil {
		e.AddErrorf("max_frequency", "B411", "the frequencies of the modes: %v", err)
		return nil
	}
	limit, unit := e.Real("max_frequency"), b.consistentUnits().Time
	var keep []int
	var out []string
	for j, f := range frequency { // by the time unit of the deck
		if f/unit <= limit {
			keep = append(keep, j)
		} else {
			out = append(out, fmt.Sprintf("%d (%.5g Hz)", firstMode+j, f/unit))
		}
	}
	switch {
	case len(out) == 0:
		return d
	case len(keep) == 0:
		e.AddErrorf("max_frequency", "B419", "all %d modes are above %g Hz, the lowest frequency is %.5g Hz", len(frequency), limit, slices.Min(frequency)/unit).Help = "rigidified makes the body rigid"
		return nil
	}
	const many = 12
	if n := len(out); n > many {
		out = append(out[:many], fmt.Sprintf("%d more", n-many))
	}
	text := "modes above %g Hz are left out, and what they bend under static loads: modes %s of the data"
	if keep[len(keep)-1] != len(keep)-1 {
		text += "; the others count from 7 on"
	}
	e.AddWarningf("max_frequency", "B420", text, limit, strings.Join(out, ", "))
	return d.KeepModes(keep)
}
