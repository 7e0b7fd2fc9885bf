package expr

import "math"

// A program may have a pole where a divisor passes through zero: that of a quotient, the base of a
// power with a negative exponent, the cosine of the argument of TAN. A divisor that is a product, a power,
// a root or a magnitude is zero where one of its factors or its argument is, and these change their sign there.

// noDivisor is not a slot.
const noDivisor = -1

// divisorSlot returns the slot that an instruction divides by.
func (p *Program) divisorSlot(in *instr) int32 {
	switch {
	case in.op == opDiv:
		return in.b
	case in.op == opPowI && in.b < 0, in.op == opPowC && p.constantInSlot(in.b) < 0:
		return in.a
	}
	return noDivisor
}

// constantInSlot returns the constant in a slot, 0 where there is none.
func (p *Program) constantInSlot(slot int32) float64 {
	if i := int(slot) - slotMeasures - len(p.Measures); i >= 0 && i < len(p.consts) {
		return p.consts[i]
	}
	return 0
}

// appendSignFactors appends the slots whose change of sign makes a slot zero.
func (p *Program) appendSignFactors(slot int32, dst []int32) []int32 {
	if slot < 0 {
		return dst
	}
	if slot >= p.base {
		switch in := &p.code[slot-p.base]; in.op {
		case opMul:
			if in.a == in.b {
				return p.appendSignFactors(in.a, dst)
			}
			return p.appendSignFactors(in.b, p.appendSignFactors(in.a, dst))
		case opDiv, opNeg, opAbs, opSqrt:
			return p.appendSignFactors(in.a, dst)
		case opPowI, opPowC:
			if p.divisorSlot(in) == noDivisor {
				return p.appendSignFactors(in.a, dst)
			}
			return dst
		}
	}
	if i := int(slot) - slotMeasures - len(p.Measures); i >= 0 && i < len(p.consts) {
		return dst
	}
	return append(dst, slot)
}

// Divisors are what a program divides by that varies with its measures.
type Divisors struct {
	p    *Program
	slot []int32
	tan  []bool
}

// FindDivisors returns nil for a program without any.
func (p *Program) FindDivisors() *Divisors {
	d, timed := &Divisors{p: p}, newIntervalEvaluator(p).timed
	for pc := range p.code {
		in := &p.code[pc]
		if in.op == opTan {
			d.addDivisor(timed, true, in.a)
		}
		if at := p.divisorSlot(in); at != noDivisor {
			d.addDivisor(timed, false, p.appendSignFactors(at, nil)...)
		}
	}
	if len(d.slot) == 0 {
		return nil
	}
	return d
}

func (d *Divisors) addDivisor(timed []bool, tan bool, slots ...int32) {
	for _, s := range slots {
		if !timed[s] {
			d.slot, d.tan = append(d.slot, s), append(d.tan, tan)
		}
	}
}

// Len is their number.
func (d *Divisors) Len() int { return len(d.slot) }

// CopyDivisors sets dst to the divisors of the last evaluation with w. Those of branches that it did not
// take are of an earlier one.
func (d *Divisors) CopyDivisors(w *Work, dst []float64) {
	for i, s := range d.slot {
		if dst[i] = w.v[s]; d.tan[i] {
			dst[i] = math.Cos(w.v[s])
		}
	}
}
