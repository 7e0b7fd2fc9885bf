package solve

import "math"

// Partition splits the unknowns of G x = b, with fewer rows than columns, whose rows
// may depend on each other, into independent ones, which may be chosen, and dependent
// ones, which follow. G is sparse: rows are eliminated one by one, each for the entry
// that is largest in its place, so that the rows of mechanisms stay sparse.
type Partition struct {
	Dependent, Independent []int // columns, ascending

	n      int
	rows   []sparseRow // G
	upper  []sparseRow // what is left of each row when earlier pivots are gone
	pivot  []int       // column of the pivot of each row, -1 of rows without
	value  []float64   // of the pivot
	lower  []sparseRow // multiples of earlier rows that were taken off each row
	b      []float64
	change []float64 // of each column
}

type sparseRow struct {
	col []int
	val []float64
}

// partitionTol is the part of a row, against its size, that counts as nothing: the row
// depends on those before.
const partitionTol = 1e-10

// PartitionUnknowns eliminates the rows of G, m × n, which row sets in a vector of zeros.
// A column with a greater weight is the more likely to be a dependent one.
func PartitionUnknowns(m, n int, row func(i int, dst []float64), weight []float64) *Partition {
	p := &Partition{n: n, b: make([]float64, m), value: make([]float64, m), change: make([]float64, n)}
	w := make([]float64, n)
	dependent := make([]bool, n)
	for i := range m {
		clear(w)
		row(i, w)
		p.rows = append(p.rows, toSparseRow(w))
		size := 0.0
		for j, v := range w {
			size = math.Max(size, math.Abs(v*weight[j]))
		}
		p.lower = append(p.lower, p.eliminateRow(w))
		best := p.pivotColumn(w, weight, partitionTol*size)
		p.pivot = append(p.pivot, best)
		if best < 0 {
			p.upper = append(p.upper, sparseRow{})
			continue
		}
		dependent[best] = true
		p.value[i] = w[best]
		w[best] = 0
		p.upper = append(p.upper, toSparseRow(w))
	}
	for j, is := range dependent {
		if is {
			p.Dependent = append(p.Dependent, j)
		} else {
			p.Independent = append(p.Independent, j)
		}
	}
	return p
}

// pivotColumn returns the column of the largest entry, -1 if none is above least.
func (p *Partition) pivotColumn(row, weight []float64, least float64) int {
	best := -1
	for j, v := range row {
		if v = math.Abs(v * weight[j]); v > least {
			best, least = j, v
		}
	}
	return best
}

// eliminateRow takes multiples of the rows so far off row, so that it has no entry in a
// column that is a pivot.
func (p *Partition) eliminateRow(row []float64) sparseRow {
	var l sparseRow
	for i, j := range p.pivot {
		if j < 0 || row[j] == 0 {
			continue
		}
		u := &p.upper[i]
		f := row[j] / p.value[i]
		for k, c := range u.col {
			row[c] -= f * u.val[k]
		}
		row[j] = 0
		l.col, l.val = append(l.col, i), append(l.val, f)
	}
	return l
}

func toSparseRow(w []float64) sparseRow {
	var r sparseRow
	for j, v := range w {
		if v != 0 {
			r.col, r.val = append(r.col, j), append(r.val, v)
		}
	}
	return r
}

// SolveDependent sets the dependent entries of x so that G x = b; a nil b is zero. What
// rounding leaves is taken off once.
func (p *Partition) SolveDependent(x, b []float64) {
	for _, j := range p.Dependent {
		x[j] = 0
	}
	for range 2 {
		for i := range p.b {
			p.b[i] = 0
			if b != nil {
				p.b[i] = b[i]
			}
			r := &p.rows[i]
			for k, c := range r.col {
				p.b[i] -= r.val[k] * x[c]
			}
		}
		p.addDependentCorrection(x)
	}
}

// addDependentCorrection adds to the dependent entries of x what makes G x larger by p.b.
func (p *Partition) addDependentCorrection(x []float64) {
	for i := range p.b {
		l := &p.lower[i]
		for k, c := range l.col {
			p.b[i] -= l.val[k] * p.b[c]
		}
	}
	clear(p.change)
	for i := len(p.b) - 1; i >= 0; i-- {
		j := p.pivot[i]
		if j < 0 {
			p.b[i] = 0
			continue
		}
		d, u := p.b[i], &p.upper[i]
		for k, c := range u.col { // pivots of later rows among them
			d -= u.val[k] * p.change[c]
		}
		p.change[j] = d / p.value[i]
		x[j] += p.change[j]
	}
}
