package deck

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// Clone returns a copy of the model whose elements may be changed with ApplyModification
// and SetActive; the model itself stays as it is. Both share their Diags: elements
// that are not changed belong to both.
func (m *Model) Clone() *Model {
	n := *m
	n.Elements = slices.Clone(m.Elements)
	n.ids, n.ofKind = maps.Clone(m.ids), maps.Clone(m.ofKind)
	return &n
}

// ApplyModification carries out a command that changes an element: what it gives takes the
// place of what the element gave, all else stays. Of an element without an id
// there may be none, which adds it. It returns false if there is no element
// with the command's id, which has been reported.
func (m *Model) ApplyModification(command *Element) bool {
	old := m.elementChangedBy(command)
	if old == nil && command.kind.hasID {
		return false
	}
	m.applyCommand(old, command)
	return true
}

// AddElementFromCommand adds the element that a command would change if there were one.
func (m *Model) AddElementFromCommand(command *Element) { m.applyCommand(nil, command) }

// applyCommand puts what a command makes of an element in its place; old is nil for a
// new one.
func (m *Model) applyCommand(old, command *Element) {
	e := &Element{
		Kind: command.Kind, Schema: command.Schema, Span: command.Span, model: command.model, kind: command.kind,
		id: command.id,
	}
	if old != nil {
		e.Inactive, e.text = old.Inactive, old.text
		for _, a := range old.Attrs {
			if a.Spec == e.kind.ident || !command.isWritten(a.Spec) && !command.replacesAttr(a.Spec) {
				e.Attrs = append(e.Attrs, a)
			}
		}
	}
	n := len(e.Attrs)
	for _, a := range command.Attrs {
		if old == nil || a.Spec != e.kind.ident {
			e.Attrs = append(e.Attrs, a)
		}
	}
	for i := range e.Attrs {
		e.Attrs[i].elem = e
	}
	e.recheckConditions(n)
	e.adoptTextOfCommand(command)
	if old == nil {
		m.Elements = append(m.Elements, e)
		m.ofKind[e.kind] = append(slices.Clone(m.ofKind[e.kind]), e)
		if e.kind.hasID {
			m.ids[e.kind] = maps.Clone(m.ids[e.kind])
			if m.ids[e.kind] == nil {
				m.ids[e.kind] = map[idKey]*Element{}
			}
			m.ids[e.kind][e.idKey()] = e
		}
		return
	}
	m.replaceElement(old, e)
}

// SetActive makes an element active or not.
func (m *Model) SetActive(e *Element, active bool) {
	n := *e
	n.Inactive = !active
	n.Attrs = slices.Clone(e.Attrs)
	for i := range n.Attrs {
		n.Attrs[i].elem = &n
	}
	if e.text != nil {
		t := *e.text
		t.elem, n.text = &n, &t
	}
	m.replaceElement(e, &n)
}

// DropAttrs takes attributes away from an element, which is replaced by a copy if it has any.
func (m *Model) DropAttrs(e *Element, names ...string) {
	if !slices.ContainsFunc(names, e.Has) {
		return
	}
	n := *e
	n.Attrs = slices.DeleteFunc(slices.Clone(e.Attrs), func(a Attr) bool { return a.Spec != nil && slices.Contains(names, a.Spec.Name) })
	for i := range n.Attrs {
		n.Attrs[i].elem = &n
	}
	m.replaceElement(e, &n)
}

// RemoveKind takes all elements of a kind out of the model and returns them. It is for a model that has not been built yet.
func (m *Model) RemoveKind(kind string) []*Element {
	k := m.kindOf(kind)
	removed := m.ofKind[k]
	delete(m.ofKind, k)
	delete(m.ids, k)
	m.Elements = slices.DeleteFunc(m.Elements, func(e *Element) bool { return e.kind == k })
	return removed
}

// elementChangedBy returns the element that a command changes.
func (m *Model) elementChangedBy(command *Element) *Element {
	if command.kind.hasID {
		if e := m.ids[command.kind][command.idKey()]; e != nil {
			return e
		}
		return m.find(command.kind, command.id)
	}
	if all := m.ofKind[command.kind]; len(all) > 0 {
		return all[0]
	}
	return nil
}

// replaceElement puts e in the place of old.
func (m *Model) replaceElement(old, e *Element) {
	put := func(list []*Element) []*Element {
		list = slices.Clone(list)
		if i := slices.Index(list, old); i >= 0 {
			list[i] = e
		}
		return list
	}
	m.Elements[slices.Index(m.Elements, old)] = e
	m.ofKind[e.kind] = put(m.ofKind[e.kind])
	if e.kind.hasID {
		ids := maps.Clone(m.ids[e.kind])
		delete(ids, old.idKey())
		ids[e.idKey()] = e
		m.ids[e.kind] = ids
	}
}

// replacesAttr reports whether the command gives something that replaces
// the attribute s: see Schema.Instead.
func (e *Element) replacesAttr(s *AttrSpec) bool {
	for _, group := range append(e.Schema.Instead, routineInstead) {
		mine, given := -1, -1
		for i, set := range strings.Split(group, "|") {
			for _, name := range strings.Fields(set) {
				a := e.kind.index[name]
				switch {
				case a == nil:
				case a == s:
					mine = i
				case e.isWritten(a):
					given = i
				}
			}
		}
		if mine >= 0 && given >= 0 && mine != given {
			return true
		}
	}
	return false
}

// routineInstead are the places where a routine may lie.
const routineInstead = "usrsub_dll_name|script_name interpreter|usrsub_plugin_name"

// recheckConditions examines conditions again: of the attributes, the first n are from
// before the change and are dropped where they have lost their effect; the
// others bring a warning. What is required now may be missing.
func (e *Element) recheckConditions(n int) {
	kept := e.Attrs[:0:0]
	for i := range e.Attrs {
		failing, certain := e.findFailingTerm(e.Attrs[i].Spec)
		if i >= n || !certain || failing == nil {
			kept = append(kept, e.Attrs[i])
		}
		if i >= n && certain && failing != nil && e.Attrs[i].given {
			e.model.Diags.AddWarningf(e.Attrs[i].NameSpan, "W304", "%s: %s has no effect %s", e.KindIDLabel(), e.Attrs[i].Spec.Name, failing.failureText(e)).
				Help = "it counts only " + e.conditionText(e.Attrs[i].Spec)
		}
	}
	e.Attrs = kept
	for _, s := range e.kind.specs {
		if s.Required && e.attrOf(s) == nil {
			if failing, certain := e.findFailingTerm(s); certain && failing == nil {
				e.reportMissing(s)
			}
		}
	}
}

// adoptTextOfCommand takes the text of the command, which may be of another kind than the
// command alone reports, or keeps that from before.
func (e *Element) adoptTextOfCommand(command *Element) {
	t := command.text
	if t == nil {
		t = e.text
	}
	if t == nil {
		return
	}
	c := *t
	c.elem = e
	for i := range e.Schema.Text {
		if failing, _ := e.findFailingTerm(&e.Schema.Text[i]); failing == nil {
			if s := &e.Schema.Text[i]; c.Spec != s {
				c.Spec = s
				c.checkValue()
			}
			break
		}
	}
	e.text = &c
}

// NewCommandBuilder returns a builder of commands that are given while the model runs. They
// are checked against the model; Added returns them.
func (m *Model) NewCommandBuilder() *Builder {
	n := *m
	n.Commands, n.Sources, n.Diags = nil, nil, &Diags{}
	return &Builder{m: &n, started: true, extends: m}
}

// AddedCommands returns the commands that have been added to a builder of NewCommandBuilder.
// The error is all that is wrong with them.
func (b *Builder) AddedCommands() ([]*Element, error) {
	for _, e := range b.m.Commands {
		e.checkRefs()
		if e.Modifies && e.kind.hasID && e.id != 0 && b.m.find(e.kind, e.id) == nil {
			e.reportDangling(e.attrOf(e.kind.ident), piece{0, -1}, e.id, []string{e.Kind})
		}
		e.model = b.extends
	}
	var errs []error
	for _, d := range b.m.Diags.List {
		if d.Severity == Error || d.Code == "W202" || d.Code == "W603" || d.Code == "W605" {
			errs = append(errs, errors.New(d.Msg))
		}
	}
	if len(errs) == 0 && len(b.m.Commands) == 0 {
		errs = append(errs, errors.New("this is not a command"))
	}
	return b.m.Commands, errors.Join(errs...)
}
