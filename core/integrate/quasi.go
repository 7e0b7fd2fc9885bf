package integrate

import "math"

// broyden improves the updates of a modified Newton iteration by Broyden's first
// method. With the factored matrix as B₀, the updates s₁, s₂, ... made so far
// and z = -B₀⁻¹F the next plain one, the secant conditions give (C. T. Kelley,
// Iterative Methods for Linear and Nonlinear Equations, 1995, section 7.3)
//
//	z ← z + s_{j+1} (s_j·z)/(s_j·s_j)   for j = 1 ... k-1,
//	s_{k+1} = z / (1 - (s_k·z)/(s_k·s_k)).
//
// What an outdated matrix misses is of low rank as a rule: one link that turns
// fast, or the speed rows at a singular configuration, where plain iterations
// diverge however fresh the matrix is because it leaves ∂(Gv)/∂q out.
//
// An update is (dA, dXDot, dY, dL, second.A); multipliers have no scale and no
// part in the products.
type broyden struct {
	on     bool        // updates are improved
	n      int         // updates known
	step   [][]float64 // updates
	square []float64   // their squares
	weight []float64   // of the products
}

const (
	quasiSteps = 5   // updates that are remembered
	quasiLeast = 0.2 // least denominator: below it the secant is useless
)

func newBroyden(n *Layout) broyden {
	size := 2*n.NV + n.NX + n.NY + n.NL
	q := broyden{square: make([]float64, quasiSteps), weight: make([]float64, size)}
	for range quasiSteps + 1 {
		q.step = append(q.step, make([]float64, size))
	}
	return q
}

// resetUpdates forgets all updates. The products are in units of the tolerance.
func (q *broyden) resetUpdates(n *Layout, c Coef, w *errorWeights) {
	q.n, q.on = 0, false
	second := q.weight[len(q.weight)-n.NV:]
	for i, v := range w.v {
		q.weight[i] = square(c.Q * v)
		second[i] = q.weight[i]
	}
	at := q.weight[n.NV:]
	for i, x := range w.x {
		at[i] = square(c.X * x)
	}
	at = at[n.NX:]
	for i, y := range w.y {
		at[i] = square(y)
	}
}

func square(x float64) float64 { return x * x }

func (q *broyden) weightedDotProduct(a, b []float64) float64 {
	s := 0.0
	for i, w := range q.weight {
		s += w * a[i] * b[i]
	}
	return s
}

// improveUpdate replaces a plain update by the improved one and remembers it. With a
// full memory or a useless secant it restarts.
func (q *broyden) improveUpdate(d, second *Delta) {
	if q.n == quasiSteps {
		q.n = 0
	}
	z := q.step[q.n]
	packDelta(z, d, second)
	for j := range q.n {
		f := q.weightedDotProduct(q.step[j], z) / q.square[j]
		if j < q.n-1 {
			addScaled(z, f, q.step[j+1])
			continue
		}
		if f = 1 - f; math.Abs(f) < quasiLeast {
			q.n = 0
			q.storeUpdate(d, second)
			return
		}
		for i := range z {
			z[i] /= f
		}
	}
	unpackDelta(z, d, second)
	q.storeUpdate(d, second)
}

// storeUpdate adds an update to those known.
func (q *broyden) storeUpdate(d, second *Delta) {
	z := q.step[q.n]
	packDelta(z, d, second)
	if q.square[q.n] = q.weightedDotProduct(z, z); q.square[q.n] > 0 {
		q.n++
	} else {
		q.n = 0
	}
}

func packDelta(z []float64, d, second *Delta) {
	z = z[copy(z, d.A):]
	z = z[copy(z, d.XDot):]
	z = z[copy(z, d.Y):]
	z = z[copy(z, d.L):]
	if second == nil {
		clear(z)
		return
	}
	copy(z, second.A)
}

func unpackDelta(z []float64, d, second *Delta) {
	z = z[copy(d.A, z):]
	z = z[copy(d.XDot, z):]
	z = z[copy(d.Y, z):]
	z = z[copy(d.L, z):]
	if second != nil {
		copy(second.A, z)
	}
}
