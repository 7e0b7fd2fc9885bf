package system

import (
	"math"
	"testing"
)

// cubic is a law of one input x: a + b x + c x³, and |x|.
type cubic struct{ a, b, c float64 }

func (cubic) Inputs() []Call { return []Call{{Name: "TIME"}} }
func (cubic) Outputs() int   { return 2 }
func (f cubic) Eval(out, in []float64, _ *State) error {
	out[0], out[1] = f.a+in[0]*(f.b+f.c*in[0]*in[0]), math.Abs(in[0])
	return nil
}
func (cubic) Partials(_, _, _, _ []float64, _ bool, _ *State) error { return nil }

// TestQuotients: the difference quotients that partials are compared with are the derivative, also of large outputs, and
// there is none at a kink.
func TestQuotients(t *testing.T) {
	for _, f := range []cubic{{0, 3, 2}, {5, 3, 2}, {-5, -3, -2}} {
		c := partialCheck{n: &lawNode{law: f, n: 2, in: make([]MeasureIdx, 1)}}
		for _, x := range []float64{-0.7, 0, 0.4} {
			d, ok := c.differenceQuotients([]float64{x}, &partialDirection{size: 1, in: []int{0}, by: []float64{1}})
			if want := f.b + 3*f.c*x*x; !ok || !(math.Abs(d[0]-want) < 1e-6) {
				t.Errorf("%+v at %g: %g, want %g", f, x, d, want)
			}
			if kink := math.IsNaN(d[1]); kink != (x == 0) {
				t.Errorf("|x| at %g: %g", x, d[1])
			}
		}
	}
}
