package main

import (
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// formatElementPages returns the pages of an element, of an attribute and of an integrator with a name.
func formatElementPages(name string) (all []string) {
	table := element.Table()
	if s, ok := table.FindSchema(name); ok {
		all = append(all, wrapPage(s.DescriptionLines()))
	}
	if list := table.SchemasWithAttr(name); len(list) > 0 {
		all = append(all, formatAttributePage(name, list))
	}
	if t := traits.TraitsByIntegratorName(strings.ToUpper(name)); t.Doc != "" {
		all = append(all, formatIntegratorPage(t))
	}
	return all
}

// formatAttributePage reports what an attribute means in each element that has it: those with the same text together.
func formatAttributePage(name string, list []*deck.Schema) string {
	var texts []string
	of := map[string][]string{}
	for _, s := range list {
		_, text, _ := strings.Cut(s.AttrDescriptionLine(name), "\t")
		if of[text] == nil {
			texts = append(texts, text)
		}
		of[text] = append(of[text], s.Kind)
	}
	lines := []string{"Attribute " + name}
	for _, text := range texts {
		lines = append(lines, strings.Join(of[text], ", ")+"\t"+text)
	}
	return wrapPage(lines)
}

func formatIntegratorPage(t traits.Traits) string {
	lines := []string{"Integrator " + t.Name + ": " + t.Doc, "in decks\tParam_Transient integrator_type=\"" + t.Name + "\"; in Adams decks INTEGRATOR/" + t.Name}
	if t.MaxOrder > 0 {
		lines = append(lines, fmt.Sprintf("order\tup to %d (max_order)", t.MaxOrder))
	}
	if t.Stability > 0 {
		lines = append(lines, fmt.Sprintf("explicit\tits steps resolve the fastest motion: step times greatest eigenvalue up to %g", t.Stability))
	}
	if len(t.Same)+len(t.Instead) > 0 {
		lines = append(lines, "Adams\talso for "+strings.Join(append(append([]string(nil), t.Same...), t.Instead...), ", "))
	}
	return wrapPage(lines)
}

// wrapPage wraps the lines of a page: a head, and names with texts behind a tab.
func wrapPage(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		name, text, ok := strings.Cut(l, "\t")
		if !ok {
			b.WriteString(wrapText(l, "", 80) + "\n")
			continue
		}
		b.WriteString("\n" + wrapText(name, "", 80) + "\n    " + wrapText(text, "    ", 80) + "\n")
	}
	return b.String()
}

// listExplainableNames returns the names that explain has pages for, besides codes.
func listExplainableNames() []string {
	var names []string
	for _, s := range element.Table() {
		names = append(names, s.Kind)
		for i := range s.Attrs {
			names = append(names, s.Attrs[i].Name)
		}
	}
	for _, p := range system.FunctionPages() {
		names = append(names, p.Name)
	}
	for _, p := range element.JointPages() {
		names = append(names, p.Type)
	}
	for _, s := range usersub.Sigs() {
		names = append(names, s.Name)
	}
	for _, u := range usersub.Utilities() {
		names = append(names, u.Name)
	}
	return append(names, traits.NamesOfIntegrators(nil)...)
}
