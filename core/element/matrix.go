package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

const matrixKind = "Reference_Matrix"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: matrixKind, Doc: "a matrix of constants, by columns unless isroworder; or what a MATRIX_READ gives",
			Attrs: joinAttrs(
				requiredAttr(positiveIntegerAttr("nrow", "number of rows")),
				requiredAttr(positiveIntegerAttr("ncol", "number of columns")),
				flagAttr("isroworder", "the numbers are listed row by row, not column by column"),
				flagAttr("issparse", "the text lists row, column (from 1) and value of the entries that are not zero"),
				withCondition("issparse=TRUE", nonNegativeIntegerAttr("nval", "", "number of entries listed")),
				deck.UserSubAttrs("", 0),
			),
			Text: []deck.AttrSpec{{Type: deck.Reals, Unit: "1", Doc: "the numbers"}},
		},
		phase: arrays,
		build: func(b *builder, e *deck.Element) { b.readMatrixOnce(e) },
	})
}

// readMatrixOnce returns the rows of a Reference_Matrix, nil where its numbers do not
// fit, which is reported once.
func (b *builder) readMatrixOnce(e *deck.Element) [][]float64 {
	rows, read := b.matrices[e]
	if !read {
		if b.matrices == nil {
			b.matrices = map[*deck.Element][][]float64{}
		}
		b.matrices[e] = nil // while its routine runs
		rows = b.readMatrix(e)
		b.matrices[e] = rows
	}
	return rows
}

func (b *builder) readMatrix(e *deck.Element) [][]float64 {
	if b.faults.of[e] {
		return nil
	}
	if namesRoutine(e, usersub.MATRIX_READ) {
		b.warnIgnoredNumbers(e)
		if rd := b.callReadRoutine(e, usersub.MATRIX_READ); rd != nil {
			return rd.matrix
		}
		b.faults.addFaultyElement(e)
		return nil
	}
	n, m := e.Int("nrow"), e.Int("ncol")
	if n < 1 || m < 1 {
		b.reportOnce(e, "nrow", "B043", "a matrix of %d × %d has no numbers; it needs one row and one column at least", n, m)
		return nil
	}
	if e.Bool("issparse") {
		return b.readSparseMatrix(e)
	}
	v := e.TextReals()
	if len(v) != n*m {
		b.reportOnce(e, "nrow", "B043", "a matrix of %d × %d has %d numbers, not %d", n, m, n*m, len(v))
		return nil
	}
	rows := zeroMatrix(n, m)
	for k, x := range v {
		if e.Bool("isroworder") {
			rows[k/m][k%m] = x
		} else {
			rows[k%n][k/n] = x
		}
	}
	return rows
}

func zeroMatrix(n, m int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, m)
	}
	return rows
}

// readSparseMatrix reads lines of row, column (from 1) and value.
func (b *builder) readSparseMatrix(e *deck.Element) [][]float64 {
	n, m, v := e.Int("nrow"), e.Int("ncol"), e.TextReals()
	switch {
	case n*m > most:
		b.reportOnce(e, "nrow", "B043", "a matrix of %d × %d is too large", n, m)
		return nil
	case len(v)%3 != 0:
		b.reportOnce(e, "issparse", "B043", "a sparse matrix has three numbers an entry (row, column, value), not %d in all", len(v))
		return nil
	case e.Has("nval") && e.Int("nval") != len(v)/3:
		e.AddWarningf("nval", "B048", "says %d, but there are %d entries", e.Int("nval"), len(v)/3)
	}
	rows := zeroMatrix(n, m)
	for k := 0; k < len(v); k += 3 {
		i, j := int(v[k]), int(v[k+1])
		if !(v[k] == float64(i) && v[k+1] == float64(j) && 1 <= i && i <= n && 1 <= j && j <= m) {
			b.reportOnce(e, "issparse", "B043", "entry (%g, %g) lies outside the %d × %d matrix", v[k], v[k+1], n, m)
			return nil
		}
		rows[i-1][j-1] += v[k+2]
	}
	return rows
}

// anySize is a size that is not checked.
const anySize = -1

// readReferencedMatrix returns the matrix that an attribute names, checked for its size; nil
// when it is not given or wrong.
func (b *builder) readReferencedMatrix(e *deck.Element, attribute string, rows, cols int) [][]float64 {
	m := b.deck.FindElement(matrixKind, e.Ref(attribute))
	if m == nil {
		return nil
	}
	a := b.readMatrixOnce(m)
	if a == nil {
		b.faults.addFaultyElement(e)
		return nil
	}
	if rows != anySize && len(a) != rows || cols != anySize && len(a[0]) != cols {
		e.AddErrorf(attribute, "B044", "matrix %d is %d × %d, wanted %s × %s", m.ID(), len(a), len(a[0]), formatMatrixSize(rows), formatMatrixSize(cols))
		return nil
	}
	return a
}

func formatMatrixSize(n int) string {
	if n == anySize {
		return "any"
	}
	return itoa(n)
}
