package spline

import (
	"math"
	"slices"
	"testing"
)

// TestBreaks: all points of straight lines; of a long smooth table, what a step must not miss.
func TestBreaks(t *testing.T) {
	few := NewTable([]float64{0, 1, 2, 3, 4}, nil, [][]float64{{0, 1, 0, 2, 1}}, true)
	if x, order := function(t, few, Linear, 0).Breakpoints(); len(x) != 5 || order != 1 {
		t.Errorf("five points: %v, order %d", x, order)
	}
	var x, drive, pulse []float64
	for i := range 60001 {
		at := float64(i) * 1e-3
		x = append(x, at)
		drive = append(drive, math.Sin(3*at)+0.001*math.Sin(900*at))
		pulse = append(pulse, math.Exp(-math.Pow((at-31.4)/0.01, 2)))
	}
	for _, m := range []Method{Linear, Akima, Cubic} {
		if got, _ := function(t, NewTable(x, nil, [][]float64{drive}, true), m, 0).Breakpoints(); len(got) > mostBreaks {
			t.Errorf("%v: %d breaks of a drive file", m, len(got))
		}
		got, _ := function(t, NewTable(x, nil, [][]float64{pulse}, true), m, 0).Breakpoints()
		near := func(at float64) bool { return math.Abs(at-31.4) < 0.03 }
		if n := len(got); n > 20 || !slices.ContainsFunc(got, near) {
			t.Errorf("%v: breaks of a pulse: %v", m, got)
		}
	}
}
