package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/expr"
)

// bumpLaw is an expression whose value may rise and fall on a short way.
type bumpLaw struct {
	law    int
	bumps  *expr.Bumps
	before []float64 // its inputs at the start of a step
}

// bumpLaws are those that motion depends on.
type bumpLaws struct {
	made bool
	t    float64 // start of a step
	all  []bumpLaw
}

// HasBumps reports whether the value of an expression that motion depends on may rise and fall on a short way.
func (s *State) HasBumps() bool {
	b := &s.bumps
	if !b.made {
		b.made = true
		for i := range s.plan.law {
			l, ok := s.plan.law[i].law.(*expressionLaw)
			if spec := &s.sys.Laws[i]; !ok || spec.Report || spec.Demand {
				continue
			}
			if x := l.program.NewBumps(); x != nil {
				b.all = append(b.all, bumpLaw{i, x, make([]float64, len(s.plan.law[i].val))})
			}
		}
	}
	return len(b.all) > 0
}

// NoteBumps takes note of the inputs of the expressions in the last evaluation, which was at the start of a step.
func (s *State) NoteBumps(t float64) {
	if !s.HasBumps() {
		return
	}
	s.bumps.t = t
	for i := range s.bumps.all {
		b := &s.bumps.all[i]
		copy(b.before, s.plan.law[b.law].val)
	}
}

// Bump returns whether the step to t, near whose end the last evaluation was, has passed over a bump in the value of an
// expression, and where the first one starts and has its peak, from 0 at the start of the step to 1.
func (s *State) Bump(t float64) (start, peak float64, ok bool) {
	if !s.HasBumps() || !(t > s.bumps.t) {
		return 0, 0, false
	}
	peak = math.Inf(1)
	for i := range s.bumps.all {
		b := &s.bumps.all[i]
		if len(b.before) != len(s.plan.law[b.law].val) {
			continue // a routine has asked for something new, and the laws are wired again
		}
		from, to, is := b.bumps.Find(s.bumps.t, t, b.before, s.plan.law[b.law].val, int(s.Mode))
		if is && to < peak {
			start, peak, ok = from, to, true
		}
	}
	return start, peak, ok
}
