package deck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// checkReferences checks that every id belongs to an element. Commands are not
// checked if they act on another model: the file has no model block, or a
// command before them has loaded one.
func (b *Builder) checkReferences() {
	for _, e := range b.m.Elements {
		e.checkRefs()
	}
	if len(b.m.Elements) == 0 {
		return
	}
	for _, e := range b.m.Commands {
		if e.unchecked {
			continue
		}
		e.checkRefs()
		if e.Modifies && e.kind.hasID && e.id != 0 && b.m.find(e.kind, e.id) == nil {
			e.reportDangling(e.attrOf(e.kind.ident), piece{0, -1}, e.id, []string{e.Kind})
		}
	}
}

func (e *Element) checkRefs() {
	for i := range e.Attrs {
		e.Attrs[i].checkRefs()
	}
	if e.text != nil {
		e.text.checkRefs()
	}
}

func (a *Attr) checkRefs() {
	if !a.given || len(a.Spec.To) == 0 {
		return
	}
	switch a.Spec.Type {
	case Ref:
		if !a.bad {
			a.checkRef(piece{0, -1}, int(a.num))
		}
	case Refs:
		for _, p := range a.splitEntries() {
			if n, ok := parseInt(a.Value[p.start:p.end]); ok && n > 0 {
				a.checkRef(p, n)
			}
		}
	}
}

func (a *Attr) checkRef(p piece, id int) {
	for _, to := range a.Spec.To {
		if a.elem.model.FindElement(to, id) != nil {
			return
		}
	}
	a.elem.reportDangling(a, p, id, a.Spec.To)
}

// joinAlternatives joins names: A, B or C.
func joinAlternatives(names []string) string {
	n := len(names)
	if n < 3 {
		return strings.Join(names, " or ")
	}
	return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
}

// reportDangling reports an id that nothing has; p is its place in the value, ending
// in -1 for all of it.
func (e *Element) reportDangling(a *Attr, p piece, id int, to []string) {
	if e.Schema.Unsupported != "" {
		return // which is said, and is all there is to say
	}
	_, at := a.trimmedValue()
	if p.end >= 0 {
		at = a.SpanOf(p.start, p.end)
	}
	d := e.model.Diags.AddErrorf(at, "E502", "%s: %s: there is no %s %d", e.KindIDLabel(), a.messageName(), joinAlternatives(to), id)
	if e.Modifies && a.Spec == e.kind.ident {
		d.Msg += " to modify"
	}
	if o := e.model.elementOfOtherKind(id, to); o != nil && o != e {
		d.Help = o.KindID() + " is another kind of element"
		d.AddNote(o.Span, "%s is here", o.KindID())
		return
	}
	d.Help = e.model.SuggestID(id, to...)
}

// maxListed is how many ids a suggestion lists.
const maxListed = 8

// SuggestID says which id of these kinds may have been meant: it lists the ids
// in use if they are few, else names a near one.
func (m *Model) SuggestID(id int, to ...string) string {
	var all []int
	for _, name := range to {
		for _, e := range m.ElementsOfKind(name) {
			if len(all) > maxListed {
				break
			}
			if e.id > 0 && !e.own {
				all = append(all, e.id)
			}
		}
	}
	switch {
	case len(all) == 0:
		return "the deck has no " + strings.Join(to, " and no ")
	case len(all) <= maxListed:
		slices.Sort(all)
		all = slices.Compact(all)
		return "ids in use: " + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(all)), ", "), "[]")
	}
	if n, ok := m.findSimilarID(id, to); ok && id > 99 {
		return fmt.Sprintf("did you mean %d?", n)
	}
	return ""
}

// elementOfOtherKind returns an element of another kind with this id.
func (m *Model) elementOfOtherKind(id int, to []string) *Element {
	for _, name := range m.kinds.names {
		if e := m.FindElement(name, id); e != nil {
			return e
		}
	}
	return nil
}

// findSimilarID searches for an id in use that differs by one digit, by two exchanged
// digits, by one digit more or one less.
func (m *Model) findSimilarID(id int, to []string) (int, bool) {
	used := func(digits string) (int, bool) {
		n, err := strconv.Atoi(digits)
		for _, t := range to {
			if e := m.FindElement(t, n); err == nil && e != nil && !e.own {
				return n, true
			}
		}
		return 0, false
	}
	s := strconv.Itoa(id)
	for _, try := range digitVariants(s) {
		if n, ok := used(try); ok {
			return n, true
		}
	}
	return 0, false
}

// digitVariants returns the strings of digits near s, the most likely first.
func digitVariants(s string) []string {
	var out []string
	for i := 0; i+1 < len(s); i++ {
		out = append(out, s[:i]+s[i+1:i+2]+s[i:i+1]+s[i+2:])
	}
	if len(s) > 1 {
		for i := range s {
			out = append(out, s[:i]+s[i+1:])
		}
	}
	for i := len(s); i >= 0; i-- {
		for d := '0'; d <= '9'; d++ {
			if i < len(s) {
				out = append(out, s[:i]+string(d)+s[i+1:])
			}
			out = append(out, s[:i]+string(d)+s[i:])
		}
	}
	return out
}
