package system

import (
	"cmp"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
)

// Jumper names the element whose law jumps between two points a smallest step apart:
// "Force_Vector_OneBody 1", and "" where none stands out. Motions are looked at first, since what they do is
// nobody's consequence, then laws in the order of evaluation. Changes are relative to the larger of the
// two values, output by output; what the measures that a law reads change by is taken off: a damper changes
// with the speed that another force has changed, a force with the variable that it reads. So friction that
// turns round where its speed does is not distinguished from what follows it, and nothing is named.
func (s *State) Jumper(from, to *integrate.Point) (string, error) {
	before, err := s.lawValues(from)
	if err != nil {
		return "", err
	}
	after, err := s.lawValues(to)
	if err != nil || len(after) != len(before) {
		return "", err
	}
	most := 0.0
	for i := range after {
		after[i].change = changed(before[i].out, after[i].out) - changed(before[i].in, after[i].in)
		most = max(most, after[i].change)
	}
	for _, a := range after {
		if most > leastChange && a.change >= 0.5*most {
			return a.owner, nil
		}
	}
	return "", nil
}

const (
	// leastChange is the relative change from which on a law is said to jump.
	leastChange = 1e-3
	// negligible is the part of the largest output of a law that others are compared with at least.
	negligible = 1e-9
)

// lawValue is what a motion or a law gives at a point.
type lawValue struct {
	owner   string
	out, in []float64
	change  float64
}

// lawValues lists what motions and laws give at p, motions first, then laws in the order of evaluation.
func (s *State) lawValues(p *integrate.Point) ([]lawValue, error) {
	if err := s.learning(func() error { return s.forces(p) }); err != nil {
		return nil, err
	}
	var all []lawValue
	for _, set := range s.sys.Rows {
		m, ok := set.(*PrescribedMotion)
		if !ok {
			continue
		}
		f, d, dd, err := m.fn.at(s, m.Level)
		if err != nil {
			return nil, err
		}
		all = append(all, lawValue{owner: m.Element + " " + itoa(m.ID), out: []float64{f, d, dd}})
	}
	laws := make([]int, 0, len(s.plan.law))
	for i := range s.plan.law {
		if !s.sys.Laws[i].Report && !s.sys.Laws[i].Demand && !s.plan.lookup[i] {
			laws = append(laws, i)
		}
	}
	slices.SortFunc(laws, func(a, b int) int { return cmp.Compare(s.plan.rank[a], s.plan.rank[b]) })
	for _, i := range laws {
		n := &s.plan.law[i]
		all = append(all, lawValue{owner: s.sys.Laws[i].Owner, out: slices.Clone(s.m[n.out : n.out+MeasureIdx(n.n)]), in: slices.Clone(n.val)})
	}
	return all, nil
}

// changed is the largest relative change among outputs.
func changed(a, b []float64) float64 {
	floor, most := 0.0, 0.0
	if len(a) != len(b) { // a routine has asked something new
		return 0
	}
	for k := range a {
		floor = max(floor, negligible*math.Abs(a[k]), negligible*math.Abs(b[k]))
	}
	for k := range a {
		if size := max(math.Abs(a[k]), math.Abs(b[k]), floor); size > 0 {
			most = max(most, math.Abs(b[k]-a[k])/size)
		}
	}
	return most
}

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
