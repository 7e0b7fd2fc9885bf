package deck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// UseRoutineForLaw makes the law of an element that of a user subroutine which the deck does not name, in place of its expressions, numbers and of the routine that it
// names. The numbers of USER(...) stay. It is for a model that has not been built yet. The error says why there cannot be such a law.
func (m *Model) UseRoutineForLaw(kind string, id int) error {
	if !m.HasKind(kind) {
		text := fmt.Sprintf("there is no kind of element %s", kind)
		if near, ok := NearestName(kind, m.kinds.names); ok {
			text += fmt.Sprintf("; did you mean %s?", near)
		}
		return fmt.Errorf("%s", text)
	}
	k := m.kindOf(kind)
	all := m.findAll(k, id)
	switch {
	case k.index["usrsub_param_string"] == nil:
		return fmt.Errorf("%s has no user subroutine: there is no law to be given", k.Kind)
	case len(all) == 0:
		return fmt.Errorf("there is no %s %d", k.Kind, id)
	case len(all) > 1:
		return fmt.Errorf("there are %d elements %s %d, of several types", len(all), k.Kind, id)
	}
	e := all[0]
	numbers := "USER()"
	if a := e.Attr("usrsub_param_string"); a != nil {
		numbers = a.Value
	}
	m.DropAttrs(e, lawNames(e)...)
	b := m.NewCommandBuilder()
	r := Raw{Kind: k.Kind, Span: e.Span, Section: InCommand, Attrs: []Attr{{Name: "id", Value: strconv.Itoa(id)}, {Name: "usrsub_param_string", Value: numbers}}}
	if s := k.index["type"]; s != nil && s.Type == Enum && slices.Contains(s.Enum, "USERSUB") {
		r.Attrs = append(r.Attrs, Attr{Name: "type", Value: "USERSUB"})
	}
	if k.apart != nil {
		r.Attrs = append(r.Attrs, Attr{Name: k.apart.Name, Value: e.Enum(k.apart.Name)})
	}
	b.AddElement(&r)
	list, err := b.AddedCommands()
	if err != nil {
		return err
	}
	m.ApplyModification(list[0])
	return nil
}

// lawNames are the attributes by which an element names its routine, and those that an alternative to a routine consists of.
func lawNames(e *Element) (names []string) {
	for _, a := range UserSubAttrs("", 0) {
		if a.Name != "usrsub_param_string" {
			names = append(names, a.Name)
		}
	}
	for _, a := range e.Schema.Attrs {
		if strings.HasPrefix(a.Name, "usrsub_der") {
			names = append(names, a.Name)
		}
	}
	for _, group := range e.Schema.Instead {
		if strings.Contains(group, "usrsub_param_string") {
			names = append(names, strings.FieldsFunc(strings.ReplaceAll(group, "usrsub_param_string", ""), func(r rune) bool { return r == ' ' || r == '|' })...)
		}
	}
	return names
}
