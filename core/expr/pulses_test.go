package expr

import (
	"math"
	"testing"
)

// TestPulses: pulses of any width are found at their peak; what is periodic, monotonic, slow or linear has none.
func TestPulses(t *testing.T) {
	for _, c := range []struct {
		source string
		peaks  []float64
	}{
		{"EXP(-((TIME-0.5)/1E-3)**2)", []float64{0.5}},
		{"3-7*EXP(-((TIME-0.123)/1E-6)**2)", []float64{0.123}},
		{"TANH((TIME-0.7)/1E-5)-TANH((TIME-0.70003)/1E-5)", []float64{0.700015}},
		{"SIN(3*TIME)+0.1*TIME+EXP(-((TIME-0.31)/1E-3)**2)", []float64{0.31}},
		{"2*(SIN(3*TIME)-(0.1*TIME+EXP(-((TIME-0.31)/1E-3)**2)))", []float64{0.31}},
		{"EXP(-((TIME-0.3)/1E-3)**2)-EXP(-((TIME-0.6)/1E-3)**2)", []float64{0.3, 0.6}},
		{"1/(1+((TIME-0.9)/1E-4)**2)", []float64{0.9}},
		{"EXP(-((TIME-0.4)/1E-3)**2)*(1+MODE)*SIN(TIME)", []float64{0.4}},
		{"TIME", nil},
		{"SIN(6*TIME)", nil},
		{"SIN(3000*TIME)", nil},
		{"EXP(-TIME/1E-3)", nil},
		{"TANH((TIME-0.5)/1E-5)", nil},
		{"EXP(-((TIME-0.5)/0.2)**2)", nil},
		{"TIME*EXP(-TIME)", nil},
		{"SQRT(TIME)*COS(40*TIME)**2", nil},
		{"LOG(1+TIME)/(2+SIN(TIME))", nil},
	} {
		x := mustCompile(t, c.source).NewPulseFinder()
		var found []Pulse
		if x != nil {
			for k := range 4 {
				found = x.AppendPulses(found, float64(k)/4, float64(k+1)/4, 0.01, 0)
			}
		}
		used := make([]bool, len(c.peaks))
		for _, f := range found {
			known := false
			for i, p := range c.peaks {
				if math.Abs(f.Peak-p) < 0.1*(p-f.Start) && f.Start < p && f.Start > p-0.02 {
					used[i], known = true, true
				}
			}
			if !known {
				t.Errorf("%s: pulse from %v with its peak at %v", c.source, f.Start, f.Peak)
			}
		}
		if len(found) > len(c.peaks)+1 { // one at an end may be found twice
			t.Errorf("%s: %v", c.source, found)
		}
		for i, u := range used {
			if !u {
				t.Errorf("%s: no pulse at %v, but %v", c.source, c.peaks[i], found)
			}
		}
	}
}
