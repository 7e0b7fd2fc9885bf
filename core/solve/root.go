package solve

import "math"

// rootIts bounds the evaluations of Root: one in four halves the interval.
const rootIts = 400

// Root returns a point between a and b, on b's side of where f changes sign: f there has the sign of fb, or is zero. fa and fb are the
// values at a and b, of opposite sign; a may be zero. It ends where |f| ≤ near on b's side, or where the interval that holds
// the change of sign is not longer than least. f need not be continuous: a jump across zero is a change of sign.
//
// The search is regula falsi with the Illinois rule: the value at an end that stays is halved, so that both ends move (Dowell and
// Jarratt, BIT 11, 1971). Where three evaluations have not halved the interval, as at a jump, the next one is in its middle.
func Root(a, b, fa, fb, near, least float64, f func(x float64) (float64, error)) (float64, error) {
	before := b - a // length of the interval when it was last looked at
	moved := 0      // the end that moved last: 1 is b, -1 is a
	for n := 1; math.Abs(b-a) > least && n < rootIts; n++ {
		x := b - fb*(b-a)/(fb-fa)
		if n%4 == 0 {
			if math.Abs(b-a) > math.Abs(before)/2 {
				x = a + (b-a)/2
			}
			before = b - a
		}
		if !(x > min(a, b) && x < max(a, b)) {
			if x = a + (b-a)/2; x == a || x == b {
				return b, nil
			}
		}
		v, err := f(x)
		switch {
		case err != nil:
			return 0, err
		case v == 0 || math.Signbit(v) == math.Signbit(fb):
			if math.Abs(v) <= near {
				return x, nil
			}
			if moved == 1 {
				fa /= 2
			}
			b, fb, moved = x, v, 1
		default:
			if moved == -1 {
				fb /= 2
			}
			a, fa, moved = x, v, -1
		}
	}
	return b, nil
}
