package flex

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// factorCholesky replaces the lower triangle of the symmetric matrix a, n × n by rows, by L of L Lᵀ. It returns
// the row whose pivot is not larger than least times its diagonal value, -1 if there is none.
func factorCholesky(a []float64, n int, least float64) int {
	for j := range n {
		rj := a[j*n : j*n+j+1]
		diagonal := rj[j]
		d := diagonal
		for _, x := range rj[:j] {
			d -= x * x
		}
		if !(d > least*diagonal) || !(d > 0) {
			return j
		}
		d = math.Sqrt(d)
		rj[j] = d
		for i := j + 1; i < n; i++ {
			ri := a[i*n : i*n+j+1]
			s := ri[j]
			for k, x := range rj[:j] {
				s -= x * ri[k]
			}
			ri[j] = s / d
		}
	}
	return -1
}

// generalEigen is the solution of K y = λ M y.
type generalEigen struct {
	values  []float64
	vectors []float64 // n × n by rows, the vector of each value in a column, with yᵀ M y = 1
}

var errIndefinite = errors.New("the modal mass matrix is not positive definite")

// solveGeneralEigen returns eigenvalues, ascending, and vectors of the symmetric matrices k and m, n × n by rows, of
// which m is positive definite: with m = L Lᵀ those of L⁻¹ K L⁻ᵀ.
func solveGeneralEigen(k, m []float64, n int) (generalEigen, error) {
	l := append([]float64{}, m...)
	if factorCholesky(l, n, 1e-15) >= 0 {
		return generalEigen{}, errIndefinite
	}
	a := append([]float64{}, k...)
	for range 2 { // the rows of L⁻¹ K, transposed, and again
		solveLowerRows(l, a, n)
		transpose(a, n)
	}
	for i := range n {
		for j := range i {
			x := (a[i*n+j] + a[j*n+i]) / 2
			a[i*n+j], a[j*n+i] = x, x
		}
	}
	var e mat.EigenSym
	if n == 0 {
		return generalEigen{}, nil
	}
	if !e.Factorize(mat.NewSymDense(n, a), true) {
		return generalEigen{}, errors.New("the eigenvalues could not be found: the QR iteration does not converge")
	}
	var v mat.Dense
	e.VectorsTo(&v)
	y := make([]float64, n*n)
	for i := n - 1; i >= 0; i-- { // Lᵀ y = v
		yi := y[i*n : (i+1)*n]
		for c := range n {
			yi[c] = v.At(i, c)
		}
		for r := i + 1; r < n; r++ {
			f := l[r*n+i]
			for c, x := range y[r*n : (r+1)*n] {
				yi[c] -= f * x
			}
		}
		for c := range yi {
			yi[c] /= l[i*n+i]
		}
	}
	return generalEigen{e.Values(nil), y}, nil
}

// solveLowerRows replaces a by L⁻¹ a.
func solveLowerRows(l, a []float64, n int) {
	for i := range n {
		ai := a[i*n : (i+1)*n]
		for r := range i {
			f := l[i*n+r]
			for c, x := range a[r*n : (r+1)*n] {
				ai[c] -= f * x
			}
		}
		for c := range ai {
			ai[c] /= l[i*n+i]
		}
	}
}

func transpose(a []float64, n int) {
	for i := range n {
		for j := range i {
			a[i*n+j], a[j*n+i] = a[j*n+i], a[i*n+j]
		}
	}
}

// symmetricEigenvalues returns the eigenvalues of a, n × n by rows, ascending.
func symmetricEigenvalues(a []float64, n int) []float64 {
	var e mat.EigenSym
	if n == 0 || !e.Factorize(mat.NewSymDense(n, append([]float64{}, a...)), false) {
		return nil
	}
	return e.Values(nil)
}

// FixedFrameFrequencies returns those of the modes with the frame held, in Hz, ascending: the square roots of the
// eigenvalues of K and M over 2π.
func (d *Data) FixedFrameFrequencies() ([]float64, error) {
	e, err := solveGeneralEigen(d.K, d.M, d.ModeCount())
	if err != nil {
		return nil, err
	}
	f := make([]float64, len(e.values))
	for i, v := range e.values {
		f[i] = math.Sqrt(max(v, 0)) / (2 * math.Pi)
	}
	return f, nil
}

// Modes returns the frequencies of the modes with the frame held, in Hz, and their shapes y in modal coordinates with yᵀ M y = 1, by
// modes. Where K and M are diagonal the modes keep their order, else they are in ascending order.
func (d *Data) Modes() (frequencies []float64, shapes [][]float64, err error) {
	n := d.ModeCount()
	e := generalEigen{values: make([]float64, n), vectors: make([]float64, n*n)}
	if isDiagonal(d.K, n) && isDiagonal(d.M, n) {
		for j := range n {
			e.values[j] = d.K[j*n+j] / d.M[j*n+j]
			e.vectors[j*n+j] = 1 / math.Sqrt(d.M[j*n+j])
		}
	} else if e, err = solveGeneralEigen(d.K, d.M, n); err != nil {
		return nil, nil, err
	}
	for j, v := range e.values {
		frequencies = append(frequencies, math.Sqrt(max(v, 0))/(2*math.Pi))
		y := make([]float64, n)
		for k := range y {
			y[k] = e.vectors[k*n+j]
		}
		shapes = append(shapes, y)
	}
	return frequencies, shapes, nil
}

// isDiagonal reports whether what is off the diagonal of a, n × n, is rounding.
func isDiagonal(a []float64, n int) bool {
	for i := range n {
		for j := range n {
			if i != j && math.Abs(a[i*n+j]) > 1e-12*math.Sqrt(math.Abs(a[i*n+i]*a[j*n+j])) {
				return false
			}
		}
	}
	return true
}
