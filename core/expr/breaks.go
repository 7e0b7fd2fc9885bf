package expr

import (
	"cmp"
	"math"
	"slices"
)

// Functions of TIME alone are known before a simulation: the times at which they are not smooth are
// found by bounding them over intervals. Where the bounds of a condition hold no switching value
// there is none; where its rate has one sign, there is one for each that lies between its ends,
// which bisection finds; else the interval is divided. Conditions are taken in the order of
// evaluation, each between the breaks of those before it, where its own arguments are smooth.

// Break is a time at which a part of a program that depends on TIME alone is not smooth.
type Break struct {
	T float64
	// Order is that of the first derivative that may jump, 0 for the value; Smooth where none does.
	Order int
	// Pole says that a divisor passes through zero there.
	Pole bool
}

// Smooth is the Order of a break where only a divisor may be zero.
const Smooth = 99

// Broken is an External whose derivatives with respect to its first argument jump.
type Broken interface {
	// Breakpoints returns where, in ascending order, and the order of the first derivative that does.
	Breakpoints() (x []float64, order int)
}

// crossing says which values of a condition are those where something switches.
type crossing uint8

const (
	atZero  crossing = iota
	atWhole          // every integer
	atHalf           // every integer and a half
	atPlace          // those of a list
)

// condition is a value that switches something: slot a, less or divided by slot b or by a constant.
type condition struct {
	at      crossing
	a, b    int32
	less    bool    // a - b
	ratio   bool    // a / b
	divisor float64 // a / divisor, if not 0
	place   []float64
	order   int
	pole    bool
}

// BreakFinder finds the breaks of a program. It belongs to one goroutine.
type BreakFinder struct {
	c    *intervalEvaluator
	list []condition
	cut  []Break // bounds of intervals
	more []Break
	mode int
	left int // evaluations that may still be made
}

// NewBreakFinder returns nil for a program that has none. All externals have to be bound.
func (p *Program) NewBreakFinder() *BreakFinder {
	if !p.UsesTime {
		return nil
	}
	b := &BreakFinder{c: newIntervalEvaluator(p)}
	for pc := range p.code {
		b.addConditionsOfInstruction(pc)
	}
	b.list = slices.DeleteFunc(b.list, func(x condition) bool {
		return !b.c.dependsOnTimeOnly(x.a) && (!x.less && !x.ratio || !b.c.dependsOnTimeOnly(x.b))
	})
	if len(b.list) == 0 {
		return nil
	}
	return b
}

// addConditionsOfInstruction adds those of instruction pc.
func (b *BreakFinder) addConditionsOfInstruction(pc int) {
	p := b.c.p
	in := &p.code[pc]
	zero := func(slot int32, order int) { b.addCondition(condition{a: slot, order: order}) }
	switch in.op {
	case opAbs:
		zero(in.a, 1)
	case opSign:
		zero(in.b, 0)
		zero(in.a, 1)
	case opDim, opMax, opMin:
		b.addCondition(condition{a: in.a, b: in.b, less: true, order: 1})
	case opMod:
		b.addCondition(condition{at: atWhole, a: in.a, b: in.b, ratio: true})
	case opAint, opFloor:
		b.addCondition(condition{at: atWhole, a: in.a})
	case opAnint:
		b.addCondition(condition{at: atHalf, a: in.a})
	case opAtan2:
		zero(in.a, 0)
	case opSqrt:
		zero(in.a, 1)
	case opTan:
		b.addCondition(condition{at: atHalf, a: in.a, divisor: math.Pi, order: Smooth, pole: true})
	case opDiv, opPowI, opPowC:
		for _, slot := range p.appendSignFactors(p.divisorSlot(in), nil) {
			b.addCondition(condition{a: slot, order: Smooth, pole: true})
		}
	case opSelect:
		zero(p.args[in.a], 0)
	case opIf:
		zero(in.a, 0)
	case opShape:
		b.addPieceEnds(in)
	case opExternal:
		if f, ok := p.Externals[in.b].boundFunction().(Broken); ok {
			x, order := f.Breakpoints()
			b.addCondition(condition{at: atPlace, a: p.args[in.a], place: x, order: order})
		}
	}
}

// addPieceEnds adds the places where the pieces of a function of several arguments meet.
func (b *BreakFinder) addPieceEnds(in *instr) {
	x := b.c.p.args[in.a : int(in.a)+int(in.n)]
	for _, e := range shapes[in.b].ends {
		b.addCondition(condition{a: x[0], b: x[e.arg], less: true, order: e.order})
	}
}

// addCondition enters a condition whose parts depend on TIME alone.
func (b *BreakFinder) addCondition(x condition) {
	if b.c.timed[x.a] && (!x.less && !x.ratio || b.c.timed[x.b]) {
		b.list = append(b.list, x)
	}
}

// mostLooks bounds the evaluations of a search; what is left of the interval is then examined
// by signs at its ends.
const mostLooks = 50000

// AppendBreaks appends the breaks from one time to another to dst, in ascending order.
func (b *BreakFinder) AppendBreaks(dst []Break, from, to float64, mode int) []Break {
	b.mode = mode
	b.cut = append(b.cut[:0], Break{T: from, Order: Smooth}, Break{T: to, Order: Smooth})
	for i := range b.list {
		x := &b.list[i]
		b.left = mostLooks
		b.more = b.more[:0]
		class := 0.0
		for k := range len(b.cut) - 1 {
			lo, hi := b.cut[k].T, b.cut[k+1].T
			if k > 0 {
				lo += breakResolution(lo)
			}
			if k < len(b.cut)-2 {
				hi -= breakResolution(hi)
			}
			if lo > hi {
				continue
			}
			if c := x.pieceIndex(b.boundConditionFrom(x, lo).v.lo); k > 0 && c != class && x.order < b.cut[k].Order {
				b.cut[k].Order = x.order // something else has carried it across
			}
			b.searchBreaks(x, lo, hi)
			class = x.pieceIndex(b.boundConditionFrom(x, hi).v.lo)
		}
		b.mergeBreaks(x)
	}
	for _, c := range b.cut {
		if c.Order == 0 && b.isContinuousAt(c.T) {
			c.Order = 1
		}
		if c.Order < Smooth || c.Pole {
			dst = append(dst, c)
		}
	}
	return dst
}

// isContinuousAt reports whether the value of the whole program, if it depends on TIME alone, does not jump
// at t: what it changes by gets smaller with the interval.
func (b *BreakFinder) isContinuousAt(t float64) bool {
	return b.c.timed[b.c.p.result] && b.changeAcross(t, 4*breakResolution(t)) <= 0.5*b.changeAcross(t, 400*breakResolution(t))
}

// changeAcross is what the value changes by from t - d to t + d.
func (b *BreakFinder) changeAcross(t, d float64) float64 {
	b.c.boundSlotsOver(t-d, t-d, b.mode)
	before := b.c.e[b.c.p.result].v.lo
	b.c.boundSlotsOver(t+d, t+d, b.mode)
	return math.Abs(b.c.e[b.c.p.result].v.lo - before)
}

// breakResolution is how close breaks count as one.
func breakResolution(t float64) float64 { return 1e-13 + 1e-13*math.Abs(t) }

// mergeBreaks enters the breaks found, in order, and those at one time as one.
func (b *BreakFinder) mergeBreaks(x *condition) {
	b.cut = append(b.cut, b.more...)
	slices.SortStableFunc(b.cut, func(a, c Break) int { return cmp.Compare(a.T, c.T) })
	n := 0
	for _, c := range b.cut {
		if n > 1 && c.T-b.cut[n-1].T <= breakResolution(c.T) {
			b.cut[n-1].Order = min(b.cut[n-1].Order, c.Order)
			b.cut[n-1].Pole = b.cut[n-1].Pole || c.Pole
			continue
		}
		b.cut[n] = c
		n++
	}
	b.cut = b.cut[:n]
}

// boundConditionFrom bounds a condition over times from lo, or at it.
func (b *BreakFinder) boundConditionFrom(x *condition, lo float64) enclosure {
	return b.boundConditionOver(x, lo, lo)
}

func (b *BreakFinder) boundConditionOver(x *condition, lo, hi float64) enclosure {
	b.left--
	b.c.boundSlotsOver(lo, hi, b.mode)
	e := b.c.e[x.a]
	switch {
	case x.less:
		return e.sub(b.c.e[x.b])
	case x.ratio:
		return e.div(b.c.e[x.b])
	case x.divisor != 0:
		k := 1 / x.divisor
		return e.mul(constantEnclosure(k))
	}
	return e
}

// pieceIndex numbers the piece that a value of the condition belongs to.
func (x *condition) pieceIndex(v float64) float64 {
	switch x.at {
	case atWhole:
		return math.Floor(v)
	case atHalf:
		return math.Floor(v + 0.5)
	case atPlace:
		i, _ := slices.BinarySearch(x.place, v)
		return float64(i)
	}
	if v == 0 {
		return 0
	}
	return math.Copysign(1, v)
}

// switchesWithin reports whether a switching value lies in a span.
func (x *condition) switchesWithin(s span) bool {
	switch x.at {
	case atWhole:
		return math.Ceil(s.lo) <= s.hi
	case atHalf:
		return math.Ceil(s.lo+0.5) <= s.hi+0.5
	case atPlace:
		i, _ := slices.BinarySearch(x.place, s.lo)
		return i < len(x.place) && x.place[i] <= s.hi
	}
	return s.contains(0)
}

// narrowest is the part of the time below which intervals are not divided.
const narrowest = 1e-12

// searchBreaks adds the breaks of a condition between lo and hi.
func (b *BreakFinder) searchBreaks(x *condition, lo, hi float64) {
	e := b.boundConditionOver(x, lo, hi)
	if e.v.lo == e.v.hi || !x.switchesWithin(e.v) {
		return
	}
	steady := e.d.lo > 0 || e.d.hi < 0
	if steady || b.left <= 0 || hi-lo <= narrowest*max(1e-3, math.Abs(lo), math.Abs(hi)) {
		b.bisectBreak(x, lo, hi, b.boundConditionFrom(x, lo).v.lo, b.boundConditionFrom(x, hi).v.lo)
		return
	}
	mid := lo + (hi-lo)/2
	b.searchBreaks(x, lo, mid)
	b.searchBreaks(x, mid, hi)
}

// bisectBreak adds the times at which the class of a condition, u at lo and v at hi, changes.
func (b *BreakFinder) bisectBreak(x *condition, lo, hi, u, v float64) {
	cu, cv := x.pieceIndex(u), x.pieceIndex(v)
	if cu == cv || u != u || v != v {
		return
	}
	for n := 0; ; n++ {
		mid := lo + (hi-lo)/2
		if s := x.linearEstimate(lo, hi, u, v); n%2 == 0 && lo < s && s < hi {
			mid = s
		}
		if !(lo < mid && mid < hi) {
			break
		}
		w := b.boundConditionFrom(x, mid).v.lo
		switch c := x.pieceIndex(w); {
		case w != w:
			return
		case x.at == atZero && w == 0:
			lo, hi = mid, mid
		case c == cu:
			lo, u = mid, w
		case c == cv:
			hi, v = mid, w
		default: // there are several
			b.bisectBreak(x, lo, mid, u, w)
			b.bisectBreak(x, mid, hi, w, v)
			return
		}
	}
	b.more = append(b.more, Break{T: hi, Order: x.order, Pole: x.pole})
}

// linearEstimate is where the straight line between the ends has the switching value next to u.
func (x *condition) linearEstimate(lo, hi, u, v float64) float64 {
	target := 0.0
	switch x.at {
	case atWhole:
		if target = math.Floor(u); v > u {
			target++
		}
	case atHalf:
		if target = math.Floor(u+0.5) - 0.5; v > u {
			target++
		}
	case atPlace:
		i, _ := slices.BinarySearch(x.place, u)
		if v < u {
			i--
		}
		target = x.place[min(max(i, 0), len(x.place)-1)]
	}
	return lo + (target-u)/(v-u)*(hi-lo)
}
