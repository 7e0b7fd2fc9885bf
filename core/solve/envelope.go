package solve

// EnvelopeMatrix is a symmetric positive definite matrix of which each row is kept from its
// first entry to the diagonal, and its factors L D Lᵀ. It is for small or narrow
// matrices: what lies between a row's first entry and the diagonal is worked on
// whether it is zero or not (A. George, J. W. H. Liu, Computer Solution of Large
// Sparse Positive Definite Systems, 1981, chapter 4).
type EnvelopeMatrix struct {
	first []int32   // column of the first entry of each row
	at    []int     // where the row begins in a and l
	a     []float64 // values; once a row is factored, L and the diagonal value
	inv   []float64 // 1/D
	u     []float64 // a row of L D
}

// NewEnvelopeMatrix returns a zero matrix whose rows begin at the columns first.
func NewEnvelopeMatrix(first []int32) *EnvelopeMatrix {
	e := &EnvelopeMatrix{first: first, at: make([]int, len(first)), inv: make([]float64, len(first)), u: make([]float64, len(first))}
	n := 0
	for i, f := range first {
		e.at[i] = n
		n += i - int(f) + 1
	}
	e.a = make([]float64, n)
	return e
}

// StoredValueCount returns how many values are kept.
func (e *EnvelopeMatrix) StoredValueCount() int { return len(e.a) }

// RowValues returns the values of row i, up to the diagonal, and the column of the first.
func (e *EnvelopeMatrix) RowValues(i int) (values []float64, firstColumn int) {
	f := int(e.first[i])
	n := i - f + 1
	return e.a[e.at[i]:][:n:n], f
}

// ClearRows sets the values of the rows from begin to before end to zero.
func (e *EnvelopeMatrix) ClearRows(begin, end int) {
	if begin < end {
		clear(e.a[e.at[begin] : e.at[end-1]+end-int(e.first[end-1])])
	}
}

// FactorRows replaces the values of the rows from begin to before end by factors. Rows before have been
// factored, so that all can be in turn, each as soon as it is filled: with u = L D of row i,
//
//	u_j = a_ij - Σ_k<j u_k L_jk,  L_ij = u_j/D_j,  D_i = a_ii - Σ_k u_k L_ik.
//
// It reports false, and there are no factors, where a pivot D_i is not larger than
// least times its diagonal value: so many digits would be lost.
func (e *EnvelopeMatrix) FactorRows(begin, end int, leastPivot float64) (ok bool) {
	for i := begin; i < end; i++ {
		f := int(e.first[i])
		n := i - f
		a, u := e.a[e.at[i]:][:n+1], e.u[:n]
		d := a[n]
		for j := range u {
			c := f + j // column
			s := a[j]
			if lo := int(e.first[c]); lo <= f {
				o := e.a[e.at[c]+f-lo:][:j]
				for k, v := range o {
					s -= u[k] * v
				}
			} else if lo < c {
				o := e.a[e.at[c]:][:c-lo]
				w := u[lo-f:][:len(o)]
				for k, v := range o {
					s -= w[k] * v
				}
			}
			u[j] = s
			v := s * e.inv[c]
			a[j] = v
			d -= s * v
		}
		if !(d > leastPivot*a[n]) {
			return false
		}
		e.inv[i] = 1 / d
	}
	return true
}

// Solve replaces b by the solution with the last factors.
func (e *EnvelopeMatrix) Solve(b []float64) {
	e.SolveLower(b, 0, len(b))
	e.SolveDiagonal(b)
	e.SolveUpper(b, 0, len(b))
}

// SolveLower is the part L y = b of Solve for the rows from begin to before end, those before being
// done.
func (e *EnvelopeMatrix) SolveLower(b []float64, begin, end int) {
	for i := begin; i < end; i++ {
		w := b[e.first[i]:i]
		b[i] -= dot(w, e.a[e.at[i]:][:len(w)])
	}
}

// SolveDiagonal is the part D z = y, of all rows.
func (e *EnvelopeMatrix) SolveDiagonal(b []float64) {
	for i, v := range e.inv {
		b[i] *= v
	}
}

// SolveUpper is the part Lᵀx = z, those behind being done.
func (e *EnvelopeMatrix) SolveUpper(b []float64, begin, end int) {
	for i := end - 1; i >= begin; i-- {
		w := b[e.first[i]:i]
		l := e.a[e.at[i]:][:len(w)]
		s := b[i]
		for k, v := range l {
			w[k] -= v * s
		}
	}
}
