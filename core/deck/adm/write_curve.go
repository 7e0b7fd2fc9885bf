package adm

import "strconv"

// writeCurve: the points of a curve are in a matrix here, which the deck does
// not have.
func writeCurve(p *statementWriter) {
	points := p.textEntries()
	if len(points) == 0 || p.e.Modifies {
		return
	}
	p.freeMatrix++
	id := strconv.Itoa(p.freeMatrix)
	m := statementWriter{ModelWriter: p.ModelWriter, s: WrittenStatement{Name: "MATRIX", ID: id, spec: &spec{name: "MATRIX"}}}
	m.addWord(Plain, "FULL", "RORDER")
	m.addWord(Numbers, "ROWS", strconv.Itoa((len(points)+2)/3))
	m.addWord(Numbers, "COLUMNS", "3")
	m.writeEntries("VALUES", points)
	p.preceding = append(p.preceding, m.s)
	p.addWord(Numbers, "MATRIX", id)
}
