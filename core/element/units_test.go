package element

import (
	"math"
	"strings"
	"testing"
)

// The definitions in SI, each from those before it.
func TestUnitTables(t *testing.T) {
	const inch, foot, pound, g = 0.0254, 0.3048, 0.45359237, 9.80665
	poundForce := pound * g
	want := map[string]map[string]float64{
		"force": {"Ounce_Force": poundForce / 16, "Pound_Force": poundForce, "Kpound_Force": 1000 * poundForce, "Dyne": 1e-5, "Newton": 1,
			"Kilogram_Force": g, "KNewton": 1000, "CentiNewton": 0.01, "MilliNewton": 0.001, "MicroNewton": 1e-6, "MegaNewton": 1e6,
			"Poundal": pound * foot, "NanoNewton": 1e-9},
		"mass": {"Gram": 1e-3, "Milligram": 1e-6, "Kilogram": 1, "Megagram": 1000, "Pound_Mass": pound, "Slug": poundForce / foot,
			"Ounce_Mass": pound / 16, "Kpound_Mass": 1000 * pound, "Tonne": 1000, "Microgram": 1e-9, "Nanogram": 1e-12,
			"US_Ton": 2000 * pound, "Slinch": poundForce / inch},
		"length": {"Inch": inch, "Foot": 12 * inch, "Mile": 5280 * foot, "Millimeter": 1e-3, "Centimeter": 1e-2, "Meter": 1, "Kilometer": 1000,
			"Nanometer": 1e-9, "Angstrom": 1e-10, "Yard": 3 * foot, "MilliInch": inch / 1000, "MicroInch": inch / 1e6, "Mils": inch / 1000, "Micrometer": 1e-6},
		"time": {"Millisecond": 1e-3, "Second": 1, "Minute": 60, "Hour": 3600, "Microsecond": 1e-6, "Nanosecond": 1e-9, "Day": 86400},
	}
	got := map[string]map[string]float64{"force": forceUnits, "mass": massUnits, "length": lengthUnits, "time": timeUnits}
	for what, units := range want {
		if len(got[what]) != len(units) {
			t.Errorf("%d units of %s, want %d", len(got[what]), what, len(units))
		}
		for name, si := range units {
			if v := got[what][strings.ToUpper(name)]; math.Abs(v-si) > 1e-14*si {
				t.Errorf("%s = %.17g, want %.17g", name, v, si)
			}
		}
	}
}

func TestUnitFactor(t *testing.T) {
	for unit, want := range map[string]float64{
		`force_unit="Newton" mass_unit="Kilogram" length_unit="Millimeter" time_unit="Second"`:   1e-3,
		`force_unit="NEWTON" mass_unit="TONNE" length_unit="MILLIMETER"`:                         1,
		`force_unit="Dyne" mass_unit="Gram" length_unit="Centimeter"`:                            1,
		`force_unit="Pound_Force" mass_unit="Pound_Mass" length_unit="Inch" time_unit="Second"`:  1 / (9.80665 / 0.0254),
		`force_unit="Pound_Force" mass_unit="Slug" length_unit="Foot" time_unit="Millisecond"`:   1e6,
		`force_unit="Pound_Force" mass_mult_factor="0.25"`:                                       0.25,
		`force_unit="KNewton" mass_unit="Kilogram" length_unit="Millimetre" time_unit="Second" `: 1e-6,
		``: 1,
	} {
		b, said := build(`<M><Param_Unit `+unit+`/><Body_Rigid id="1" cg_id="1" mass="4" inertia_xx="8" inertia_yy="8" inertia_zz="8"/><Reference_Marker id="1" body_id="1"/></M>`, none)
		if said != "" {
			t.Error(unit, said)
		}
		of := &b.System.Bodies[1]
		if math.Abs(of.Mass-4*want) > 1e-14*want || math.Abs(of.Inertia.B.Y-8*want) > 1e-14*want {
			t.Errorf("%s: mass %.17g, moment %.17g; want %.17g times 4 and 8", unit, of.Mass, of.Inertia.B.Y, want)
		}
	}
}
