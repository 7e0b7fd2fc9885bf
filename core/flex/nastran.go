package flex

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// ReadNastran reads a superelement from a punch file with DMIG matrices, of which one with a name that begins with K (KAAX) is the stiffness and one with M (MAAX) the
// mass, and GRID lines in this or other files. Fields have 8 or, in lines with a star, 16 characters, or are separated by commas.
func ReadNastran(files []string, u Units, read ReadText) (*Mesh, error) {
	r := &nastranReader{mesh: newMesh()}
	r.mesh.Reduced = true
	r.mesh.Name = strings.TrimSuffix(filepath.Base(files[0]), filepath.Ext(files[0]))
	for _, f := range files {
		text, err := read(f)
		if err != nil {
			return nil, err
		}
		if err := r.readFile(f, text); err != nil {
			return nil, err
		}
	}
	for k, name := range []string{"stiffness matrix (KAAX)", "mass matrix (MAAX)"} {
		if len(r.matrices[k].val) == 0 {
			return nil, &FileError{File: files[0], Message: "there is no " + name + " among the DMIG lines"}
		}
	}
	r.mesh.setMatrices(&r.matrices[0], &r.matrices[1], u)
	return r.mesh, nil
}

type nastranReader struct {
	mesh     *Mesh
	names    [2]string // of stiffness and mass
	matrices [2]triples
	entries  [2]map[[2]int32]bool
	current  int // matrix of the column that is read, -1 for another
	column   int32
	half     [2]bool // one half is given
	grid     *grid
	fields   []field
}

// grid is a GRID line that may be continued.
type grid struct {
	id     int
	number int // of coordinates read
	c      [3]float64
}

func (r *nastranReader) readFile(file string, text []byte) error {
	l := newLineReader(file, text)
	r.current = -1
	for l.next() {
		if k := bytes.IndexByte(l.text, '$'); k >= 0 {
			l.text = l.text[:k]
		}
		if len(bytes.TrimSpace(l.text)) == 0 {
			continue
		}
		r.splitFields(l)
		name := strings.ToUpper(strings.TrimSuffix(string(r.fields[0].text), "*"))
		var err error
		switch {
		case name == "DMIG":
			r.grid = nil
			err = r.readDMIG(l)
		case name == "GRID":
			r.current, r.grid = -1, nil
			err = r.readGrid(l)
		case l.text[0] == '*' || l.text[0] == '+' || l.text[0] == ' ' || l.text[0] == ',':
			err = r.readContinuation(l)
		default:
			r.current, r.grid = -1, nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// splitFields divides a line into fields: the name first, without the field of the continuation.
func (r *nastranReader) splitFields(l *lineReader) {
	r.fields = r.fields[:0]
	if bytes.IndexByte(l.text, ',') >= 0 {
		r.fields = l.splitFields(r.fields, ",", false)
		return
	}
	r.fields = append(r.fields, l.fixedField(0, 8))
	width := 8
	if bytes.IndexByte(r.fields[0].text, '*') >= 0 {
		width = 16
	}
	for at := 8; at < min(len(l.text), 72); at += width {
		r.fields = append(r.fields, l.fixedField(at, at+width))
	}
}

// fieldOrEmpty returns a field, an empty one behind the end.
func (r *nastranReader) fieldOrEmpty(l *lineReader, k int) field {
	if k < len(r.fields) {
		return r.fields[k]
	}
	return field{nil, len(l.text) + 1}
}

// readDMIG reads a header, DMIG NAME 0 IFO TIN …, or the beginning of a column, DMIG NAME node direction, with a first entry in the same line of
// fields of 8 characters.
func (r *nastranReader) readDMIG(l *lineReader) error {
	name := strings.ToUpper(string(r.fieldOrEmpty(l, 1).text))
	r.current = -1
	k := -1
	if strings.HasPrefix(name, "K") && !strings.HasPrefix(name, "K4") {
		k = 0
	} else if strings.HasPrefix(name, "M") {
		k = 1
	}
	if k < 0 {
		return nil
	}
	if r.names[k] != "" && r.names[k] != name {
		return l.newErrorAt(r.fieldOrEmpty(l, 1).col, "%s is a second matrix besides %s: leave one", name, r.names[k])
	}
	r.names[k] = name
	if string(r.fieldOrEmpty(l, 2).text) == "0" {
		form, err := l.parseInt(r.fieldOrEmpty(l, 3), 1, 9, "the form of a matrix (IFO)")
		if err != nil {
			return err
		}
		if form != 1 && form != 2 && form != 6 {
			return l.newErrorAt(r.fieldOrEmpty(l, 3).col, "the form %d of a matrix is not read; it is 1, 2 or 6 (symmetric)", form)
		}
		kind, err := l.parseInt(r.fieldOrEmpty(l, 4), 1, 4, "the type of a matrix (TIN)")
		if err != nil {
			return err
		}
		if kind > 2 {
			return l.newErrorAt(r.fieldOrEmpty(l, 4).col, "the matrix %s is complex", name)
		}
		r.half[k] = form == 6
		return nil
	}
	column, err := r.readRow(l, 2)
	if err != nil {
		return err
	}
	r.current, r.column = k, column
	for at := 5; at+2 < len(r.fields) && len(r.fields[at].text) > 0; at += 4 {
		if err := r.readEntry(l, at); err != nil {
			return err
		}
	}
	return nil
}

// readRow reads node and direction in two fields; direction 0 is a scalar point, a modal coordinate.
func (r *nastranReader) readRow(l *lineReader, k int) (int32, error) {
	id, err := l.parseInt(r.fieldOrEmpty(l, k), 1, largestID, "the id of a node")
	if err != nil {
		return 0, err
	}
	direction := 0
	if f := r.fieldOrEmpty(l, k+1); len(f.text) > 0 {
		if direction, err = l.parseInt(f, 0, 6, "a direction"); err != nil {
			return 0, err
		}
	}
	if at, ok := r.mesh.index[id]; ok {
		if first := r.mesh.Nodes[at].row[0]; first >= 0 && (r.mesh.dofs[first].direction < 0) != (direction == 0) {
			return 0, l.newErrorAt(r.fieldOrEmpty(l, k).col, "%d is a scalar point and a node", id)
		}
	}
	return r.mesh.findOrAddRow(id, direction-1), nil
}

// readEntry reads node, direction and value in three fields.
func (r *nastranReader) readEntry(l *lineReader, k int) error {
	row, err := r.readRow(l, k)
	if err != nil {
		return err
	}
	v, err := l.parseNumber(r.fieldOrEmpty(l, k+2))
	if err != nil {
		return err
	}
	seen := &r.entries[r.current]
	if *seen == nil {
		*seen = map[[2]int32]bool{}
	}
	if (*seen)[[2]int32{row, r.column}] {
		return l.newErrorAt(r.fieldOrEmpty(l, k).col, "this entry is given twice")
	}
	(*seen)[[2]int32{row, r.column}] = true
	t := &r.matrices[r.current]
	if !r.half[r.current] {
		t.add(row, r.column, v)
	} else if !(*seen)[[2]int32{r.column, row}] || row == r.column {
		t.addSymmetric(row, r.column, v)
	}
	return nil
}

// readGrid reads GRID, id, coordinate system, x, y, z.
func (r *nastranReader) readGrid(l *lineReader) error {
	id, err := l.parseInt(r.fieldOrEmpty(l, 1), 1, largestID, "the id of a node")
	if err != nil {
		return err
	}
	for _, k := range []int{2, 6} {
		if f := r.fieldOrEmpty(l, k); len(f.text) > 0 && string(f.text) != "0" && (k == 2 || len(r.fields) > 6) {
			return l.newErrorAt(f.col, "node %d is given in the coordinate system %s: only the basic one, 0, is read", id, shorten(f.text))
		}
	}
	r.grid = &grid{id: id}
	return r.readCoordinates(l, 3)
}

// readCoordinates reads the coordinates in this line, and places the node when it has all.
func (r *nastranReader) readCoordinates(l *lineReader, k int) error {
	g := r.grid
	for ; g.number < 3 && (k < len(r.fields) || len(r.fields) > 5); k++ {
		if f := r.fieldOrEmpty(l, k); len(f.text) > 0 {
			x, err := l.parseNumber(f)
			if err != nil {
				return err
			}
			g.c[g.number] = x
		}
		g.number++
	}
	r.mesh.setNodePosition(g.id, spatial.LoadVec(g.c[:]))
	return nil
}

// readContinuation reads a line that continues another.
func (r *nastranReader) readContinuation(l *lineReader) error {
	if r.grid != nil {
		if f := r.fieldOrEmpty(l, 2); r.grid.number == 2 && len(f.text) > 0 && string(f.text) != "0" {
			return l.newErrorAt(f.col, "node %d moves in the coordinate system %s: only the basic one, 0, is read", r.grid.id, shorten(f.text))
		}
		return r.readCoordinates(l, 1)
	}
	if r.current < 0 {
		return nil
	}
	if err := r.readEntry(l, 1); err != nil {
		return err
	}
	if f := r.fieldOrEmpty(l, 5); len(f.text) > 0 {
		return r.readEntry(l, 5)
	}
	return nil
}
