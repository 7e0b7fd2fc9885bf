package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// modfnc answers MODFNC from the deck: the attribute's value as it stands
// there, or its default.
func modfnc(m *deck.Model) func(string, int, string) (string, int32) {
	return func(element string, id int, attribute string) (string, int32) {
		element, attribute = strings.TrimSpace(element), strings.ToLower(strings.TrimSpace(attribute))
		if !m.Knows(element) {
			return "", -1
		}
		e := m.Find(element, id)
		if e == nil {
			return "", -2
		}
		for i := range e.Schema.Attrs {
			if s := &e.Schema.Attrs[i]; s.Name == attribute {
				text := s.Default
				if a := e.Attr(s.Name); a != nil {
					text = strings.TrimSpace(a.Value)
				}
				return modified(s.Type, text)
			}
		}
		switch attribute {
		case "id":
			return itoa(id), 2
		case "label":
			return e.Label(), 6
		}
		return "", -3
	}
}

// modified returns the text and the kind of value that MODFNC reports.
func modified(t deck.Type, text string) (string, int32) {
	switch t {
	case deck.ID, deck.Ref, deck.Int:
		if text == "" {
			text = "0"
		}
		return text, 2
	case deck.Refs, deck.Ints:
		return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }), " "), 3
	case deck.Real, deck.Angle:
		return text, 4
	case deck.Reals:
		return text, 5
	case deck.Bool:
		if strings.EqualFold(text, "TRUE") {
			return "TRUE", 1
		}
		return "FALSE", 0
	}
	return text, 6
}
