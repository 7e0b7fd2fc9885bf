package solve

// Complex is a complex matrix with the block pattern of a SymbolicFactorization, factored as
// the real matrix of twice the size in which each value a + ib is the block
//
//	[ a  -b ]
//	[ b   a ]
//
// taken over whole nodes: the unknowns of a node are its real parts, then its
// imaginary ones. That needs twice the arithmetic of a complex elimination and
// none of its own code: pivoting, merging and refinement are those of Matrix.
type Complex struct {
	s   *SymbolicFactorization // of the parts
	m   *Matrix                // of twice the size
	rhs []float64
}

// NewZeroComplexMatrix returns a zero complex matrix of the pattern.
func (s *SymbolicFactorization) NewZeroComplexMatrix() *Complex {
	g := Graph{Kind: s.kind, Size: make([]int, len(s.size)), Together: s.together}
	for i, n := range s.size {
		g.Size[i] = 2 * n
		for _, j := range s.blockColumnsOfRow(int32(i)) {
			if int(j) > i {
				g.Edge = append(g.Edge, [2]int32{int32(i), j})
			}
		}
	}
	d := AnalyzePattern(g)
	return &Complex{s: s, m: d.NewMatrix(), rhs: make([]float64, 2*s.UnknownCount())}
}

// NewZeroComplexOfSamePattern returns a zero complex matrix of the pattern of m.
func (m *Matrix) NewZeroComplexOfSamePattern() *Complex { return m.s.NewZeroComplexMatrix() }

// Clear sets all values to zero.
func (c *Complex) Clear() { c.m.Clear() }

// AddReal adds k times the values of m to the real part. m has the pattern that c was made from.
func (c *Complex) AddReal(m *Matrix, k float64) { c.addScaled(m, k, 0) }

// AddImag adds k times the values of m to the imaginary part. m has the pattern that c was made from.
func (c *Complex) AddImag(m *Matrix, k float64) { c.addScaled(m, 0, k) }

func (c *Complex) addScaled(m *Matrix, re, im float64) {
	s, d := c.s, c.m.s
	for i, rows := range s.size {
		for k := s.row[i]; k < s.row[i+1]; k++ {
			cols := s.size[s.col[k]]
			at, dst := m.a[s.val[k]:s.val[k+1]], c.m.a[d.val[k]:d.val[k+1]]
			for r := range rows {
				top, low := dst[2*r*cols:2*(r+1)*cols], dst[2*(rows+r)*cols:2*(rows+r+1)*cols]
				for j, v := range at[r*cols : (r+1)*cols] {
					top[j] += re * v
					top[cols+j] -= im * v
					low[j] += im * v
					low[cols+j] += re * v
				}
			}
		}
	}
}

// Factor factors the matrix with its current values. The error reports a singular matrix.
func (c *Complex) Factor() error { return c.m.Factor() }

// Solve replaces re + i im by the solution with that right-hand side.
func (c *Complex) Solve(re, im []float64) {
	c.interleaveParts(re, im)
	c.m.Solve(c.rhs)
	at := 0
	for i, n := range c.s.size {
		lo := c.s.at[i]
		copy(re[lo:lo+n], c.rhs[at:])
		copy(im[lo:lo+n], c.rhs[at+n:])
		at += 2 * n
	}
}

func (c *Complex) interleaveParts(re, im []float64) {
	at := 0
	for i, n := range c.s.size {
		lo := c.s.at[i]
		copy(c.rhs[at:], re[lo:lo+n])
		copy(c.rhs[at+n:], im[lo:lo+n])
		at += 2 * n
	}
}

// ConvertRowError turns the row that a SingularError of Factor names, of which there are
// two, into the row of the node.
func (c *Complex) ConvertRowError(err error) error {
	e, ok := err.(*SingularError)
	if !ok {
		return err
	}
	return &SingularError{Node: e.Node, Row: e.Row % c.s.size[e.Node]}
}
