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

// parseWhen parses AttrSpec.When.
func (k *kind) parseWhen(s *AttrSpec) []term {
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

func (t *term) holdsFor(e *Element) bool {
	a := e.attrOf(t.spec)
	if t.values == nil {
		return a != nil != t.not
	}
	return slices.Contains(t.values, e.comparisonWord(t.spec)) != t.not
}

// findFailingTerm evaluates the condition of a spec: the term that fails, if any, and
// whether the answer is certain. It is not where the condition requests an
// attribute whose value is wrong or which is missing although required, or
// that a modification does not repeat.
func (e *Element) findFailingTerm(s *AttrSpec) (failing *term, certain bool) {
	ts := e.kind.when[s]
	for i := range ts {
		a := e.attrOf(ts[i].spec)
		if a != nil && a.bad || a == nil && (e.Modifies || ts[i].spec.Required) {
			return nil, false
		}
		if failing == nil && !ts[i].holdsFor(e) {
			failing = &ts[i]
		}
	}
	return failing, true
}

// failureText says in words why a term does not hold.
func (t *term) failureText(e *Element) string {
	switch {
	case t.values == nil && t.not:
		return "with " + t.spec.Name
	case t.values == nil:
		return "without " + t.spec.Name
	case e.attrOf(t.spec) == nil && e.comparisonWord(t.spec) == "":
		return "without " + t.spec.Name + "=" + quoteForMessage(t.values[0])
	}
	return "with " + t.spec.Name + "=" + quoteForMessage(e.comparisonWord(t.spec))
}

// conditionText says AttrSpec.When in words.
func (e *Element) conditionText(s *AttrSpec) string {
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

// comparisonWord returns the value of an attribute for comparison in conditions.
func (e *Element) comparisonWord(s *AttrSpec) string {
	v := s.Default
	if a := e.attrOf(s); a != nil {
		v = a.Value
	}
	switch s.Type {
	case Enum:
		if w, ok := s.canonicalEnum(v); ok {
			return w
		}
	case Bool:
		if b, ok := parseBool(v); ok {
			return map[bool]string{true: "TRUE", false: "FALSE"}[b]
		}
	}
	return strings.ToUpper(strings.TrimSpace(v))
}
