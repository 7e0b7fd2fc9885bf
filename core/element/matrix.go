package element

import "github.com/trammel-mbd/trammel/core/deck"

func init() {
	enter(kind{
		schema: &deck.Schema{
			Kind: "Reference_Matrix", Doc: "a matrix of constants, by columns unless isroworder",
			Attrs: attrs(
				deck.AttrSpec{Name: "nrow", Type: deck.Int, Required: true, Positive: true},
				deck.AttrSpec{Name: "ncol", Type: deck.Int, Required: true, Positive: true},
				flag("isroworder"), flag("issparse"),
				deck.AttrSpec{Name: "nval", Type: deck.Int, NonNegative: true},
			),
			Text: []deck.AttrSpec{{Type: deck.Reals}},
		},
		phase: arrays,
		build: func(b *builder, e *deck.Element) { b.matrix(e) },
	})
}

// matrix returns the rows of a Reference_Matrix, nil where its numbers do not
// fit; buildMatrix has reported that.
func (b *builder) matrix(e *deck.Element) [][]float64 {
	n, m, v := e.Int("nrow"), e.Int("ncol"), e.TextReals()
	if n <= 0 || m <= 0 {
		return nil
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, m)
	}
	if e.Bool("issparse") {
		return b.sparse(e, rows, v)
	}
	if len(v) != n*m {
		b.once(e, "nrow", "B043", "a matrix of %d × %d has %d numbers, not %d", n, m, n*m, len(v))
		return nil
	}
	for k, x := range v {
		if e.Bool("isroworder") {
			rows[k/m][k%m] = x
		} else {
			rows[k%n][k/n] = x
		}
	}
	return rows
}

// sparse reads lines of row, column (from 1) and value.
func (b *builder) sparse(e *deck.Element, rows [][]float64, v []float64) [][]float64 {
	if len(v)%3 != 0 {
		b.once(e, "issparse", "B043", "a sparse matrix has three numbers an entry (row, column, value), not %d in all", len(v))
		return nil
	}
	for k := 0; k < len(v); k += 3 {
		i, j := int(v[k]), int(v[k+1])
		if i < 1 || i > len(rows) || j < 1 || j > len(rows[0]) {
			b.once(e, "issparse", "B043", "entry (%g, %g) lies outside the %d × %d matrix", v[k], v[k+1], len(rows), len(rows[0]))
			return nil
		}
		rows[i-1][j-1] += v[k+2]
	}
	return rows
}

// once reports an error of an element that is built several times only once.
func (b *builder) once(e *deck.Element, name, code, format string, args ...any) {
	if b.said == nil {
		b.said = map[*deck.Element]bool{}
	}
	if !b.said[e] {
		b.said[e] = true
		e.Errorf(name, code, format, args...)
	}
}

// named returns the matrix that an attribute names, checked for its size; nil
// when it is not given. Sizes of -1 are not checked.
func (b *builder) named(e *deck.Element, name string, rows, cols int) [][]float64 {
	id := e.Ref(name)
	if id == 0 {
		return nil
	}
	m := b.deck.Find("Reference_Matrix", id)
	if m == nil {
		return nil
	}
	a := b.matrix(m)
	if a == nil {
		return nil
	}
	if rows >= 0 && len(a) != rows || cols >= 0 && len(a[0]) != cols {
		e.Errorf(name, "B044", "matrix %d is %d × %d, wanted %s × %s", id, len(a), len(a[0]), size(rows), size(cols))
		return nil
	}
	return a
}

func size(n int) string {
	if n < 0 {
		return "any"
	}
	return itoa(n)
}
