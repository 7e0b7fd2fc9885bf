package solve

import "math"

// Limits of the numeric work, all relative. See the README for what they mean.
const (
	weakPivot    = 1e-8  // below: search the whole pivot block for pivots
	keepDiagonal = 0.1   // a diagonal value is pivot down to this part of its column
	zeroPivot    = 1e-13 // below: the pivot block is singular
	restPivot    = 1e-10 // what is left of a row is zero below this
	refineGrowth = 1e5   // above: Solve refines
	mergeGrowth  = 1e10  // above: merge the groups, when a single elimination does it
	largestMerge = 192   // unknowns of a merged pivot block
)

// Factor factors the present values, which it keeps. It returns nil or a
// *SingularError, after which there are no factors to Solve with. When a pivot
// block is singular although the matrix need not be, its group is merged with
// its parent and the work starts again; the merged plan stays, see Merges.
func (m *Matrix) Factor() error {
	m.rough = unknown
	for {
		g, err := m.eliminateFronts()
		if err == nil {
			return nil
		}
		if g < 0 || !m.mergeIntoParent(g) {
			return err
		}
	}
}

// eliminateFronts runs over all fronts. With an error it returns the front that may
// be merged with its parent to avoid it, or -1.
func (m *Matrix) eliminateFronts() (frontToMerge int, err error) {
	clear(m.peak)
	clear(m.swamp)
	m.Growth = 1
	for g := range m.plan.fronts {
		f := &m.plan.fronts[g]
		if c := m.assembleFront(g, f); c >= 0 {
			return c, &SingularError{}
		}
		if !f.hard && m.eliminateFast(f) {
			m.state[g] = m.fastPivotingKind(f)
			continue
		}
		if !f.hard {
			m.assembleFront(g, f)
		}
		if k := m.eliminateWithFullPivoting(f, 0, zeroPivot, true); k < f.p {
			row, all := m.nameUnpivotedRow(f, k, restPivot)
			if all {
				g = -1
			}
			return g, &SingularError{row.Node, row.Row}
		}
		m.state[g] = rowsCols
	}
	return -1, nil
}

// assembleFront fills front f from the matrix and the children. It returns the child
// that should be merged with f because it swamps the matrix's own values, or
// -1.
func (m *Matrix) assembleFront(g int, f *front) (childToMerge int) {
	p, w := m.plan, m.work
	clear(w[f.u : f.l+f.b*f.p])
	clear(w[f.c : f.c+f.b*f.b])
	copyBlocks(p.copies[f.copyLo:f.copyHi], w, m.a)
	n := f.p + f.b
	diag := w[f.u:f.l]
	peak := m.peak[f.y : f.y+f.p]
	if f.addHi == f.addLo {
		for k, at := 0, 0; k < len(peak) && at < len(diag); k, at = k+1, at+n+1 {
			peak[k] = max(peak[k], math.Abs(diag[at]))
		}
		return -1
	}
	origin := m.origin[:f.p]
	for k := range origin {
		origin[k] = math.Abs(diag[k*(n+1)])
	}
	addSourceBlocksToTargets(p.adds[f.addLo:f.addHi], w)
	swamp := 1.0
	for k := range origin {
		v := math.Abs(diag[k*(n+1)])
		peak[k] = max(peak[k], v, origin[k])
		if k < f.d && v > swamp*origin[k] && origin[k] > 0 {
			swamp = v / origin[k]
		}
	}
	m.Growth = max(m.Growth, swamp)
	if swamp > mergeGrowth*max(m.swamp[g], 1) {
		return m.dominantChild(g, f)
	}
	if up := p.parent[g]; up >= 0 {
		m.swamp[up] = max(m.swamp[up], swamp)
	}
	return -1
}

// eliminateFast eliminates the pivots of f: first the Definite rows, with exchanges
// among them only, then the Saddle rows. It reports failure when a pivot is
// small against what its diagonal was.
func (m *Matrix) eliminateFast(f *front) (ok bool) {
	rows := m.rowAt[f.y : f.y+f.p]
	for k := range rows {
		rows[k] = int32(k)
	}
	return m.eliminateStage(f, 0, f.d, f.reach) && m.eliminateStage(f, f.d, f.p, f.b)
}

// fastPivotingKind returns how eliminateFast chose the pivots: in place, or with exchanges of rows.
func (m *Matrix) fastPivotingKind(f *front) pivoting {
	for k, r := range m.rowAt[f.y : f.y+f.p] {
		if int(r) != k {
			return rowsOnly
		}
	}
	return inPlace
}

// eliminateStage eliminates pivots lo..hi of f, in panels of at most six, together with
// the first borderCount border unknowns; the others have zeros in these rows.
func (m *Matrix) eliminateStage(f *front, lo, hi, borderCount int) (ok bool) {
	p, n, b := f.p, f.p+f.b, f.b
	u := m.work[f.u:f.l]
	low := m.work[f.l : f.l+b*p]
	c := m.work[f.c : f.c+b*b]
	for s := lo; s < hi; {
		k := min(6, hi-s)
		if !m.factorPanel(f, u, s, k, hi) {
			return false
		}
		e := s + k
		at, end := s*n+e, p+borderCount
		solveLowerLeft(u[s*n+s:], n, k, end-s)
		if p > hi {
			solveUpperRightRows(u[hi*n+s:], n, p-hi, k, u[s*n+s:], n)
		}
		if p > e {
			subtractProduct(u[e*n+e:], n, u[e*n+s:], n, p-e, end-e, k, u[at:], n)
		}
		if borderCount > 0 {
			solveUpperRightRows(low[s:], p, borderCount, k, u[s*n+s:], n)
			subtractProduct(c, b, low[s:], p, borderCount, borderCount, k, u[s*n+p:], n)
		}
		if borderCount > 0 && p > e {
			subtractProduct(low[e:], p, low[s:], p, borderCount, p-e, k, u[at:], n)
		}
		s = e
	}
	m.updatePeaks(f, hi, borderCount)
	return true
}

// updatePeaks raises the peaks of what a stage changed.
func (m *Matrix) updatePeaks(f *front, from, borderCount int) {
	n := f.p + f.b
	for i := from; i < f.p; i++ {
		m.peak[f.y+i] = max(m.peak[f.y+i], math.Abs(m.work[f.u+i*(n+1)]))
	}
	r, c := 0, m.work[f.c:f.c+f.b*f.b]
	for _, v := range m.plan.runs[f.runLo:f.runHi] {
		for k := range v.n {
			if r == borderCount {
				return
			}
			m.peak[v.y+k] = max(m.peak[v.y+k], math.Abs(c[r*(f.b+1)]))
			r++
		}
	}
}

// factorPanel factors the columns from firstColumn on, over the rows firstColumn..hi, with row
// exchanges among these, but only where the diagonal value is small. The diagonal keeps the reciprocals of the pivots.
func (m *Matrix) factorPanel(f *front, u []float64, firstColumn, columns, rowEnd int) (ok bool) {
	n := f.p + f.b
	peak, growth := m.peak[f.y:f.y+f.p], m.Growth
	for j := firstColumn; j < firstColumn+columns; j++ {
		best := largestMagnitudeInFirstColumn(u[j*n+j:], n, rowEnd-j)
		if !(best > weakPivot*peak[j]) {
			return false
		}
		if math.Abs(u[j*n+j]) < keepDiagonal*best {
			at := j + 1
			for math.Abs(u[at*n+j]) != best {
				at++
			}
			m.exchangeRows(f, u, j, at)
		}
		if growth*best < peak[j] {
			growth = peak[j] / best
		}
		inv := 1 / u[j*n+j]
		eliminatePanelColumn(u[j*n+j:], n, firstColumn+columns-j, rowEnd-j, inv)
	}
	m.Growth = growth
	return true
}

// largestMagnitudeInFirstColumn is the greatest magnitude in the first column of the rows.
// Magnitudes compare like the integers of their bits, for which the compiler
// needs no branch; NaN is the greatest of all.
func largestMagnitudeInFirstColumn(a []float64, n, rows int) float64 {
	best := uint64(0)
	for at := 0; rows > 0; rows-- {
		best = max(best, math.Float64bits(a[at])&^(1<<63))
		at += n
	}
	return math.Float64frombits(best)
}

// exchangeRows exchanges rows i and j of the pivot block.
func (m *Matrix) exchangeRows(f *front, u []float64, i, j int) {
	n := f.p + f.b
	a, b := u[i*n:i*n+n], u[j*n:j*n+n]
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
	rows := m.rowAt[f.y : f.y+f.p]
	rows[i], rows[j] = rows[j], rows[i]
}
