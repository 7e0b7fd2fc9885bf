package flex

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
)

// ReadAbaqus reads matrices that Abaqus writes, and positions of nodes in an input file. One file of *SUBSTRUCTURE MATRIX OUTPUT has stiffness and mass of a
// superelement, lower triangles row by row. Two files of *MATRIX GENERATE, with STIF and MASS in their names, have lines row, column, value or node,
// direction, node, direction, value.
func ReadAbaqus(files []string, input string, u Units, read ReadText) (*Mesh, error) {
	m := newMesh()
	m.Name = strings.TrimSuffix(filepath.Base(files[0]), filepath.Ext(files[0]))
	if input != "" {
		if err := m.readInput(input, read, 0); err != nil {
			return nil, err
		}
	}
	r := &abaqusReader{mesh: m}
	for _, f := range files {
		text, err := read(f)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(text, []byte("*")) {
			err = r.readSubstructure(f, text)
		} else {
			err = r.readEntries(f, text)
		}
		if err != nil {
			return nil, err
		}
	}
	for k, name := range []string{"stiffness", "mass"} {
		if len(r.matrices[k].val) == 0 {
			return nil, &FileError{File: files[len(files)-1], Message: fmt.Sprintf("there is no %s matrix: MASS=YES and STIFFNESS=YES write both; files of *MATRIX GENERATE have STIF or MASS in their names", name)}
		}
	}
	m.setMatrices(&r.matrices[0], &r.matrices[1], u)
	return m, nil
}

type abaqusReader struct {
	mesh     *Mesh
	matrices [2]triples // stiffness, mass

	nodes   []int         // of a user element
	lists   map[int][]int // directions from a node of the element on, counted from one
	rows    []int32       // of the user element
	current int           // the matrix that is read, -1 for none
	values  int           // that it has so far
	fields  []field

	inElement, inNodes bool // the block that is read
	ofNodes            bool // the comment before the ids of the element's nodes has been read
}

// readSubstructure reads a file with a *USER ELEMENT and *MATRIX blocks.
func (r *abaqusReader) readSubstructure(file string, text []byte) error {
	r.mesh.Reduced = true
	l := newLineReader(file, text)
	r.current = -1
	for l.next() {
		if err := r.readSubstructureLine(l); err != nil {
			return err
		}
	}
	return r.endMatrix(l)
}

// readSubstructureLine reads a comment, a keyword or data of the block in which it is.
func (r *abaqusReader) readSubstructureLine(l *lineReader) error {
	switch {
	case bytes.HasPrefix(l.text, []byte("**")):
		if strings.EqualFold(strings.Join(strings.Fields(string(l.text[2:])), " "), "ELEMENT NODES") {
			r.ofNodes = true
		} else if r.ofNodes && r.inElement {
			return r.readElementNodes(l)
		}
	case bytes.HasPrefix(l.text, []byte("*")):
		return r.readKeyword(l)
	case r.inElement:
		return r.readDirections(l)
	case r.inNodes:
		r.fields = l.splitFields(r.fields[:0], ",", false)
		return r.mesh.readNodeLine(l, r.fields)
	case r.current >= 0:
		return r.readValues(l)
	}
	return nil
}

// readKeyword ends a block and begins another.
func (r *abaqusReader) readKeyword(l *lineReader) error {
	if err := r.endMatrix(l); err != nil {
		return err
	}
	keyword, parameters := inputKeyword(l.text)
	r.inElement, r.inNodes = keyword == "USER ELEMENT", keyword == "NODE"
	if r.inElement && r.nodes != nil {
		return l.newErrorAt(1, "a second *USER ELEMENT: one is read")
	}
	if keyword == "MATRIX" {
		return r.beginMatrix(l, parameters["TYPE"])
	}
	return nil
}

// readElementNodes reads ids of nodes from a comment.
func (r *abaqusReader) readElementNodes(l *lineReader) error {
	r.fields = l.splitFields(r.fields[:0], ",*", true)
	for _, f := range r.fields {
		id, err := l.parseInt(f, 1, largestID, "the id of a node")
		if err != nil {
			return err
		}
		r.nodes = append(r.nodes, id)
	}
	return nil
}

// readDirections reads the directions of the first node, or a node of the element and those from it on.
func (r *abaqusReader) readDirections(l *lineReader) error {
	r.fields = l.splitFields(r.fields[:0], ",", true)
	if len(r.fields) == 0 {
		return nil
	}
	list, from := r.fields, 1
	if r.lists == nil {
		r.lists = map[int][]int{}
	} else {
		var err error
		if from, err = l.parseInt(list[0], 1, max(len(r.nodes), 1), "the index of a node in the element"); err != nil {
			return err
		}
		list = list[1:]
	}
	r.lists[from] = nil
	for _, f := range list {
		d, err := l.parseInt(f, 1, 6, "a direction")
		if err != nil {
			return err
		}
		r.lists[from] = append(r.lists[from], d)
	}
	return nil
}

// beginMatrix makes the rows of the element, once, and the matrix of a type the current one.
func (r *abaqusReader) beginMatrix(l *lineReader, kind string) error {
	switch strings.ToUpper(kind) {
	case "STIFFNESS":
		r.current = 0
	case "MASS":
		r.current = 1
	default: // dampings
		return nil
	}
	if len(r.matrices[r.current].val) > 0 {
		return l.newErrorAt(1, "a second matrix of the type %s", kind)
	}
	if r.rows != nil {
		return nil
	}
	var directions []int
	for i, id := range r.nodes {
		if d, ok := r.lists[i+1]; ok {
			directions = d
		}
		for _, d := range directions {
			row := r.mesh.findOrAddRow(id, d-1)
			if slices.Contains(r.rows, row) {
				return l.newErrorAt(1, "the element has direction %d of node %d twice", d, id)
			}
			r.rows = append(r.rows, row)
		}
	}
	if len(r.rows) == 0 {
		return l.newErrorAt(1, "a matrix without rows: *USER ELEMENT with the comment ELEMENT NODES and lists of directions must come first")
	}
	return nil
}

// readValues reads values of the lower triangle.
func (r *abaqusReader) readValues(l *lineReader) error {
	r.fields = l.splitFields(r.fields[:0], ",", true)
	n := len(r.rows)
	for _, f := range r.fields {
		v, err := l.parseNumber(f)
		if err != nil {
			return err
		}
		if r.values == n*(n+1)/2 {
			return l.newErrorAt(f.col, "the lower triangle of %d rows has %d values: this is one more", n, r.values)
		}
		row := int((sqrt(8*float64(r.values)+1) - 1) / 2)
		for row*(row+1)/2 > r.values {
			row--
		}
		for (row+1)*(row+2)/2 <= r.values {
			row++
		}
		r.matrices[r.current].addSymmetric(r.rows[row], r.rows[r.values-row*(row+1)/2], v)
		r.values++
	}
	return nil
}

// endMatrix checks that the current matrix is complete.
func (r *abaqusReader) endMatrix(l *lineReader) error {
	n := len(r.rows)
	if r.current >= 0 && r.values != n*(n+1)/2 {
		return l.newErrorAt(0, "the lower triangle of %d rows has %d values, this matrix has %d", n, n*(n+1)/2, r.values)
	}
	r.current, r.values = -1, 0
	return nil
}

// readEntries reads lines of *MATRIX GENERATE.
func (r *abaqusReader) readEntries(file string, text []byte) error {
	name := strings.ToUpper(filepath.Base(file))
	t := &r.matrices[0]
	switch stiff, mass := strings.Contains(name, "STIF"), strings.Contains(name, "MASS"); {
	case stiff == mass:
		return &FileError{File: file, Message: "the name has neither or both of STIF and MASS, which say what the matrix is"}
	case mass:
		t = &r.matrices[1]
	}
	if len(t.val) > 0 {
		return &FileError{File: file, Message: "this matrix has been read from another file"}
	}
	entries := map[[2]int32]float64{}
	largest, worst := 0.0, 0.0
	var unequal error // where the halves differ most
	l := newLineReader(file, text)
	for l.next() {
		if r.fields = l.splitFields(r.fields[:0], ",", true); len(r.fields) == 0 {
			continue
		}
		row, col, err := r.readRowAndColumn(l)
		if err != nil {
			return err
		}
		v, err := l.parseNumber(r.fields[len(r.fields)-1])
		if err != nil {
			return err
		}
		largest = math.Max(largest, math.Abs(v))
		if w, ok := entries[[2]int32{col, row}]; ok { // some files have one half, others both
			if e := math.Abs(v - w); e > worst {
				worst, unequal = e, l.newErrorAt(r.fields[0].col, "the matrix is not symmetric: the entry across the diagonal is %g, this one %g", w, v)
			}
			continue
		}
		entries[[2]int32{row, col}] = v
		t.addSymmetric(row, col, v)
	}
	if len(t.val) == 0 {
		return &FileError{File: file, Message: "the file has no entries"}
	}
	if worst > symmetryTolerance*largest {
		return unequal
	}
	return nil
}

// readRowAndColumn returns row and column of an entry.
func (r *abaqusReader) readRowAndColumn(l *lineReader) (row, col int32, err error) {
	f := r.fields
	var at [2]int32
	switch len(f) {
	case 3:
		if err := r.numberRows(l); err != nil {
			return 0, 0, err
		}
		for k := range at {
			n, err := l.parseInt(f[k], 1, len(r.rows), "a row or column")
			if err != nil {
				return 0, 0, err
			}
			at[k] = r.rows[n-1]
		}
	case 5:
		for k := range at {
			id, err := l.parseInt(f[2*k], 1, largestID, "the id of a node")
			if err != nil {
				return 0, 0, err
			}
			d, err := l.parseInt(f[2*k+1], 1, 6, "a direction")
			if err != nil {
				return 0, 0, err
			}
			at[k] = r.mesh.findOrAddRow(id, d-1)
		}
	default:
		return 0, 0, l.newErrorAt(1, "a line is row, column, value or node, direction, node, direction, value, not %d numbers", len(f))
	}
	return at[0], at[1], nil
}

// numberRows gives rows that have numbers only to the nodes in ascending order of their ids, three translations each.
func (r *abaqusReader) numberRows(l *lineReader) error {
	if r.rows != nil {
		return nil
	}
	var ids []int
	for i := range r.mesh.Nodes {
		if r.mesh.Nodes[i].placed {
			ids = append(ids, r.mesh.Nodes[i].ID)
		}
	}
	if len(ids) == 0 {
		return l.newErrorAt(1, "rows by their numbers need the nodes: give the input file (.inp), too")
	}
	slices.Sort(ids)
	for _, id := range ids {
		for d := range 3 {
			r.rows = append(r.rows, r.mesh.findOrAddRow(id, d))
		}
	}
	return nil
}
