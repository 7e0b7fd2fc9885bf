package integrate

import (
	"errors"
	"math"
	"slices"
)

// kinematicStatesMethod is what is left to integrate of a problem whose rows of position level determine all
// positions: its first-order states,
//
//	x' = F(t, x),
//
// where F goes to the rows at t, solves for speeds, accelerations and multipliers, and takes the
// rates of states from there. So the motion has no error of integration and does not shorten steps.
//
// The Newton matrix I - c ∂F/∂x is the inverse of what the solutions of the full matrix, for steps of states
// only, have in the rows of states: accelerations and multipliers are eliminated by it.
type kinematicStatesMethod struct {
	full   Problem
	fn     *Layout
	n      Layout
	w      *LinearSolver
	stats  Stats // of the full problem
	opt    Options
	inner  Method
	here   *Point // full, being evaluated
	last   *Point // accepted
	before *Point // and the one before
	small  *Point // of the states
	q, dq  []float64
	step   []float64 // (I - c ∂F/∂x)⁻¹, by columns
	x      []float64
	unit   *Delta
	total  Stats
}

// NewKinematicWithStates returns a method for problems for which HasKinematicMotionAndStates is true: constraints determine positions, speeds and
// accelerations at each time, m integrates only the states.
func NewKinematicWithStates(m Method) Method { return &kinematicStatesMethod{inner: m} }

// IsKinematicWithStates reports whether m is a method of NewKinematicWithStates.
func IsKinematicWithStates(m Method) bool { _, ok := m.(*kinematicStatesMethod); return ok }

// IsKinematic reports whether m is a method of NewKinematic.
func IsKinematic(m Method) bool { _, ok := m.(*kinematicMethod); return ok }

// mostGuided is the number of states up to which a dense matrix of them is made.
const mostGuided = 200

// HasKinematicMotionAndStates reports whether rows of position level determine the motion of a problem with so many degrees of freedom, and there
// are states to be integrated along it.
func HasKinematicMotionAndStates(n *Layout, degreesOfFreedom int) bool {
	return degreesOfFreedom <= 0 && n.NX > 0 && n.NX <= mostGuided && !slices.Contains(n.RowLevel, Velocity) && !slices.Contains(n.RowLevel, Acceleration)
}

func (g *kinematicStatesMethod) Init(p Problem, start *Point, opt *Options) error {
	inner := g.inner
	*g = kinematicStatesMethod{inner: inner, full: p, fn: p.Layout(), w: opt.Work, opt: *opt}
	g.opt.setDefaults()
	if g.w == nil || g.w.p != p {
		g.w = NewLinearSolver(p)
	}
	n := g.fn
	g.n = Layout{NX: n.NX, XScale: n.XScale, Hold: n.Hold}
	g.here, g.last, g.before, g.small = NewPoint(n), NewPoint(n), NewPoint(n), NewPoint(&g.n)
	g.last.Copy(start)
	g.before.Copy(start)
	g.step, g.x = make([]float64, n.NX*n.NX), make([]float64, n.NX)
	g.q, g.dq, g.unit = make([]float64, n.NQ), make([]float64, n.NV), NewDelta(n)
	o := *opt
	o.Work = NewLinearSolver(g)
	o.FindEvent, o.Crossing = g.findStateEvent, nil
	first := NewPoint(&g.n)
	g.copyStates(first, start)
	return inner.Init(g, first, &o)
}

// copyStates sets dst to the states of p.
func (g *kinematicStatesMethod) copyStates(dst, p *Point) {
	dst.T = p.T
	copy(dst.X, p.X)
	copy(dst.XDot, p.XDot)
}

func (g *kinematicStatesMethod) Now() *Point                               { return g.last }
func (g *kinematicStatesMethod) Step(limit float64) error                  { return g.inner.Step(limit) }
func (g *kinematicStatesMethod) NotifyProblemChanged()                     { g.inner.NotifyProblemChanged() }
func (g *kinematicStatesMethod) Layout() *Layout                           { return &g.n }
func (g *kinematicStatesMethod) PositionRates(_, _, _ []float64)           {}
func (g *kinematicStatesMethod) SpeedsFromPositionRates(_, _, _ []float64) {}
func (g *kinematicStatesMethod) MovePositions(_, _, _ []float64)           {}

// Stats are those of the method with the work on the full problem.
func (g *kinematicStatesMethod) Stats() *Stats {
	g.total = *g.inner.Stats()
	g.total.Evaluations, g.total.Jacobians, g.total.Factorizations = g.stats.Evaluations, g.stats.Jacobians, g.stats.Factorizations
	return &g.total
}

// solveFullProblem sets dst to the full solution at the time and with the states of p, from an accepted point.
func (g *kinematicStatesMethod) solveFullProblem(dst, accepted, p *Point) error {
	kept := g.w.stats
	g.w.stats = &g.stats
	defer func() { g.w.stats = kept }()
	if dst.T != p.T || p.T == accepted.T { // else it is a good guess
		extrapolateTaylor(g.full, dst, accepted, p.T, g.dq)
	}
	copy(dst.X, p.X)
	copy(dst.XDot, p.XDot)
	copy(g.q, dst.Q)
	if err := g.w.solveAndProject(dst, accelTol, g.opt.ConstrTol, 10*g.opt.ConstrTol); err != nil {
		dst.T = math.NaN()
		var c *ConvergenceError
		if errors.As(err, &c) && g.inner.Now() != nil && p.T > accepted.T { // on a shorter way perhaps
			return ErrRetry
		}
		return err
	}
	for i, q := range dst.Q {
		if off := math.Abs(q-g.q[i]) / g.fn.QScale[i]; off > strayScale && off > strayPart*math.Abs(q-accepted.Q[i])/g.fn.QScale[i] {
			dst.T = math.NaN()
			return ErrRetry // another branch
		}
	}
	return nil
}

func (g *kinematicStatesMethod) EvaluateResidual(r *Residual, p *Point) error {
	if err := g.solveFullProblem(g.here, g.last, p); err != nil {
		return err
	}
	for i, x := range p.XDot {
		r.X[i] = x - g.here.XDot[i]
	}
	return nil
}

func (g *kinematicStatesMethod) Factor(p *Point, c Coef, fresh bool) error {
	if err := g.solveFullProblem(g.here, g.last, p); err != nil {
		return err
	}
	kept := g.w.stats
	g.w.stats = &g.stats
	defer func() { g.w.stats = kept }()
	if err := g.w.factorFor(g, g.here, Coef{X: c.X}, fresh); err != nil {
		return err
	}
	n := g.n.NX
	for j := range n {
		clearDelta(g.unit)
		g.unit.XDot[j] = 1
		g.full.Solve(g.unit)
		copy(g.step[j*n:], g.unit.XDot)
	}
	return nil
}

func (g *kinematicStatesMethod) Solve(d *Delta) {
	copy(g.x, d.XDot)
	clear(d.XDot)
	for j, v := range g.x {
		addScaled(d.XDot, v, g.step[j*len(g.x):(j+1)*len(g.x)])
	}
}

// setLastPoint makes the states of p, with the motion that goes with them, the last point.
func (g *kinematicStatesMethod) setLastPoint(p *Point) error {
	if g.last.T == p.T && slices.Equal(g.last.X, p.X) {
		return nil
	}
	if err := g.solveFullProblem(g.here, g.last, p); err != nil {
		return err
	}
	g.before, g.last, g.here = g.last, g.here, g.before
	g.here.T = math.NaN()
	return nil
}

func (g *kinematicStatesMethod) AcceptPoint(p *Point) error {
	if err := g.setLastPoint(p); err != nil {
		return err
	}
	return g.full.AcceptPoint(g.last)
}

// findStateEvent makes the caller's event one of the states.
func (g *kinematicStatesMethod) findStateEvent() (at *Point, firstStep float64, err error) {
	if g.opt.FindEvent == nil {
		return nil, 0, nil
	}
	if err := g.setLastPoint(g.inner.Now()); err != nil {
		return nil, 0, err
	}
	p, h, err := g.opt.FindEvent()
	if p == nil || err != nil {
		return nil, h, err
	}
	g.last.Copy(p)
	g.here.T = math.NaN()
	g.copyStates(g.small, p)
	return g.small, h, nil
}

// InterpolateAt sets dst to the motion at t with the states that the method's interpolant has there.
func (g *kinematicStatesMethod) InterpolateAt(t float64, dst *Point) {
	if t == g.last.T {
		dst.Copy(g.last)
		return
	}
	p := g.small
	g.inner.InterpolateAt(t, p)
	p.T = t
	at := g.before
	if t-g.before.T > g.last.T-t {
		at = g.last
	}
	dst.T = math.NaN()
	if g.solveFullProblem(dst, at, p) != nil { // what the series says
		extrapolateTaylor(g.full, dst, at, t, g.dq)
		copy(dst.X, p.X)
		copy(dst.XDot, p.XDot)
	}
	dst.T = t
}
