package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/expr"
)

// bumpLaw is an expression whose value may rise and fall on a short way.
type bumpLaw struct {
	law                int
	bumps              *expr.BumpFinder
	before, mid, after []float64 // its inputs at the start of a step, where one of all inputs turns back, and at the end
}

// turningLaw is an expression with displacements among its inputs, which may turn back within a step: a distance falls and grows again.
type turningLaw struct {
	law    int
	before []valueAndRate // by input, at the start of a step
}

// valueAndRate is the value of a displacement and its rate.
type valueAndRate struct{ v, rate float64 }

// bumpLaws are those that motion depends on.
type bumpLaws struct {
	made  bool
	t     float64 // start of a step
	all   []bumpLaw
	turns []turningLaw // those behind them as well
}

// MayHavePeaks reports whether the value of an expression that motion depends on may rise and fall on a short way.
func (s *State) MayHavePeaks() bool {
	b := &s.bumps
	if !b.made {
		b.made = true
		for i := range s.plan.law {
			l, ok := s.plan.law[i].law.(*expressionLaw)
			if spec := &s.sys.Laws[i]; !ok || spec.Report || spec.Demand {
				continue
			}
			n := len(s.plan.law[i].val)
			if x := l.program.NewBumpFinder(); x != nil {
				b.all = append(b.all, bumpLaw{i, x, make([]float64, n), make([]float64, n), make([]float64, n)})
			}
			b.turns = append(b.turns, turningLaw{i, make([]valueAndRate, n)})
		}
	}
	return len(b.all) > 0
}

// RecordPeakInputsAtStepStart takes note of the inputs of the expressions in the last evaluation, which was at the start of a step.
func (s *State) RecordPeakInputsAtStepStart(t float64) {
	if !s.MayHavePeaks() {
		return
	}
	s.bumps.t = t
	for i := range s.bumps.all {
		b := &s.bumps.all[i]
		copy(b.before, s.plan.law[b.law].val)
	}
	for i := range s.bumps.turns {
		x := &s.bumps.turns[i]
		for k := range x.before {
			x.before[k], _ = s.displacementInput(x.law, k)
		}
	}
}

// displacementInput returns input k of a law and its rate in the last evaluation; not ok if it is not a displacement.
func (s *State) displacementInput(law, k int) (x valueAndRate, ok bool) {
	n := &s.plan.law[law]
	if k >= len(n.in) {
		return x, false
	}
	m := &s.plan.measure[n.in[k]]
	if m.row == nil || m.row.stage != Pose {
		return x, false
	}
	return valueAndRate{s.m[n.in[k]], s.kin.displacementRate(m)}, true
}

// turnBackFraction returns where on the way of a step to t, near whose end the last evaluation was, from 0 to 1, a displacement turns back, by the tangents
// of both ends; the one that goes the farthest to and fro, of the size of its value.
func (s *State) turnBackFraction(t float64) (part float64, ok bool) {
	h, most := t-s.bumps.t, 0.0
	for i := range s.bumps.turns {
		x := &s.bumps.turns[i]
		for k, a := range x.before {
			if a.rate == 0 {
				continue
			}
			b, is := s.displacementInput(x.law, k)
			if !is || !(a.rate*b.rate < 0) {
				continue
			}
			at := (b.v - a.v - b.rate*h) / ((a.rate - b.rate) * h)
			way := math.Min(math.Abs(a.rate)*at, math.Abs(b.rate)*(1-at)) * h / math.Max(math.Abs(a.v), math.Abs(b.v))
			if 0 < at && at < 1 && way > most {
				part, ok, most = at, true, way
			}
		}
	}
	return part, ok
}

// FindPassedPeak returns whether the step to t, near whose end the last evaluation was, has passed over a bump in the value of an
// expression, and where the first one starts and has its peak, from 0 at the start of the step to 1. at evaluates the model at such a part of the step.
func (s *State) FindPassedPeak(t float64, at func(part float64) error) (start, peak float64, ok bool, err error) {
	if !s.MayHavePeaks() || !(t > s.bumps.t) {
		return 0, 0, false, nil
	}
	for i := range s.bumps.all {
		b := &s.bumps.all[i]
		copy(b.after, s.plan.law[b.law].val)
	}
	mid, turns := s.turnBackFraction(t)
	if turns {
		if err := at(mid); err != nil {
			return 0, 0, false, err
		}
	} else {
		mid = 0
	}
	peak = math.Inf(1)
	law := 0
	for i := range s.bumps.all {
		b := &s.bumps.all[i]
		if len(b.before) != len(s.plan.law[b.law].val) {
			continue // a routine has requested something new, and the laws are wired again
		}
		copy(b.mid, s.plan.law[b.law].val)
		from, to, is := b.bumps.FindBump(expr.LinearPath{T0: s.bumps.t, T1: t, From: b.before, To: b.after, At: mid, Via: b.mid}, int(s.Mode))
		if is && to < peak {
			start, peak, ok, law = from, to, true, b.law
		}
	}
	if ok && turns {
		start, err = s.findBumpStart(law, start, peak, at)
	}
	return start, peak, ok, err
}

// findBumpStart returns where the value of a law leaves that at the start of a step on the way to a peak: displacements that turn back do not move in
// straight lines, by which the time from would be late.
func (s *State) findBumpStart(law int, from, peak float64, at func(part float64) error) (float64, error) {
	out := s.plan.law[law].out
	value := func(part float64) (float64, error) {
		err := at(part)
		return s.m[out], err
	}
	level, err := value(0)
	if err != nil {
		return from, err
	}
	top, err := value(peak)
	if err != nil {
		return from, err
	}
	a, b := 0.0, peak
	for range 24 {
		if b-a < 1e-2*(peak-b) {
			break
		}
		m := a + (b-a)/2
		v, err := value(m)
		if err != nil {
			return from, err
		}
		if math.Abs(v-level) > 1e-3*math.Abs(top-level) {
			b = m
		} else {
			a = m
		}
	}
	return min(a, from), nil
}
