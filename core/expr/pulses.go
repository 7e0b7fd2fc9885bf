package expr

import (
	"math"
	"slices"
)

// PulseFinder finds the short pulses of a program in TIME: a value that is calm, rises and is back again within a time that a
// step may pass over. Values are bounded over intervals, which are divided until the value is monotonic in them or stays
// close to those at their ends; so a pulse is found however short it is. It belongs to one goroutine.
type PulseFinder struct {
	c     *intervalEvaluator
	slots []int32 // values to search: the largest parts of the program that depend on TIME alone, and the terms of their sums
	mode  int
	left  int // evaluations that may still be made
	list  []timeValue
}

// Pulse is a value that leaves its level at Start and is furthest from it at Peak.
type Pulse struct{ Start, Peak float64 }

// timeValue is a value at a time; from one to the next it stays between the two, up to the tolerance.
type timeValue struct{ t, v float64 }

// NewPulseFinder returns nil for a program without a part that depends on TIME alone. All externals have to be bound.
func (p *Program) NewPulseFinder() *PulseFinder {
	if !p.UsesTime {
		return nil
	}
	x := &PulseFinder{c: newIntervalEvaluator(p)}
	x.listSearchedValues()
	if len(x.slots) == 0 {
		return nil
	}
	return x
}

// listSearchedValues lists the values to search.
func (x *PulseFinder) listSearchedValues() {
	p := x.c.p
	inner := make([]bool, int(p.base)+len(p.code)) // part of a larger one
	for pc := range p.code {
		if x.c.timed[int(p.base)+pc] {
			for _, slot := range x.c.operandSlots(pc) {
				inner[slot] = true
			}
		}
	}
	for pc := range p.code {
		if slot := p.base + int32(pc); !inner[slot] {
			x.addValueAndTerms(slot)
		}
	}
}

// addValueAndTerms enters a value and, if it is a sum, its terms.
func (x *PulseFinder) addValueAndTerms(slot int32) {
	p := x.c.p
	if slot < p.base || !x.c.timed[slot] || !x.c.dependsOnTimeOnly(slot) {
		return
	}
	x.slots = append(x.slots, slot)
	in := &p.code[slot-p.base]
	switch in.op {
	case opAdd, opSub:
		x.addValueAndTerms(in.a)
		x.addValueAndTerms(in.b)
	case opNeg:
		x.addValueWithoutFactor(in.a)
	case opMul:
		if !x.c.dependsOnTimeOnly(in.a) {
			x.addValueWithoutFactor(in.b)
		} else if !x.c.dependsOnTimeOnly(in.b) {
			x.addValueWithoutFactor(in.a)
		}
	}
}

// addValueWithoutFactor enters a value in place of a multiple of it.
func (x *PulseFinder) addValueWithoutFactor(slot int32) {
	x.slots = x.slots[:len(x.slots)-1]
	x.addValueAndTerms(slot)
}

const (
	pulseHeight   = 1e-2  // of the range of a value, below which changes do not count
	pulseShortest = 1e-5  // of the longest step
	pulseSearch   = 5000  // evaluations for a value between from and to, at most
	calmPart      = 0.125 // of the height of a pulse: values this close to its foot are calm
	startPart     = 1e-3  // of the height of a pulse, from where on it is said to start
	waves         = 16    // peaks without calm before them, after which a value counts as one that oscillates
)

// AppendPulses appends the pulses with a peak behind from, up to the time to, that a step of the given longest length may pass over.
func (x *PulseFinder) AppendPulses(dst []Pulse, from, to, longest float64, mode int) []Pulse {
	x.mode = mode
	lo, hi := from-2*longest, to+longest
	first := len(dst)
	for _, slot := range slices.Backward(x.slots) { // terms before their sum
		x.left = pulseSearch
		a, b := x.valueAt(slot, lo), x.valueAt(slot, hi)
		e := x.boundValueOver(slot, lo, hi)
		if in := &x.c.p.code[slot-x.c.p.base]; in.op == opSin || in.op == opCos {
			if d := x.c.e[in.a].d; d.lo == d.hi {
				continue // a wave
			}
		}
		if a != a || b != b || e.d.lo == e.d.hi || isMonotonic(e.d) {
			continue
		}
		height := e.v.hi - e.v.lo
		if math.IsInf(height, 0) { // a pole
			continue
		}
		x.list = append(x.list[:0], timeValue{lo, a})
		x.sampleInterval(slot, timeValue{lo, a}, timeValue{hi, b}, pulseHeight*height, pulseShortest*longest)
		dst = x.appendPeaks(dst, first, slot, from, to, longest, pulseHeight*height)
	}
	return dst
}

func isMonotonic(derivative span) bool { return derivative.lo >= 0 || derivative.hi <= 0 }

func (x *PulseFinder) boundValueOver(slot int32, lo, hi float64) enclosure {
	x.left--
	x.c.boundSlotsOver(lo, hi, x.mode)
	return x.c.e[slot]
}

func (x *PulseFinder) valueAt(slot int32, t float64) float64 {
	return x.boundValueOver(slot, t, t).v.lo
}

// sampleInterval appends the samples behind a up to b, between which the value differs by tol from them at most.
func (x *PulseFinder) sampleInterval(slot int32, a, b timeValue, tol, shortest float64) {
	if b.t-a.t > shortest && x.left > 0 {
		e := x.boundValueOver(slot, a.t, b.t)
		steep := max(-e.d.lo, e.d.hi)
		inside := e.v.lo >= min(a.v, b.v)-tol && e.v.hi <= max(a.v, b.v)+tol
		if !inside && !isMonotonic(e.d) && !(steep*(b.t-a.t) <= tol) {
			if m := a.t + (b.t-a.t)/2; a.t < m && m < b.t {
				mid := timeValue{m, x.valueAt(slot, m)}
				x.sampleInterval(slot, a, mid, tol, shortest)
				x.sampleInterval(slot, mid, b, tol, shortest)
				return
			}
		}
	}
	x.list = append(x.list, b)
}

// appendPeaks appends the pulses among the samples of a value that are not in dst from the first on.
func (x *PulseFinder) appendPeaks(dst []Pulse, first int, slot int32, from, to, longest, tol float64) []Pulse {
	s := x.list
	rejected := 0
	for k := 1; k < len(s)-1 && rejected < waves; k++ {
		if !(from < s[k].t && s[k].t <= to+longest) {
			continue
		}
		p, ok := x.peakAt(slot, k, longest, tol)
		if !ok {
			continue
		}
		if !(p.calm > p.width) {
			rejected++
			continue
		}
		known := slices.ContainsFunc(dst[first:], func(q Pulse) bool { return math.Abs(q.Peak-s[k].t) < 0.5*p.width })
		if known || s[k].t > to+0.1*p.width { // what is a little later counts here: where its peak is, is not known closer
			continue
		}
		dst = append(dst, Pulse{Start: min(p.start, to), Peak: min(s[k].t, to)})
	}
	return dst
}

// peak is a sample that is above or below what is on both sides of it.
type peak struct {
	height float64 // above the higher foot
	width  float64 // at half the height
	calm   float64 // how long the value is close to its foot before
	start  float64 // where it rises from there
}

// peakAt returns what sample k is, if it is a peak higher than tol.
func (x *PulseFinder) peakAt(slot int32, k int, longest, tol float64) (p peak, ok bool) {
	s := x.list
	up := 1.0 // or -1 for a trough
	if s[k].v < s[k-1].v {
		up = -1
	}
	if !(up*(s[k].v-s[k-1].v) > 0 && up*(s[k].v-s[k+1].v) >= 0) {
		return p, false
	}
	before, after := x.footOfPeak(slot, k, -1, up, longest), x.footOfPeak(slot, k, 1, up, longest)
	if p.height = up*s[k].v - max(before, after); !(p.height > tol) {
		return p, false
	}
	for _, side := range [...]int{-1, 1} {
		half, _ := x.firstCrossing(slot, k, side, -up, 0.5*p.height-up*s[k].v)
		p.width += math.Abs(half - s[k].t)
	}
	height := up*s[k].v - before
	end, i := x.firstCrossing(slot, k, -1, -up, -before-calmPart*height)
	above, _ := x.firstCrossing(slot, i, -1, up, before+calmPart*height)
	below, _ := x.firstCrossing(slot, k, -1, -up, -before+calmPart*height)
	p.calm = end - max(above, below)
	p.start, _ = x.firstCrossing(slot, k, -1, -up, -before-startPart*height)
	return p, true
}

// footOfPeak returns the least value, times up, from sample k on to one side, no further away than longest nor behind a sample that is
// above it.
func (x *PulseFinder) footOfPeak(slot int32, k, side int, up, longest float64) float64 {
	s := x.list
	least := up * s[k].v
	for i := k + side; i >= 0 && i < len(s); i += side {
		v := up * s[i].v
		if math.Abs(s[i].t-s[k].t) > longest {
			return min(least, up*x.valueAt(slot, s[k].t+float64(side)*longest))
		}
		if v > up*s[k].v {
			break
		}
		least = min(least, v)
	}
	return least
}

// firstCrossing returns when, from sample k on to one side, the value, times up, first comes up to v, and the sample behind that.
func (x *PulseFinder) firstCrossing(slot int32, k, side int, up, v float64) (t float64, i int) {
	s := x.list
	for i = k + side; i >= 0 && i < len(s); i += side {
		if up*s[i].v < v {
			continue
		}
		a, b := s[i-side].t, s[i].t
		for range 7 {
			if m := a + (b-a)/2; up*x.valueAt(slot, m) < v {
				a = m
			} else {
				b = m
			}
		}
		return b, i
	}
	i -= side
	return s[i].t, i
}
