package flex

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// ReadCalculiX reads the matrices that CalculiX writes with *FREQUENCY, SOLVER=MATRIXSTORAGE: job.sti (stiffness), job.mas (mass) and job.dof, and the
// positions of nodes in an input file.
func ReadCalculiX(input, job string, u Units, read ReadText) (*Mesh, error) {
	m := newMesh()
	m.Name = strings.TrimSuffix(filepath.Base(job), filepath.Ext(job))
	if err := m.readInput(input, read, 0); err != nil {
		return nil, err
	}
	if err := m.readDOFs(job+".dof", read); err != nil {
		return nil, err
	}
	k, err := m.readTriples(job+".sti", read)
	if err != nil {
		return nil, err
	}
	mass, err := m.readTriples(job+".mas", read)
	if err != nil {
		return nil, err
	}
	m.setMatrices(k, mass, u)
	return m, nil
}

// readDOFs reads lines node.direction, one for each row.
func (m *Mesh) readDOFs(path string, read ReadText) error {
	text, err := read(path)
	if err != nil {
		return err
	}
	l := newLineReader(path, text)
	for l.next() {
		f := trimField(l.text, 0, len(l.text))
		if len(f.text) == 0 {
			continue
		}
		a, b, ok := bytes.Cut(f.text, []byte{'.'})
		if !ok {
			return l.newErrorAt(f.col, "a line is node.direction, not %q", shorten(f.text))
		}
		id, err := l.parseInt(field{a, f.col}, 1, largestID, "the id of a node")
		if err != nil {
			return err
		}
		direction, err := l.parseInt(field{b, f.col + len(a) + 1}, 1, 6, "a direction")
		if err != nil {
			return err
		}
		before := len(m.dofs)
		if m.findOrAddRow(id, direction-1); len(m.dofs) == before {
			return l.newErrorAt(f.col, "%s is given twice", f.text)
		}
	}
	if len(m.dofs) == 0 {
		return &FileError{File: path, Message: "the file has no lines node.direction"}
	}
	return nil
}

// readTriples reads lines row, column, value of one half of a matrix.
func (m *Mesh) readTriples(path string, read ReadText) (*triples, error) {
	text, err := read(path)
	if err != nil {
		return nil, err
	}
	l := newLineReader(path, text)
	t := &triples{}
	var fields []field
	for l.next() {
		if fields = l.splitFields(fields[:0], ",", true); len(fields) == 0 {
			continue
		}
		if len(fields) != 3 {
			return nil, l.newErrorAt(1, "a line is row, column, value, not %d numbers", len(fields))
		}
		row, err := l.parseInt(fields[0], 1, len(m.dofs), "a row")
		if err != nil {
			return nil, err
		}
		col, err := l.parseInt(fields[1], 1, len(m.dofs), "a column")
		if err != nil {
			return nil, err
		}
		v, err := l.parseNumber(fields[2])
		if err != nil {
			return nil, err
		}
		t.addSymmetric(int32(row-1), int32(col-1), v)
	}
	if len(t.val) == 0 {
		return nil, &FileError{File: path, Message: "the file has no lines row, column, value"}
	}
	return t, nil
}

// readCalculiXFiles finds the files of a job by one of them.
func readCalculiXFiles(by map[string][]string, u Units, read ReadText) (*Mesh, error) {
	job, input := "", ""
	for _, suffix := range []string{".sti", ".mas", ".dof", ".inp"} {
		for _, f := range by[suffix] {
			base := f[:len(f)-len(suffix)]
			if suffix == ".inp" {
				if input != "" {
					return nil, fmt.Errorf("%s and %s: one input file is read, with what it includes", input, f)
				}
				input = f
				if job != "" {
					continue
				}
			}
			if job != "" && job != base {
				return nil, fmt.Errorf("%s: the other files are those of the job %s", f, job)
			}
			job = base
		}
	}
	if input == "" {
		input = job + ".inp"
	}
	return ReadCalculiX(input, job, u, read)
}
