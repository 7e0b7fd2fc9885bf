package flex

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/unit"
)

// Units are the sizes of the units of a file in SI.
type Units struct{ Mass, Length, Time float64 }

// UnitsHelp says how units are written.
const UnitsHelp = "three names joined by hyphens in any order, of a length, a time, and a mass or a force: mm-t-s, m-kg-s, mm-N-s, in-slinch-s"

// ParseUnits reads names of units: a length, a time, and a mass or a force; mm-N-s has the same mass as mm-t-s.
func ParseUnits(text string) (Units, error) {
	var length, time, mass, force float64
	names := strings.Split(text, "-")
	for _, name := range names {
		var dst *float64
		var size float64
		for _, q := range []struct {
			dst  *float64
			list []unit.Unit
		}{{&length, unit.Lengths}, {&time, unit.Times}, {&mass, unit.Masses}, {&force, unit.Forces}} {
			if u, exact, ok := findUnit(q.list, name); ok && (dst == nil || exact) {
				dst, size = q.dst, u.SI
			}
		}
		if dst == nil {
			return Units{}, fmt.Errorf("units %q: there is no unit %q; units are %s", text, name, UnitsHelp)
		}
		if *dst != 0 {
			return Units{}, fmt.Errorf("units %q: two units of one quantity; units are %s", text, UnitsHelp)
		}
		*dst = size
	}
	if force != 0 && mass == 0 && length != 0 {
		mass, force = force*time*time/length, 0
	}
	if len(names) != 3 || length == 0 || time == 0 || mass == 0 || force != 0 {
		return Units{}, fmt.Errorf("units %q: they need to be %s", text, UnitsHelp)
	}
	return Units{Mass: mass, Length: length, Time: time}, nil
}

// findUnit returns the unit of a list with a name; exact reports whether the cases of its letters agree.
func findUnit(list []unit.Unit, name string) (u unit.Unit, exact, ok bool) {
	for _, u := range list {
		if u.Short == name {
			return u, true, true
		}
	}
	u, ok = unit.FindInList(list, name)
	return u, false, ok
}

func sqrt(x float64) float64 { return math.Sqrt(x) }

// ToUnits converts data in SI to units. Modal coordinates are in √mass·length where all modes have the modal mass one, which
// they keep, else in a length.
func (d *Data) ToUnits(u Units) {
	d.scaleUnits(1/u.Mass, 1/u.Length, 1/u.Time, 1/d.modalUnit(u))
}
