package solve

import "math"

// rootIts bounds the evaluations of a search: one in four halves the interval.
const rootIts = 400

// RootBracket is an interval in which a function f changes sign, and the search for the root in it: NextTrialPoint proposes a point, AddSample
// takes the value of f there. f need not be continuous: a jump across zero is a change of sign.
//
// The search is regula falsi with the Illinois rule: the value at an end that stays is halved, so that both ends move (Dowell and
// Jarratt, BIT 11, 1971); where three evaluations have not halved the interval, as at a jump, the next one is in its middle.
// Where the derivative at A is known, the guess is the root of the parabola through it and both values instead; each third one is in the
// middle.
type RootBracket struct {
	A, B    float64 // its ends, in any order: f(A) may be zero, f(B) is not
	fa, fb  float64 // values there; that at an end that stays is halved
	da      float64 // derivative at A, NaN where it is not known
	guesses int
	earlier float64 // length of the interval four guesses ago
	moved   int     // the end that moved last: 1 is B, -1 is A
}

// NewRootBracket returns the bracket between a and b with the values fa and fb, of opposite sign; fa may be zero. da is the derivative at a, NaN
// where none is known.
func NewRootBracket(a, b, fa, fb, da float64) RootBracket {
	return RootBracket{A: a, B: b, fa: fa, fb: fb, da: da, earlier: b - a}
}

// IntervalLength returns the length of the interval.
func (k *RootBracket) IntervalLength() float64 { return math.Abs(k.B - k.A) }

// NextTrialPoint returns a point inside the interval; ok is false where there is none, or the search takes too long.
func (k *RootBracket) NextTrialPoint() (x float64, ok bool) {
	k.guesses++
	d, mid := k.B-k.A, k.A+(k.B-k.A)/2
	switch parabola := !math.IsNaN(k.da); {
	case parabola && k.guesses%3 == 0:
		x = mid
	case parabola:
		x = k.A + lastParabolaRoot(k.fa, k.da, (k.fb-k.fa-k.da*d)/(d*d), d)
	default:
		x = k.B - k.fb*d/(k.fb-k.fa)
		if k.guesses%4 == 0 {
			if math.Abs(d) > math.Abs(k.earlier)/2 {
				x = mid
			}
			k.earlier = d
		}
	}
	if !k.isInside(x) {
		x = mid
	}
	return x, k.isInside(x) && k.guesses < rootIts
}

// isInside reports whether x is between the ends and neither of them.
func (k *RootBracket) isInside(x float64) bool { return x > min(k.A, k.B) && x < max(k.A, k.B) }

// AddSample replaces an end of the interval by x, where f has the value v and the derivative dv, NaN where none is known.
func (k *RootBracket) AddSample(x, v, dv float64) {
	if v == 0 || math.Signbit(v) == math.Signbit(k.fb) {
		if k.moved == 1 && math.IsNaN(k.da) {
			k.fa /= 2
		}
		k.B, k.fb, k.moved = x, v, 1
		return
	}
	if k.moved == -1 && math.IsNaN(dv) {
		k.fb /= 2
	}
	k.A, k.fa, k.da, k.moved = x, v, dv, -1
}

// lastParabolaRoot returns the last root of value + slope y + curvature y² between 0 and end, NaN if there is none.
func lastParabolaRoot(value, slope, curvature, end float64) float64 {
	q := -(slope + math.Copysign(math.Sqrt(slope*slope-4*curvature*value), slope)) / 2
	best := math.NaN()
	for _, y := range [2]float64{value / q, q / curvature} {
		if z := y / end; z > 0 && z <= 1 && !(z < best/end) {
			best = y
		}
	}
	return best
}

// FindRoot returns a point between a and b, on b's side of where f changes sign: f there has the sign of fb, or is zero. fa and fb are the
// values at a and b, of opposite sign; a may be zero. It ends where |f| ≤ valueTolerance on b's side, or where the interval that holds
// the change of sign is not longer than leastInterval.
func FindRoot(a, b, fa, fb, valueTolerance, leastInterval float64, f func(x float64) (float64, error)) (float64, error) {
	for k := NewRootBracket(a, b, fa, fb, math.NaN()); ; {
		if !(k.IntervalLength() > leastInterval) {
			return k.B, nil
		}
		x, ok := k.NextTrialPoint()
		if !ok {
			return k.B, nil
		}
		v, err := f(x)
		if err != nil {
			return 0, err
		}
		if k.AddSample(x, v, math.NaN()); k.B == x && math.Abs(v) <= valueTolerance {
			return x, nil
		}
	}
}
