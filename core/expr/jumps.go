package expr

import (
	"math"
	"slices"
)

// JumpConditions are the comparisons with zero at which the value of a program may jump: the second argument of SIGN, the condition of an IF, and the
// difference of the two sides of a comparison that chooses between two values or which instructions run. Those
// that depend on TIME alone are left out: NewBreaks finds them.
type JumpConditions struct{ list []jump }

// jump is the comparison of an instruction.
type jump struct {
	pc int
	condition
	in []*branch // that it is part of, the outermost first
}

// branch is the instructions between a decision and the meeting of its branches.
type branch struct{ end, meet int32 }

// hasRun reports whether the branch ran in the last evaluation with w, if its decision was carried out.
func (b *branch) hasRun(w *Work) bool {
	return w.from[b.meet] == b.end || w.from[b.meet] == bothBranches
}

// FindJumpConditions finds the comparisons of a program, nil without any. All externals have to be bound.
func (p *Program) FindJumpConditions() *JumpConditions {
	timed := newIntervalEvaluator(p).timed
	return p.findJumpConditionsExcept(func(c condition) bool { return timed[c.a] && (!c.less || timed[c.b]) })
}

// FindJumpConditions finds them as that of a Program; comparisons of times count.
func (f *Function) FindJumpConditions() *JumpConditions {
	return f.p.findJumpConditionsExcept(func(condition) bool { return false })
}

// findJumpConditionsExcept lists the comparisons that are not left out.
func (p *Program) findJumpConditionsExcept(leftOut func(condition) bool) *JumpConditions {
	j := &JumpConditions{}
	var in []*branch
	for pc := range p.code {
		in = p.updateOpenBranches(in, pc)
		if c, ok := p.jumpingCondition(pc); ok && !leftOut(c) {
			j.list = append(j.list, jump{pc, c, slices.Clone(in)})
		}
	}
	if len(j.list) == 0 {
		return nil
	}
	return j
}

// updateOpenBranches returns the branches that instruction pc is part of from those of the instruction before it.
func (p *Program) updateOpenBranches(before []*branch, pc int) []*branch {
	switch in := &p.code[pc]; in.op {
	case opEnter, opBegin:
		return append(before, &branch{})
	case opJump, opLeave:
		*before[len(before)-1] = branch{int32(pc), in.b}
		return before[:len(before)-1]
	}
	return before
}

// jumpingCondition returns the comparison of instruction pc, if its value may jump there.
func (p *Program) jumpingCondition(pc int) (c condition, ok bool) {
	switch in := &p.code[pc]; in.op {
	case opSign:
		return condition{a: in.b}, true
	case opSelect:
		return condition{a: p.args[in.a]}, true
	case opIf:
		return condition{a: in.a}, true
	case opChoose:
		t := Test(in.n)
		return condition{a: p.args[in.a], b: p.args[in.a+1], less: true}, t != Equal && t != NotEqual
	case opTest:
		t := Test(in.n)
		return condition{a: in.a, b: in.b, less: true}, t != Equal && t != NotEqual
	}
	return c, false
}

// Count returns the number of comparisons.
func (j *JumpConditions) Count() int { return len(j.list) }

// CopyComparedValues sets dst, of length Count, to the values that are compared with zero, in the last evaluation with w; NaN for comparisons in branches
// that did not run.
func (j *JumpConditions) CopyComparedValues(dst []float64, w *Work) {
	for i := range j.list {
		c := &j.list[i]
		dst[i] = w.v[c.a]
		if c.less {
			dst[i] -= w.v[c.b]
		}
		if slices.ContainsFunc(c.in, func(b *branch) bool { return !b.hasRun(w) }) {
			dst[i] = nan
		}
	}
}

// ReplaceJumpByRamp replaces the jump of comparison k in evaluations with w: where the compared value x lies between -width and width,
// the result changes linearly from that for x < 0 to that for x > 0. A width of 0 restores the jump.
func (j *JumpConditions) ReplaceJumpByRamp(w *Work, k int, width float64) {
	if w.ramps == nil {
		if width == 0 {
			return
		}
		w.ramps, w.both = make([]float64, len(w.program.code)), make([]bool, len(w.program.code))
	}
	w.ramps[j.list[k].pc] = width
}

// rampAt is a choice between two values where its comparison is on a ramp: those for x < 0 and x > 0 are in the slots below and above, with
// the factors signBelow and signAbove; x = v[a] - v[b] or, with b < 0, v[a].
type rampAt struct {
	below, above         int32
	signBelow, signAbove float64
	a, b                 int32
}

// rampedChoiceAt returns what instruction pc chooses between.
func (p *Program) rampedChoiceAt(pc int) rampAt {
	in := &p.code[pc]
	if in.op == opSign { // it is -|a| or |a|
		return rampAt{below: in.a, above: in.a, a: in.b, b: -1}
	}
	x := p.args[in.a:]
	r := rampAt{below: x[1], above: x[3], a: x[0], b: -1, signBelow: 1, signAbove: 1}
	if in.op == opChoose {
		r.below, r.above, r.b = x[3], x[2], x[1]
		if t := Test(in.n); t == Less || t == LessEqual {
			r.below, r.above = r.above, r.below
		}
	}
	return r
}

// evalRamp returns the choice of an instruction and the part of the value above in it, from 0 to 1, where x lies on the ramp.
func (w *Work) evalRamp(p *Program, pc int, v func(slot int32) float64) (r rampAt, part float64, on bool) {
	if w.ramps[pc] == 0 {
		return r, 0, false
	}
	r = p.rampedChoiceAt(pc)
	x := v(r.a)
	if r.b >= 0 {
		x -= v(r.b)
	}
	if p.code[pc].op == opSign {
		s := signOf(v(r.above))
		r.signBelow, r.signAbove = -s, s
	}
	return r, 0.5 + x/(2*w.ramps[pc]), math.Abs(x) < w.ramps[pc]
}

// rampValue returns the value of an instruction: sharp, or what its ramp says. The compiler inlines it.
func (w *Work) rampValue(p *Program, pc int, sharp float64) float64 {
	if w.ramps == nil {
		return sharp
	}
	return w.valueOnRamp(p, pc, sharp)
}

func (w *Work) valueOnRamp(p *Program, pc int, sharp float64) float64 {
	r, t, on := w.evalRamp(p, pc, func(slot int32) float64 { return w.v[slot] })
	if !on {
		return sharp
	}
	return (1-t)*r.signBelow*w.v[r.below] + t*r.signAbove*w.v[r.above]
}

// addRampAdjoints adds what an instruction on its ramp contributes to adjoints; false where it is not on one. There are ramps.
func (w *Work) addRampAdjoints(p *Program, pc int, g float64) bool {
	r, t, on := w.evalRamp(p, pc, func(slot int32) float64 { return w.v[slot] })
	if !on {
		return false
	}
	slope := (r.signAbove*w.v[r.above] - r.signBelow*w.v[r.below]) / (2 * w.ramps[pc])
	addToAdjoint(w.adj, r.below, g, (1-t)*r.signBelow)
	addToAdjoint(w.adj, r.above, g, t*r.signAbove)
	addToAdjoint(w.adj, r.a, g, slope)
	if r.b >= 0 {
		addToAdjoint(w.adj, r.b, g, -slope)
	}
	return true
}

// rampJet is rampValue with derivatives along a motion.
func (w *Work) rampJet(p *Program, pc int, sharp jet) jet {
	if w.ramps == nil {
		return sharp
	}
	r, _, on := w.evalRamp(p, pc, func(slot int32) float64 { return w.jets[slot].v })
	if !on {
		return sharp
	}
	x := w.jets[r.a]
	if r.b >= 0 {
		x = x.sub(w.jets[r.b])
	}
	t := x.scale(1 / (2 * w.ramps[pc]))
	t.v += 0.5
	below, above := w.jets[r.below].scale(r.signBelow), w.jets[r.above].scale(r.signAbove)
	return below.add(above.sub(below).mul(t))
}
