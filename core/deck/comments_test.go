package deck

import (
	"slices"
	"strings"
	"testing"
)

// TestTitle: what stands at the beginning of a deck, and where it ends.
func TestTitle(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.xml", "\ufeff<?xml version='1.0'?>\n<!-- one\n  two --> <!-- three -->\n<M>", "one|two|three"},
		{"a.xml", "<M><!-- not this -->", ""},
		{"a.xml", "<!-- no end", ""},
		{"a.xml", "<!-->", ""},
		{"a.adm", "a crank\n!\n! of PART/1\nPART/1", "a crank"},
		{"a.adm", "a crank\r\n! of two parts\r\n!----- PARTS ----\r\nPART/1", "a crank|of two parts"},
		{"a.adm", "", ""},
		{"a.acf", "a\n", ""},
		{"a.py", "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# a\n## b\n\n# c\n", "a|b"},
		{"a.py", "x = 1 # a", ""},
		{"a.dat", "  <!-- a --><M/>", "a"},
	} {
		if got, _ := deckTitle(&Source{Name: c.name, Text: []byte(c.text)}); strings.Join(got, "|") != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// TestRemarks: what stands before elements, each once.
func TestRemarks(t *testing.T) {
	m := ReadXML(&Source{Name: "a.xml", Text: []byte(`<!-- title -->
<Model><!-- a --> <!--b
 c --><Body_Rigid id="1" isground="TRUE"/> text <Body_Rigid id="2"/><!-- - - - --><!-- d --><Body_Rigid id="3"/></Model><!-- lost -->`)}, "/d", table)
	w := &OutputModel{Model: m}
	var got []string
	for _, e := range append(m.Elements, m.Elements...) {
		got = append(got, strings.Join(w.TakeComments(e), "|"))
	}
	if want := []string{"a|b|c", "", "- - -|d", "", "", ""}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
