package adm

import (
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
)

// A force without reaction is one on ground here: its reaction goes to a
// floating marker of ground, which the deck does not have.

const (
	twoBody = "Force_Vector_TwoBody"
	lone    = "Force_Vector_OneBody"
)

// writeOneBody says a Force_Vector_OneBody, the marker on ground, and ground if there
// is none. It returns nil for other elements. A force whose id another has gets
// a new one.
func (s *ModelWriter) writeOneBody(e *deck.Element, kinds byKind) []WrittenStatement {
	if e.Kind != lone {
		return nil
	}
	if e.Command {
		return s.writeOneBodyCommand(e, kinds)
	}
	sp := vectorStatementOf(e, kinds)
	if sp == nil {
		return nil
	}
	p := &statementWriter{ModelWriter: s, e: e, done: map[string]bool{"type": true}}
	p.s = WrittenStatement{Name: sp.name, ID: strconv.Itoa(e.ID()), Label: e.Label(), spec: sp}
	if s.w.FindElement(twoBody, e.ID()) != nil {
		s.freeForce++
		p.s.ID = strconv.Itoa(s.freeForce)
		s.renamed[e.ID()] = p.s.ID
		s.w.Lost.AddWarningf(e.Span, "W706", "%s has the id %s now: there is a %s %d, too", e.KindIDLabel(), p.s.ID, twoBody, e.ID())
	}
	var out []WrittenStatement
	if s.ground == 0 {
		s.ground = s.freeBody + 1
		out = append(out, WrittenStatement{Name: "PART", ID: strconv.Itoa(s.ground), spec: modelLanguage().index["PART"], Words: []Word{{Name: "GROUND"}}})
	}
	s.free++
	at := strconv.Itoa(s.free)
	if v, ok := p.consumeValue("marker_id"); ok {
		p.addWord(Numbers, "I", v)
	}
	p.addWord(Numbers, "JFLOAT", at)
	p.finishStatement()
	m := WrittenStatement{Name: "MARKER", ID: at, spec: modelLanguage().index["MARKER"],
		Words: []Word{{Name: "FLOATING"}, {Name: "PART", Value: strconv.Itoa(s.ground), Kind: Numbers}}}
	return append(out, m, p.s)
}

// vectorStatementOf returns the statement of vector forces of the type of an element.
func vectorStatementOf(e *deck.Element, kinds byKind) *spec {
	for _, k := range kinds[twoBody] {
		if f := k.fixed; len(f) > 0 && f[0].value == e.Enum("type") {
			return k
		}
	}
	return nil
}

// writeOneBodyCommand says a change of a Force_Vector_OneBody: one of the force that is
// said in its place. Its type stays what it is.
func (s *ModelWriter) writeOneBodyCommand(e *deck.Element, kinds byKind) []WrittenStatement {
	force := s.w.FindElement(lone, e.ID())
	if force == nil {
		return nil
	}
	sp := vectorStatementOf(force, kinds)
	if sp == nil {
		return nil
	}
	p := &statementWriter{ModelWriter: s, e: e, done: map[string]bool{"type": !e.Has("type") || e.Enum("type") == force.Enum("type")}}
	p.s = WrittenStatement{Name: sp.name, ID: strconv.Itoa(e.ID()), Label: e.Label(), spec: sp}
	if id := s.renamed[e.ID()]; id != "" {
		p.s.ID = id
	}
	if v, ok := p.consumeValue("marker_id"); ok {
		p.addWord(Numbers, "I", v)
	}
	p.finishStatement()
	return []WrittenStatement{p.s}
}

// isRedundantSetting reports whether an element only repeats what holds without it.
func isRedundantSetting(e *deck.Element) bool {
	if !e.Schema.NoID {
		return false
	}
	for _, a := range e.GivenAttrs() {
		if e.HasEffect(a) {
			return false
		}
	}
	return true
}
