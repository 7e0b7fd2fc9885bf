package element

import (
	"sort"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Units in SI, by their names in Param_Unit. A pound is 0.45359237 kg, an inch
// 0.0254 m, standard gravity 9.80665 m/s², all exact; a slug is a pound-force
// second² per foot, a slinch per inch.
var (
	forceUnits = map[string]float64{
		"OUNCE_FORCE": 0.27801385095378125, "POUND_FORCE": 4.4482216152605, "KPOUND_FORCE": 4448.2216152605,
		"DYNE": 1e-5, "NEWTON": 1, "KILOGRAM_FORCE": 9.80665, "KNEWTON": 1e3, "CENTINEWTON": 1e-2,
		"MILLINEWTON": 1e-3, "MICRONEWTON": 1e-6, "MEGANEWTON": 1e6, "POUNDAL": 0.138254954376, "NANONEWTON": 1e-9,
	}
	massUnits = map[string]float64{
		"GRAM": 1e-3, "MILLIGRAM": 1e-6, "KILOGRAM": 1, "MEGAGRAM": 1e3, "POUND_MASS": 0.45359237,
		"SLUG": 14.593902937206364, "OUNCE_MASS": 0.028349523125, "KPOUND_MASS": 453.59237, "TONNE": 1e3,
		"MICROGRAM": 1e-9, "NANOGRAM": 1e-12, "US_TON": 907.18474, "SLINCH": 175.12683524647637,
	}
	lengthUnits = map[string]float64{
		"INCH": 0.0254, "FOOT": 0.3048, "MILE": 1609.344, "MILLIMETER": 1e-3, "CENTIMETER": 1e-2, "METER": 1,
		"KILOMETER": 1e3, "NANOMETER": 1e-9, "ANGSTROM": 1e-10, "YARD": 0.9144, "MILLIINCH": 2.54e-5,
		"MICROINCH": 2.54e-8, "MILS": 2.54e-5, "MICROMETER": 1e-6,
	}
	timeUnits = map[string]float64{
		"MILLISECOND": 1e-3, "SECOND": 1, "MINUTE": 60, "HOUR": 3600, "MICROSECOND": 1e-6,
		"NANOSECOND": 1e-9, "DAY": 86400,
	}
)

func names(m map[string]float64) []string {
	var all []string
	for n := range m {
		all = append(all, n)
	}
	sort.Strings(all)
	return all
}

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Param_Unit", Alias: []string{"Param_Units"}, NoID: true, Once: true,
			Doc: "units of the model, and with them the factor between mass times acceleration and force",
			Attrs: attrs(
				choice("force_unit", "NEWTON", "unit of forces", names(forceUnits)...),
				choice("mass_unit", "KILOGRAM", "unit of masses", names(massUnits)...),
				spelt(choice("length_unit", "METER", "unit of lengths", names(lengthUnits)...),
					"METRE", "METER", "MILLIMETRE", "MILLIMETER", "CENTIMETRE", "CENTIMETER", "KILOMETRE", "KILOMETER",
					"MICROMETRE", "MICROMETER", "NANOMETRE", "NANOMETER"),
				choice("time_unit", "SECOND", "unit of times", names(timeUnits)...),
				positive(real("mass_mult_factor", "", "force time²/(mass length)",
					"factor f in F = f m a; follows from the units when missing")),
			),
		},
		phase: settings,
		build: buildUnits,
	})
}

// buildUnits sets the factor by which masses and inertias are multiplied so
// that mass times acceleration is a force in the deck's unit.
func buildUnits(b *builder, e *deck.Element) {
	if e.Has("mass_mult_factor") {
		b.units = e.Real("mass_mult_factor")
		return
	}
	t := timeUnits[e.Enum("time_unit")]
	b.units = massUnits[e.Enum("mass_unit")] * lengthUnits[e.Enum("length_unit")] / (t * t) / forceUnits[e.Enum("force_unit")]
}
