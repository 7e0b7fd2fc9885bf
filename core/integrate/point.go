package integrate

import "errors"

// ErrRetry requests from the integrator a shorter step. Problems wrap it.
var ErrRetry = errors.New("a shorter step is needed")

// IsRetry reports whether err requests a shorter step rather than for the end of
// the run.
func IsRetry(err error) bool { return errors.Is(err, ErrRetry) }

// NewPoint returns a zero Point for the layout.
func NewPoint(n *Layout) *Point {
	return &Point{
		Q: make([]float64, n.NQ), V: make([]float64, n.NV), A: make([]float64, n.NV),
		X: make([]float64, n.NX), XDot: make([]float64, n.NX),
		Y: make([]float64, n.NY), L: make([]float64, n.NL),
	}
}

// Copy sets p to src; both have the same layout.
func (p *Point) Copy(src *Point) {
	p.T = src.T
	copy(p.Q, src.Q)
	copy(p.V, src.V)
	copy(p.A, src.A)
	copy(p.X, src.X)
	copy(p.XDot, src.XDot)
	copy(p.Y, src.Y)
	copy(p.L, src.L)
}

// NewResidual returns a zero Residual for the layout.
func NewResidual(n *Layout) *Residual {
	return &Residual{
		V: make([]float64, n.NV), X: make([]float64, n.NX), Y: make([]float64, n.NY),
		Pos: make([]float64, n.NL), Vel: make([]float64, n.NL), Acc: make([]float64, n.NL),
	}
}

// NewDelta returns a zero Delta for the layout.
func NewDelta(n *Layout) *Delta {
	return &Delta{
		A: make([]float64, n.NV), XDot: make([]float64, n.NX),
		Y: make([]float64, n.NY), L: make([]float64, n.NL),
	}
}
