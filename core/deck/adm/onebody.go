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

// oneBody says a Force_Vector_OneBody, the marker on ground, and ground if there
// is none. It returns nil for other elements, and where another force has the id.
func (s *Speaker) oneBody(e *deck.Element, kinds byKind) []Sentence {
	if e.Kind != lone || e.Command || s.w.Find(twoBody, e.ID()) != nil {
		return nil
	}
	var sp *spec
	for _, k := range kinds[twoBody] {
		for _, f := range k.fixed {
			if f.value == e.Enum("type") {
				sp = k
			}
		}
	}
	if sp == nil {
		return nil
	}
	p := &phrase{Speaker: s, e: e, done: map[string]bool{"type": true}}
	p.s = Sentence{Name: sp.name, ID: strconv.Itoa(e.ID()), Label: e.Label(), spec: sp}
	var out []Sentence
	if s.ground == 0 {
		s.ground = s.freeBody + 1
		out = append(out, Sentence{Name: "PART", ID: strconv.Itoa(s.ground), spec: modelLanguage.index["PART"], Words: []Word{{"GROUND", "", Flag}}})
	}
	s.free++
	at := strconv.Itoa(s.free)
	if v, ok := p.take("marker_id"); ok {
		p.add(Numbers, "I", v)
	}
	p.add(Numbers, "JFLOAT", at)
	p.finish()
	m := Sentence{Name: "MARKER", ID: at, spec: modelLanguage.index["MARKER"],
		Words: []Word{{"FLOATING", "", Flag}, {"PART", strconv.Itoa(s.ground), Numbers}}}
	return append(out, m, p.s)
}

// setting tells whether an element only repeats what holds without it.
func setting(e *deck.Element) bool {
	if !e.Schema.NoID {
		return false
	}
	for _, a := range e.Given() {
		if e.Matters(a) {
			return false
		}
	}
	return true
}
