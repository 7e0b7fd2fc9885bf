package system

import "testing"

// TestDamagedHistory: a saved history of a DELAY whose pieces have no length or no values is refused, a whole one is taken.
func TestDamagedHistory(t *testing.T) {
	for _, c := range []struct {
		name   string
		key    string
		pieces []ChebyshevMemory
		ok     bool
	}{
		{"whole", "x", []ChebyshevMemory{{0, 1, []float64{1, 2}}, {1, 2, []float64{2, 3}}}, true},
		{"of another model", "y", nil, false},
		{"a piece without length", "x", []ChebyshevMemory{{0, 1, []float64{1, 2}}, {1, 1, []float64{2, 3}}}, false},
		{"a piece that runs back", "x", []ChebyshevMemory{{1, 0, []float64{1, 2}}}, false},
		{"a piece without values", "x", []ChebyshevMemory{{0, 1, []float64{1}}}, false},
	} {
		ds := &delayState{s: &State{sys: &System{Delays: []Delay{{Key: "x"}}}}, all: make([]signalHistory, 1)}
		err := ds.restoreDelayHistories(&Memory{Delays: []DelayMemory{{Delay: c.key, Pieces: c.pieces}}})
		if (err == nil) != c.ok || c.ok && len(ds.all[0].pieces) != len(c.pieces) {
			t.Errorf("%s: %v, %d pieces", c.name, err, len(ds.all[0].pieces))
		}
	}
}
