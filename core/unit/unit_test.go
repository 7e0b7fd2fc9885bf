package unit

import (
	"math"
	"testing"
)

// TestFind finds units by each of their names, and every size is consistent with others.
func TestFind(t *testing.T) {
	for _, list := range [][]Unit{Forces, Masses, Lengths, Times, Angles} {
		for _, u := range list {
			for _, name := range []string{u.Deck, u.Adams, u.Short} {
				if got, ok := FindInList(list, name); !ok || got.SI != u.SI {
					t.Errorf("%s is %+v", name, got)
				}
			}
		}
	}
	if u, ok := FindInList(Lengths, "Meters"); !ok || u.SI != 1 {
		t.Errorf("Meters is %+v", u)
	}
	if _, ok := FindInList(Masses, "meter"); ok {
		t.Error("a meter is a mass")
	}
	size := func(list []Unit, name string) float64 {
		u, _ := FindInList(list, name)
		return u.SI
	}
	for name, pair := range map[string][2]float64{
		"pound-force": {size(Forces, "POUND_FORCE"), size(Masses, "POUND_MASS") * 9.80665},
		"slug":        {size(Masses, "SLUG"), size(Forces, "POUND_FORCE") / size(Lengths, "FOOT")},
		"slinch":      {size(Masses, "SLINCH"), size(Forces, "POUND_FORCE") / size(Lengths, "INCH")},
		"poundal":     {size(Forces, "POUNDAL"), size(Masses, "POUND_MASS") * size(Lengths, "FOOT")},
		"degree":      {size(Angles, "deg"), math.Pi / 180},
	} {
		if math.Abs(pair[0]/pair[1]-1) > 1e-14 {
			t.Errorf("%s: %g and %g", name, pair[0], pair[1])
		}
	}
}
