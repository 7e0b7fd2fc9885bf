package solve

// Envelope is a symmetric positive definite matrix of which each row is kept from its
// first entry to the diagonal, and its factors L D Lᵀ. It is for small or narrow
// matrices: what lies between a row's first entry and the diagonal is worked on
// whether it is zero or not (A. George, J. W. H. Liu, Computer Solution of Large
// Sparse Positive Definite Systems, 1981, chapter 4).
type Envelope struct {
	first []int32   // column of the first entry of each row
	at    []int     // where the row begins in a and l
	a     []float64 // values, never changed by Factor
	l     []float64 // L without its unit diagonal
	inv   []float64 // 1/D
	u     []float64 // a row of L D
}

// NewEnvelope returns a zero matrix whose rows begin at the columns first.
func NewEnvelope(first []int32) *Envelope {
	e := &Envelope{first: first, at: make([]int, len(first)), inv: make([]float64, len(first)), u: make([]float64, len(first))}
	n := 0
	for i, f := range first {
		e.at[i] = n
		n += i - int(f) + 1
	}
	e.a, e.l = make([]float64, n), make([]float64, n)
	return e
}

// Len returns how many values are kept.
func (e *Envelope) Len() int { return len(e.a) }

// Row returns the values of row i, up to the diagonal, and the column of the first.
func (e *Envelope) Row(i int) ([]float64, int) {
	f := int(e.first[i])
	n := i - f + 1
	return e.a[e.at[i]:][:n:n], f
}

// Clear sets all values to zero.
func (e *Envelope) Clear() { clear(e.a) }

// Factor factors the present values, row by row: with u = L D of row i,
//
//	u_j = a_ij - Σ_k<j u_k L_jk,  L_ij = u_j/D_j,  D_i = a_ii - Σ_k u_k L_ik.
//
// It reports false, and there are no factors, where a pivot D_i is not larger than
// least times its diagonal value: so many digits would be lost.
func (e *Envelope) Factor(least float64) bool {
	for i, f := range e.first {
		f := int(f)
		n := i - f
		a, l, u := e.a[e.at[i]:][:n+1], e.l[e.at[i]:][:n], e.u[:n]
		d := a[n]
		for j := range u {
			c := f + j // column
			s := a[j]
			if lo := int(e.first[c]); lo <= f {
				o := e.l[e.at[c]+f-lo:][:j]
				for k, v := range o {
					s -= u[k] * v
				}
			} else if lo < c {
				o := e.l[e.at[c]:][:c-lo]
				w := u[lo-f:][:len(o)]
				for k, v := range o {
					s -= w[k] * v
				}
			}
			u[j] = s
			v := s * e.inv[c]
			l[j] = v
			d -= s * v
		}
		if !(d > least*a[n]) {
			return false
		}
		e.inv[i] = 1 / d
	}
	return true
}

// Solve replaces b by the solution with the last factors.
func (e *Envelope) Solve(b []float64) {
	for i, f := range e.first {
		w := b[f:i]
		l := e.l[e.at[i]:][:len(w)]
		b[i] -= dot(w, l)
	}
	for i, v := range e.inv {
		b[i] *= v
	}
	for i := len(b) - 1; i > 0; i-- {
		w := b[e.first[i]:i]
		l := e.l[e.at[i]:][:len(w)]
		s := b[i]
		for k, v := range l {
			w[k] -= v * s
		}
	}
}
