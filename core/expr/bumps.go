package expr

import "math"

// BumpFinder finds what a step has passed over: values of a program that rise and fall again while the time and the measures go
// from what they were at the start of the step to what they are at its end. It belongs to one goroutine.
type BumpFinder struct {
	x    PulseFinder
	path LinearPath
	most []float64 // of each value: its largest magnitude so far, or a bound of it
}

// NewBumpFinder returns nil for a program whose value cannot rise and fall on a short way. All externals have to be bound.
func (p *Program) NewBumpFinder() *BumpFinder {
	local := false
	for i := range p.code {
		switch p.code[i].op {
		case opExp, opTanh, opCosh, opDiv, opPow, opPowI, opPowC, opAtan, opSign, opDim, opMax, opMin, opSelect, opJoin, opShape:
			local = true
		}
	}
	if !local || len(p.Measures) == 0 {
		return nil
	}
	b := &BumpFinder{}
	b.x.c = newPathIntervalEvaluator(p, &b.path)
	b.x.listSearchedValues()
	b.most = make([]float64, len(b.x.slots))
	return b
}

const (
	bumpHeight = 0.1  // of the largest magnitude of a value: lower bumps count as seen
	bumpTall   = 0.25 // of the same: a bump so high counts also where the value is not calm before it
)

// LinearPath takes the time from T0 to T1 and the measures of a program from From to To in straight lines, as a parameter goes from 0 to 1.
// Where At is not 0, these bend at the parameter At, where they are Via.
type LinearPath struct {
	T0, T1   float64
	From, To []float64
	At       float64
	Via      []float64
}

// FindBump returns where on the way, from 0 to 1, a bump starts and has its peak; ok: there is one.
func (b *BumpFinder) FindBump(path LinearPath, mode int) (start, peak float64, ok bool) {
	b.path = path
	x := &b.x
	x.mode, x.left = mode, pulseSearch
	x.c.boundSlotsOver(0, 1, mode)
	peak = math.Inf(1)
	for i := len(x.slots) - 1; i >= 0; i-- {
		slot := x.slots[i]
		e := x.c.e[slot]
		most := max(b.most[i], -e.v.lo, e.v.hi)
		if math.IsInf(most, 0) || most != most {
			continue
		}
		b.most[i] = most
		if isMonotonic(e.d) || e.v.hi-e.v.lo <= bumpHeight*most {
			continue
		}
		first, last := timeValue{0, x.valueAt(slot, 0)}, timeValue{1, x.valueAt(slot, 1)}
		x.list = append(x.list[:0], first)
		if path.At > 0 {
			bend := timeValue{path.At, x.valueAt(slot, path.At)}
			x.sampleInterval(slot, first, bend, 0.1*bumpHeight*most, 1e-3)
			first = bend
		}
		x.sampleInterval(slot, first, last, 0.1*bumpHeight*most, 1e-3)
		for k := 1; k < len(x.list)-1; k++ {
			p, is := x.peakAt(slot, k, 1, bumpHeight*most)
			if is && (p.calm > p.width || p.height > bumpTall*most) && x.list[k].t < peak {
				start, peak, ok = p.start, x.list[k].t, true
			}
		}
		x.c.boundSlotsOver(0, 1, mode)
	}
	return start, peak, ok
}
