package solve

import "math"

// FindRedundantRows returns the rows of Saddle nodes that depend linearly on the other
// rows, as far as the present values report. The factors are unusable afterwards.
//
// The elimination is that of Factor, except that the Saddle part of every
// pivot block is searched for its greatest pivots. With G A⁻¹ Gᵀ in mind, the
// diagonal value of a row is the square of its length in the metric of A⁻¹,
// and what is left of it when other rows have been eliminated is the square of
// its distance from their span. A row is redundant when this is at most tol
// times the greatest value that its diagonal ever had: tol is the square of
// the sine of the angle below which rows count as dependent (1e-10 for 1e-5
// rad). A redundant row is recorded, replaced by a row of the unit matrix, and
// the elimination continues; of dependent rows those are kept that have the
// greater pivots, loop closers are dropped before rows of the spanning forest.
func (m *Matrix) FindRedundantRows(tol float64) []Row {
	for {
		rows, g := m.findDependentRows(tol)
		if g < 0 || !m.mergeIntoParent(g) {
			return rows
		}
	}
}

// findDependentRows runs over all fronts. It returns the redundant rows, or the front that
// has to be merged with its parent before they can be reported.
func (m *Matrix) findDependentRows(tol float64) (redundant []Row, frontToMerge int) {
	clear(m.peak)
	clear(m.swamp)
	m.Growth = 1
	var rows []Row
	for g := range m.plan.fronts {
		f := &m.plan.fronts[g]
		if c := m.assembleFront(g, f); c >= 0 {
			return nil, c
		}
		from := f.d
		for k := range f.p {
			m.rowAt[f.y+k] = int32(k)
		}
		if f.hard || !m.eliminateStage(f, 0, f.d, f.reach) {
			from = 0
			m.assembleFront(g, f)
		}
		k := m.eliminateWithFullPivoting(f, from, max(tol, zeroPivot), false)
		if k == f.p {
			continue
		}
		if m.plan.canMergeWithParent(g) && !m.onlySaddleRowsLeft(f, k, tol) {
			return nil, g
		}
		for i := k; i < f.p; i++ {
			if int(m.rowAt[f.y+i]) >= f.d {
				rows = append(rows, m.matrixRowOf(f, i))
			}
		}
		m.setUnitBlock(f, k)
	}
	return rows, -1
}

// onlySaddleRowsLeft reports whether all that is left of a pivot block are Saddle rows
// that vanish at the border too.
func (m *Matrix) onlySaddleRowsLeft(f *front, k int, tol float64) bool {
	for i := k; i < f.p; i++ {
		if int(m.rowAt[f.y+i]) < f.d || !m.rowVanishesAtBorder(f, i, max(restPivot, math.Sqrt(tol))) {
			return false
		}
	}
	return true
}

// setUnitBlock replaces the rows and columns from k on of a pivot block by those of
// the unit matrix.
func (m *Matrix) setUnitBlock(f *front, k int) {
	n := f.p + f.b
	for i := range f.p {
		row := m.work[f.u+i*n : f.u+i*n+n]
		if i >= k {
			clear(row)
			row[i] = 1
		} else {
			clear(row[k:f.p])
		}
	}
	for r := range f.b {
		clear(m.work[f.l+r*f.p+k : f.l+r*f.p+f.p])
	}
}
