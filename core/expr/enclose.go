package expr

import (
	"math"
	"slices"
)

// intervalEvaluator bounds the values of a program while the time is in an interval, for parts that
// depend on nothing but TIME and MODE. All branches of IFs are evaluated.
type intervalEvaluator struct {
	p     *Program
	path  *LinearPath // nil: intervals are of the time
	timed []bool      // by slot: depends on TIME and MODE at most, or on measures as well where there is a path
	e     []enclosure // by slot
	jumps [][3]int32  // of each opJoin: slots of the three values
	x     []float64
	d, dd []float64
	xj    []jet
}

func newIntervalEvaluator(p *Program) *intervalEvaluator { return newPathIntervalEvaluator(p, nil) }

func newPathIntervalEvaluator(p *Program, along *LinearPath) *intervalEvaluator {
	n := int(p.base) + len(p.code)
	c := &intervalEvaluator{p: p, path: along, timed: make([]bool, n), e: make([]enclosure, n), jumps: make([][3]int32, len(p.code)), x: make([]float64, p.nx), xj: make([]jet, p.nx)}
	c.timed[slotTime], c.timed[slotMode] = true, true
	for i := range p.Measures {
		c.timed[slotMeasures+i] = along != nil
	}
	consts := slotMeasures + len(p.Measures)
	for i, v := range p.consts {
		c.timed[consts+i], c.e[consts+i] = true, constantEnclosure(v)
	}
	reals := 2
	for _, x := range p.Externals {
		reals = max(reals, x.Reals)
	}
	c.d, c.dd = make([]float64, reals), make([]float64, reals*reals)
	c.listIfValues()
	for pc := range p.code {
		c.timed[int(p.base)+pc] = c.doOperandsDependOnTimeOnly(pc)
	}
	return c
}

// listIfValues lists the values that IFs choose among.
func (c *intervalEvaluator) listIfValues() {
	count := make([]int, len(c.p.code))
	for i := range c.p.code {
		if in := &c.p.code[i]; in.op == opJump && count[in.b] < 3 {
			c.jumps[in.b][count[in.b]] = in.a
			count[in.b]++
		}
	}
}

// dependsOnTimeOnly reports whether a slot depends on TIME and on nothing else.
func (c *intervalEvaluator) dependsOnTimeOnly(slot int32) bool {
	if slot == slotTime || c.path != nil && slotMeasures <= slot && int(slot) < slotMeasures+len(c.p.Measures) {
		return true
	}
	return slot >= c.p.base && c.timed[slot] && slices.ContainsFunc(c.operandSlots(int(slot-c.p.base)), c.dependsOnTimeOnly)
}

// operandSlots returns the slots that instruction pc evaluates.
func (c *intervalEvaluator) operandSlots(pc int) []int32 {
	in := &c.p.code[pc]
	switch {
	case in.op < opSelect && in.op.hasTwoOperands():
		return []int32{in.a, in.b}
	case in.op < opSelect:
		return []int32{in.a}
	case in.op == opJoin:
		j := c.jumps[pc]
		return []int32{c.p.code[in.a].a, j[0], j[1], j[2]}
	case in.op <= opExternal:
		return c.p.args[in.a : int(in.a)+int(in.n)]
	}
	return nil
}

// hasTwoOperands reports whether an instruction before opSelect has two operands.
func (op opcode) hasTwoOperands() bool {
	switch op {
	case opAdd, opSub, opMul, opDiv, opPow, opPowC, opAtan2, opMod, opSign, opDim, opMax, opMin:
		return true
	}
	return false
}

// doOperandsDependOnTimeOnly reports whether instruction pc depends on TIME and MODE only.
func (c *intervalEvaluator) doOperandsDependOnTimeOnly(pc int) bool {
	operands := c.operandSlots(pc)
	return operands != nil && !slices.ContainsFunc(operands, func(slot int32) bool { return !c.timed[slot] })
}

// boundSlotsOver bounds all timed slots for times, or the parameter of the path, from a to b.
func (c *intervalEvaluator) boundSlotsOver(a, b float64, mode int) {
	c.e[slotTime] = enclosure{span{a, b}, span{1, 1}}
	if w := c.path; w != nil {
		c.e[slotTime] = boundLinear(w.T0, w.T1, a, b)
		for i := range w.From {
			c.e[slotMeasures+i] = w.boundMeasure(i, a, b)
		}
	}
	c.e[slotMode] = constantEnclosure(float64(mode))
	for pc := range c.p.code {
		if at := int(c.p.base) + pc; c.timed[at] {
			c.e[at] = c.boundInstruction(pc)
		}
	}
}

// boundMeasure bounds measure i while the parameter is between a and b.
func (w *LinearPath) boundMeasure(i int, a, b float64) enclosure {
	if w.At == 0 {
		return boundLinear(w.From[i], w.To[i], a, b)
	}
	first := func(a, b float64) enclosure {
		return boundLinear(w.From[i], w.Via[i], a/w.At, b/w.At).scaleParameter(w.At)
	}
	second := func(a, b float64) enclosure {
		return boundLinear(w.Via[i], w.To[i], (a-w.At)/(1-w.At), (b-w.At)/(1-w.At)).scaleParameter(1 - w.At)
	}
	switch {
	case b <= w.At:
		return first(a, b)
	case a >= w.At:
		return second(a, b)
	}
	x, y := first(a, w.At), second(w.At, b)
	return enclosure{span{min(x.v.lo, y.v.lo), max(x.v.hi, y.v.hi)}, span{min(x.d.lo, y.d.lo), max(x.d.hi, y.d.hi)}}
}

// scaleParameter takes a change of the parameter for part of one.
func (e enclosure) scaleParameter(part float64) enclosure {
	return enclosure{e.v, span{e.d.lo / part, e.d.hi / part}}
}

// boundLinear bounds what goes from u to v as a parameter goes from 0 to 1, while this is between a and b.
func boundLinear(u, v, a, b float64) enclosure {
	d := v - u
	x, y := u+a*d, u+b*d
	return enclosure{span{min(x, y), max(x, y)}, span{d, d}}
}

func (c *intervalEvaluator) boundInstruction(pc int) enclosure {
	in, e := &c.p.code[pc], c.e
	switch in.op {
	case opAdd:
		return e[in.a].add(e[in.b])
	case opSub:
		return e[in.a].sub(e[in.b])
	case opMul:
		if in.a == in.b {
			return e[in.a].square()
		}
		return e[in.a].mul(e[in.b])
	case opDiv:
		return e[in.a].div(e[in.b])
	case opNeg:
		return e[in.a].neg()
	case opPowI:
		n := int(in.b)
		return e[in.a].applyChainRule(e[in.a].v.powInt(n), e[in.a].v.powInt(n-1).mul(span{float64(n), float64(n)}))
	case opPow, opPowC:
		return c.boundPower(e[in.a], e[in.b])
	case opAtan2:
		y, x := e[in.a].v, e[in.b].v
		if x.lo > 0 {
			return e[in.a].div(e[in.b]).applyUnary(opAtan)
		}
		if y.lo == y.hi && x.lo == x.hi {
			return enclosure{constantEnclosure(math.Atan2(y.lo, x.lo)).v, everything}
		}
		return enclosure{span{-math.Pi, math.Pi}, everything}
	case opMod:
		return boundModulo(e[in.a], e[in.b])
	case opSign:
		m := e[in.a].applyUnary(opAbs)
		switch s := e[in.b].v; {
		case s.lo >= 0:
			return m
		case s.hi < 0:
			return m.neg()
		}
		return m.withJump(m.neg())
	case opDim:
		return boundLarger(e[in.a].sub(e[in.b]), constantEnclosure(0))
	case opMax:
		return boundLarger(e[in.a], e[in.b])
	case opMin:
		return boundLarger(e[in.a].neg(), e[in.b].neg()).neg()
	case opSelect:
		x := c.p.args[in.a : in.a+4]
		return boundIf(e[x[0]].v, e[x[1]], e[x[2]], e[x[3]])
	case opJoin:
		j := c.jumps[pc]
		return boundIf(e[c.p.code[in.a].a].v, e[j[0]], e[j[1]], e[j[2]])
	case opShape:
		return c.boundShape(in)
	case opExternal:
		f := c.p.Externals[in.b].boundFunction()
		return c.boundBySamples(in, func(x []jet) jet {
			for i := range x {
				c.x[i] = x[i].v
			}
			n := len(x)
			v := f.Eval(c.x[:n], c.d[:n], c.dd[:n*n])
			return jet{v, c.d[0], c.dd[0]}
		})
	}
	return e[in.a].applyUnary(in.op)
}

func (c *intervalEvaluator) boundPower(a, b enclosure) enclosure {
	f := a.v.pow(b.v)
	r := a.applyChainRule(f, b.v.mul(a.v.pow(b.v.sub(span{1, 1}))))
	if b.d != (span{}) {
		r.d = r.d.add(f.mul(span{max(a.v.lo, 0), a.v.hi}.mapIncreasing(math.Log)).mul(b.d))
	}
	return r
}

func boundModulo(a, b enclosure) enclosure {
	q := a.v.mul(b.v.inverse()).mapIncreasing(math.Trunc)
	if q.lo == q.hi {
		return a.sub(b.mul(constantEnclosure(q.lo)))
	}
	m := b.v.magnitude().hi
	return enclosure{span{-m, m}.orUnbounded(), everything}
}

// boundLarger returns the larger of two values.
func boundLarger(a, b enclosure) enclosure {
	switch {
	case a.v.lo >= b.v.hi:
		return a
	case a.v.hi <= b.v.lo:
		return b
	}
	return enclosure{span{max(a.v.lo, b.v.lo), max(a.v.hi, b.v.hi)}, a.d.hull(b.d)}
}

// boundIf returns what an IF may give.
func boundIf(condition span, less, equal, more enclosure) enclosure {
	switch {
	case condition.hi < 0:
		return less
	case condition.lo > 0:
		return more
	case condition == (span{}):
		return equal
	}
	r := equal
	if condition.lo < 0 {
		r = r.withJump(less)
	}
	if condition.hi > 0 {
		r = r.withJump(more)
	}
	return r
}

// boundShape bounds a function that is defined in a file of its own.
func (c *intervalEvaluator) boundShape(in *instr) enclosure {
	f := &shapes[in.b]
	if f.enclose == nil {
		return c.boundBySamples(in, f.jet)
	}
	x := make([]enclosure, in.n)
	for i, slot := range c.p.args[in.a : int(in.a)+int(in.n)] {
		x[i] = c.e[slot]
	}
	return f.enclose(c, x)
}

// encloseRamp bounds a step from h0 at t0 to h1 at t1 by the ends of the ramp.
func (r ramp) encloseRamp(_ *intervalEvaluator, x []enclosure) enclosure {
	t, t0, h0, t1, h1 := x[0], x[1], x[2], x[3], x[4]
	switch {
	case t.v.hi <= t0.v.lo:
		return h0
	case t.v.lo >= t1.v.hi:
		return h1
	case t0.d != (span{}) || t1.d != (span{}) || h0.d != (span{}) || h1.d != (span{}):
		return enclosure{h0.v.hull(h1.v), everything}
	}
	w, rise := t1.v.lo-t0.v.lo, h1.v.lo-h0.v.lo
	u := span{max((t.v.lo-t0.v.lo)/w, 0), min((t.v.hi-t0.v.lo)/w, 1)}
	k := span{rise, rise}
	value, slope := r.boundRamp(u)
	return t.applyChainRule(h0.v.add(k.mul(value)), k.mul(slope).mul(span{1 / w, 1 / w}))
}

// boundRamp returns bounds of the ramp and of its slope over an interval within 0 to 1.
func (r ramp) boundRamp(u span) (value, slope span) {
	a, a1, _ := r(u.lo)
	b, b1, _ := r(u.hi)
	slope = span{min(a1, b1), max(a1, b1)}
	if u.contains(0.5) {
		_, slope.hi, _ = r(0.5)
	}
	if u.lo == 0 || u.hi == 1 {
		slope.lo = 0
	}
	return span{a, b}, slope
}

// samplesOver is how many places of an interval sampled examines.
const samplesOver = 9

// boundBySamples bounds a smooth function whose first argument varies by values and derivatives at some places, made
// wider by what they may do between these.
func (c *intervalEvaluator) boundBySamples(in *instr, f func(x []jet) jet) enclosure {
	at := c.p.args[in.a : int(in.a)+int(in.n)]
	x := c.xj[:in.n]
	for i, slot := range at {
		if e := c.e[slot]; i > 0 && e.v.lo != e.v.hi {
			return unknown
		}
		x[i] = jet{v: c.e[slot].v.lo}
	}
	arg := c.e[at[0]]
	w := arg.v.hi - arg.v.lo
	if math.IsInf(w, 0) {
		return unknown
	}
	v, d := span{math.Inf(1), math.Inf(-1)}, span{math.Inf(1), math.Inf(-1)}
	d1, d2 := 0.0, 0.0
	for k := range samplesOver {
		x[0] = jet{arg.v.lo + w*float64(k)/(samplesOver-1), 1, 0}
		y := f(x)
		v, d = v.hull(span{y.v, y.v}), d.hull(span{y.d, y.d})
		d1, d2 = max(d1, math.Abs(y.d)), max(d2, math.Abs(y.dd))
	}
	r, s := d1*w/samplesOver, d2*w/samplesOver
	return arg.applyChainRule(v.add(span{-r, r}), d.add(span{-s, s}))
}
