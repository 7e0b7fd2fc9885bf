package deck

import (
	"slices"
	"strings"
)

// term is one part of a condition: the value of spec is, or with not is not,
// among values; without values, spec is or is not given.
type term struct {
	spec   *AttrSpec
	not    bool
	values []string
}

// terms parses AttrSpec.When.
func (k *kind) terms(s *AttrSpec) []term {
	var out []term
	for _, f := range strings.Fields(s.When) {
		name, values, equal := strings.Cut(f, "=")
		t := term{not: strings.HasPrefix(name, "!") || strings.HasSuffix(name, "!")}
		name = strings.Trim(name, "!")
		if t.spec = k.index[name]; t.spec == nil {
			panic("deck: " + k.Kind + "." + s.Name + " depends on the unknown attribute " + name)
		}
		if equal {
			t.values = strings.Split(strings.ToUpper(values), "|")
		}
		out = append(out, t)
	}
	return out
}

func (t *term) holds(e *Element) bool {
	a := e.find(t.spec)
	if t.values == nil {
		return a != nil != t.not
	}
	return slices.Contains(t.values, e.word(t.spec)) != t.not
}

// applies evaluates the condition of a spec: the term that fails, if any, and
// whether the answer is certain. It is not where the condition requests an
// attribute whose value is wrong or which is missing although required, or
// that a modification does not repeat.
func (e *Element) applies(s *AttrSpec) (failing *term, certain bool) {
	ts := e.kind.when[s]
	for i := range ts {
		a := e.find(ts[i].spec)
		if a != nil && a.bad || a == nil && (e.Modifies || ts[i].spec.Required) {
			return nil, false
		}
		if failing == nil && !ts[i].holds(e) {
			failing = &ts[i]
		}
	}
	return failing, true
}

// failing says in words why a term does not hold.
func (t *term) failing(e *Element) string {
	switch {
	case t.values == nil && t.not:
		return "with " + t.spec.Name
	case t.values == nil:
		return "without " + t.spec.Name
	case e.find(t.spec) == nil && e.word(t.spec) == "":
		return "without " + t.spec.Name + "=" + quoted(t.values[0])
	}
	return "with " + t.spec.Name + "=" + quoted(e.word(t.spec))
}

// condition says AttrSpec.When in words.
func (e *Element) condition(s *AttrSpec) string {
	var parts []string
	for _, t := range e.kind.when[s] {
		verb, not := "=", "with "
		if t.not {
			verb, not = "!=", "without "
		}
		if t.values == nil {
			parts = append(parts, not+t.spec.Name)
		} else {
			parts = append(parts, "with "+t.spec.Name+verb+strings.Join(t.values, "|"))
		}
	}
	return strings.Join(parts, " and ")
}

// word returns the value of an attribute for comparison in conditions.
func (e *Element) word(s *AttrSpec) string {
	v := s.Default
	if a := e.find(s); a != nil {
		v = a.Value
	}
	switch s.Type {
	case Enum:
		if w, ok := s.enum(v); ok {
			return w
		}
	case Bool:
		if b, ok := parseBool(v); ok {
			return map[bool]string{true: "TRUE", false: "FALSE"}[b]
		}
	}
	return strings.ToUpper(strings.TrimSpace(v))
}
