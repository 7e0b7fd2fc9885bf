package element

import "github.com/trammel-mbd/trammel/core/system"

// abbreviations are the names of units as GTUNTS returns them: it has room for
// four characters each, in old callers for three.
var abbreviations = map[string]string{
	"MILLISECOND": "ms", "SECOND": "s", "MINUTE": "min", "HOUR": "h", "MICROSECOND": "us", "NANOSECOND": "ns", "DAY": "d",

	"INCH": "in", "FOOT": "ft", "MILE": "mi", "MILLIMETER": "mm", "CENTIMETER": "cm", "METER": "m", "KILOMETER": "km",
	"NANOMETER": "nm", "ANGSTROM": "A", "YARD": "yd", "MILLIINCH": "mil", "MICROINCH": "uin", "MILS": "mil", "MICROMETER": "um",

	"OUNCE_FORCE": "ozf", "POUND_FORCE": "lbf", "KPOUND_FORCE": "klbf", "DYNE": "dyn", "NEWTON": "N", "KILOGRAM_FORCE": "kgf",
	"KNEWTON": "kN", "CENTINEWTON": "cN", "MILLINEWTON": "mN", "MICRONEWTON": "uN", "MEGANEWTON": "MN", "POUNDAL": "pdl",
	"NANONEWTON": "nN",

	"GRAM": "g", "MILLIGRAM": "mg", "KILOGRAM": "kg", "MEGAGRAM": "Mg", "POUND_MASS": "lbm", "SLUG": "slug",
	"OUNCE_MASS": "ozm", "KPOUND_MASS": "klbm", "TONNE": "t", "MICROGRAM": "ug", "NANOGRAM": "ng", "US_TON": "ton",
	"SLINCH": "slin",
}

// deckFacts returns what user subroutines may query of the deck.
func (b *builder) deckFacts() system.DeckFacts {
	f := b.unitFacts()
	f.Strings, f.Arrays, f.Matrices = map[int]string{}, map[int][]float64{}, map[int][][]float64{}
	for _, e := range b.deck.ElementsOfKind(stringKind) {
		if s := b.readStringOnce(e); s != nil {
			f.Strings[e.ID()] = *s
		}
	}
	for _, e := range b.deck.ElementsOfKind(arrayKind) {
		if e.Enum("type") == "IC" {
			f.Arrays[e.ID()] = e.TextReals()
		}
	}
	for _, e := range b.deck.ElementsOfKind(matrixKind) {
		if m := b.readMatrixOnce(e); m != nil {
			f.Matrices[e.ID()] = m
		}
	}
	return f
}

// unitFacts returns what is known of the units alone.
func (b *builder) unitFacts() system.DeckFacts {
	f := system.DeckFacts{Scales: [4]float64{1, 1, 1, 1}, Mass: b.units}
	for _, e := range b.deck.ElementsOfKind("Param_Unit") {
		f.HasUnits = true
		for k, u := range [4]struct {
			name  string
			scale map[string]float64
		}{{"time_unit", timeUnits}, {"length_unit", lengthUnits}, {"force_unit", forceUnits}, {"mass_unit", massUnits}} {
			f.Units[k], f.Scales[k] = abbreviations[e.Enum(u.name)], u.scale[e.Enum(u.name)]
		}
	}
	return f
}
