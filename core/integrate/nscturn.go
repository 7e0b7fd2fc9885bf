package integrate

import "math"

// A slip under dry friction that ends in a step, or turns round in it, ends at a time between: with the friction of the whole step what
// slips would rest to its end, or be slowed down where it should be pushed on, an error of the order of the step. The step is made
// again to the place where the slip ends,
//
//	t = s₀/a,   a = (s₀ - s)/h + W R,
//
// s₀ and s being the slip at the start and at the end, along that at the start, R by how much less force there was against s₀ than
// while it slips, and W what a force does to the slip. W leaves joints out: where the new step still slips, a follows from it alone.
//
// As with impacts, this is done while such places are few: after a step in which mostTurns were not enough, steps are left whole for 1, 2, 4 … steps.

// FrictionSource is a NonSmooth with dry friction.
type FrictionSource interface {
	// FrictionSlips appends what slips in the problem that was solved last, for a step of h.
	FrictionSlips(dst []FrictionSlip, h float64) []FrictionSlip
}

// FrictionSlip is a slip under dry friction in a step. Key is the same from call to call.
type FrictionSlip struct {
	Key        uint64
	Start, End float64 // speed at the start, and at the end, along that at the start
	Residual   float64 // R
	Compliance float64 // W
}

// deceleration is a.
func (x *FrictionSlip) deceleration(h float64) float64 {
	return (x.Start-x.End)/h + x.Residual*x.Compliance
}

const (
	// Of more than mostSlides (piles) none is searched for: some slip ends in every step there.
	mostSlides = 50
	mostTurns  = 2
	turnTries  = 4
	// turnTo is how well the place is found, in units of the step; slips that end in the first or last turnEnd of a step are left alone,
	// and so is what slips by stillWay, in units of the model's length, in it.
	turnTo   = 1e-7
	turnEnd  = 1e-3
	stillWay = 1e-10
)

// stepToFirstSlipEnd makes next the place in the step of h, to which it has been solved, where the first slip ends, if there is one.
func (m *nsc) stepToFirstSlipEnd(h float64) (_ float64, found bool, err error) {
	x, ok := m.ns.(FrictionSource)
	if !ok || m.splits.turns >= mostTurns {
		return h, false, nil
	}
	t, key := h*(1-turnEnd), uint64(0)
	m.slides = x.FrictionSlips(m.slides[:0], h)
	if len(m.slides) > mostSlides {
		return h, false, nil
	}
	for i := range m.slides {
		s := &m.slides[i]
		if s.Start*h <= stillWay*m.opt.Length || s.End > turnTo*s.Start {
			continue
		}
		if at := s.Start / s.deceleration(h); at > h*turnEnd && at < t {
			t, key, found = at, s.Key, true
		}
	}
	if !found {
		return h, false, nil
	}
	for try := 1; ; try++ {
		at, next, err := m.tryStepToSlipEnd(x, key, t)
		if err != nil {
			return h, false, err
		}
		if !(next > 0 && next < h) { // the slip does not end here after all, or there is an impact before
			m.chooseActiveConditions(h, false)
			if h, err = m.stepOrHalve(h); err == nil {
				err = m.listGapsAtStepEnd()
			}
			return h, false, err
		}
		if math.Abs(next-t) <= turnTo*h || try == turnTries || at != t {
			m.splits.turns++
			return at, true, nil
		}
		t = next
	}
}

// tryStepToSlipEnd makes the step to t and returns how far it came, and where the slip seems to end; 0 where conditions close before.
func (m *nsc) tryStepToSlipEnd(x FrictionSource, key uint64, t float64) (reached, slipEnd float64, err error) {
	m.chooseActiveConditions(t, false)
	if reached, err = m.stepOrHalve(t); err != nil {
		return reached, 0, err
	}
	if err = m.listGapsAtStepEnd(); err != nil {
		return reached, 0, err
	}
	if g, _ := m.findFirstClosing(reached); g != nil {
		return reached, 0, nil
	}
	m.slides = x.FrictionSlips(m.slides[:0], reached)
	for i := range m.slides {
		if s := &m.slides[i]; s.Key == key {
			if s.End > turnTo*s.Start {
				s.Residual = 0
			}
			return reached, s.Start / s.deceleration(reached), nil
		}
	}
	return reached, 0, nil
}

// listGapsAtStepEnd looks up the gaps at next.
func (m *nsc) listGapsAtStepEnd() (err error) {
	if m.endGaps, m.off, err = m.ns.AppendGaps(m.endGaps[:0], 1-m.slot, m.next, m.opt.FixedStep); err != nil {
		return m.fixedStepError(err)
	}
	return nil
}
