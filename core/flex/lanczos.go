package flex

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// lanczos finds the lowest eigenvalues of K x = λ M x by the Lanczos method for K⁻¹M in the inner product of M, with full
// reorthogonalization (B. N. Parlett, The Symmetric Eigenvalue Problem, 1998, chapter 13): the largest eigenvalues θ = 1/λ come
// first. Found vectors are locked: later searches are orthogonal to them.
type lanczos struct {
	n         int
	solve     func(b []float64)      // b becomes K⁻¹b
	multiply  func(dst, x []float64) // dst becomes M x
	random    *rand.Rand
	value     []float64 // λ of what is locked
	vector    [][]float64
	weighted  [][]float64 // M times each vector
	exhausted bool        // there are no more
	solves    int
}

// lanczosTolerance is the norm of the residual of a vector, relative to its θ. The error of θ is of second order in it.
const lanczosTolerance = 1e-10

// findLowest locks count more modes, or all that there are.
func (l *lanczos) findLowest(count int) {
	for count > 0 && !l.exhausted {
		before := len(l.value)
		l.buildSequenceUntilConverged(count)
		count -= len(l.value) - before
	}
	l.sort()
}

// searchMissedModes searches for modes below the highest of the locked ones that an earlier search missed, as it does members of multiple
// eigenvalues, until there is none.
func (l *lanczos) searchMissedModes() {
	for len(l.value) > 0 && !l.exhausted {
		last := l.value[len(l.value)-1]
		before := len(l.value)
		l.buildSequenceUntilConverged(1)
		if len(l.value) == before {
			return
		}
		missed := slices.Min(l.value[before:]) < last*(1-1e-9)
		l.sort()
		if !missed {
			return
		}
	}
}

// sort sorts what is locked by frequency.
func (l *lanczos) sort() {
	order := make([]int, len(l.value))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.value[a], l.value[b]) })
	value, vector, weighted := slices.Clone(l.value), slices.Clone(l.vector), slices.Clone(l.weighted)
	for i, o := range order {
		l.value[i], l.vector[i], l.weighted[i] = value[o], vector[o], weighted[o]
	}
}

// run is one sequence of Lanczos vectors.
type run struct {
	q, mq       [][]float64
	alpha, beta []float64
}

// buildSequenceUntilConverged builds a sequence until the first count Ritz vectors have converged, and locks these.
func (l *lanczos) buildSequenceUntilConverged(count int) {
	w, mw := make([]float64, l.n), make([]float64, l.n)
	for i := range w {
		w[i] = l.random.NormFloat64()
	}
	l.multiply(mw, w)
	l.applyInverse(w, mw)
	s := &run{}
	scale := l.orthogonalize(w, mw, s, 0)
	if scale == 0 {
		l.exhausted = true
		return
	}
	for step := 1; ; step++ {
		q, mq := scaled(w, 1/scale), scaled(mw, 1/scale)
		s.q, s.mq = append(s.q, q), append(s.mq, mq)
		l.applyInverse(w, mq)
		s.alpha = append(s.alpha, dotProduct(w, mq))
		scale = l.orthogonalize(w, mw, s, s.alpha[0])
		s.beta = append(s.beta, scale)
		if scale == 0 || step >= count && (step-count)%5 == 4 {
			if l.lockConverged(s, count, scale == 0) {
				return
			}
		}
	}
}

// applyInverse sets w to K⁻¹ times b.
func (l *lanczos) applyInverse(w, b []float64) {
	copy(w, b)
	l.solve(w)
	l.solves++
}

// orthogonalize takes what is locked and the vectors of a sequence off w, sets mw to M w and returns the norm of w; zero where nothing but rounding is left,
// measured by what w had been.
func (l *lanczos) orthogonalize(w, mw []float64, s *run, size float64) float64 {
	l.multiply(mw, w)
	before := dotProduct(w, mw)
	for range 2 {
		for i := range l.vector {
			addScaled(w, -dotProduct(l.weighted[i], w), l.vector[i])
		}
		for i := range s.q {
			addScaled(w, -dotProduct(s.mq[i], w), s.q[i])
		}
	}
	l.multiply(mw, w)
	after := dotProduct(w, mw)
	if !(after > 1e-24*math.Max(before, size*size)) {
		return 0
	}
	return math.Sqrt(after)
}

// lockConverged locks the leading Ritz vectors if count of them have converged, or all at the end of a sequence.
func (l *lanczos) lockConverged(s *run, count int, end bool) bool {
	m := len(s.alpha)
	t := mat.NewSymDense(m, nil)
	for i := range m {
		t.SetSym(i, i, s.alpha[i])
		if i+1 < m {
			t.SetSym(i, i+1, s.beta[i])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(t, true) {
		return false
	}
	var v mat.Dense
	e.VectorsTo(&v)
	theta := e.Values(nil)
	good := 0
	for k := m - 1; k >= 0 && good < count; k-- {
		if theta[k] <= 0 || !end && s.beta[m-1]*math.Abs(v.At(m-1, k)) > lanczosTolerance*theta[k] {
			break
		}
		good++
	}
	if good < min(count, m) && !end {
		return false
	}
	if end && good == 0 {
		l.exhausted = true
	}
	for k := m - 1; k >= m-good; k-- {
		x := make([]float64, l.n)
		for i := range m {
			addScaled(x, v.At(i, k), s.q[i])
		}
		mx := make([]float64, l.n)
		l.multiply(mx, x)
		norm := 1 / math.Sqrt(dotProduct(x, mx))
		l.value = append(l.value, 1/theta[k])
		l.vector, l.weighted = append(l.vector, scaled(x, norm)), append(l.weighted, scaled(mx, norm))
	}
	return true
}

func scaled(x []float64, f float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = f * v
	}
	return y
}
