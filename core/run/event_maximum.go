package run

import (
	"cmp"
	"math"
	"slices"
)

// A value may rise through zero and fall below it again within an interval. Where no rate reports that, the parabola through the
// values at its ends and the one before them does: where its summit comes near zero, and only there, values inside the interval are
// taken, until one is above zero or a parabola through three of them says that none is.

// timedValue is a value at a time.
type timedValue struct{ t, v float64 }

// fitParabolaMaximum returns where and how high the parabola through three samples in the order of time is highest, and its second
// divided difference; ok is false where it has no summit.
func fitParabolaMaximum(p, q, r timedValue) (t, v, bend float64, ok bool) {
	first, second := (q.v-p.v)/(q.t-p.t), (r.v-q.v)/(r.t-q.t)
	bend = (second - first) / (r.t - p.t)
	if !(bend < 0) || math.IsInf(bend, 0) {
		return 0, 0, 0, false
	}
	slope := first + bend*(q.t-p.t) // at q
	t = q.t - slope/(2*bend)
	return t, q.v - slope*slope/(4*bend), bend, true
}

const (
	// summitMost is how often a value is taken in search of one summit.
	summitMost = 12
	// What a summit may be off by, as part of what the parabola falls by over its samples: before values near it are taken, and then.
	summitDoubt, summitKnown = 0.5, 0.1
)

// findMaximum returns a time between a and b at which value i of w, below zero at both, is over, and the value there; that is not over where there is none.
func (m *eventFinder) findMaximum(w *eventKindValues, i int, a, b float64) (t float64, x eventValue, err error) {
	p, r := timedValue{a, w.from[i].v}, timedValue{b, w.to[i].v}
	if w.to[i].reaction || !(p.v < 0) || !(r.v < 0) || !(b-a > 1e3*smallestEventInterval(a, b)) {
		return 0, x, nil
	}
	width, guess := b-a, (a+b)/2
	if before := (timedValue{m.beforeT, w.before[i]}); !math.IsNaN(before.t + before.v) {
		at, top, bend, ok := fitParabolaMaximum(before, p, r)
		fall := -bend * width * width
		if !ok || at < a-summitDoubt*width || at > b+summitDoubt*width || top+summitDoubt*fall < 0 || !(fall > 1e-12*math.Abs(p.v)) {
			return 0, x, nil
		}
		guess = math.Min(math.Max(at, a+0.1*width), b-0.1*width)
	}
	m.sampledInside = true
	near := []timedValue{p, r}
	for range summitMost {
		if x, err = m.evaluateValueAt(w, i, guess); err != nil || x.reached {
			return guess, x, err
		}
		now := timedValue{guess, x.v}
		near = append(near, now)
		slices.SortFunc(near, func(x, y timedValue) int { return cmp.Compare(x.t, y.t) })
		at, top, bend, ok := fitParabolaMaximum(near[0], near[1], near[2])
		spread := near[2].t - near[0].t
		if !ok || !(a < at && at < b) || top-summitKnown*bend*spread*spread < 0 || math.Abs(at-now.t) < 1e-9*width {
			break
		}
		if guess = at; near[2].t-at > at-near[0].t { // the two that are nearest
			near = near[:2]
		} else {
			near = near[1:]
		}
	}
	return 0, x, nil
}
