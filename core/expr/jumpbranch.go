package expr

import "math"

// Ramps of comparisons that decide which instructions run: an IF with computed branches (opIf) and a branch of a Function (opTest). On the ramp the branches for x < 0 and
// x > 0 both run, one after the other, and their values are blended where they meet. Where that gives no finite value, as a branch may have none on the other side,
// the value is that of the branch taken.

// bothBranches is what Work.from says of an opJoin or opMeet behind two branches that ran.
const bothBranches = -2

// recordWhetherBothRun notes and reports whether both branches behind a decision at pc are to run.
func (w *Work) recordWhetherBothRun(p *Program, pc int, v func(slot int32) float64) bool {
	w.both[pc] = w.ramps[pc] > 0 && math.Abs(p.valueComparedWithZero(pc, v)) < w.ramps[pc]
	return w.both[pc]
}

// evalRampedBranchInstruction carries out an instruction that decides which ones run next, and returns the one before those, where both branches of its decision run.
func (w *Work) evalRampedBranchInstruction(p *Program, pc int) (next int, ok bool) {
	switch p.code[pc].op {
	case opIf, opTest:
		return pc + 1, w.recordWhetherBothRun(p, pc, func(slot int32) float64 { return w.v[slot] })
	}
	return w.continueAfterBranch(p, pc)
}

// evalRampedBranchInstructionWithJets is evalRampedBranchInstruction with jets for values.
func (w *Work) evalRampedBranchInstructionWithJets(p *Program, pc int) (next int, ok bool) {
	switch p.code[pc].op {
	case opIf, opTest:
		return pc + 1, w.recordWhetherBothRun(p, pc, func(slot int32) float64 { return w.jets[slot].v })
	}
	return w.continueAfterBranchWithJets(p, pc)
}

// valueComparedWithZero is the value that a decision compares with zero.
func (p *Program) valueComparedWithZero(pc int, v func(slot int32) float64) float64 {
	in := &p.code[pc]
	x := v(in.a)
	if in.op == opTest {
		x -= v(in.b)
	}
	return x
}

// branchPair is the two branches of a decision that run on its ramp.
type branchPair struct {
	test, meet  int // the decision, and where its branches meet
	first, last int // ends of the branch that runs first and of the other
	second      int // start of the other
	n           int // values where they meet
	above       int // the branch for x > 0: 0 is the first
}

// branchPairAt returns the branches that meet at meet.
func (p *Program) branchPairAt(meet int) branchPair {
	b := branchPair{test: int(p.code[meet].a), meet: meet, n: 1, above: 1}
	in := &p.code[b.test]
	if in.op == opIf {
		b.first, b.second, b.last = int(in.b)-1, int(in.c), meet-1
		return b
	}
	b.first, b.second, b.last = int(in.c)-1, int(in.c), meet-1
	b.n = int(p.code[b.first].n)
	if t := Test(in.n); t == Greater || t == GreaterEqual {
		b.above = 0
	}
	return b
}

// valueSlots returns the slots of value k where the branches meet: in both of them, and behind.
func (b *branchPair) valueSlots(p *Program, k int) (first, last, to int32) {
	if p.code[b.meet].op == opJoin {
		return p.code[b.first].a, p.code[b.last].a, p.base + int32(b.meet)
	}
	x, y := &p.code[b.first-b.n+k], &p.code[b.last-b.n+k]
	return x.a, y.a, p.base + x.b
}

// blendWeights are the parts of both branches in the values, and what that of the last grows by x.
func (b *branchPair) blendWeights(p *Program, w *Work, v func(slot int32) float64) (firstWeight, lastWeight, lastWeightSlope float64) {
	width := w.ramps[b.test]
	above, lastWeightSlope := 0.5+p.valueComparedWithZero(b.test, v)/(2*width), 1/(2*width)
	if b.above == 0 {
		return above, 1 - above, -lastWeightSlope
	}
	return 1 - above, above, lastWeightSlope
}

// continueAfterBranch continues behind the end of a branch at pc: with the other one if both run, or where they meet, whose values it sets. Not ok where only one runs.
func (w *Work) continueAfterBranch(p *Program, pc int) (next int, ok bool) {
	meet := int(p.code[pc].b)
	if !w.both[p.code[meet].a] {
		return 0, false
	}
	b := p.branchPairAt(meet)
	if pc == b.first {
		return b.second, true
	}
	v := func(slot int32) float64 { return w.v[slot] }
	s, t, _ := b.blendWeights(p, w, v)
	sum := 0.0
	for k := range b.n {
		x, y, to := b.valueSlots(p, k)
		w.v[to] = s*w.v[x] + t*w.v[y]
		sum += w.v[to]
	}
	w.from[meet] = bothBranches
	if sum-sum != 0 {
		w.useValuesOfOneBranch(p, &b, b.isFirstBranchTakenUnblended(p, v, s > t))
	}
	return b.lastMeetInstruction(p), true
}

// lastMeetInstruction is the last instruction where the branches meet.
func (b *branchPair) lastMeetInstruction(p *Program) int {
	if p.code[b.meet].op == opJoin {
		return b.meet
	}
	return b.meet + b.n
}

// isFirstBranchTakenUnblended reports whether the first branch runs without a ramp. firstShareLarger is whether its share is the larger one, which decides for an IF, of which
// the branch for zero does not run on a ramp.
func (b *branchPair) isFirstBranchTakenUnblended(p *Program, v func(slot int32) float64, firstShareLarger bool) bool {
	in := &p.code[b.test]
	if in.op == opTest {
		return Test(in.n).holdsFor(v(in.a), v(in.b))
	}
	return firstShareLarger
}

// useValuesOfOneBranch sets the values where the branches meet to those of one of them, without a blend.
func (w *Work) useValuesOfOneBranch(p *Program, b *branchPair, first bool) {
	from := b.last
	if first {
		from = b.first
	}
	w.from[b.meet] = int32(from)
	for k := range b.n {
		x, y, to := b.valueSlots(p, k)
		if first {
			y = x
		}
		w.v[to], w.jets[to] = w.v[y], w.jets[y]
	}
}

// continueAfterBranchWithJets is continueAfterBranch with derivatives along a motion.
func (w *Work) continueAfterBranchWithJets(p *Program, pc int) (next int, ok bool) {
	meet := int(p.code[pc].b)
	if !w.both[p.code[meet].a] {
		return 0, false
	}
	b := p.branchPairAt(meet)
	if pc == b.first {
		return b.second, true
	}
	j, in := w.jets, &p.code[b.test]
	s, _, growth := b.blendWeights(p, w, func(slot int32) float64 { return j[slot].v })
	x := j[in.a]
	if in.op == opTest {
		x = x.sub(j[in.b])
	}
	part := x.scale(growth)
	part.v = 1 - s
	sum := 0.0
	for k := range b.n {
		x, y, to := b.valueSlots(p, k)
		j[to] = j[x].add(j[y].sub(j[x]).mul(part))
		sum += j[to].v
	}
	if sum-sum != 0 {
		w.useValuesOfOneBranch(p, &b, b.isFirstBranchTakenUnblended(p, func(slot int32) float64 { return j[slot].v }, s > part.v))
	}
	return b.lastMeetInstruction(p), true
}

// addBranchAdjoints carries the adjoints of the values where two branches that ran meet into both, and returns the end of the last, before what sets these values.
func (w *Work) addBranchAdjoints(p *Program, meet int) (next int) {
	b, in := p.branchPairAt(meet), &p.code[p.code[meet].a]
	s, t, growth := b.blendWeights(p, w, func(slot int32) float64 { return w.v[slot] })
	for k := range b.n {
		x, y, to := b.valueSlots(p, k)
		g := w.adj[to]
		addToAdjoint(w.adj, x, g, s)
		addToAdjoint(w.adj, y, g, t)
		slope := growth * (w.v[y] - w.v[x])
		addToAdjoint(w.adj, in.a, g, slope)
		if in.op == opTest {
			addToAdjoint(w.adj, in.b, g, -slope)
		}
	}
	return b.firstExitInstruction(p, b.last)
}

// firstExitInstruction is the first instruction at the end of a branch that sets values where it meets the other.
func (b *branchPair) firstExitInstruction(p *Program, end int) int {
	if p.code[b.meet].op == opJoin {
		return end
	}
	return end - b.n
}

// adjointTargetOfBranchStart is where adjoints go from the start of a branch at pc: to the end of the branch that ran before, or to the decision.
func (w *Work) adjointTargetOfBranchStart(p *Program, pc int) (next int) {
	test := int(p.code[pc].a)
	if w.ramps == nil || !w.both[test] {
		return test
	}
	meet := int(p.code[pc].b)
	if p.code[pc].op == opBegin {
		meet = int(p.code[int(p.code[test].c)-1].b)
	}
	if b := p.branchPairAt(meet); w.from[meet] == bothBranches && pc == b.second {
		return b.firstExitInstruction(p, b.first)
	}
	return test
}
