package unit

import (
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Measure{
		"1": {Size: 1}, "N": {1, 1, -2, 1}, "kg m/s^2": {1, 1, -2, 1}, "N/mm": {1, 0, -2, 1e3}, "N s/m": {1, 0, -1, 1}, "mm/s²": {0, 1, -2, 1e-3},
		"kg*m2": {1, 2, 0, 1}, "N s/(m rad)": {1, 0, -1, 1}, "1/s": {0, 0, -1, 1}, "deg": {Size: math.Pi / 180}, "lbf in/deg": {1, 2, -2, 4.4482216152605 * 0.0254 * 180 / math.Pi},
		"(N/mm)^0.5": {0.5, 0, -1, math.Sqrt(1e3)}, "m^-1": {0, -1, 0, 1}, "MPa": {1, -1, -2, 1e6}, "newton/millimeter": {1, 0, -2, 1e3},
	} {
		m, err := ParseProduct(text, FindByName)
		if err != nil || !m.IsSameQuantity(want) || math.Abs(m.Size/want.Size-1) > 1e-12 {
			t.Errorf("%s: %+v, %v; want %+v", text, m, err, want)
		}
	}
	for _, text := range []string{"", "N/", "q", "N/(m", "m^", "N)", "3 m", "m^x", "N//m"} {
		if m, err := ParseProduct(text, FindByName); err == nil {
			t.Errorf("%q: %+v without an error", text, m)
		}
	}
}
