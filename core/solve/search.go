package solve

import "math"

// eliminateWithFullPivoting eliminates the pivots from..p of front f choosing each as the
// greatest of what is left of the pivot block, judged in the scale of its row
// and column. It is the careful twin of fast: it copes with a zero body block
// (a massless body held by its joint) and with exchanges between Definite and
// Saddle rows. It returns the number of pivots that it found; less than p means
// that all that is left of the pivot block is below tol. With balance the
// scales are those that Factor wants, without it those that report the rank.
func (m *Matrix) eliminateWithFullPivoting(f *front, from int, tol float64, balanceScaling bool) (pivotsFound int) {
	n := f.p + f.b
	u := m.work[f.u:f.l]
	if from == 0 {
		for k := range f.p {
			m.rowAt[f.y+k] = int32(k)
		}
	}
	for k := range f.p {
		m.colAt[f.y+k] = int32(k)
	}
	m.symmetricScales(f, u, from)
	if balanceScaling {
		m.balanceScales(f, u)
	}
	k := from
	for ; k < f.p; k++ {
		i, j, best := m.largestScaled(f, u, k)
		if !(best > tol) {
			break
		}
		m.Growth = max(m.Growth, 1/best)
		m.exchangeRowsAndColumns(f, u, k, i, j)
		inv := 1 / u[k*n+k]
		u[k*n+k] = inv
		for i := k + 1; i < f.p; i++ {
			if l := u[i*n+k] * inv; l != 0 {
				u[i*n+k] = l
				subtractScaled1(u[i*n+k+1:i*n+n], l, u, k*n+k+1)
			}
		}
	}
	m.eliminateBorder(f, u, from, k)
	m.updatePeaks(f, k, f.b)
	return k
}

// symmetricScales chooses the scales of the pivot block: symmetric ones, from the
// peaks of the diagonal, so that a unit of mass or length does not matter; a
// row whose diagonal has always been zero is scaled by its greatest product
// with scaled columns.
func (m *Matrix) symmetricScales(f *front, u []float64, from int) {
	n := f.p + f.b
	scale := m.colScale[:f.p]
	for k := from; k < f.p; k++ {
		scale[k] = 0
		if v := m.peak[f.y+k]; v > 0 {
			scale[k] = 1 / math.Sqrt(v)
		}
	}
	for i := from; i < f.p; i++ {
		greatest, product := 0.0, 0.0
		for j := range n {
			v := math.Abs(u[i*n+j])
			greatest = max(greatest, v)
			if j >= from && j < f.p && m.peak[f.y+j] > 0 {
				product = max(product, v*scale[j])
			}
		}
		m.rowMax[i] = greatest
		m.rowScale[i] = scale[i]
		switch {
		case scale[i] > 0:
		case product > 0:
			m.rowScale[i] = 1 / product
		case greatest > 0:
			m.rowScale[i] = 1 / greatest
		}
	}
	copy(scale[from:], m.rowScale[from:f.p])
}

// balanceScales replaces the scales by those that make the greatest value of every
// row and column of the pivot block about 1 (Ruiz's iteration). The peaks of the
// diagonal do not serve where a body without inertia has a small stiffness on
// it: such a value is not a measure of its row.
func (m *Matrix) balanceScales(f *front, u []float64) {
	n := f.p + f.b
	scale := m.colScale[:f.p]
	for k := range scale {
		scale[k] = 1
	}
	for range 6 {
		for i := range f.p {
			greatest := 0.0
			for j := range f.p {
				greatest = max(greatest, math.Abs(u[i*n+j])*scale[j], math.Abs(u[j*n+i])*scale[j])
			}
			m.rowScale[i] = greatest * scale[i]
		}
		for i := range scale {
			if g := m.rowScale[i]; g > 0 {
				scale[i] /= math.Sqrt(g)
			}
		}
	}
	copy(m.rowScale[:f.p], scale)
}

// largestScaled finds the greatest scaled value of the pivot block from k on.
func (m *Matrix) largestScaled(f *front, u []float64, k int) (row, col int, best float64) {
	n := f.p + f.b
	row, col = k, k
	scale := m.colScale[:f.p]
	for i := k; i < f.p; i++ {
		for j := k; j < f.p; j++ {
			if v := math.Abs(u[i*n+j]) * m.rowScale[i] * scale[j]; v > best {
				row, col, best = i, j, v
			}
		}
	}
	return row, col, best
}

// exchangeRowsAndColumns exchanges rows k, i and columns k, j of the pivot block.
func (m *Matrix) exchangeRowsAndColumns(f *front, u []float64, k, i, j int) {
	if i != k {
		m.exchangeRows(f, u, k, i)
		m.rowScale[k], m.rowScale[i] = m.rowScale[i], m.rowScale[k]
		m.rowMax[k], m.rowMax[i] = m.rowMax[i], m.rowMax[k]
	}
	if j == k {
		return
	}
	n := f.p + f.b
	for at := 0; at < len(u); at += n {
		u[at+k], u[at+j] = u[at+j], u[at+k]
	}
	low := m.work[f.l : f.l+f.b*f.p]
	for at := 0; at < len(low); at += f.p {
		low[at+k], low[at+j] = low[at+j], low[at+k]
	}
	cols := m.colAt[f.y : f.y+f.p]
	cols[k], cols[j] = cols[j], cols[k]
	m.colScale[k], m.colScale[j] = m.colScale[j], m.colScale[k]
}

// eliminateBorder eliminates the border rows with the pivots lo..hi.
func (m *Matrix) eliminateBorder(f *front, u []float64, lo, hi int) {
	p, n := f.p, f.p+f.b
	for r := range f.b {
		row := m.work[f.l+r*p : f.l+r*p+p]
		c := m.work[f.c+r*f.b : f.c+r*f.b+f.b]
		for s := lo; s < hi; {
			e := s + min(6, hi-s)
			solveUpperRightRows(row[s:], p, 1, e-s, u[s*n+s:], n)
			subtractRowProduct(row[e:], row[s:e], u, s*n+e, n)
			subtractRowProduct(c, row[s:e], u, s*n+p, n)
			s = e
		}
	}
}

// nameUnpivotedRow examines the rows k..p of a pivot block in which search found no
// more pivots. It names one of them, a Saddle row if there is one, preferring
// rows with nothing left at the border either, and reports whether that is so:
// the matrix is then singular, whatever else it holds.
func (m *Matrix) nameUnpivotedRow(f *front, k int, tol float64) (row Row, found bool) {
	best, bestRank := -1, -1
	for i := k; i < f.p; i++ {
		rank := 0
		if m.rowVanishesAtBorder(f, i, tol) {
			rank = 2
		}
		if int(m.rowAt[f.y+i]) >= f.d {
			rank++
		}
		if rank > bestRank {
			best, bestRank = i, rank
		}
	}
	return m.matrixRowOf(f, best), bestRank >= 2
}

func (m *Matrix) matrixRowOf(f *front, i int) Row {
	return m.s.rowAtOffset(int(m.plan.perm[f.y+int(m.rowAt[f.y+i])]))
}

// rowVanishesAtBorder reports whether row i of the pivot block has nothing left at the
// border.
func (m *Matrix) rowVanishesAtBorder(f *front, pivotRow int, tol float64) bool {
	n := f.p + f.b
	rest := m.work[f.u+pivotRow*n+f.p : f.u+pivotRow*n+n]
	own := m.peak[f.y+int(m.rowAt[f.y+pivotRow])]
	k := 0
	for _, v := range m.plan.runs[f.runLo:f.runHi] {
		for y := v.y; y < v.y+v.n; y++ {
			if !(math.Abs(rest[k]) <= tol*max(m.rowMax[pivotRow], math.Sqrt(own*m.peak[y]))) {
				return false
			}
			k++
		}
	}
	return true
}
