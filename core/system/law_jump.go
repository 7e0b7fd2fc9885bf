package system

import (
	"cmp"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
)

// FindJumpingLaw names the element whose law jumps between two points a smallest step apart:
// "Force_Vector_OneBody 1", and "" where none dominates. Motions are examined first, since what they do is
// nobody's consequence, then laws in the order of evaluation. Changes are relative to the larger of the
// two values, output by output; what the measures that a law reads change by is taken off: a damper changes
// with the speed that another force has changed, a force with the variable that it reads. So friction that
// turns round where its speed does is not distinguished from what follows it, and nothing is named.
func (s *State) FindJumpingLaw(from, to *integrate.Point) (string, error) {
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
		after[i].change = largestRelativeChange(before[i].out, after[i].out) - largestRelativeChange(before[i].in, after[i].in)
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
	if err := s.repeatWhileQueriesChange(func() error { return s.computeForces(p) }); err != nil {
		return nil, err
	}
	var all []lawValue
	for _, set := range s.sys.Rows {
		m, ok := set.(*PrescribedMotion)
		if !ok {
			continue
		}
		f, d, dd, err := m.fn.evalMotion(s, m.Level)
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

// largestRelativeChange is the largest relative change among outputs.
func largestRelativeChange(a, b []float64) float64 {
	floor, most := 0.0, 0.0
	if len(a) != len(b) { // a routine has made a new query
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

// kinkLaw is an expression that motion depends on, with derivatives that jump where some of its values pass zero.
type kinkLaw struct {
	law   *expressionLaw
	kinks *expr.Kinks
}

// kinkLaws are those of a model.
type kinkLaws struct {
	made bool
	all  []kinkLaw
	size int
}

// Kinks returns the number of values in expressions that motion depends on, at whose zeros derivatives of these expressions jump.
func (s *State) Kinks() int {
	x := &s.kinks
	if x.made {
		return x.size
	}
	x.made = true
	for i := range s.plan.law {
		l, ok := s.plan.law[i].law.(*expressionLaw)
		if spec := &s.sys.Laws[i]; !ok || spec.Report || spec.Demand {
			continue
		}
		if k := l.program.NewKinks(); k != nil {
			x.all = append(x.all, kinkLaw{l, k})
			x.size += k.Size()
		}
	}
	return x.size
}

// KinkValues sets dst, of length Kinks, to these values in the last evaluation.
func (s *State) KinkValues(dst []float64) {
	for i := range s.kinks.all {
		k := &s.kinks.all[i]
		n := k.kinks.Size()
		k.kinks.Values(dst[:n], k.law.work)
		dst = dst[n:]
	}
}

// jumpLaw is an expression, or a routine that is evaluated as one, that motion depends on and that may jump where values pass zero.
type jumpLaw struct {
	node  int // of the plan
	jumps *expr.Jumps
	work  *expr.Work
	out   []float64 // scratch
}

// jumpLaws are those of a model.
type jumpLaws struct {
	made bool
	all  []jumpLaw
	size int
}

// jumpProgram returns the jumps of a law and what it is evaluated with; nil without any.
func jumpProgram(l Law, s *State) (*expr.Jumps, *expr.Work) {
	switch l := l.(type) {
	case *expressionLaw:
		return l.program.NewJumps(), l.work
	case *routineLaw:
		if l.usesCompiled(s) && l.inline.fn != nil {
			return l.inline.fn.NewJumps(), l.inline.work
		}
	}
	return nil, nil
}

// JumpCount returns the number of values in laws that motion depends on, at whose zeros these laws may jump: see expr.Jumps.
func (s *State) JumpCount() int {
	x := &s.jumps
	if x.made {
		return x.size
	}
	x.made = true
	for i := range s.plan.law {
		if spec := &s.sys.Laws[i]; spec.Report || spec.Demand || s.plan.lookup[i] {
			continue
		}
		if j, w := jumpProgram(s.plan.law[i].law, s); j != nil {
			x.all = append(x.all, jumpLaw{i, j, w, make([]float64, s.plan.law[i].n)})
			x.size += j.Size()
		}
	}
	return x.size
}

// LastJumpValues sets dst, of length JumpCount, to these values in the last evaluation of each law.
func (s *State) LastJumpValues(dst []float64) {
	for i := range s.jumps.all {
		x := &s.jumps.all[i]
		k := x.jumps.Size()
		x.jumps.Values(dst[:k], x.work)
		dst = dst[k:]
	}
}

// JumpValues sets dst, of length JumpCount, to these values at p.
func (s *State) JumpValues(dst []float64, p *integrate.Point) error {
	if err := s.Measure(p); err != nil {
		return err
	}
	for i := range s.jumps.all {
		x := &s.jumps.all[i]
		n := &s.plan.law[x.node]
		if err := n.law.Eval(x.out, n.val, s); err != nil { // routines share what they are evaluated with
			return err
		}
		k := x.jumps.Size()
		x.jumps.Values(dst[:k], x.work)
		dst = dst[k:]
	}
	return nil
}

// SetJumpRamp makes law k of JumpValues continuous: where its value lies between -width and width, the law changes linearly from one side
// to the other; 0 restores the jump. It returns the element of the law. Elements that share a routine share the ramp.
func (s *State) SetJumpRamp(k int, width float64) (element string) {
	for i := range s.jumps.all {
		x := &s.jumps.all[i]
		if n := x.jumps.Size(); k >= n {
			k -= n
			continue
		}
		x.jumps.SetRamp(x.work, k, width)
		return s.sys.Laws[x.node].Owner
	}
	return ""
}
