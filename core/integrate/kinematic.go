package integrate

import (
	"fmt"
	"math"
	"slices"
)

// kinematicMethod is for problems without freedom: rows of position level determine all
// positions. A step extrapolates by the Taylor series and goes back onto the rows, so that
// the branch of the solution is kept; speeds, accelerations and multipliers follow from the rows. There
// is not an error to be controlled: steps are those requested, HMax at most, and shorter only where the
// rows are not met or are met far from where the extrapolation led.
type kinematicMethod struct {
	p          Problem
	n          *Layout
	w          *LinearSolver
	opt        Options
	last, now  *Point
	next       *Point
	dq, q      []float64 // NV; NQ: where the extrapolation led
	h          float64   // longest step after failures
	restart    bool
	stats      Stats
	velocities float64 // tolerance of rows of velocity level
	side       determinantSign
}

// NewKinematic returns the method for problems that Kinematic reports.
func NewKinematic() Method { return new(kinematicMethod) }

// IsKinematicallyDetermined reports whether rows of position level alone determine the motion of a problem with
// so many degrees of freedom.
func IsKinematicallyDetermined(n *Layout, degreesOfFreedom int) bool {
	return degreesOfFreedom <= 0 && n.NX == 0 && !slices.Contains(n.RowLevel, Velocity) && !slices.Contains(n.RowLevel, Acceleration)
}

// How far from the extrapolation a step may end: part of its way, or of the scales.
const (
	strayPart  = 0.3
	strayScale = 1e-3
)

func (k *kinematicMethod) Init(p Problem, start *Point, opt *Options) error {
	*k = kinematicMethod{p: p, n: p.Layout(), w: opt.Work, opt: *opt}
	k.opt.setDefaults()
	if k.w == nil || k.w.p != p {
		k.w = NewLinearSolver(p)
	}
	k.w.stats = &k.stats
	k.last, k.now, k.next = NewPoint(k.n), NewPoint(k.n), NewPoint(k.n)
	k.now.Copy(start)
	k.last.Copy(start)
	k.dq, k.q = make([]float64, k.n.NV), make([]float64, k.n.NQ)
	k.h, k.velocities = k.opt.HMax, 10*k.opt.ConstrTol
	k.side = k.newDeterminantSign()
	return nil
}

func (k *kinematicMethod) Now() *Point           { return k.now }
func (k *kinematicMethod) Stats() *Stats         { return &k.stats }
func (k *kinematicMethod) NotifyProblemChanged() { k.restart = true }

func (k *kinematicMethod) Step(limit float64) error {
	if limit <= k.now.T && !k.opt.Interpolate {
		return fmt.Errorf("integrate: step from t=%g to limit %g", k.now.T, limit)
	}
	if k.restart {
		k.restart = false
		if err := k.w.factorFor(k, k.now, Coef{}, true); err != nil {
			return err
		}
		if err := k.w.iterateAccelerations(k.now, accelTol); err != nil {
			return err
		}
	}
	if !k.side.known {
		if err := k.w.factorFor(k, k.now, Coef{}, true); err != nil {
			return err
		}
		k.storeDeterminantSign()
	}
	for {
		t := k.chooseStepEnd(limit)
		k.extrapolateTaylorToNext(k.now, t)
		err := k.projectAllLevels(k.next)
		if err != nil && !otherMethodMayHelp(err) {
			return err
		}
		shortest := t-k.now.T <= k.opt.HMin
		if err == nil && (shortest || !k.isFarFromExtrapolation(k.now) && !k.hasPassedTurningPoint()) {
			return k.acceptStep()
		}
		k.stats.Rejected++
		if shortest {
			return err
		}
		k.h = math.Max((t-k.now.T)/4, k.opt.HMin)
	}
}

// chooseStepEnd returns the end of the next step: of equal steps to limit, unless outputs are interpolated.
func (k *kinematicMethod) chooseStepEnd(limit float64) float64 {
	if k.opt.Interpolate {
		return k.now.T + k.h
	}
	t := k.now.T + (limit-k.now.T)/math.Ceil((limit-k.now.T)/k.h*(1-1e-9))
	if t > limit-1e-9*k.h {
		return limit
	}
	return t
}

// extrapolateTaylorToNext sets next to the Taylor series of a point at t.
func (k *kinematicMethod) extrapolateTaylorToNext(from *Point, t float64) {
	extrapolateTaylor(k.p, k.next, from, t, k.dq)
	copy(k.q, k.next.Q)
}

// projectAllLevels brings p onto the rows of all levels and solves for the rest.
func (k *kinematicMethod) projectAllLevels(p *Point) error {
	if err := k.w.factorFor(k, p, Coef{}, true); err != nil {
		return err
	}
	return k.w.solveAndProject(p, accelTol, k.opt.ConstrTol, k.velocities)
}

// isFarFromExtrapolation reports that next is far from where the extrapolation of a point led.
func (k *kinematicMethod) isFarFromExtrapolation(from *Point) bool {
	way, off := 0.0, 0.0
	for i, q := range k.next.Q {
		way = math.Max(way, math.Abs(k.q[i]-from.Q[i])/k.n.QScale[i])
		off = math.Max(off, math.Abs(q-k.q[i])/k.n.QScale[i])
	}
	return off > strayScale && off > strayPart*way
}

func (k *kinematicMethod) acceptStep() error {
	k.last, k.now, k.next = k.now, k.next, k.last
	k.stats.Steps++
	k.stats.H = k.now.T - k.last.T
	k.h = math.Min(2*math.Max(k.h, k.stats.H), k.opt.HMax)
	k.storeDeterminantSign()
	if k.opt.FindEvent != nil {
		p, h, err := k.opt.FindEvent()
		if err != nil {
			return err
		}
		if p != nil {
			k.now.Copy(p)
			k.stats.H = k.now.T - k.last.T
			k.restart, k.side.known = true, false
		}
		if h > 0 {
			k.h = math.Min(h, k.opt.HMax)
		}
	}
	return k.p.AcceptPoint(k.now)
}

// InterpolateAt sets dst to the solution at t: Taylor's series from the nearer end of the last step, brought onto the rows.
// An error leaves what the series says.
func (k *kinematicMethod) InterpolateAt(t float64, dst *Point) {
	dst.Copy(k.now)
	h := k.now.T - k.last.T
	if t == k.now.T || h == 0 {
		return
	}
	x := (t - k.last.T) / h
	dst.T = t
	a, back := k.last, t-k.last.T
	if x > 0.5 {
		a, back = k.now, t-k.now.T
	}
	for i, v := range a.V {
		k.dq[i] = back * (v + back/2*a.A[i])
		dst.V[i] = v + back*a.A[i]
	}
	k.p.MovePositions(dst.Q, a.Q, k.dq)
	interpolateRates(dst, k.last, k.now, x)
	k.next.Copy(dst)
	if k.projectAllLevels(k.next) == nil {
		dst.Copy(k.next)
	}
}
