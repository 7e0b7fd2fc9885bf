// Package integrate advances differential-algebraic equations of second order
// in time. It knows vectors, the kind and weight of each unknown, and a
// Problem; it knows no bodies.
//
// The equations, at time t with positions q (raw coordinates, for instance
// points and quaternions), speeds v (a tangent vector), accelerations a,
// first-order states x, algebraic unknowns y and multipliers l:
//
//	V:   M(q) a - f(q, v, a, x, x', y, l, t) - G(q,t)ᵀ l = 0     nv rows
//	X:   x' - F(q, v, a, x, y, l, t)                     = 0     nx rows
//	Y:   y - Y(q, v, a, x, y, l, t)                      = 0     ny rows
//	Pos: g(q, t)                                         = 0     nl rows
//	Vel: G v + ∂g/∂t                                     = 0     nl rows
//	Acc: G a + γ(q, v, t)                                = 0     nl rows
//
// A row of velocity or acceleration level (a prescribed velocity, a rolling
// condition) has no Pos, or no Pos and no Vel part: see Layout.RowLevel.
package integrate

// Level is the level at which a constraint row is given.
type Level uint8

const (
	Position     Level = iota // g, ġ and g̈ exist
	Velocity                  // ġ and g̈ exist; the Pos residual is always 0
	Acceleration              // only g̈ exists; Pos and Vel residuals are always 0
	Inactive                  // a redundant row: residuals 0, its multiplier stays 0
)

// Layout gives the sizes of a Problem and what its unknowns are measured by.
// It does not change while a Problem is integrated.
type Layout struct {
	NQ, NV, NX, NY, NL int

	// QScale[i] is the size by which an error of raw position i is divided
	// before it is compared with the tolerance (1 for a length in the
	// deck's unit when the model's length scale is 1 or more, 0.5 for a
	// quaternion component, so that 1 is one length scale or one radian).
	QScale []float64 // NQ
	VScale []float64 // NV, the same for speeds
	XScale []float64 // NX
	YScale []float64 // NY
	// QSize and VSize are the size of the model: its length, or one radian.
	QSize, VSize []float64

	RowLevel []Level // NL
	// Hold reports each first-order state whether statics keeps it fixed;
	// integrators of transient analyses ignore it.
	Hold []bool // NX
}

// Point is everything the equations depend on. Slices have the lengths of the
// Layout.
type Point struct {
	T       float64
	Q       []float64 // raw positions
	V, A    []float64 // speeds and their rates
	X, XDot []float64 // first-order states and their rates
	Y       []float64 // algebraic unknowns
	L       []float64 // multipliers
}

// Residual is the left-hand sides of the equations at a Point.
type Residual struct {
	V, X, Y       []float64
	Pos, Vel, Acc []float64
}

// Coef says how the increments that Solve returns enter the Point: the
// unknowns of the linear system are dA (NV), dXDot (NX), dY (NY) and dL (NL)
// and the integrator moves along
//
//	δa = dA, δv = V dA, δq = Q dA (a tangent vector), δx' = dXDot, δx = X dXDot.
//
// The matrix of the linear system is therefore
//
//	[ M - ∂f/∂a - V ∂f/∂v - Q ∂(f + Gᵀl)/∂q ...   -Gᵀ - ∂f/∂l ]
//	[ ...                        I - X ∂F/∂x ...        ...    ]
//	[ G                                                   0    ]
//
// with the constraint rows always plain G, whatever the level: the integrator
// scales the right-hand sides (a position error g enters as g/Q). With
// V = Q = X = 0 it is the matrix of the acceleration level.
type Coef struct{ V, Q, X float64 }

// Delta is a right-hand side that Solve replaces by the solution.
type Delta struct{ A, XDot, Y, L []float64 }

// Problem is what an integrator sees of a model. Errors that satisfy
// Retry(err) request a shorter step; every other error ends the run.
type Problem interface {
	Layout() *Layout

	// PositionRates sets dst (NQ) to the raw position rates of the speeds v at q.
	PositionRates(dst, q, v []float64)
	// SpeedsFromPositionRates sets dst (NV) to the speeds whose raw position rates are
	// nearest to qdot: the left inverse of PositionRates.
	SpeedsFromPositionRates(dst, q, qdot []float64)
	// MovePositions sets dst (NQ) to q moved by the tangent vector dq (NV) and
	// normalised; dst may be q.
	MovePositions(dst, q, dq []float64)

	// EvaluateResidual fills r at p. It may be called for any trial p and leaves
	// no trace that another trial could see.
	EvaluateResidual(r *Residual, p *Point) error
	// Factor evaluates the partial derivatives at p (fresh true), or keeps
	// those of the last Factor with fresh true, and factors the matrix for c. What is kept
	// are partials of laws: for the acceleration level, masses and gradients of rows are
	// those at p.
	Factor(p *Point, c Coef, fresh bool) error
	// Solve replaces d by the solution with the last factored matrix.
	Solve(d *Delta)

	// AcceptPoint reports that p is an accepted step.
	AcceptPoint(p *Point) error
}
