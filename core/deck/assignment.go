package deck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Assignment is a value that is given from outside a deck, in place of the one that the deck has. Name is that of a parameter, k, or of an
// attribute of an element, Force_SpringDamper/3.stiffness and Param_Transient.integr_tol; in Adams decks also that of an argument of a statement,
// SPRINGDAMPER/3.K. Both have a place in the option or file that gives them.
type Assignment struct {
	Name, Value         string
	NameSpan, ValueSpan Span

	path *attributePath // nil for a parameter
	used int            // how many values it has replaced
}

// attributePath is the name of an attribute of an element.
type attributePath struct {
	kind string
	id   int // 0 for an element without id
	attr string
}

// NewAssignment returns an assignment by the text NAME=VALUE in a span, or an error that says what is wrong with it.
func NewAssignment(at Span) (*Assignment, error) {
	text := at.Text()
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return nil, assignmentError(text, "there is no =")
	}
	from := at.Start + len(name) + 1 + len(value) - len(strings.TrimLeft(value, " \t"))
	value = strings.TrimSpace(value)
	return NewAssignmentAt(Span{at.Src, at.Start, at.Start + len(name)}, Span{at.Src, from, from + len(value)}, value)
}

// NewAssignmentAt returns an assignment of a value to the name in a span, or an error that says what is wrong with the name. at is the place
// of the value.
func NewAssignmentAt(name, at Span, value string) (*Assignment, error) {
	a := &Assignment{Name: strings.TrimSpace(name.Text()), Value: strings.TrimSpace(value), NameSpan: name, ValueSpan: at}
	if isParameterName(a.Name) && !strings.Contains(a.Name, ".") {
		return a, nil
	}
	var ok bool
	if a.path, ok = parsePath(a.Name); !ok && !isParameterName(a.Name) {
		return nil, assignmentError(name.Text(), "that is the name of neither a parameter nor an attribute")
	}
	return a, nil
}

func assignmentError(text, why string) error {
	return fmt.Errorf("%q: %s; wanted: NAME=VALUE, such as k=2000, Force_SpringDamper/3.stiffness=2000 or Param_Transient.integr_tol=1e-6", text, why)
}

// parsePath reads KIND/ID.ATTRIBUTE and KIND.ATTRIBUTE.
func parsePath(name string) (*attributePath, bool) {
	element, attr, ok := strings.Cut(name, ".")
	kind, number, numbered := strings.Cut(element, "/")
	p := &attributePath{kind: strings.TrimSpace(kind), attr: strings.TrimSpace(attr)}
	if numbered {
		id, valid := parseInt(strings.TrimSpace(number))
		if !valid || id <= 0 {
			return nil, false
		}
		p.id = id
	}
	return p, ok && isPlainName(p.kind) && isPlainName(p.attr)
}

func isPlainName(s string) bool { return isParameterName(s) && !strings.Contains(s, ".") }

// assignmentOf returns the assignment to a parameter, the last of several; nil without one.
func (b *Builder) assignmentOf(parameter string) *Assignment {
	var last *Assignment
	for _, a := range b.assigned {
		if strings.EqualFold(a.Name, parameter) {
			if last != nil {
				last.used++
			}
			last = a
		}
	}
	return last
}

// assignAttributes replaces values of an element that has been read and is not bound.
func (b *Builder) assignAttributes(e *Element, r *Raw) {
	if len(b.assigned) == 0 || e.Modifies {
		return
	}
	for _, a := range b.assigned {
		p := a.path
		if p == nil || b.m.kinds.index[strings.ToLower(p.kind)] != e.kind || p.id != e.rawID(r) {
			continue
		}
		spec := e.kind.index[strings.ToLower(p.attr)]
		if spec == nil || spec == e.kind.ident {
			continue // reported as not used
		}
		a.used++
		r.Attrs = slices.DeleteFunc(slices.Clone(r.Attrs), func(x Attr) bool { return e.kind.index[strings.ToLower(x.Name)] == spec })
		r.Attrs = append(r.Attrs, Attr{Name: spec.Name, Value: a.Value, NameSpan: a.NameSpan, ValueSpan: a.ValueSpan, Whole: a.ValueSpan.Text() != a.Value})
	}
}

// rawID returns the id that an element will have, 0 if its kind has none.
func (e *Element) rawID(r *Raw) int {
	if !e.kind.hasID {
		return 0
	}
	for i := range r.Attrs {
		if a := &r.Attrs[i]; e.kind.index[strings.ToLower(a.Name)] == e.kind.ident {
			id, _ := parseInt(strings.TrimSpace(a.Value))
			return id
		}
	}
	return -1
}

// reportUnusedAssignments reports assignments to what is not there, and to several elements.
func (b *Builder) reportUnusedAssignments() {
	b.m.Assigned = b.assigned
	for _, a := range b.assigned {
		switch p := a.path; {
		case p != nil && a.used > 1 && p.id == 0:
			b.m.Diags.AddErrorf(a.NameSpan, "E225", "%s: the deck has %d such elements", a.Name, a.used)
		case a.used > 0:
		case p == nil || b.m.kinds.index[strings.ToLower(p.kind)] == nil && !strings.Contains(a.Name, "/"):
			d := b.m.Diags.AddErrorf(a.NameSpan, "E225", "the deck has no parameter %s", a.Name)
			if near, ok := NearestName(a.Name, b.m.parameterNames()); ok {
				d.Help = "did you mean " + near + "?"
			} else if len(b.m.Parameters) > 0 {
				d.Help = "its parameters: " + strings.Join(b.m.parameterNames(), ", ")
			} else {
				d.Help = "it has none; name an attribute: Force_SpringDamper/3.stiffness=2000"
			}
		default:
			b.reportUnknownPath(a)
		}
	}
}

// reportUnknownPath says which part of the path of an assignment is not there.
func (b *Builder) reportUnknownPath(a *Assignment) {
	p := a.path
	k := b.m.kinds.index[strings.ToLower(p.kind)]
	if k == nil && b.statements != nil {
		why, help := b.statements.ExplainName(p.kind, p.id, p.attr)
		b.m.Diags.AddErrorf(a.NameSpan, "E225", "%s: %s", a.Name, why).Help = help
		return
	}
	if k == nil {
		d := b.m.Diags.AddErrorf(a.NameSpan, "E225", "%s: there are no elements %s", a.Name, p.kind)
		if near, ok := NearestName(p.kind, b.m.kinds.names); ok {
			d.Help = "did you mean " + near + "?"
		}
		return
	}
	if k.index[strings.ToLower(p.attr)] == nil {
		d := b.m.Diags.AddErrorf(a.NameSpan, "E225", "%s: %s has no attribute %s", a.Name, k.Kind, p.attr)
		if near, ok := NearestName(p.attr, k.names); ok {
			d.Help = "did you mean " + near + "?"
		} else {
			d.Help = "its attributes: " + strings.Join(k.names, ", ")
		}
		return
	}
	d := b.m.Diags.AddErrorf(a.NameSpan, "E225", "%s: the deck has no %s", a.Name, strings.TrimSuffix(k.Kind+"/"+strconv.Itoa(p.id), "/0"))
	switch all := b.m.ofKind[k]; {
	case len(all) == 0:
	case p.id == 0:
		d.Help = "name it with its id: " + k.Kind + "/" + strconv.Itoa(all[0].ID()) + "." + p.attr
	default:
		d.Help = "the first one is " + k.Kind + "/" + strconv.Itoa(all[0].ID())
	}
}

// Statements is what a format with statements of its own, which are not elements, knows of names in assignments.
type Statements interface {
	// ExplainName says what is wrong with STATEMENT/id.ARGUMENT, and what to write instead.
	ExplainName(statement string, id int, argument string) (why, help string)
}

// EnableStatementAssignments makes assignments to arguments of statements known.
func (b *Builder) EnableStatementAssignments(s Statements) { b.statements = s }

// ApplyStatementAssignments calls take for each assignment to an argument of a statement, for formats whose statements are not elements: of the
// statement that is reports by its name, with this id. take reports whether the statement has the argument.
func (b *Builder) ApplyStatementAssignments(id int, isStatement func(statement string) bool, apply func(argument string, a *Assignment) bool) {
	for _, a := range b.assigned {
		if p := a.path; p != nil && p.id == id && b.m.kinds.index[strings.ToLower(p.kind)] == nil && isStatement(p.kind) && apply(p.attr, a) {
			a.used++
		}
	}
}
