package element

import (
	"sort"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/unit"
)

// Sizes of units in SI, by their names in Param_Unit.
var (
	forceUnits  = mapUnitNamesToSizes(unit.Forces)
	massUnits   = mapUnitNamesToSizes(unit.Masses)
	lengthUnits = mapUnitNamesToSizes(unit.Lengths)
	timeUnits   = mapUnitNamesToSizes(unit.Times)
)

func mapUnitNamesToSizes(list []unit.Unit) map[string]float64 {
	m := map[string]float64{}
	for _, u := range list {
		m[u.Deck] = u.SI
	}
	return m
}

func unitNames(m map[string]float64) []string {
	var all []string
	for n := range m {
		all = append(all, n)
	}
	sort.Strings(all)
	return all
}

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Param_Unit", Alias: []string{"Param_Units"}, NoID: true, Once: true,
			Doc: "units of the model, and with them the factor between mass times acceleration and force",
			Attrs: joinAttrs(
				choiceAttr("force_unit", "NEWTON", "unit of forces", unitNames(forceUnits)...),
				choiceAttr("mass_unit", "KILOGRAM", "unit of masses", unitNames(massUnits)...),
				withSpellings(choiceAttr("length_unit", "METER", "unit of lengths", unitNames(lengthUnits)...),
					"METRE", "METER", "MILLIMETRE", "MILLIMETER", "CENTIMETRE", "CENTIMETER", "KILOMETRE", "KILOMETER",
					"MICROMETRE", "MICROMETER", "NANOMETRE", "NANOMETER"),
				choiceAttr("time_unit", "SECOND", "unit of times", unitNames(timeUnits)...),
				positiveAttr(realAttr("mass_mult_factor", "", "force time²/(mass length)",
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

// ModelUnits returns the units of a deck, with which its results are written.
func ModelUnits(m *deck.Model) (force, mass, length, time unit.Unit) {
	force, mass, length, time = unit.Forces[0], unit.Masses[0], unit.Lengths[0], unit.Times[0]
	for _, e := range m.ElementsOfKind("Param_Unit") {
		force, mass = findUnitOr(unit.Forces, e.Enum("force_unit"), force), findUnitOr(unit.Masses, e.Enum("mass_unit"), mass)
		length, time = findUnitOr(unit.Lengths, e.Enum("length_unit"), length), findUnitOr(unit.Times, e.Enum("time_unit"), time)
	}
	return
}

// findUnitOr returns the unit of a name, another one for a name that is wrong, as reported.
func findUnitOr(list []unit.Unit, name string, fallback unit.Unit) unit.Unit {
	if u, ok := unit.FindInList(list, name); ok {
		return u
	}
	return fallback
}
