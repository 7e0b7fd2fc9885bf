package integrate

import (
	"math"

	"github.com/trammel-mbd/trammel/core/solve"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// Impacts are searched for as long as they are few. A condition that is open at the start of a step and violated at its end has closed
// between: the step is made again to that place, which is found by its gap as a function of the step, and the
// speeds jump there by Newton's law, c = ġ⁺ + e ġ⁻. Without this an impact comes up to a step too late or too early,
// and bodies bounce to a wrong height.
//
// Where impacts are many (a pile, a ball that comes to rest), steps are left whole for a while: after a step in which mostSplits
// were not enough, for 1, 2, 4 … steps. There an open condition takes part as g + h ġ⁺ ≥ 0, so that it just closes
// at the end of the step; by Newton's law if it rebounds and closes in the step by its rate; and one that opens so that it is back at the end of the step
// at the earliest, with its speed reversed. None of these adds energy.
type stepSplitter struct {
	count        int // in the step under way
	until        float64
	pause, again int // steps that are left whole; after the next storm
	turns        int // places where slips ended, in the step under way
	rest, more   int // steps in which they are not searched for; after the next storm of them
}

const (
	mostSplits = 4
	mostPauses = 64
	mostTries  = 12 // trials to find a place of closing
	// leastFlight is how long a rebound lasts at least, in steps.
	leastFlight = 0.25
)

// closed is the gap up to which a condition counts as closed, slow the way in a step up to which an approach
// is not searched for; both in units of the model's length.
const (
	closedGap = 1e-8
	slowWay   = 1e-6
)

func (m *nsc) closedGapTolerance() float64 { return closedGap * m.opt.Length }

// newtonRestitutionTerm is the known term of Newton's law.
func newtonRestitutionTerm(g *Gap) float64 {
	if g.Rate < 0 {
		return g.Restitution * g.Rate
	}
	return 0
}

// chooseActiveConditions decides which conditions take part in a step of h, whole or split.
func (m *nsc) chooseActiveConditions(h float64, wholeStep bool) {
	slow := slowWay * m.opt.Length / h
	for i := range m.gaps {
		g := &m.gaps[i]
		if g.Part, g.Shift = true, 0; g.Soft {
			continue
		}
		switch closes := g.G <= m.closedGapTolerance() && g.Rate <= slow || wholeStep && g.G+h*g.Rate < 0; {
		case closes && newtonRestitutionTerm(g) != 0:
			g.Shift = newtonRestitutionTerm(g)
		case closes || math.Abs(g.Rate) <= slow || wholeStep && g.Rate <= 0:
			g.Shift = math.Max(g.G, 0) / h
		case wholeStep:
			// It may be back at the end of the step, with the speed that it leaves with.
			g.Shift = 2*g.G/h + g.Rate
		default:
			g.Part = false
		}
	}
}

// stepToFirstImpact makes next the end of a step of h, or the place of the first impact in it, which hit reports. It returns
// the length of the step and leaves the gaps at its end in ends.
func (m *nsc) stepToFirstImpact(h float64) (_ float64, hit bool, err error) {
	s := &m.splits
	if m.now.T >= s.until {
		switch {
		case s.turns >= mostTurns && s.rest == 0:
			s.more = min(max(1, 2*s.more), mostPauses)
			s.rest = s.more
		case s.turns == 0 && s.rest == 0:
			s.more = 0
		default:
			s.rest = max(0, s.rest-1)
		}
		s.count, s.turns, s.until = 0, 0, m.now.T+h*(1-1e-9)
		s.pause = max(0, s.pause-1)
	}
	if s.pause == 0 && s.count >= mostSplits {
		s.again = min(max(1, 2*s.again), mostPauses)
		s.pause = s.again + 1
	}
	c := closingSearch{}
	for try := 0; ; try++ {
		m.chooseActiveConditions(h, s.pause > 0)
		if h, err = m.stepOrHalve(h); err != nil {
			return h, false, err
		}
		if m.endGaps, m.off, err = m.ns.AppendGaps(m.endGaps[:0], 1-m.slot, m.next, m.opt.FixedStep); err != nil {
			return h, false, m.fixedStepError(err)
		}
		if s.pause > 0 {
			return h, false, nil
		}
		done := c.narrowByTrial(m, h)
		if done || try == mostTries || c.in.IntervalLength() <= m.timeResolution() {
			break
		}
		next, ok := c.in.NextTrialPoint()
		if !ok {
			break
		}
		h = next
	}
	turned := false
	if s.rest == 0 {
		var at float64
		if at, turned, err = m.stepToFirstSlipEnd(h); err != nil {
			return h, false, err
		}
		h, c.hit = at, c.hit && !turned
	}
	switch {
	case turned:
	case c.hit:
		s.count++
	case s.count == 0:
		s.again = 0
	}
	return h, c.hit, nil
}

// closingSearch is the search for the step in which a condition closes.
type closingSearch struct {
	key     uint64
	in      solve.RootBracket // no condition is violated in the step A, this one is in the step B; its gap changes sign between
	hit     bool
	started bool
}

// narrowByTrial reads a trial of h and reports whether the search is over.
func (c *closingSearch) narrowByTrial(m *nsc, h float64) (done bool) {
	g, from := m.findFirstClosing(h)
	switch {
	case g != nil && c.started && g.Key == c.key:
		c.in.AddSample(h, g.G, math.NaN())
	case g != nil:
		c.key, c.in, c.started = g.Key, solve.NewRootBracket(0, h, from.G, g.G, from.Rate), true
	case !c.started:
		c.hit = m.gapClosesAtEnd(h)
		return true
	default:
		if g = m.gapByKey(c.key); g == nil || g.G <= m.closedGapTolerance() {
			c.hit = true
			return true
		}
		c.in.AddSample(h, g.G, g.Rate)
		return false
	}
	c.hit = g.G >= -m.closedGapTolerance()
	return c.hit
}

// gapClosesAtEnd reports whether a condition that was open in the step of h closes just at its end, where it is not violated yet.
func (m *nsc) gapClosesAtEnd(h float64) bool {
	slow := slowWay * m.opt.Length / h
	m.indexGaps()
	for i := range m.endGaps {
		g := &m.endGaps[i]
		if g.Soft || g.G > m.closedGapTolerance() || g.Rate >= -slow {
			continue
		}
		if k, ok := m.place[g.Key]; !ok || !m.gaps[k].Part {
			return true
		}
	}
	return false
}

// findFirstClosing returns the condition of ends that closed earliest in the step of h, by a straight line, and what it was at
// the start. Those that took part do not count, nor those that were not there at the start and would not have been open.
func (m *nsc) findFirstClosing(h float64) (closing *Gap, atStart Gap) {
	var best *Gap
	var from Gap
	when := math.Inf(1)
	m.indexGaps()
	for i := range m.endGaps {
		g := &m.endGaps[i]
		if g.Soft || g.G >= 0 {
			continue
		}
		start := Gap{G: g.G - h*g.Rate, Rate: g.Rate}
		if k, ok := m.place[g.Key]; ok {
			if m.gaps[k].Part {
				continue
			}
			start = m.gaps[k]
		} else if start.G <= m.closedGapTolerance() {
			continue
		}
		if t := start.G / (start.G - g.G); t < when {
			best, from, when = g, start, t
		}
	}
	return best, from
}

// indexGaps notes where the gaps at now are.
func (m *nsc) indexGaps() {
	clear(m.place)
	for i := range m.gaps {
		m.place[m.gaps[i].Key] = int32(i)
	}
}

// gapByKey returns the condition of that key at next.
func (m *nsc) gapByKey(key uint64) *Gap {
	for i := range m.endGaps {
		if m.endGaps[i].Key == key {
			return &m.endGaps[i]
		}
	}
	return nil
}

// applyImpact changes the speeds at next, the end of a step of h, by Newton's law. What would come back within a part of the
// longest step does not rebound: bounces that follow ever faster end there.
func (m *nsc) applyImpact(h float64) error {
	m.indexGaps()
	for i := range m.endGaps {
		g := &m.endGaps[i]
		g.Part = !g.Soft && g.G <= 2*m.closedGapTolerance()
		g.Shift = newtonRestitutionTerm(g)
		if k, ok := m.place[g.Key]; ok && g.Shift != 0 {
			if fall := (m.gaps[k].Rate - g.Rate) / h; -2*g.Shift < fall*m.opt.FixedStep*leastFlight {
				g.Shift = 0
			}
		}
	}
	p := m.mid
	p.Copy(m.next)
	clear(p.A)
	clear(p.L)
	pr, err := m.ns.VelocityProblem(p, Coef{}, 0, 0, m.endGaps, false)
	m.w.InvalidateFactors()
	if err != nil {
		return m.fixedStepError(err)
	}
	clear(m.dv)
	res, err := m.solveVIAndCountWork(m.solver, pr)
	if err != nil && !IsRetry(err) {
		return err
	}
	if err != nil || res.Status != vi.Converged {
		clear(m.dv)
		if res, err = m.solveVIAndCountWork(m.last, pr); err != nil || res.Status != vi.Converged {
			return m.unsolvedError(m.next.T, 0, &res, err)
		}
	}
	addScaled(m.next.V, 1, m.dv)
	m.stats.Impacts++
	slow := slowWay * m.opt.Length / m.opt.FixedStep
	for i := range m.endGaps {
		if g := &m.endGaps[i]; g.Part && g.Rate < -slow {
			m.impacts = append(m.impacts, *g)
		}
	}
	// The rates of the gaps are others now.
	m.endGaps, m.off, err = m.ns.AppendGaps(m.endGaps[:0], 1-m.slot, m.next, m.opt.FixedStep)
	if err != nil {
		return m.fixedStepError(err)
	}
	return nil
}
