package run

import (
	"errors"
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// leavePart is how far a start in a singular configuration is moved along its motion: in rad, or in parts of
// the length scale.
const leavePart = 1e-4

// leaveTurn is how much speeds may change, in parts of the largest, on the way onto a branch.
const leaveTurn = 0.01

// leaveSingularStart is the answer to a start in a singular configuration, where the equations do not report accelerations and
// reactions: bars that are all in a line, of which the one motion and the other are on different branches.
// Speeds v that satisfy the constraints name a branch. The start is moved to the point of this branch a
// time τ later, q + τ v, brought onto the constraints, with the speeds v + τ a: to second order in τ the
// motion from there on is that from the deck's start, τ ahead. failed is what went wrong there.
func (s *solution) leaveSingularStart(failed error) error {
	var singular *system.SingularError
	if !errors.As(failed, &singular) || singular.Row.Element == "" {
		return failed
	}
	p, fastest := s.point, s.largestScaledSpeed()
	if !(fastest > 0) {
		return fmt.Errorf("%w: nothing moves there, so that no branch of the motion is named; give the bodies initial velocities along it, or start beside it", failed)
	}
	τ := leavePart / fastest
	at := s.state.DeckPoint()
	at.Copy(p)
	if err := s.moveAlongVelocities(at, τ); err != nil {
		return fmt.Errorf("%w: it cannot be left along the initial velocities (%v); start beside it", failed, err)
	}
	p.Copy(at)
	s.rec.warn("the configuration at the start is singular: %s depends on other constraints there, though not near by; "+
		"the run begins on the branch that the initial velocities name, %.3g time units ahead", singular.Row, τ)
	return nil
}

// moveAlongVelocities moves p by the time τ along its speeds.
func (s *solution) moveAlongVelocities(p *integrate.Point, τ float64) error {
	tol := s.rowTolerance()
	dq := make([]float64, len(p.V))
	for i, v := range p.V {
		dq[i] = τ * v
	}
	before := s.state.DeckPoint()
	before.Copy(p)
	s.state.MovePositions(p.Q, p.Q, dq)
	if _, err := s.state.Assemble(p, tol); err != nil {
		return err
	}
	for range 2 { // the second time with accelerations
		for i := range p.V {
			p.V[i] = before.V[i] + τ*p.A[i]
		}
		if err := s.state.AssembleVelocities(p, 1e3*tol); err != nil {
			return err
		}
		if err := integrate.SolveAccelerations(s.state, p, s.work); err != nil {
			return err
		}
	}
	most, off := 0.0, 0.0
	for i, v := range before.V {
		most, off = math.Max(most, math.Abs(v)), math.Max(off, math.Abs(p.V[i]-τ*p.A[i]-v))
	}
	if off > leaveTurn*most {
		return errors.New("they are not those of one branch")
	}
	return nil
}

// largestScaledSpeed is the largest speed of a mass centre, in length scales, or angular velocity.
func (s *solution) largestScaledSpeed() float64 {
	sys, most := s.model.System, 0.0
	l := sys.Length
	if l <= 0 {
		l = 1
	}
	for i := range sys.Bodies {
		if _, at, n := sys.BodyOffsets(system.BodyIdx(i)); n > 0 {
			for k, v := range s.point.V[at : at+n] {
				if k < 3 {
					v /= l
				}
				most = math.Max(most, math.Abs(v))
			}
		}
	}
	return most
}
