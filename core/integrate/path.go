package integrate

import "math"

// EquilibriumPath is a sequence of equilibria that is followed in time: a quasi-static model is a
// differential-algebraic equation F(q, λ, t) = 0 without masses and damping, and its integration a
// predictor and a corrector. The predictor is the polynomial through the last points, up to three; the corrector is
// Statics. What the corrector finds has no error of integration, so that what is to be controlled is
// how far it is from the prediction: a long way means that the branch that was followed has ended or that another
// one was found.
type EquilibriumPath struct {
	p     Problem
	n     *Layout
	at    [3]*Point // newest first
	m     int       // of these that are there
	guess *Point
	dq    []float64
	raw   []float64
}

// NewEquilibriumPath begins a path at pt.
func NewEquilibriumPath(p Problem, pt *Point) *EquilibriumPath {
	n := p.Layout()
	f := &EquilibriumPath{p: p, n: n, guess: NewPoint(n), dq: make([]float64, n.NV), raw: make([]float64, n.NQ)}
	for i := range f.at {
		f.at[i] = NewPoint(n)
	}
	f.Reset(pt)
	return f
}

// Reset forgets what was before pt.
func (f *EquilibriumPath) Reset(pt *Point) {
	f.m = 1
	f.at[0].Copy(pt)
}

// AddPoint makes pt the newest point.
func (f *EquilibriumPath) AddPoint(pt *Point) {
	last := len(f.at) - 1
	old := f.at[last]
	copy(f.at[1:], f.at[:last])
	f.at[0] = old
	old.Copy(pt)
	f.m = min(f.m+1, last+1)
}

// PredictionOrder is the degree of the polynomial of the next prediction.
func (f *EquilibriumPath) PredictionOrder() int { return f.m - 1 }

// Predict sets dst to the prediction at t: positions, states, algebraic unknowns and multipliers.
func (f *EquilibriumPath) Predict(dst *Point, t float64) {
	now := f.at[0]
	dst.Copy(now)
	dst.T = t
	var c [3]float64 // Lagrange's polynomials at t
	for i := range f.m {
		c[i] = 1
		for k := range f.m {
			if k != i {
				c[i] *= (t - f.at[k].T) / (f.at[i].T - f.at[k].T)
			}
		}
	}
	blend := func(to []float64, of func(*Point) []float64) {
		clear(to)
		for i := range f.m {
			addScaled(to, c[i], of(f.at[i]))
		}
	}
	blend(dst.X, func(p *Point) []float64 { return p.X })
	blend(dst.Y, func(p *Point) []float64 { return p.Y })
	blend(dst.L, func(p *Point) []float64 { return p.L })
	blend(f.raw, func(p *Point) []float64 { return p.Q })
	for i, q := range now.Q {
		f.raw[i] -= q
	}
	f.p.SpeedsFromPositionRates(f.dq, now.Q, f.raw)
	f.p.MovePositions(dst.Q, now.Q, f.dq)
	f.guess.Copy(dst)
}

// PredictionError is how far pt is from the last prediction, as the largest change of a position or state by its scale.
func (f *EquilibriumPath) PredictionError(pt *Point) float64 {
	off := 0.0
	for i, q := range pt.Q {
		off = math.Max(off, math.Abs(q-f.guess.Q[i])/f.n.QScale[i])
	}
	for i, x := range pt.X {
		off = math.Max(off, math.Abs(x-f.guess.X[i])/f.n.XScale[i])
	}
	return off
}
