package deck

import (
	"slices"
	"strings"
)

// withoutEffect are attributes of a kind that are read for the sake of other
// programs, given somewhere in the deck as if they did something here, and have
// one reason why they do not.
type withoutEffect struct {
	k     *kind
	why   string
	first Span
	names []string
}

// addNoteOnIneffectiveAttrs notes the Ignored attributes of e that request something. One note
// a kind and reason is enough: some programs write them with every element.
func (b *Builder) addNoteOnIneffectiveAttrs(e *Element) {
	for i := range e.Attrs {
		a := &e.Attrs[i]
		s := a.Spec
		if s == nil || s.Type != Ignored || s.Quiet || s.Doc == "" || e.Schema.Ignored || isOffValue(a.Value) {
			continue
		}
		at := slices.IndexFunc(b.without, func(w *withoutEffect) bool { return w.k == e.kind && w.why == s.Doc })
		if at < 0 {
			at = len(b.without)
			b.without = append(b.without, &withoutEffect{k: e.kind, why: s.Doc, first: a.NameSpan})
		}
		if w := b.without[at]; !slices.Contains(w.names, s.Name) {
			w.names = append(w.names, s.Name)
		}
	}
}

// isOffValue reports values that switch something off or leave it as it is.
func isOffValue(value string) bool {
	switch v := strings.ToUpper(strings.TrimSpace(value)); v {
	case "", "FALSE", "NO", "OFF", "NONE", "NULL", "INACTIVE":
		return true
	default:
		return strings.Trim(v, "0.") == ""
	}
}

func (w *withoutEffect) reportIneffective(ds *Diags) {
	verb := "has"
	if len(w.names) > 1 {
		verb = "have"
	}
	ds.AddNotef(w.first, "N216", "%s: %s %s no effect: %s", w.k.Kind, strings.Join(w.names, ", "), verb, w.why)
}
