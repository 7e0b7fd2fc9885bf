package system

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// differenceQuotient is the derivative of the outputs of a routine with respect to one number, by a central difference
// over ±h, ±2h, ±3h,
//
//	f' = (45 (f1 - f-1) - 9 (f2 - f-2) + (f3 - f-3)) / 60h + O(h⁶),
//
// with the spacing shortened until the fourth-order difference of the inner
// four values agrees with it and the six values interpolate the one in the
// middle. These are the error estimates: the first sees kinks and jumps, the
// second also what is even about x, such as a spike narrower than the spacing. For
// smooth laws the result is good to about 1e-13 of the scale. Where a sample has
// no value on either side at any spacing, the difference is one-sided, over h, 2h ... 6h,
//
//	f' = (-147 f0 + 360 f1 - 450 f2 + 400 f3 - 225 f4 + 72 f5 - 10 f6) / 60h + O(h⁶);
//
// where there is none either, the derivative is taken as zero.
//
// It says what it wants to know next, one sample at a time, so that the samples of many routines can be
// taken together: at is where, l.trial[n] takes the outputs, give continues from there.
type differenceQuotient struct {
	l          *routineLaw
	x, h       float64
	out        []float64 // at x
	dst        []float64 // output i goes to i*width + col
	col, width int

	n     int     // sample of six
	tried int     // spacings
	side  bool    // one-sided
	best  float64 // least error so far, in units of what is accepted
	first float64 // spacing
	over  bool
}

// bothSides and oneSide are the places of the samples in spacings.
var (
	bothSides = [6]float64{1, -1, 2, -2, 3, -3}
	oneSide   = [6]float64{1, 2, 3, 4, 5, 6}
)

// beginDerivative begins a derivative at x.
func (q *differenceQuotient) beginDerivative(l *routineLaw, x, h float64, out, dst []float64, col, width int) {
	h = math.Exp2(math.Round(math.Log2(h))) // so that x ± kh are exact
	*q = differenceQuotient{l: l, x: x, h: h, out: out, dst: dst, col: col, width: width, best: math.Inf(1), first: h}
}

// evaluateSamples takes the samples one by one.
func (q *differenceQuotient) evaluateSamples(at func(v float64, o []float64) error) error {
	for !q.over {
		if err := q.storeSample(at(q.nextSampleArgument(), q.l.trial[q.n])); err != nil {
			return err
		}
	}
	return nil
}

// nextSampleArgument is where the next sample is.
func (q *differenceQuotient) nextSampleArgument() float64 {
	if q.side {
		return q.x + oneSide[q.n]*q.h
	}
	return q.x + bothSides[q.n]*q.h
}

// storeSample takes the sample in l.trial[n], or the error in its place. The error returned is one that ends all.
func (q *differenceQuotient) storeSample(err error) error {
	if err != nil && !errors.Is(err, integrate.ErrRetry) {
		return err
	}
	if err != nil || !allFinite(q.l.trial[q.n]) {
		q.tryNextSpacing()
		return nil
	}
	if q.n++; q.n < len(bothSides) {
		return nil
	}
	if q.side {
		q.setDerivativesFromOneSidedSamples()
	} else {
		q.keepSixSampleDerivativesIfBest()
	}
	if !q.over {
		q.tryNextSpacing()
	}
	return nil
}

// tryNextSpacing continues with another spacing, if there is one.
func (q *differenceQuotient) tryNextSpacing() {
	q.n = 0
	q.tried++
	if q.side {
		if q.h = -q.h; q.tried%2 == 0 {
			q.h /= 8
		}
		q.over = q.tried == 10
		return
	}
	if q.h /= 8; q.tried < 8 {
		return
	}
	if q.over = !math.IsInf(q.best, 1); q.over {
		return
	}
	q.side, q.tried, q.h = true, 0, q.first
	for i := range q.l.n {
		q.setDerivative(i, 0)
	}
}

func (q *differenceQuotient) setDerivative(i int, d float64) { q.dst[i*q.width+q.col] = d }

// keepSixSampleDerivativesIfBest sets the derivatives to those of the six samples about x where these are the most accurate so far, and ends where they are accurate enough.
func (q *differenceQuotient) keepSixSampleDerivativesIfBest() {
	worst := 0.0
	for i := range q.l.n {
		_, e := q.l.sixthDifference(i, q.h, q.out[i])
		worst = max(worst, e)
	}
	if worst < q.best {
		q.best = worst
		for i := range q.l.n {
			d, _ := q.l.sixthDifference(i, q.h, q.out[i])
			q.setDerivative(i, d)
		}
	}
	q.over = worst <= 1
}

func (q *differenceQuotient) setDerivativesFromOneSidedSamples() {
	t := &q.l.trial
	for i := range q.l.n {
		q.setDerivative(i, (-147*q.out[i]+360*t[0][i]-450*t[1][i]+400*t[2][i]-225*t[3][i]+72*t[4][i]-10*t[5][i])/(60*q.h))
	}
	q.over = true
}
