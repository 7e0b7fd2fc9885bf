// Package linear linearizes the equations of package integrate about a point:
//
//	x' = A x + B u,  y = C x + D u
//
// in independent positions and speeds and first-order states, with everything else
// (dependent coordinates, multipliers, algebraic unknowns) eliminated. It knows
// vectors and the kinds of unknowns, no mechanics.
package linear

import "github.com/trammel-mbd/trammel/core/integrate"

// Variation is a change of a Point to first order, per unit of some parameter.
type Variation struct {
	Q             []float64 // NV, a tangent vector
	V, A, L       []float64
	X, XDot, Y, U []float64 // U are the inputs
}

func newVariation(n *integrate.Layout, inputs int) *Variation {
	return &Variation{
		Q: make([]float64, n.NV), V: make([]float64, n.NV), A: make([]float64, n.NV), L: make([]float64, n.NL),
		X: make([]float64, n.NX), XDot: make([]float64, n.NX), Y: make([]float64, n.NY), U: make([]float64, inputs),
	}
}

// Model is a Problem with inputs and outputs that can be linearized. It has more
// than a few methods since this is all that is required of mechanics: exact partials,
// rows, inputs, outputs, and the frames that coordinates are taken in.
type Model interface {
	integrate.Problem
	Frames
	// Differentiate computes all partial derivatives at p, as exact as they
	// can be had, for Along, Gradient and a Factor that is not fresh.
	Differentiate(p *integrate.Point) error
	// DifferenceAlong sets r.V, r.X, r.Y and out to the derivatives of the residuals
	// and of the outputs along m, by these partials. Inputs are left aside.
	DifferenceAlong(r *integrate.Residual, out []float64, m *Variation)
	// Gradient sets dst, zeros, to the gradient of a row, nothing if the row is
	// inactive.
	Gradient(i int, dst []float64)
	// Inputs adds u to the inputs in all evaluations from now on.
	Inputs(u []float64)
	// Outputs sets dst to the outputs at the point evaluated last.
	Outputs(dst []float64)
	// GyroscopicTerm sets dst (NV) to the derivative along the speeds v of those terms of the
	// residual V that come from the rotation of inertia (ω × Jω).
	GyroscopicTerm(dst, v []float64)
}

// Frames are what tangent vectors are resolved in to be coordinates: frames that
// may turn, so that for instance the coordinate of a pendulum on a turning shaft is
// measured about its hinge. All vectors are NV long.
type Frames interface {
	// FrameBracket sets dst to what the rate of a tangent vector q has beside the
	// change of the speeds: q' = δv + dst (for rotations ω × q).
	FrameBracket(dst, q []float64)
	// ResolveInBodyFrames sets dst to the components of x in the frames, ResolveInGroundFrame does the
	// opposite.
	ResolveInBodyFrames(dst, x []float64)
	ResolveInGroundFrame(dst, x []float64)
	// FrameSpinRates sets dst to the rate of a vector x that is fixed in the frames.
	FrameSpinRates(dst, x []float64)
	// StepSizes is the size of each coordinate: lengths by the length of the model,
	// rotations by a radian.
	StepSizes() []float64
}
