package expr

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Page describes a function of expressions.
type Page struct {
	Name    string
	Form    string // the call with its arguments: "STEP(x, x0, h0, x1, h1)"
	Meaning string // what it returns and what the arguments are
	Limits  string // where it has no value, how smooth it is
	Frame   string // of a measure: along which axes
	Sign    string // of a measure: what is positive
	Unit    string
	Example string // an expression
	Value   string // the value of the example; empty where it depends on the model
}

// labelledLines lists the lines below the meaning, each with its label.
func (p *Page) labelledLines() [][2]string {
	example := p.Example
	if p.Value != "" {
		example += " = " + p.Value
	}
	all := [][2]string{{"Limits", p.Limits}, {"Frame", p.Frame}, {"Sign", p.Sign}, {"Unit", p.Unit}, {"Example", example}}
	return slices.DeleteFunc(all, func(x [2]string) bool { return x[1] == "" })
}

// String is the page as text, without a line break at its end.
func (p Page) String() string {
	var b strings.Builder
	b.WriteString(p.Form + "\n\n" + p.Meaning)
	for _, x := range p.labelledLines() {
		fmt.Fprintf(&b, "\n%-9s %s", x[0]+":", x[1])
	}
	return b.String()
}

// Markdown writes the page as a section.
func (p Page) Markdown(w io.Writer) {
	fmt.Fprintf(w, "### %s\n\n`%s`\n\n%s\n\n", p.Name, p.Form, p.escapeMarkdown(p.Meaning))
	for _, x := range p.labelledLines() {
		text := p.escapeMarkdown(x[1])
		if x[0] == "Example" {
			text = "`" + x[1] + "`"
		}
		fmt.Fprintf(w, "* %s: %s\n", x[0], text)
	}
	fmt.Fprintln(w)
}

func (Page) escapeMarkdown(s string) string {
	return strings.NewReplacer("*", `\*`, "<", "&lt;", "_", `\_`, "|", `\|`).Replace(s)
}

// LanguagePages returns the pages of the functions and constants of the language.
func LanguagePages() []Page {
	all := slices.Clone(pages)
	slices.SortFunc(all, func(a, b Page) int { return strings.Compare(a.Name, b.Name) })
	return all
}
