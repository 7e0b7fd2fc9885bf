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
func (s *State) FindJumpingLaw(from, to *integrate.Point) (element string, err error) {
	before, err := s.evaluateLawValues(from)
	if err != nil {
		return "", err
	}
	after, err := s.evaluateLawValues(to)
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

// evaluateLawValues lists what motions and laws give at p, motions first, then laws in the order of evaluation.
func (s *State) evaluateLawValues(p *integrate.Point) ([]lawValue, error) {
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
	kinks *expr.KinkConditions
}

// kinkLaws are those of a model.
type kinkLaws struct {
	made bool
	all  []kinkLaw
	size int
}

// KinkCount returns the number of values in expressions that motion depends on, at whose zeros derivatives of these expressions jump.
func (s *State) KinkCount() int {
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
		if k := l.program.FindKinkConditions(); k != nil {
			x.all = append(x.all, kinkLaw{l, k})
			x.size += k.Count()
		}
	}
	return x.size
}

// CopyKinkValues sets dst, of length KinkCount, to these values in the last evaluation.
func (s *State) CopyKinkValues(dst []float64) {
	for i := range s.kinks.all {
		k := &s.kinks.all[i]
		n := k.kinks.Count()
		k.kinks.CopyDifferences(dst[:n], k.law.work)
		dst = dst[n:]
	}
}

// jumpLaw is an expression, or a routine that is evaluated as one, that motion depends on and that may jump where values pass zero.
type jumpLaw struct {
	node  int // of the plan
	jumps *expr.JumpConditions
	work  *expr.Work
	out   []float64 // scratch
	ramps []jumpRamp
	value []float64 // scratch
}

// jumpRamp is a ramp in the place of a jump.
type jumpRamp struct {
	k         int // number of the compared value in its law
	halfWidth float64
	side      int // of the ramp on which the value was when partials were evaluated
}

// sideOfRamp returns -1 below the ramp, 0 on it and 1 above it.
func (r *jumpRamp) sideOfRamp(value float64) int {
	switch {
	case value <= -r.halfWidth:
		return -1
	case value >= r.halfWidth:
		return 1
	}
	return 0
}

// jumpLaws are those of a model.
type jumpLaws struct {
	all        []jumpLaw
	size       int
	generation int // 0 before they were listed
}

// recordRampSides takes note of the side of each ramp on which the last evaluation was: partials are those there.
func (x *jumpLaws) recordRampSides() {
	for i := range x.all {
		l := &x.all[i]
		if len(l.ramps) == 0 {
			continue
		}
		l.jumps.CopyComparedValues(l.value, l.work)
		for k := range l.ramps {
			r := &l.ramps[k]
			r.side = r.sideOfRamp(l.value[r.k])
		}
	}
}

// MatrixIsOfOtherRampSide reports whether a value that is compared was on another side of a ramp in the last evaluation than where the partials of
// the matrix were evaluated. On a ramp they are so large that with them an update that is far from the solution beside it looks small.
func (s *State) MatrixIsOfOtherRampSide() bool {
	for i := range s.jumps.all {
		l := &s.jumps.all[i]
		if len(l.ramps) == 0 {
			continue
		}
		l.jumps.CopyComparedValues(l.value, l.work)
		for k := range l.ramps {
			if r := &l.ramps[k]; r.sideOfRamp(l.value[r.k]) != r.side {
				return true
			}
		}
	}
	return false
}

// workAndJumpsOfLaw returns what a law is evaluated with, and its jumps where they are to be listed; nil if it is not evaluated as an expression, or
// if its values and partials are not of one program.
func workAndJumpsOfLaw(l Law, s *State, list bool) (w *expr.Work, j *expr.JumpConditions) {
	switch l := l.(type) {
	case *expressionLaw:
		if w = l.work; list {
			j = l.program.FindJumpConditions()
		}
	case *routineLaw:
		p, ok := l.function.(singleProgram)
		if !ok || !l.usesCompiledFunction(s) || l.inline.fn == nil {
			return nil, nil
		}
		if _, w = p.Program(true); w != l.inline.work {
			return nil, nil
		}
		if list {
			j = l.inline.fn.FindJumpConditions()
		}
	}
	return w, j
}

// JumpCount returns the number of values in laws that motion depends on, at whose zeros these laws may jump: see expr.JumpConditions. The generation
// is another one where a routine was compiled again since: all ramps are gone then.
func (s *State) JumpCount() (n, generation int) {
	x := &s.jumps
	if x.generation == 0 || x.areStale(s) {
		x.listJumps(s)
	}
	return x.size, x.generation
}

// areStale reports whether a law is evaluated with something else than when it was listed.
func (x *jumpLaws) areStale(s *State) bool {
	for i := range x.all {
		if w, _ := workAndJumpsOfLaw(s.plan.law[x.all[i].node].law, s, false); w != x.all[i].work {
			return true
		}
	}
	return false
}

func (x *jumpLaws) listJumps(s *State) {
	*x = jumpLaws{generation: x.generation + 1}
	for i := range s.plan.law {
		if spec := &s.sys.Laws[i]; spec.Report || spec.Demand || s.plan.lookup[i] {
			continue
		}
		if w, j := workAndJumpsOfLaw(s.plan.law[i].law, s, true); j != nil {
			for k := range j.Count() {
				j.ReplaceJumpByRamp(w, k, 0)
			}
			x.all = append(x.all, jumpLaw{node: i, jumps: j, work: w, out: make([]float64, s.plan.law[i].n), value: make([]float64, j.Count())})
			x.size += j.Count()
		}
	}
}

// CopyLastJumpValues sets dst, of the length that JumpCount returns, to the values in the last evaluation of each law; NaN for a comparison
// in a branch that did not run.
func (s *State) CopyLastJumpValues(dst []float64) {
	for i := range s.jumps.all {
		x := &s.jumps.all[i]
		k := x.jumps.Count()
		x.jumps.CopyComparedValues(dst[:k], x.work)
		dst = dst[k:]
	}
}

// EvaluateJumpValues sets dst, of the length that JumpCount returns, to the values at p.
func (s *State) EvaluateJumpValues(dst []float64, p *integrate.Point) error {
	if err := s.EvaluateWithoutResults(p); err != nil {
		return err
	}
	for i := range s.jumps.all {
		x := &s.jumps.all[i]
		n := &s.plan.law[x.node]
		if err := n.law.Eval(x.out, n.val, s); err != nil { // elements that share a routine share what it is evaluated with
			return err
		}
		k := x.jumps.Count()
		x.jumps.CopyComparedValues(dst[:k], x.work)
		dst = dst[k:]
	}
	return nil
}

// lawOfJump returns the law of value k of EvaluateJumpValues and the number of the value in it.
func (s *State) lawOfJump(k int) (*jumpLaw, int) {
	for i := range s.jumps.all {
		x := &s.jumps.all[i]
		n := x.jumps.Count()
		if k < n {
			return x, k
		}
		k -= n
	}
	panic("system: there is no such jump")
}

// SetJumpRamp makes the law of value k of EvaluateJumpValues continuous: where the value lies between -width and width, the law changes linearly from
// one side to the other; 0 restores the jump. Elements that share a routine share the ramp.
func (s *State) SetJumpRamp(k int, halfWidth float64) {
	x, k := s.lawOfJump(k)
	x.jumps.ReplaceJumpByRamp(x.work, k, halfWidth)
	x.ramps = slices.DeleteFunc(x.ramps, func(r jumpRamp) bool { return r.k == k })
	if halfWidth > 0 {
		x.ramps = append(x.ramps, jumpRamp{k: k, halfWidth: halfWidth})
	}
	s.memo.ok = false
}

// JumpOwnerName names the element of the law of value k of EvaluateJumpValues.
func (s *State) JumpOwnerName(k int) string {
	x, _ := s.lawOfJump(k)
	return s.sys.Laws[x.node].Owner
}
