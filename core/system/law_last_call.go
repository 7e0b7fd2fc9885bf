package system

import "math"

// lastRoutineCall is the last call of a routine, with its inputs to the last bit and its outputs. Solvers evaluate a point again whose accelerations have
// changed, or whose matrix has: a routine that queries nothing of these gets the same inputs, and need not be called.
type lastRoutineCall struct {
	valid        bool
	differencing bool
	t, accepted  float64 // accepted is the time of the last accepted step (TIMGET)
	in, out      []float64
}

// matches reports whether a call with inputs at a time would be the last one once more. accepted is the time of the last accepted step.
func (c *lastRoutineCall) matches(in []float64, t, accepted float64, differencing bool) bool {
	if !c.valid || c.t != t || c.differencing != differencing || len(in) != len(c.in) || math.Float64bits(c.accepted) != math.Float64bits(accepted) { // which may be NaN
		return false
	}
	for k, v := range in {
		if math.Float64bits(v) != math.Float64bits(c.in[k]) {
			return false
		}
	}
	return true
}

// store stores a call that has just been made.
func (c *lastRoutineCall) store(in, out []float64, t, accepted float64, differencing bool) {
	c.valid, c.t, c.accepted, c.differencing = true, t, accepted, differencing
	c.in, c.out = append(c.in[:0], in...), append(c.out[:0], out...)
}
