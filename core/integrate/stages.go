package integrate

// ComplexCoef is a complex coefficient of the increments: each of V, Q and X
// has the real part of Re and the imaginary part of Im.
type ComplexCoef struct{ Re, Im Coef }

// Stages is what a Problem offers to implicit Runge-Kutta methods besides: its
// matrix for several coefficients at a time, one of them real. The Newton matrix
// of s coupled stages falls into one such matrix for each eigenvalue of the
// method's coefficients, conjugate ones together.
type Stages interface {
	Problem
	// FactorStages is Factor for c, which Solve then solves with, and factors
	// the matrices for pairs beside it.
	FactorStages(p *Point, c Coef, pairs []ComplexCoef, fresh bool) error
	// SolvePair replaces re + i im by the solution with the matrix of the k-th
	// pair. A later Factor leaves these matrices as they are.
	SolvePair(k int, re, im *Delta)
}
