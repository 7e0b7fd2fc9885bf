package integrate

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/trammel-mbd/trammel/core/solve"
)

// collocation is the coefficients of Radau IIA with s stages (order 2s-1, L-stable,
// the last stage is the end of the step), computed when it is made.
//
//	Y_i = y + h Σ_j a_ij f(Y_j),  c_s = 1,  y⁺ = Y_s.
//
// For odd s the matrix a has one real eigenvalue g and (s-1)/2 conjugate pairs. With
// the right eigenvectors u_k and the rows w_k of their inverse, stage increments
// d_i = u_0i z_0 + Σ_k 2 Re(u_ki z_k) where z_k = Σ_j w_kj d_j, for which the stage
// equations separate (Hairer and Wanner, Solving ODE II, IV.8).
type collocation struct {
	s     int
	c     []float64
	a, a2 [][]float64 // and its square
	b     [][]float64 // b[i][m]: coefficient of θ^(m+1) in ∫_0^θ of the i-th Lagrange polynomial
	bary  []float64   // barycentric weights of 0, c_1 ... c_s
	node  []float64   // 0, c_1 ... c_s

	g      float64   // real eigenvalue
	u0, w0 []float64 // its right and left eigenvector, w0·u0 = 1
	pair   []complex128
	u, w   [][]complex128 // of each pair
	// e is the weights of the embedded formula less those of the method; its
	// weight of the start is g.
	e []float64
}

func newRadauIIA(s int) *collocation {
	k := &collocation{s: s, c: radauNodes(s)}
	k.node = append([]float64{0}, k.c...)
	k.bary = make([]float64, s+1)
	for i, x := range k.node {
		p := 1.0
		for j, y := range k.node {
			if j != i {
				p *= x - y
			}
		}
		k.bary[i] = 1 / p
	}
	k.computeRungeKuttaMatrix()
	k.eigenDecompose()
	k.computeEmbeddedWeights()
	return k
}

// radauNodes are the zeros of P_s(2x-1) - P_{s-1}(2x-1), P the Legendre
// polynomials, searched for between the points of a grid where the sign changes.
func radauNodes(s int) []float64 {
	f := func(x float64) float64 {
		y, p, q := 2*x-1, 1.0, 2*x-1 // P_0, P_1
		for n := 1; n < s; n++ {
			p, q = q, (float64(2*n+1)*y*q-float64(n)*p)/float64(n+1)
		}
		return q - p
	}
	var c []float64
	const grid = 1000
	for i := range grid - 1 {
		lo, hi := float64(i)/grid, float64(i+1)/grid
		if f(lo)*f(hi) > 0 {
			continue
		}
		k := solve.NewRootBracket(lo, hi, f(lo), f(hi), math.NaN())
		for x, ok := k.NextTrialPoint(); ok; x, ok = k.NextTrialPoint() {
			k.AddSample(x, f(x), math.NaN())
		}
		c = append(c, (k.A+k.B)/2)
	}
	return append(c, 1)
}

// computeRungeKuttaMatrix integrates the Lagrange polynomials through c.
func (k *collocation) computeRungeKuttaMatrix() {
	s := k.s
	k.a, k.a2, k.b = make([][]float64, s), make([][]float64, s), make([][]float64, s)
	for i := range s {
		poly, at := []float64{1}, k.c[i]
		for j, x := range k.c {
			if j != i {
				poly = multiplyByLinear(poly, -x/(at-x), 1/(at-x))
			}
		}
		for m := range poly {
			poly[m] /= float64(m + 1)
		}
		k.b[i] = poly
	}
	for i := range s {
		k.a[i], k.a2[i] = make([]float64, s), make([]float64, s)
		k.lagrangeIntegrals(k.a[i], k.c[i])
	}
	for i := range s {
		for j := range s {
			for l := range s {
				k.a2[i][j] += k.a[i][l] * k.a[l][j]
			}
		}
	}
}

func multiplyByLinear(p []float64, a, b float64) []float64 {
	out := make([]float64, len(p)+1)
	for i, v := range p {
		out[i] += a * v
		out[i+1] += b * v
	}
	return out
}

// lagrangeIntegrals sets dst to ∫_0^θ of the Lagrange polynomials.
func (k *collocation) lagrangeIntegrals(dst []float64, θ float64) {
	for i, p := range k.b {
		v := 0.0
		for m := len(p) - 1; m >= 0; m-- {
			v = (v + p[m]) * θ
		}
		dst[i] = v
	}
}

// lagrangeValues sets dst (s+1) to the values at θ of the Lagrange polynomials through 0
// and c.
func (k *collocation) lagrangeValues(dst []float64, θ float64) {
	for i, b := range k.bary {
		v := b
		for j, x := range k.node {
			if j != i {
				v *= θ - x
			}
		}
		dst[i] = v
	}
}

// eigenDecompose finds the eigenvalues and eigenvectors of a.
func (k *collocation) eigenDecompose() {
	s := k.s
	m := mat.NewDense(s, s, nil)
	for i, row := range k.a {
		m.SetRow(i, row)
	}
	var e mat.Eigen
	if !e.Factorize(m, mat.EigenRight) {
		panic("integrate: no eigenvalues of a Runge-Kutta method")
	}
	var u mat.CDense
	e.VectorsTo(&u)
	w := invertComplexMatrix(&u, s)
	for i, v := range e.Values(nil) {
		switch {
		case math.Abs(imag(v)) < 1e-9:
			k.g = real(v)
			for j := range s {
				k.u0, k.w0 = append(k.u0, real(u.At(j, i))), append(k.w0, real(w[i][j]))
			}
		case imag(v) > 0:
			var col []complex128
			for j := range s {
				col = append(col, u.At(j, i))
			}
			k.pair, k.u, k.w = append(k.pair, v), append(k.u, col), append(k.w, w[i])
		}
	}
}

// invertComplexMatrix inverts a small complex matrix by Gauss-Jordan elimination.
func invertComplexMatrix(u *mat.CDense, n int) [][]complex128 {
	a := make([][]complex128, n)
	for i := range a {
		a[i] = make([]complex128, 2*n)
		for j := range n {
			a[i][j] = u.At(i, j)
		}
		a[i][n+i] = 1
	}
	size := func(z complex128) float64 { return math.Hypot(real(z), imag(z)) }
	for c := range n {
		p := c
		for i := c + 1; i < n; i++ {
			if size(a[i][c]) > size(a[p][c]) {
				p = i
			}
		}
		a[c], a[p] = a[p], a[c]
		d := a[c][c]
		for j := range a[c] {
			a[c][j] /= d
		}
		for i := range n {
			f := a[i][c]
			if i == c || f == 0 {
				continue
			}
			for j := range a[i] {
				a[i][j] -= f * a[c][j]
			}
		}
	}
	for i := range a {
		a[i] = a[i][n:]
	}
	return a
}

// computeEmbeddedWeights finds e: with the weight g of the start the embedded formula is of
// order s, Σ e_i c_i^(m-1) = -g for m = 1 and 0 for m = 2...s.
func (k *collocation) computeEmbeddedWeights() {
	m, r := mat.NewDense(k.s, k.s, nil), mat.NewVecDense(k.s, nil)
	for i := range k.s {
		for j, c := range k.c {
			m.Set(i, j, math.Pow(c, float64(i)))
		}
	}
	r.SetVec(0, -k.g)
	var x mat.VecDense
	if err := x.SolveVec(m, r); err != nil {
		panic("integrate: no embedded formula: " + err.Error())
	}
	k.e = append(k.e, x.RawVector().Data...)
}
