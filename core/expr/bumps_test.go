package expr

import (
	"math"
	"testing"
)

// TestBumpsFind: bumps between the ends of a way are found where they are; straight, monotonic and gently curved ones are not.
func TestBumpsFind(t *testing.T) {
	for _, c := range []struct {
		source   string
		from, to float64
		peak     float64 // 0 for none
	}{
		{"EXP(-((DX(1)-3)/1E-2)**2)", 2, 6, 0.25},
		{"5-EXP(-((DX(1)-3)/1E-2)**2)", 6, 2, 0.75},
		{"7*DX(1)+100*EXP(-((DX(1)-3)/1E-2)**2)", 2, 6, 0.25},
		{"STEP(DX(1),2.9,0,3,1)-STEP(DX(1),3,0,3.1,1)", 2, 6, 0.25},
		{"IF(ABS(DX(1)-3)-0.1:1,1,0)", 2, 6, 0.25},
		{"1/(1+((DX(1)-3)/1E-2)**2)", 2, 6, 0.25},
		{"MAX(0,1-ABS(DX(1)-3)/0.1)", 2, 6, 0.25},
		{"STEP(DX(1),2.9,0,3.1,1)", 2, 6, 0},
		{"DX(1)**2/DX(1)", 2, 6, 0},
		{"EXP(-((DX(1)-3)/20)**2)", 2, 6, 0},
		{"EXP(-((DX(1)-3)/1E-2)**2)", 3.1, 6, 0},
		{"SIGN(1,DX(1)-3)", 2, 6, 0},
		{"TANH(DX(1)/1E-3)", -1, 1, 0},
	} {
		b := mustCompile(t, c.source).NewBumps()
		start, peak, ok := b.Find(1, 1.01, []float64{c.from}, []float64{c.to}, 4)
		if ok != (c.peak > 0) {
			t.Errorf("%s from %g to %g: %v, bump from %g with its peak at %g", c.source, c.from, c.to, ok, start, peak)
		}
		if width := 0.2 / 4; ok && (math.Abs(peak-c.peak) > width/2 || !(start < peak) || start < peak-2*width) {
			t.Errorf("%s from %g to %g: bump from %g with its peak at %g, want %g", c.source, c.from, c.to, start, peak, c.peak)
		}
	}
}
