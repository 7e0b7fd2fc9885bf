package flex

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// sidMatrix is a matrix of a SID_FEM file, m0 + Σ q_k m1_k.
type sidMatrix struct {
	line      int
	sizes     map[string]int // order, nrow, ncol, nq, nqn, structure
	m0        map[[2]int]float64
	m1        map[[3]int]float64 // row, mode, column
	structure int
}

// Structures of matrices in SID_FEM files.
const (
	sidZero = iota
	sidDiagonal
	sidSymmetric
	sidFull
	sidUnit
)

// m0Entry returns an entry of m0, counted from one.
func (m *sidMatrix) m0Entry(i, j int) float64 {
	if m == nil {
		return 0
	}
	switch m.structure {
	case sidZero:
		return 0
	case sidUnit:
		if i == j {
			return 1
		}
		return 0
	case sidSymmetric:
		if x, ok := m.m0[[2]int{i, j}]; ok {
			return x
		}
		return m.m0[[2]int{j, i}]
	}
	return m.m0[[2]int{i, j}]
}

// m1Entry returns an entry of m1, counted from one.
func (m *sidMatrix) m1Entry(i, k, j int) float64 {
	if m == nil {
		return 0
	}
	return m.m1[[3]int{i, k, j}]
}

// sidNode is a node with its matrices.
type sidNode struct {
	id, line int
	matrices map[string]*sidMatrix
}

type sidReader struct {
	l        *lineReader
	first    [2]int // nodes and modes in the first line
	mass     float64
	n        int
	matrices map[string]*sidMatrix
	nodes    []*sidNode
	blocks   []string
	current  *sidMatrix
}

// ReadSID reads Standard Input Data of flexible bodies (O. Wallrapp, Mechanics of Structures and Machines 22, 1994), files *.SID_FEM, in units.
func ReadSID(file string, text []byte, u Units) (*Data, error) {
	r := &sidReader{l: newLineReader(file, text), matrices: map[string]*sidMatrix{}}
	if err := r.readLines(); err != nil {
		return nil, err
	}
	d, err := r.buildData()
	if err != nil {
		return nil, err
	}
	d.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	d.scaleUnits(u.Mass, u.Length, u.Time, d.modalUnit(u))
	if err := d.Check(); err != nil {
		line := 0
		var c *CheckError
		if errors.As(err, &c) {
			if m := r.matrices[map[string]string{"S": "Ct", "J0": "J", "C1": "Cr", "M": "Me", "K": "Ke", "D": "De"}[c.Key]]; m != nil {
				line = m.line
			}
		}
		return nil, &FileError{File: file, Line: line, Message: err.Error()}
	}
	return d, nil
}

func (r *sidReader) readLines() error {
	l := r.l
	if !l.next() {
		return l.newErrorAt(0, "the file is empty")
	}
	f := l.splitFields(nil, ":!", true)
	if len(f) < 2 {
		return l.newErrorAt(1, "the first line needs the number of nodes and the number of modes")
	}
	for k := range r.first {
		var err error
		if r.first[k], err = l.parseInt(f[k], 0, 10_000_000, []string{"the number of nodes", "the number of modes"}[k]); err != nil {
			return err
		}
	}
	for l.next() {
		if err := r.readLine(); err != nil {
			return err
		}
	}
	if len(r.blocks) > 0 {
		return l.newErrorAt(0, "the file ends within the block %s", r.blocks[len(r.blocks)-1])
	}
	return nil
}

// readLine reads the beginning or end of a block or a value.
func (r *sidReader) readLine() error {
	l := r.l
	key, value := trimField(l.text, 0, len(l.text)), field{}
	if k := bytes.IndexByte(l.text, '='); k >= 0 {
		key, value = trimField(l.text, 0, k), trimField(l.text, k+1, len(l.text))
	}
	name := strings.Join(strings.Fields(string(key.text)), " ")
	switch {
	case name == "":
		return nil
	case strings.HasPrefix(name, "end "):
		return r.endBlock(strings.TrimPrefix(name, "end "), key.col)
	case name == "new node":
		id, err := l.parseInt(value, 0, largestID, "the id of a node")
		if err != nil {
			return err
		}
		r.nodes = append(r.nodes, &sidNode{id: id, line: l.line, matrices: map[string]*sidMatrix{}})
		r.blocks = append(r.blocks, "node")
		return nil
	case strings.HasPrefix(name, "new "):
		r.blocks = append(r.blocks, strings.TrimPrefix(name, "new "))
		return nil
	case bytes.IndexByte(l.text, '=') < 0:
		return r.beginBlock(name, key.col)
	case r.current != nil:
		return r.readMatrixLine(name, key, value)
	}
	return r.readScalar(name, value)
}

// readScalar reads a value outside of matrices.
func (r *sidReader) readScalar(name string, value field) (err error) {
	switch name {
	case "mass":
		r.mass, err = r.l.parseNumber(value)
	case "nelastq":
		if r.n, err = r.l.parseInt(value, 1, mostModes, "the number of modes"); err == nil && r.n != r.first[1] {
			err = r.l.newErrorAt(value.col, "there are %d modes here and %d in the first line", r.n, r.first[1])
		}
	}
	return err
}

// beginBlock begins a block, which is a matrix where one has that name.
func (r *sidReader) beginBlock(name string, col int) error {
	if len(r.blocks) > 6 {
		return r.l.newErrorAt(col, "blocks are nested too deeply")
	}
	if name == "node" {
		return r.l.newErrorAt(col, "a node begins with new node = and its id")
	}
	parent := ""
	if len(r.blocks) > 0 {
		parent = r.blocks[len(r.blocks)-1]
	}
	r.blocks = append(r.blocks, name)
	var in map[string]*sidMatrix
	switch {
	case parent == "node":
		in = r.nodes[len(r.nodes)-1].matrices
	case parent == "modal" && name != "refmod" && name != "frame":
		in = r.matrices
	default:
		return nil
	}
	if in[name] != nil {
		return r.l.newErrorAt(col, "%s is given twice", name)
	}
	r.current = &sidMatrix{line: r.l.line, sizes: map[string]int{}, m0: map[[2]int]float64{}, m1: map[[3]int]float64{}}
	in[name] = r.current
	return nil
}

func (r *sidReader) endBlock(name string, col int) error {
	last := len(r.blocks) - 1
	if last < 0 || r.blocks[last] != name {
		return r.l.newErrorAt(col, "end %s does not end a block of that name", name)
	}
	r.blocks, r.current = r.blocks[:last], nil
	return nil
}

// readMatrixLine reads a size or an entry.
func (r *sidReader) readMatrixLine(name string, key, value field) error {
	l, m := r.l, r.current
	open := bytes.IndexByte(key.text, '(')
	if open < 0 {
		x, err := l.parseInt(value, 0, 3*mostModes, name)
		if err != nil {
			return err
		}
		m.sizes[name] = x
		if name == "structure" {
			if x > sidUnit {
				return l.newErrorAt(value.col, "the structure of a matrix is 0 to 4, not %d", x)
			}
			m.structure = x
		}
		return nil
	}
	what := strings.TrimSpace(string(key.text[:open]))
	inner := bytes.TrimSuffix(key.text[open+1:], []byte{')'})
	v, err := l.parseNumber(value)
	if err != nil {
		return err
	}
	var at []int
	limits := [][]int{{m.sizes["nrow"], m.sizes["ncol"]}, {m.sizes["nrow"], m.sizes["nq"], m.sizes["ncol"]}}
	order := 0
	if what == "m1" {
		order = 1
	} else if what != "m0" {
		return l.newErrorAt(key.col, "an entry is m0(row, column) or m1(row, mode, column), not %q", what)
	}
	for _, f := range bytes.Split(inner, []byte{','}) {
		if len(at) == len(limits[order]) {
			return l.newErrorAt(key.col, "too many indices of %s", what)
		}
		i, err := l.parseInt(field{bytes.TrimSpace(f), key.col + open + 1}, 1, limits[order][len(at)], "an index of "+what)
		if err != nil {
			return err
		}
		at = append(at, i)
	}
	if len(at) < len(limits[order]) {
		return l.newErrorAt(key.col, "%s needs %d indices", what, len(limits[order]))
	}
	if order == 0 {
		m.m0[[2]int{at[0], at[1]}] = v
	} else {
		m.m1[[3]int{at[0], at[1], at[2]}] = v
	}
	return nil
}

// vecOf returns three entries of a column or row.
func vecOf(entry func(axis int) float64) spatial.Vec {
	return spatial.Vec{X: entry(1), Y: entry(2), Z: entry(3)}
}

// sidTensor returns the symmetric tensor of the entries xx, yy, zz, xy, xz, yz.
func sidTensor(entry func(i int) float64) spatial.Mat {
	return matFromRows(spatial.Vec{X: entry(1), Y: entry(4), Z: entry(5)}, spatial.Vec{X: entry(4), Y: entry(2), Z: entry(6)}, spatial.Vec{X: entry(5), Y: entry(6), Z: entry(3)})
}

// buildData converts what was read, in the units of the file.
func (r *sidReader) buildData() (*Data, error) {
	if r.n == 0 {
		return nil, r.l.newErrorAt(0, "the file has no nelastq: the number of modes is not known")
	}
	for _, s := range []struct {
		name      string
		rows, col int
	}{{"mdCM", 3, 1}, {"J", 6, 1}, {"Ct", r.n, 3}, {"Cr", r.n, 3}, {"Me", r.n, r.n}, {"Gr", 3, 3 * r.n}, {"Ke", r.n, r.n}} {
		m := r.matrices[s.name]
		if m == nil {
			return nil, r.l.newErrorAt(0, "the file has no matrix %s", s.name)
		}
		if m.sizes["nrow"] != s.rows || m.sizes["ncol"] != s.col {
			return nil, &FileError{File: r.l.file, Line: m.line, Message: fmt.Sprintf("%s is %d × %d: with %d modes it needs to be %d × %d", s.name, m.sizes["nrow"], m.sizes["ncol"], r.n, s.rows, s.col)}
		}
	}
	if len(r.nodes) != r.first[0] {
		return nil, r.l.newErrorAt(0, "the first line has %d nodes, the file %d", r.first[0], len(r.nodes))
	}
	d := newData(r.n)
	d.Mass = r.mass
	r.fillInvariants(d)
	for _, p := range r.nodes {
		d.Nodes = append(d.Nodes, p.buildNode(r.n))
	}
	d.Notes = append(d.Notes, "This form has no terms of second order of the inertia: J2 is zero.")
	r.addNoteOnStiffening(d)
	return d, r.checkRepeatedIntegralsAgree(d)
}

func (r *sidReader) fillInvariants(d *Data) {
	n := r.n
	get := func(name string) *sidMatrix { return r.matrices[name] }
	d.S0 = vecOf(func(a int) float64 { return get("mdCM").m0Entry(a, 1) })
	d.J0 = sidTensor(func(i int) float64 { return get("J").m0Entry(i, 1) })
	for j := range n {
		d.S[j] = vecOf(func(a int) float64 { return get("Ct").m0Entry(j+1, a) })
		d.C0[j] = vecOf(func(a int) float64 { return get("Cr").m0Entry(j+1, a) })
		gr := func(row int) spatial.Vec {
			return vecOf(func(a int) float64 { return get("Gr").m0Entry(row, 3*j+a) / 2 })
		}
		d.J1[j] = matFromRows(gr(1), gr(2), gr(3))
		for k := range n {
			d.C1[k][j] = vecOf(func(a int) float64 { return get("Cr").m1Entry(j+1, k+1, a) })
			d.M[j*n+k], d.K[j*n+k] = get("Me").m0Entry(j+1, k+1), get("Ke").m0Entry(j+1, k+1)
		}
	}
	if m := get("De"); m != nil && m.structure != sidZero {
		d.D = make([]float64, n*n)
		for j := range n {
			for k := range n {
				d.D[j*n+k] = m.m0Entry(j+1, k+1)
			}
		}
	}
}

// addNoteOnStiffening notes matrices of geometric stiffening, which are not read. In Cr they are the symmetric part of m1, which is taken off C1.
func (r *sidReader) addNoteOnStiffening(d *Data) {
	var names []string
	if len(r.matrices["Ct"].m1) > 0 {
		names = append(names, "Ct")
	}
	largest, symmetric := 0.0, 0.0
	for j := range d.C1 {
		for k := range d.C1 {
			largest = math.Max(largest, d.C1[j][k].Norm())
			symmetric = math.Max(symmetric, d.C1[j][k].Add(d.C1[k][j]).Norm())
		}
	}
	makeAntisymmetric(d.C1)
	if symmetric > sidTolerance*largest && symmetric > 1e-9*d.J0.Col(0).Norm() {
		names = append(names, "Cr")
	}
	if m := r.matrices["ksigma"]; m != nil && m.structure != sidZero && len(m.m0) > 0 {
		names = append(names, "ksigma")
	}
	if len(names) > 0 {
		d.Notes = append(d.Notes, "The geometric stiffening of the file ("+strings.Join(names, ", ")+") is not read.")
	}
}

func (p *sidNode) buildNode(n int) Node {
	origin, phi, psi, axes := p.matrices["origin"], p.matrices["phi"], p.matrices["psi"], p.matrices["AP"]
	out := Node{ID: p.id, Position: vecOf(func(a int) float64 { return origin.m0Entry(a, 1) }), Axes: spatial.Identity}
	if axes != nil && axes.structure != sidZero {
		row := func(i int) spatial.Vec { return vecOf(func(a int) float64 { return axes.m0Entry(i, a) }) }
		out.Axes = matFromRows(row(1), row(2), row(3))
	}
	for j := range n {
		out.Phi = append(out.Phi, vecOf(func(a int) float64 { return phi.m0Entry(a, j+1) }))
		out.Psi = append(out.Psi, vecOf(func(a int) float64 { return psi.m0Entry(a, j+1) }))
	}
	if (psi == nil || psi.structure == sidZero) && phi != nil && phi.structure != sidZero {
		out.Psi = nil // a node of solids; one that is fixed to the frame has neither
	}
	return out
}
