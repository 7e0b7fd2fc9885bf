package expr

import (
	"math"
	"strings"
	"testing"
)

// constantValue evaluates an expression without measures.
func constantValue(t *testing.T, src string) float64 {
	t.Helper()
	p := mustCompile(t, src)
	return p.Eval(p.NewWork(), 0, 4, nil)
}

// TestPages: each name of the language has one page with its number of arguments, and its
// example has the value that the page states.
func TestPages(t *testing.T) {
	at := map[string]bool{}
	for _, p := range pages {
		if at[p.Name] {
			t.Errorf("%s has two pages", p.Name)
		}
		at[p.Name] = true
		if p.Meaning == "" || p.Unit == "" || !strings.Contains(p.Example, p.Name) {
			t.Errorf("%s: meaning, unit or example is missing", p.Name)
		}
		if f := builtins[p.Name]; f != nil {
			_, list, _ := strings.Cut(strings.TrimSuffix(p.Form, ")"), "(")
			n := len(strings.Split(list, ","))
			if open := strings.Contains(list, "..."); !open && (n != f.min || n != f.max) || open == (f.min == f.max) {
				t.Errorf("%s: %s has %d arguments, the table %d to %d", p.Name, p.Form, n, f.min, f.max)
			}
			if f.domain != "" && !strings.Contains(p.Limits, "No value") {
				t.Errorf("%s: the page does not say where there is no value", p.Name)
			}
			if p.Value == "" {
				t.Errorf("%s: the example has no value", p.Name)
			}
		}
		if p.Value == "" {
			mustCompile(t, p.Example)
		} else if have, want := constantValue(t, p.Example), constantValue(t, p.Value); math.Abs(have-want) > 1e-14*(1+math.Abs(want)) {
			t.Errorf("%s = %v, not %s", p.Example, have, p.Value)
		}
	}
	for _, name := range LanguageNames() {
		if !at[name] {
			t.Errorf("%s has no page", name)
		}
		delete(at, name)
	}
	for name := range at {
		t.Errorf("a page describes %s, which the language does not know", name)
	}
}
