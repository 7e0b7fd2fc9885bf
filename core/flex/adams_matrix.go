package flex

import (
	"bytes"
	"math"
	"slices"
	"strings"
)

// adamsMatrix is a matrix of a matrix file of Adams.
type adamsMatrix struct {
	name       string
	line       int // of its record
	rows, cols int
	values     []float64 // by rows
}

// at returns an entry, counted from zero.
func (m *adamsMatrix) at(row, col int) float64 { return m.values[row*m.cols+col] }

// transpose returns the matrix with rows and columns exchanged.
func (m *adamsMatrix) transpose() *adamsMatrix {
	t := &adamsMatrix{name: m.name, line: m.line, rows: m.cols, cols: m.rows, values: make([]float64, len(m.values))}
	for r := range m.rows {
		for c := range m.cols {
			t.values[c*t.cols+r] = m.at(r, c)
		}
	}
	return t
}

// mostMatrixValues is how many entries a matrix of a matrix file may have.
const mostMatrixValues = 100_000_000

// readAdamsMatrices reads the matrices of a file that begins with ADAMSMAT (help of Adams, statement MATRIX): a header, the number of matrices, their names, and for each matrix a record
//
//	NAME FULL RORDER|CORDER rows columns values (format)
//	NAME SPARSE rows columns values (format)
//
// with the values, or with triples row, column, value of a sparse matrix, in columns by a format of Fortran.
func readAdamsMatrices(file string, text []byte) ([]*adamsMatrix, error) {
	l := newLineReader(file, text)
	if err := checkAdamsHeader(l); err != nil {
		return nil, err
	}
	if !l.next() {
		return nil, l.newErrorAt(0, "the file ends before the number of matrices")
	}
	f := l.splitFields(nil, "", true)
	if len(f) == 0 {
		return nil, l.newErrorAt(1, "the number of matrices is needed here")
	}
	count, err := l.parseInt(f[0], 1, 1000, "the number of matrices")
	if err != nil {
		return nil, err
	}
	var names []string
	for len(names) < count {
		if !l.next() {
			return nil, l.newErrorAt(0, "the file ends within the names of the matrices: there are %d, %d are announced", len(names), count)
		}
		if bytes.IndexByte(l.text, '(') >= 0 {
			return nil, l.newErrorAt(1, "another name of a matrix is needed here: there are %d, %d are announced", len(names), count)
		}
		for _, f := range l.splitFields(nil, ",", true) {
			names = append(names, strings.ToUpper(string(f.text)))
		}
	}
	var all []*adamsMatrix
	for len(all) < count {
		m, err := readAdamsMatrix(l, len(text))
		if err != nil {
			return nil, err
		}
		if m == nil {
			return nil, l.newErrorAt(0, "the file ends before matrix %s: %d of %d matrices are there", names[len(all)], len(all), count)
		}
		if !slices.Contains(names, m.name) {
			return nil, &FileError{File: file, Line: m.line, Col: 1, Message: "matrix " + m.name + " is not among the names at the beginning: " + strings.Join(names, " ")}
		}
		if slices.ContainsFunc(all, func(o *adamsMatrix) bool { return o.name == m.name }) {
			return nil, &FileError{File: file, Line: m.line, Col: 1, Message: "matrix " + m.name + " is there twice"}
		}
		all = append(all, m)
	}
	return all, nil
}

// checkAdamsHeader reads the first line, which says what the file is.
func checkAdamsHeader(l *lineReader) error {
	switch {
	case !l.next():
		return l.newErrorAt(0, "the file is empty")
	case bytes.HasPrefix(l.text, []byte("ADAMSMAT")):
		return nil
	case bytes.HasPrefix(l.text, []byte("MATRIXx")), bytes.HasPrefix(l.text, []byte("MATSAVE")):
		return l.newErrorAt(1, "matrices in the formats of MATRIXx are not read, those that begin with ADAMSMAT are")
	case bytes.HasPrefix(l.text, []byte("*")), len(l.text) > 0 && l.text[0] >= '0' && l.text[0] <= '9':
		return l.newErrorAt(1, "this is no matrix file of Adams, which begins with ADAMSMAT; matrices of Abaqus (.mtx) are reduced by trammel flex reduce")
	}
	return l.newErrorAt(1, "a matrix file of Adams begins with ADAMSMAT, not with %q", shorten(l.text))
}

// readAdamsMatrix reads the record of a matrix and its values; nil at the end of the file. size is the length of the whole text.
func readAdamsMatrix(l *lineReader, size int) (*adamsMatrix, error) {
	for {
		if !l.next() {
			return nil, nil
		}
		if len(bytes.TrimSpace(l.text)) > 0 {
			break
		}
	}
	m, record, err := parseAdamsRecord(l, size)
	if err != nil {
		return nil, err
	}
	m.values = make([]float64, m.rows*m.cols)
	r := &formattedReader{l: l, items: record.format, matrix: m.name}
	if record.sparse {
		if err := r.readTriples(m, record.count); err != nil {
			return nil, err
		}
		return m, r.endLine()
	}
	for k := range m.values {
		x, err := r.readValue()
		if err != nil {
			return nil, err
		}
		if record.byColumns {
			m.values[k%m.rows*m.cols+k/m.rows] = x
		} else {
			m.values[k] = x
		}
	}
	return m, r.endLine()
}

// adamsRecord says how the values of a matrix follow its record.
type adamsRecord struct {
	count     int  // of values, or of entries of a sparse matrix
	sparse    bool // triples follow
	byColumns bool
	format    []formatItem
}

// parseAdamsRecord reads the record of a matrix with its name and sizes. size is the length of the whole text.
func parseAdamsRecord(l *lineReader, size int) (m *adamsMatrix, r adamsRecord, err error) {
	open := bytes.IndexByte(l.text, '(')
	if open < 0 {
		return nil, r, l.newErrorAt(1, "the record of a matrix is needed here, NAME FULL RORDER rows columns values (format), not %q", shorten(l.text))
	}
	r.format, err = parseFortranFormat(l, field{bytes.TrimSpace(l.text[open:]), open + 1})
	if err != nil {
		return nil, r, err
	}
	whole := l.text
	l.text = l.text[:open]
	f := l.splitFields(nil, ",", true)
	l.text = whole
	m = &adamsMatrix{line: l.line}
	if len(f) < 2 {
		return nil, r, l.newErrorAt(open+1, "the record of a matrix needs its name and FULL or SPARSE before the format")
	}
	m.name = strings.ToUpper(string(f[0].text))
	kind := strings.ToUpper(string(f[1].text))
	rest := f[2:]
	if len(rest) > 0 {
		switch strings.ToUpper(string(rest[0].text)) {
		case "CORDER":
			r.byColumns, rest = true, rest[1:]
		case "RORDER":
			rest = rest[1:]
		}
	}
	if kind != "FULL" && kind != "SPARSE" {
		return nil, r, l.newErrorAt(f[1].col, "matrix %s is FULL or SPARSE, not %q", m.name, shorten(f[1].text))
	}
	if len(rest) != 3 || kind == "FULL" && len(f) != 6 {
		return nil, r, l.newErrorAt(f[len(f)-1].col, "matrix %s: RORDER or CORDER, the numbers of rows, columns and values are needed before the format", m.name)
	}
	var sizes [3]int
	for k, what := range []string{"the number of rows", "the number of columns", "the number of values"} {
		if sizes[k], err = l.parseInt(rest[k], min(1, 2-k), mostMatrixValues, what); err != nil {
			return nil, r, err
		}
	}
	m.rows, m.cols = sizes[0], sizes[1]
	switch {
	case m.rows > mostMatrixValues/m.cols:
		return nil, r, l.newErrorAt(rest[0].col, "matrix %s is too large: %d rows, %d columns", m.name, m.rows, m.cols)
	case kind == "FULL" && sizes[2] != m.rows*m.cols:
		return nil, r, l.newErrorAt(rest[2].col, "matrix %s has %d rows and %d columns: it needs %d values, not %d", m.name, m.rows, m.cols, m.rows*m.cols, sizes[2])
	case sizes[2] > size, m.rows*m.cols > 10*size:
		return nil, r, l.newErrorAt(rest[2].col, "the file is too short for the values of matrix %s", m.name)
	}
	r.count, r.sparse = sizes[2], kind == "SPARSE"
	return m, r, nil
}

// readTriples reads row, column and value of the entries of a sparse matrix.
func (r *formattedReader) readTriples(m *adamsMatrix, count int) error {
	for range count {
		var place [2]int
		for k, most := range []int{m.rows, m.cols} {
			x, err := r.readValue()
			if err != nil {
				return err
			}
			if place[k] = int(x); x != math.Trunc(x) || x < 1 || x > float64(most) {
				return r.l.newErrorAt(0, "matrix %s: the %s of an entry must be an integer from 1 to %d, not %g", m.name, []string{"row", "column"}[k], most, x)
			}
		}
		x, err := r.readValue()
		if err != nil {
			return err
		}
		m.values[(place[0]-1)*m.cols+place[1]-1] = x
	}
	return nil
}
