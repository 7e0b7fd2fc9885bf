package adm

import "strconv"

// undoCurve: the points of a curve stand in a matrix here, which the deck does
// not have.
func undoCurve(p *statementWriter) {
	points := p.text()
	if len(points) == 0 || p.e.Modifies {
		return
	}
	p.freeMatrix++
	id := strconv.Itoa(p.freeMatrix)
	m := statementWriter{Speaker: p.Speaker, s: Sentence{Name: "MATRIX", ID: id, spec: &spec{name: "MATRIX"}}}
	m.add(Plain, "FULL", "RORDER")
	m.add(Numbers, "ROWS", strconv.Itoa((len(points)+2)/3))
	m.add(Numbers, "COLUMNS", "3")
	m.entries("VALUES", points)
	p.before = append(p.before, m.s)
	p.add(Numbers, "MATRIX", id)
}
