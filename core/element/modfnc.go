package element

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// What MODFNC returns beside the text; logical values are 0 and 1.
const (
	unknownElement   = -1
	unknownID        = -2
	unknownAttribute = -3
	isInteger        = 2
	isIntegers       = 3
	isReal           = 4
	isReals          = 5
	isText           = 6
)

// newModFnc answers MODFNC from the deck: the attribute's value as it stands
// there, or its default; numbers in a form that C reads. Names are taken without
// regard to case and to blanks and zeros around them. Elements without an id are
// found whatever the id.
func newModFnc(m *deck.Model) func(string, int, string) (string, int32) {
	return func(element string, id int, attribute string) (string, int32) {
		element, attribute = trimPaddedName(element), strings.ToLower(trimPaddedName(attribute))
		if !m.HasKind(element) {
			return "", unknownElement
		}
		e := m.FindElement(element, id)
		if all := m.ElementsOfKind(element); e == nil && len(all) > 0 && all[0].ID() == 0 && all[0].Schema.NoID {
			e = all[0]
		}
		if e == nil {
			return "", unknownID
		}
		for i := range e.Schema.Attrs {
			if s := &e.Schema.Attrs[i]; s.Name == attribute || slices.Contains(s.Alias, attribute) {
				return attrValue(e, s)
			}
		}
		switch attribute {
		case "id":
			return itoa(e.ID()), isInteger
		case "label":
			return e.Label(), isText
		}
		return "", unknownAttribute
	}
}

// trimPaddedName removes what pads a name: blanks, and all from a zero on.
func trimPaddedName(name string) string {
	name, _, _ = strings.Cut(name, "\x00")
	return strings.TrimSpace(name)
}

// attrValue returns the text of an attribute and what kind of value it is.
func attrValue(e *deck.Element, s *deck.AttrSpec) (text string, kind int32) {
	switch s.Type {
	case deck.ID:
		return itoa(e.ID()), isInteger
	case deck.Ref:
		return itoa(e.Ref(s.Name)), isInteger
	case deck.Int:
		return itoa(e.Int(s.Name)), isInteger
	case deck.Real, deck.Angle:
		return formatNumber(e.Real(s.Name)), isReal
	case deck.RealOrExpr:
		if v, ok := e.Number(s.Name); ok {
			return formatNumber(v), isReal
		}
	case deck.Refs:
		return joinTexts(e.Refs(s.Name), itoa), isIntegers
	case deck.Ints:
		return joinTexts(e.Ints(s.Name), itoa), isIntegers
	case deck.Reals:
		return joinTexts(e.Reals(s.Name), formatNumber), isReals
	case deck.Bool:
		if e.Bool(s.Name) {
			return "TRUE", 1
		}
		return "FALSE", 0
	}
	if a := e.Attr(s.Name); a != nil {
		return strings.TrimSpace(a.Value), isText
	}
	return s.Default, isText
}

// formatNumber writes a number so that it reads back as the same.
func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func joinTexts[T any](v []T, text func(T) string) string {
	all := make([]string, len(v))
	for i, x := range v {
		all[i] = text(x)
	}
	return strings.Join(all, " ")
}
