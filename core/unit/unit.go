// Package unit has the units of decks: their names in Param_Unit, in results and in result files of Adams, and their sizes in SI.
package unit

import "strings"

// Unit is a unit of one quantity.
type Unit struct {
	Deck  string  // in Param_Unit
	Short string  // in tables and plots
	Adams string  // in result files of Adams
	SI    float64 // its size
}

// Units by quantity. A pound is 0.45359237 kg, an inch 0.0254 m, standard gravity 9.80665 m/s², all exact; a slug is a
// pound-force second² per foot, a slinch per inch. Names in result files of Adams are those of samples (meter, mm,
// inch, kg, pound_mass, newton, sec) and of Adams' own list of units.
var (
	Forces = []Unit{
		{"NEWTON", "N", "newton", 1}, {"KNEWTON", "kN", "knewton", 1e3}, {"MEGANEWTON", "MN", "meganewton", 1e6}, {"CENTINEWTON", "cN", "centinewton", 1e-2},
		{"MILLINEWTON", "mN", "millinewton", 1e-3}, {"MICRONEWTON", "µN", "micronewton", 1e-6}, {"NANONEWTON", "nN", "nanonewton", 1e-9},
		{"DYNE", "dyn", "dyne", 1e-5}, {"KILOGRAM_FORCE", "kgf", "kg_force", 9.80665}, {"POUND_FORCE", "lbf", "pound_force", 4.4482216152605},
		{"KPOUND_FORCE", "klbf", "kpound_force", 4448.2216152605}, {"OUNCE_FORCE", "ozf", "ounce_force", 0.27801385095378125}, {"POUNDAL", "pdl", "poundal", 0.138254954376},
	}
	Masses = []Unit{
		{"KILOGRAM", "kg", "kg", 1}, {"GRAM", "g", "gram", 1e-3}, {"MILLIGRAM", "mg", "milligram", 1e-6}, {"MICROGRAM", "µg", "microgram", 1e-9},
		{"NANOGRAM", "ng", "nanogram", 1e-12}, {"MEGAGRAM", "Mg", "megagram", 1e3}, {"TONNE", "t", "tonne", 1e3}, {"POUND_MASS", "lb", "pound_mass", 0.45359237},
		{"KPOUND_MASS", "klb", "kpound_mass", 453.59237}, {"OUNCE_MASS", "oz", "ounce_mass", 0.028349523125}, {"SLUG", "slug", "slug", 14.593902937206364},
		{"SLINCH", "slinch", "slinch", 175.12683524647637}, {"US_TON", "ton", "us_ton", 907.18474},
	}
	Lengths = []Unit{
		{"METER", "m", "meter", 1}, {"MILLIMETER", "mm", "mm", 1e-3}, {"CENTIMETER", "cm", "cm", 1e-2}, {"KILOMETER", "km", "km", 1e3},
		{"MICROMETER", "µm", "micrometer", 1e-6}, {"NANOMETER", "nm", "nanometer", 1e-9}, {"ANGSTROM", "Å", "angstrom", 1e-10}, {"INCH", "in", "inch", 0.0254},
		{"FOOT", "ft", "foot", 0.3048}, {"YARD", "yd", "yard", 0.9144}, {"MILE", "mi", "mile", 1609.344}, {"MILLIINCH", "mil", "milliinch", 2.54e-5},
		{"MILS", "mil", "mils", 2.54e-5}, {"MICROINCH", "µin", "microinch", 2.54e-8},
	}
	Times = []Unit{
		{"SECOND", "s", "sec", 1}, {"MILLISECOND", "ms", "millisec", 1e-3}, {"MICROSECOND", "µs", "microsec", 1e-6}, {"NANOSECOND", "ns", "nanosec", 1e-9},
		{"MINUTE", "min", "min", 60}, {"HOUR", "h", "hour", 3600}, {"DAY", "d", "day", 86400},
	}
	Angles = []Unit{{"RADIAN", "rad", "rad", 1}, {"DEGREE", "deg", "deg", 0.017453292519943295}}
)

// FindInList returns the unit of a list that has one of its names, without regard to case.
func FindInList(list []Unit, name string) (Unit, bool) {
	name = strings.TrimSpace(name)
	for _, u := range list {
		if u.Short == name {
			return u, true
		}
	}
	for _, u := range list {
		if strings.EqualFold(u.Deck, name) || strings.EqualFold(u.Adams, name) || strings.EqualFold(u.Adams+"s", name) {
			return u, true
		}
	}
	return Unit{}, false
}
