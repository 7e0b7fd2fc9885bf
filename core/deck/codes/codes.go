// Package codes explains the codes of diagnostics: for each a title, the cause and
// the remedy.
package codes

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Code explains one code of diagnostics.
type Code struct {
	ID      string `json:"code"`
	Title   string `json:"title"`
	Cause   string `json:"cause"`             // what in the deck or around it leads to the diagnostic
	Remedy  string `json:"remedy"`            // what to do
	Example string `json:"example,omitempty"` // lines as they should be, or ""
}

// table holds all codes, sorted.
var table = sortedByID(slices.Concat(model, forces, text, statements, others, studies))

func sortedByID(all []Code) []Code {
	slices.SortFunc(all, func(a, b Code) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// groups says what the first letter of a code means.
var groups = []struct{ letter, title string }{
	{"B", "Elements and their values"},
	{"E", "Errors of reading"},
	{"L", "Loading and calling routines"},
	{"N", "Notes"},
	{"P", "Likely mistakes"},
	{"R", "Runs that fail"},
	{"S", "Study files"},
	{"W", "Warnings of reading"},
	{"X", "Expressions"},
}

// AllCodes returns all codes in the order of their ids.
func AllCodes() []Code { return slices.Clone(table) }

// FindCode returns the code of this id, in upper or lower case.
func FindCode(id string) (Code, bool) {
	i, ok := slices.BinarySearchFunc(table, strings.ToUpper(id), func(c Code, id string) int { return cmp.Compare(c.ID, id) })
	if !ok {
		return Code{}, false
	}
	return table[i], true
}

// SimilarIDs returns up to four ids that differ from the given one in one character, or
// else have the same letter and the nearest numbers.
func SimilarIDs(id string) []string {
	id = strings.ToUpper(id)
	differing := func(c Code) int {
		n := 0
		for i := range c.ID {
			if i >= len(id) || c.ID[i] != id[i] {
				n++
			}
		}
		return n + max(0, len(id)-len(c.ID))
	}
	near := slices.DeleteFunc(AllCodes(), func(c Code) bool { return differing(c) > 1 })
	if len(near) == 0 && id != "" {
		near = slices.DeleteFunc(AllCodes(), func(c Code) bool { return c.ID[0] != id[0] })
		i, _ := slices.BinarySearchFunc(near, id, func(c Code, id string) int { return cmp.Compare(c.ID, id) })
		from := max(0, min(i-2, len(near)-4))
		near = near[from:min(len(near), from+4)]
	}
	var ids []string
	for _, c := range near[:min(4, len(near))] {
		ids = append(ids, c.ID)
	}
	return ids
}

// Markdown writes the reference page of all codes.
func Markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("# Codes of diagnostics\n\n")
	b.WriteString("This page is made from the table of `core/deck/codes`; `trammel explain CODE` prints\n")
	b.WriteString("one entry. `--allow CODE` leaves warnings with that code out, and a comment in the deck\n")
	b.WriteString("such as `<!-- trammel: allow P101 -->` has the same effect.\n")
	for _, g := range groups {
		fmt.Fprintf(b, "\n## %s: %s\n", g.letter, g.title)
		for _, c := range table {
			if !strings.HasPrefix(c.ID, g.letter) {
				continue
			}
			fmt.Fprintf(b, "\n### %s\n\n**%s.** %s\n\nRemedy: %s\n", c.ID, escaped.Replace(c.Title), escaped.Replace(c.Cause), escaped.Replace(c.Remedy))
			if c.Example != "" {
				fmt.Fprintf(b, "\n```\n%s\n```\n", c.Example)
			}
		}
	}
	return b.Flush()
}

// escaped keeps characters that Markdown or HTML would read as marks.
var escaped = strings.NewReplacer("<", `\<`, "&", `\&`, "*", `\*`, "[", `\[`)
