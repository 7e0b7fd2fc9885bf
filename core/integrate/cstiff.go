package integrate

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
)

func init() { registerMethod(traits.CSTIFF, func() Method { return new(cstiff) }) }

// cstiff is BDF of a constant step, h_max, and a constant order, 5 unless less is
// wished for: dstiff's formulas without control of error, step and order. The steps to an output
// are equal and no longer than h_max. A step on which Newton's iteration fails is taken in parts.
//
// So that the order is there from the start, the first k points of the grid come from
// implicit Runge-Kutta (radau.go, order 9, error controlled at a thousandth of the tolerance),
// each step of which is a step of the run; the history is made of them. Why not from BDF of rising
// order? Its first steps would have to be so short, and grow so slowly, that they were the larger
// part of a short run; and an error of order 1 in speeds stays.
type cstiff struct {
	dstiff
	start    radau
	starting bool
	begun    bool    // the last step was one of start's
	reached  bool    // there were steps of BDF
	have     int     // points of the grid in the history
	target   float64 // the next one
}

// startPart is the tolerance of the start relative to that of the run.
const startPart, startLeast = 1e-3, 1e-10

func (m *cstiff) Init(p Problem, start *Point, opt *Options) error {
	if _, ok := p.(Stages); !ok {
		return errors.New("integrate: CSTIFF starts with RADAU, which needs a Problem with complex matrices (Stages)")
	}
	if err := m.dstiff.Init(p, start, opt); err != nil {
		return err
	}
	if m.opt.FixedStep > 0 {
		m.opt.HMax = m.opt.FixedStep
	}
	m.opt.FixedStep = m.opt.HMax
	o := *opt
	o.FixedStep, o.HMax = 0, m.opt.HMax
	o.Tol, o.RelTol = math.Max(startPart*m.opt.Tol, math.Min(startLeast, m.opt.Tol)), 0
	o.MaxOrder, o.Interpolate, o.NewtonTol, o.Work = 9, false, 0, m.stepControl.w
	if err := m.start.Init(p, start, &o); err != nil {
		return err
	}
	m.starting, m.begun, m.reached = false, false, false
	m.stepControl.w.stats = &m.stats
	return nil
}

func (m *cstiff) Step(limit float64) error {
	if m.restart || m.starting && m.start.restart {
		if err := m.beginStartPhase(); err != nil {
			return err
		}
	}
	if !m.starting {
		m.begun = false
		m.reached = true
		m.h = m.equalStepSize(limit)
		return m.advanceStep(m, limit)
	}
	if m.target <= m.start.now.T {
		m.target = m.start.now.T + m.equalStepSize(limit)
	}
	if !m.opt.Interpolate {
		m.target = math.Min(m.target, limit)
		if limit-m.target < 1e-6*(m.target-m.start.now.T) {
			m.target = limit
		}
	}
	m.begun = true
	if err := m.start.Step(m.target); err != nil {
		return err
	}
	if m.start.now.T >= m.target && !m.start.restart {
		m.addStartPhasePointToHistory()
	}
	return nil
}

// equalStepSize is the step of the grid: that of equal ones to limit.
func (m *cstiff) equalStepSize(limit float64) float64 {
	h := m.opt.HMax
	if m.opt.Interpolate {
		return h
	}
	rest := limit - m.Now().T
	return rest / math.Max(1, math.Ceil(rest/h*(1-1e-9)))
}

// beginStartPhase begins the start at Now.
func (m *cstiff) beginStartPhase() error {
	s := &m.start
	if !m.starting {
		s.stats = m.stats
		s.now.Copy(m.now)
		s.opt.H0 = m.opt.H0
	}
	m.stepControl.w.stats = &s.stats
	m.restart, m.starting, m.renew = false, true, true
	if err := s.beginAtNow(); err != nil {
		return err
	}
	m.have, m.target = 0, s.now.T
	m.addToHistory(s.now)
	return nil
}

// addStartPhasePointToHistory puts the point that start has come to into the history; with as many as the
// order needs BDF takes over.
func (m *cstiff) addStartPhasePointToHistory() {
	m.addToHistory(m.start.now)
	if m.have <= m.maxK {
		return
	}
	m.stats = m.start.stats
	m.stepControl.w.stats = &m.stats
	m.now.Copy(m.start.now)
	m.wt.updateWeights(m.n, m.now, m.opt.RelTol, m.opt.Tol)
	m.k, m.kUsed, m.starting, m.grown = m.maxK, m.maxK, false, true
	m.lastErr, m.jumped = 1, false
}

// addToHistory adds p to the history.
func (m *cstiff) addToHistory(p *Point) {
	if m.have == 0 {
		m.hist.resetHistory(p.T, m.opt.HMax, 1)
		m.vectorFromPoint(m.hist.phi[0], p)
	} else {
		m.hist.prepareTime(p.T)
		m.hist.predict(m.zp, nil, m.have)
		m.vectorFromPoint(m.hist.e, p)
		addScaled(m.hist.e, -1, m.zp)
		m.hist.appendPoint(p.T, m.have)
	}
	m.have++
}

func (m *cstiff) commitStep(err float64, _ bool) error {
	if err *= dstiffFraction; err > 1 {
		m.stats.ExceedingSteps++
		if err > m.stats.Worst {
			m.stats.Worst, m.stats.WorstT = err, m.next.T
		}
	}
	m.hist.appendPoint(m.next.T, m.k+1)
	m.kUsed, m.stats.Order = m.k, m.k
	return nil
}

func (m *cstiff) Now() *Point {
	if m.starting {
		return m.start.now
	}
	return m.now
}

func (m *cstiff) Stats() *Stats {
	st := &m.stats
	if m.starting {
		st = &m.start.stats
	}
	st.Starting = !m.reached
	return st
}

// NotifyProblemChanged has the method restart at Now, where the accelerations may be others.
func (m *cstiff) NotifyProblemChanged() {
	m.restart = !m.starting
	m.start.restart = m.starting
}

func (m *cstiff) InterpolateAt(t float64, dst *Point) {
	if m.begun {
		m.start.InterpolateAt(t, dst)
		return
	}
	m.dstiff.InterpolateAt(t, dst)
}
