package element

import (
	"math"
	"reflect"
	"testing"
)

func TestFacts(t *testing.T) {
	b, said := build(`<M><Param_Unit force_unit="Kilogram_Force" mass_unit="GRAM" length_unit="MILLIMETRE" time_unit="MILLISECOND"/>
<Reference_String id="1" string="path/a b.txt "/><Reference_Array id="6" type="IC" num_element="3">1 -2.5 3</Reference_Array>
<Reference_Matrix id="2" nrow="2" ncol="2" isroworder="TRUE">1 2 3 4</Reference_Matrix>
<Reference_Variable id="3" expr="2*TIME"/><Reference_Array id="7" type="U" variable_id="3"/></M>`, none)
	if b.Deck.Diags.HasErrors() {
		t.Fatal(said)
	}
	f := b.System.Facts
	if !reflect.DeepEqual(f.Strings, map[int]string{1: "path/a b.txt "}) || !reflect.DeepEqual(f.Arrays, map[int][]float64{6: {1, -2.5, 3}}) {
		t.Errorf("strings %v, arrays %v", f.Strings, f.Arrays)
	}
	if !reflect.DeepEqual(f.Matrices, map[int][][]float64{2: {{1, 2}, {3, 4}}}) {
		t.Errorf("matrices %v", f.Matrices)
	}
	if !f.HasUnits || f.Scales != [4]float64{1e-3, 1e-3, 9.80665, 1e-3} || f.Units != [4]string{"ms", "mm", "kgf", "g"} {
		t.Errorf("units %v %v %q", f.HasUnits, f.Scales, f.Units)
	}
	if want := 1e-3 * 1e-3 / 1e-6 / 9.80665; math.Abs(f.Mass-want) > 1e-15*want {
		t.Errorf("unit of mass %g, want %g", f.Mass, want)
	}
	b, _ = build(`<M/>`, none)
	if f := b.System.Facts; f.HasUnits || f.Scales != [4]float64{1, 1, 1, 1} || f.Mass != 1 {
		t.Errorf("without units: %+v", f)
	}
}

// TestAbbreviations: every unit has one that fits.
func TestAbbreviations(t *testing.T) {
	for _, units := range []map[string]float64{timeUnits, lengthUnits, forceUnits, massUnits} {
		for name := range units {
			if n := len(abbreviations[name]); n < 1 || n > 4 {
				t.Errorf("%s: %q", name, abbreviations[name])
			}
		}
	}
}
