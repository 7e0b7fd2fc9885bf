package solve

import (
	"errors"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// ErrEigen is returned when the QR iteration does not converge.
var ErrEigen = errors.New("the eigenvalues could not be found: the QR iteration does not converge")

// EigenDecompose returns the eigenvalues of a dense matrix, n × n by rows, and its right
// eigenvectors: vector k is column k, of length one. With balance the matrix is
// permuted and scaled by powers of two first, so that its rows and columns have
// norms of one size; this changes no eigenvalue. a is overwritten.
//
// The way is that of LAPACK's dgeev: Hessenberg form, QR iteration, vectors of the
// triangular form, carried back.
func EigenDecompose(a []float64, n int, balance bool) (value []complex128, vector [][]complex128, err error) {
	if n == 0 {
		return nil, nil, nil
	}
	var l gonum.Implementation
	job := lapack.BalanceNone
	if balance {
		job = lapack.PermuteScale
	}
	scale := make([]float64, n)
	lo, hi := l.Dgebal(job, n, a, n, scale)
	tau, work := make([]float64, n-1), make([]float64, 64*n)
	l.Dgehrd(n, lo, hi, a, n, tau, work, len(work))
	z := make([]float64, n*n)
	l.Dlacpy(blas.Lower, n, n, a, n, z, n)
	l.Dorghr(n, lo, hi, z, n, tau, work, len(work))
	re, im := make([]float64, n), make([]float64, n)
	if l.Dhseqr(lapack.EigenvaluesAndSchur, lapack.SchurOrig, n, lo, hi, a, n, re, im, z, n, work, len(work)) > 0 {
		return nil, nil, ErrEigen
	}
	l.Dtrevc3(lapack.EVRight, lapack.EVAllMulQ, nil, n, a, n, nil, 1, z, n, n, work, len(work))
	l.Dgebak(job, lapack.EVRight, n, lo, hi, scale, n, z, n)
	value, vector = complexEigenpairs(re, im, z, n)
	return value, vector, nil
}

// complexEigenpairs puts the pairs of columns of conjugate eigenvalues together.
func complexEigenpairs(re, im, z []float64, n int) (values []complex128, vectors [][]complex128) {
	value, vector := make([]complex128, n), make([][]complex128, n)
	for k := 0; k < n; k++ {
		value[k], vector[k] = complex(re[k], im[k]), make([]complex128, n)
		pair := im[k] != 0 && k+1 < n
		for i := range n {
			if vector[k][i] = complex(z[i*n+k], 0); pair {
				vector[k][i] = complex(z[i*n+k], z[i*n+k+1])
			}
		}
		if pair { // the first of a pair has the positive imaginary part
			value[k+1], vector[k+1] = complex(re[k+1], im[k+1]), make([]complex128, n)
			for i, v := range vector[k] {
				vector[k+1][i] = complex(real(v), -imag(v))
			}
			k++
		}
	}
	return value, vector
}
