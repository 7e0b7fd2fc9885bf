package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// turnCount is an angle as of the last accepted step, and its rate.
type turnCount struct{ v, rate float64 }

// turnClock says when turns were counted last and how long the step was.
type turnClock struct{ t, h float64 }

// near returns the value that a turn-counting angle is close to at the iterate: the
// last accepted one moved on with its rate, since a steady rotation may take
// more than half a turn in a step. Far from the last step (a new analysis at
// another time) the rate says nothing.
func (s *State) near(i MeasureIdx) float64 {
	c := s.turn[i]
	if dt := s.p.T - s.clock.t; math.Abs(dt) <= 10*s.clock.h {
		return c.v + c.rate*dt
	}
	return c.v
}

// Accept implements integrate.Problem: angles continue counting from here.
func (s *State) Accept(p *integrate.Point) error {
	if len(s.plan.turns) > 0 {
		if !s.memo.still(p, s.Mode) {
			s.memo.ok = false
			s.place(p)
		}
		s.p = p
		for _, i := range s.plan.turns {
			m := &s.plan.measure[i]
			s.turn[i] = turnCount{s.displacement(m, s.near(i)), s.displacementJet(m, 0).d}
		}
	}
	if err := s.onShapes(p); err != nil {
		return err
	}
	if s.hard.on {
		s.noteDepthsAt(p)
		s.keepLaws(p)
		s.keepRubs()
	}
	if h := math.Abs(p.T - s.clock.t); h > 0 { // NaN before the first time
		s.clock.h = h
	}
	s.clock.t = p.T
	s.door.accepted = p.T
	return nil
}
