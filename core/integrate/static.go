package integrate

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// StaticOptions of a search for rest. Zero values take the defaults named beside them.
type StaticOptions struct {
	MaxError     float64 // largest residual of any equation (1e-4)
	MaxImbalance float64 // largest residual of an equation of motion (1e-4)
	MaxIt        int     // iterations of Newton's method (50)
	// Stability is the least part of the mass matrix that is added to the stiffness (1e-10).
	Stability float64
	ConstrTol float64 // position rows (1e-10)

	// Reach is how far each coordinate (NV of them) may go in one iteration. Updates are
	// measured by it.
	Reach []float64

	// Relax begins with the relaxation instead of Newton's method.
	Relax    bool
	MaxKE    float64 // relaxation: largest kinetic energy at rest (1e-5)
	MaxDQ    float64 // and largest change between two peaks of it (1e-3), in units of the Layout
	MaxPeaks int     // and most peaks (100)

	// Switch, unless nil, is notified of each point p that the search comes to, by step (NV of them, nil if not known), and with rest
	// that it would end there. It may bring rows in force there or open them, reports whether it has, and sets of pending (NL)
	// what rows of velocity level that came in force have yet to move.
	Switch func(p *Point, step, pending []float64, rest bool) (changed bool, err error)

	Log       func(format string, args ...any) // is notified of changes of the method, or nil
	Interrupt func() error                     // ends the search when it returns an error, or nil
}

func (o *StaticOptions) setDefaults() {
	or := func(x *float64, d float64) {
		if *x <= 0 {
			*x = d
		}
	}
	if o.Switch == nil {
		o.Switch = func(*Point, []float64, []float64, bool) (bool, error) { return false, nil }
	}
	or(&o.MaxError, 1e-4)
	or(&o.MaxImbalance, 1e-4)
	or(&o.Stability, 1e-10)
	or(&o.ConstrTol, 1e-10)
	or(&o.MaxKE, 1e-5)
	or(&o.MaxDQ, 1e-3)
	if o.MaxIt <= 0 {
		o.MaxIt = 50
	}
	if o.MaxPeaks <= 0 {
		o.MaxPeaks = 100
	}
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	if o.Interrupt == nil {
		o.Interrupt = func() error { return nil }
	}
}

// EquilibriumResult is what a search found.
type EquilibriumResult struct {
	Iterations int     // of Newton's method
	Steps      int     // of the relaxation
	Relaxed    bool    // the relaxation was needed
	Residual   float64 // largest residual of any equation
	Imbalance  float64 // largest residual of an equation of motion
	// Unstable reports that there is a direction of negative stiffness; Curvature is its
	// stiffness by its mass, in 1/time², and Mover the speed that takes most part in it.
	Unstable      bool
	Curvature     float64
	UnstableSpeed int
}

// Statics finds equilibria of a Problem: with speeds, accelerations and rates of
// states zero it solves for positions, multipliers, algebraic unknowns and those states
// that Layout.Hold does not keep. Rows of velocity and acceleration level keep the place
// along them that they have.
//
// Newton's method is regularised by pseudo-time: the step d solves
//
//	(K + μ M) d = F,    G d = -g,
//
// one step of the implicit Euler method, of the size 1/μ, for M q' = F on the
// constraints. For large μ it goes downhill, which a minimum of the potential ends and a maximum
// does not; for μ → 0 it is Newton's. μ falls as long as the forces do positive work along
// the steps. Directions without stiffness get the step of smallest size in the metric M.
// When this does not come to an end, a motion without damping does, from which the kinetic energy
// is taken at each of its peaks.
type Statics struct {
	p   Problem
	n   *Layout
	w   *LinearSolver
	opt StaticOptions
	out EquilibriumResult

	now, next, trial *Point
	before           *Residual // at now
	step, row        []float64 // NV: displacement of an iteration; scratch
	travel           []float64 // NV: displacement since the start
	pending          []float64 // NL: what rows of velocity level have yet to move
	mu, first, most  float64   // μ, what it began with, and the most that any search began with
	size             float64   // of the last full step, in units of Reach
	change           float64   // the same with states and algebraic unknowns
	worst            largestEntry
	back             *Delta // of projectOntoRows
	modes            *lanczos

	stats Stats
}

// NewStatics returns a search on p that shares w.
func NewStatics(p Problem, opt StaticOptions, w *LinearSolver) *Statics {
	n := p.Layout()
	opt.setDefaults()
	if len(opt.Reach) != n.NV {
		panic(fmt.Sprintf("integrate: Reach has %d entries for %d speeds", len(opt.Reach), n.NV))
	}
	return &Statics{p: p, n: n, w: w, opt: opt, now: NewPoint(n), next: NewPoint(n), trial: NewPoint(n), before: NewResidual(n),
		step: make([]float64, n.NV), row: make([]float64, n.NV), travel: make([]float64, n.NV), pending: make([]float64, n.NL),
		back: NewDelta(n)}
}

// Stats counts the work of all searches.
func (s *Statics) Stats() *Stats { return &s.stats }

// SolveEquilibrium replaces pt by the equilibrium that it finds from there, at the same time. Errors:
// *ConvergenceError, with pt at the last point reached, or what the Problem returned.
func (s *Statics) SolveEquilibrium(pt *Point) (EquilibriumResult, error) {
	kept := s.w.stats
	s.w.stats = &s.stats
	defer func() { s.w.stats = kept }()
	s.out = EquilibriumResult{}
	s.stopMotion(pt)
	err := s.moveToEquilibrium()
	if err == nil {
		err = s.leaveEquilibriumIfUnstable()
	}
	pt.Copy(s.now)
	return s.out, err
}

// AdvanceTime moves pt to the time t: rows of velocity level move on by what they prescribe
// up to then, which the next Solve carries out.
func (s *Statics) AdvanceTime(pt *Point, t float64) error {
	clear(s.pending)
	clear(pt.V)
	from, h := pt.T, t-pt.T
	defer func() { pt.T = t }()
	if !s.hasVelocityRows() {
		return nil
	}
	// At rest the residual of such a row is minus its rate. Its integral, by
	// Gauss's rule of three points.
	x := math.Sqrt(0.6) / 2
	for _, g := range [3][2]float64{{0.5 - x, 5. / 18}, {0.5, 8. / 18}, {0.5 + x, 5. / 18}} {
		pt.T = from + g[0]*h
		if err := s.w.evaluateResiduals(pt); err != nil {
			return err
		}
		for i, level := range s.n.RowLevel {
			if level == Velocity {
				s.pending[i] -= g[1] * h * s.w.res.Vel[i]
			}
		}
	}
	return nil
}

// hasVelocityRows reports whether there are rows of velocity level.
func (s *Statics) hasVelocityRows() bool { return slices.Contains(s.n.RowLevel, Velocity) }

// stopMotion stops all motion.
func (s *Statics) stopMotion(pt *Point) {
	s.now.Copy(pt)
	clear(s.now.V)
	clear(s.now.A)
	clear(s.now.XDot)
	clear(s.travel)
}

// moveToEquilibrium goes to an equilibrium by one method or the other.
func (s *Statics) moveToEquilibrium() error {
	if !s.opt.Relax {
		err := s.iterateForceBalance(s.opt.MaxIt)
		if err == nil || !otherMethodMayHelp(err) {
			return err
		}
		s.opt.Log("the force imbalance method fails (%v): relaxation by kinetic energy takes over", err)
	}
	s.out.Relaxed = true
	if err := s.relaxDynamically(); err != nil {
		return err
	}
	s.trial.Copy(s.now) // relaxation has come near: the rest is small
	was := s.out
	if err := s.iterateForceBalance(s.opt.MaxIt); err != nil {
		if !otherMethodMayHelp(err) {
			return err
		}
		s.now.Copy(s.trial)
		s.out.Residual, s.out.Imbalance = was.Residual, was.Imbalance
		s.opt.Log("Newton's method does not improve what the relaxation found (%v)", err)
	}
	return nil
}

// otherMethodMayHelp reports errors that another method may overcome.
func otherMethodMayHelp(err error) bool {
	var c *ConvergenceError
	return errors.As(err, &c) || IsRetry(err)
}

// evaluateResiduals takes the residuals at pt; states that are held have none.
func (s *Statics) evaluateResiduals(pt *Point) error {
	if err := s.w.evaluateResiduals(pt); err != nil {
		return err
	}
	r := s.w.res
	for i, hold := range s.n.Hold {
		if hold {
			r.X[i] = 0
		}
	}
	return nil
}

// measureImbalance sets out.Residual and out.Imbalance from the residuals, and what is worst.
func (s *Statics) measureImbalance() {
	r := s.w.res
	v := largestEntry{}
	v.updateLargest(Speed, r.V, 1)
	s.out.Imbalance = v.val
	v.updateLargest(State, r.X, 1)
	v.updateLargest(Algebraic, r.Y, 1)
	v.updateLargest(Row, r.Pos, 1)
	s.out.Residual, s.worst = v.val, v
}

// largestRowError is the largest error of a position row.
func (s *Statics) largestRowError() float64 { return maxAbs(s.w.res.Pos) }

// displacementSize is the largest entry of a displacement in units of Reach.
func (s *Statics) displacementSize(d []float64) float64 {
	m := 0.0
	for i, v := range d {
		m = math.Max(m, math.Abs(v)/s.opt.Reach[i])
	}
	return m
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

func (s *Statics) equilibriumError(reason string, err error) error {
	return &ConvergenceError{T: s.now.T, Rest: true, Reason: reason, WorstKind: s.worst.kind, WorstIdx: s.worst.idx, Err: err}
}
