package flex

import (
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// ReadText returns the text of a file.
type ReadText func(path string) ([]byte, error)

// inputKeyword returns the keyword of a line of an input file, in capitals and without its star, "" for a line of data, and its parameters.
func inputKeyword(line []byte) (keyword string, parameters map[string]string) {
	if len(line) == 0 || line[0] != '*' {
		return "", nil
	}
	words := strings.Split(string(line[1:]), ",")
	parameters = map[string]string{}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		parameters[strings.ToUpper(strings.TrimSpace(name))] = strings.TrimSpace(value)
	}
	return strings.ToUpper(strings.Join(strings.Fields(words[0]), " ")), parameters
}

// inputBlock is what lines of data of an input file are.
type inputBlock int

const (
	noBlock inputBlock = iota
	nodeBlock
	elementBlock
)

// readInput reads the nodes and elements of the *NODE and *ELEMENT blocks of an input file of CalculiX or Abaqus; *INCLUDE is followed.
func (m *Mesh) readInput(path string, read ReadText, depth int) error {
	text, err := read(path)
	if err != nil {
		return err
	}
	l := newLineReader(path, text)
	block := noBlock
	var elements elementReader
	var fields []field
	for l.next() {
		if len(l.text) >= 2 && l.text[0] == '*' && l.text[1] == '*' {
			continue
		}
		if len(l.text) > 0 && l.text[0] == '*' {
			if block, err = m.readKeyword(l, read, depth, &elements); err != nil {
				return err
			}
			continue
		}
		switch block {
		case nodeBlock:
			fields = l.splitFields(fields[:0], ",", false)
			err = m.readNodeLine(l, fields)
		case elementBlock:
			fields = l.splitFields(fields[:0], ",", false)
			err = elements.readLine(m, l, fields)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readKeyword reads a line with a keyword and returns what follows.
func (m *Mesh) readKeyword(l *lineReader, read ReadText, depth int, elements *elementReader) (inputBlock, error) {
	keyword, parameters := inputKeyword(l.text)
	switch keyword {
	case "NODE":
		if s := strings.ToUpper(parameters["SYSTEM"]); s != "" && s != "R" {
			return noBlock, l.newErrorAt(1, "nodes in cylindrical or spherical coordinates (SYSTEM=%s) are not read", s)
		}
		if parameters["INPUT"] != "" {
			return noBlock, l.newErrorAt(1, "nodes in a file of their own (INPUT=) are not read; use *INCLUDE")
		}
		return nodeBlock, nil
	case "ELEMENT":
		if parameters["INPUT"] != "" {
			return noBlock, nil
		}
		elements.begin(parameters["TYPE"])
		return elementBlock, nil
	case "INCLUDE":
		name := parameters["INPUT"]
		if name == "" {
			return noBlock, l.newErrorAt(1, "*INCLUDE needs INPUT=file")
		}
		if depth == deepestInc {
			return noBlock, l.newErrorAt(1, "files include each other more than %d deep", deepestInc)
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(l.file), name)
		}
		return noBlock, m.readInput(name, read, depth+1)
	case "INSTANCE", "SYSTEM", "NGEN", "NFILL", "NCOPY", "NMAP":
		return noBlock, l.newErrorAt(1, "*%s is not read: write a file with all nodes in *NODE blocks", keyword)
	}
	return noBlock, nil
}

// readNodeLine reads id, x, y, z; coordinates that are left out are zero.
func (m *Mesh) readNodeLine(l *lineReader, fields []field) error {
	if len(fields) == 0 || len(fields) == 1 && len(fields[0].text) == 0 {
		return nil
	}
	id, err := l.parseInt(fields[0], 1, largestID, "the id of a node")
	if err != nil {
		return err
	}
	var c [3]float64
	for k := range 3 {
		if k+1 < len(fields) && len(fields[k+1].text) > 0 {
			if c[k], err = l.parseNumber(fields[k+1]); err != nil {
				return err
			}
		}
	}
	if at, ok := m.index[id]; ok && m.Nodes[at].placed && m.Nodes[at].Position != spatial.LoadVec(c[:]) {
		return l.newErrorAt(fields[0].col, "node %d has another position before", id)
	}
	m.setNodePosition(id, spatial.LoadVec(c[:]))
	return nil
}
