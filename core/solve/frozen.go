package solve

// ValuesSnapshot is a copy of the values of a Matrix, for products with vectors: the
// matrix itself may be filled again.
type ValuesSnapshot struct {
	s *SymbolicFactorization
	a []float64
}

// SnapshotValues returns a copy of the values of m, which may change afterwards.
func (m *Matrix) SnapshotValues() *ValuesSnapshot {
	return &ValuesSnapshot{m.s, append([]float64(nil), m.a...)}
}

// Subtract takes the values of another copy of the same pattern off f.
func (f *ValuesSnapshot) Subtract(o *ValuesSnapshot) {
	for i, v := range o.a {
		f.a[i] -= v
	}
}

// MulVec sets dst to the product with x, both in the caller's node order; they
// must not overlap.
func (f *ValuesSnapshot) MulVec(dst, x []float64) { f.s.mulVec(f.a, dst, x) }
