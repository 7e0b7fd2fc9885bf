package manual

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// section is a part of a document under a heading.
type section struct {
	title string // without the marks of Markdown
	text  string // with the heading, of level 1
	intro string // the text between the heading of its group and this one, if it is the first of the group
	group string // title of the heading above it
	label string // kind of its group, where the group has one: see labels
}

// labels are the kinds of sections by the title of the heading above them.
var labels = map[string]string{"Routines": "routine", "Utilities": "utility"}

var heading = regexp.MustCompile(`^(#+) +(.*?) *$`)

// splitSections takes a document apart at headings of a level. Headings of lower levels name the groups of the sections
// behind them; what follows such a heading before the first section is part of the head.
func splitSections(text string, level int) (head string, sections []section) {
	code, group := false, ""
	var b, intro strings.Builder
	open := &b // where text goes; nil: to the last section
	for l := range strings.Lines(text) {
		line := strings.TrimRight(l, "\n")
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		m := heading.FindStringSubmatch(line)
		switch {
		case code || m == nil || len(m[1]) > level:
		case len(m[1]) == level:
			sections = append(sections, section{title: stripMarkdown(m[2]), text: "# " + m[2] + "\n", group: group, intro: intro.String(), label: labels[group]})
			intro.Reset()
			open = nil
			continue
		case len(m[1]) > 1:
			group, open = m[2], &intro
			continue
		}
		if open != nil {
			open.WriteString(l)
		} else {
			sections[len(sections)-1].text += l
		}
	}
	return b.String(), sections
}

// sectionTable is a table of sections with links to their pages, in Markdown.
func sectionTable(sections []section, dir string) string {
	var b strings.Builder
	group := "\n"
	for _, s := range sections {
		if s.group != group {
			if group = s.group; group != "" {
				fmt.Fprintf(&b, "\n## %s\n\n%s", group, s.intro)
			}
			b.WriteString("\n| | |\n|---|---|\n")
		}
		fmt.Fprintf(&b, "| [%s](/%s/%s.html) | %s |\n", strings.ReplaceAll(s.title, "_", `\_`), dir, pageFileName(s.title), strings.ReplaceAll(firstSentence(s.text), "|", `\|`))
	}
	return b.String()
}

// firstHeading returns the text of the first heading.
func firstHeading(text string) string {
	for line := range strings.Lines(text) {
		if m := heading.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			return strings.ReplaceAll(m[2], "`", "")
		}
	}
	return ""
}

var (
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	link    = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	escape  = regexp.MustCompile(`\\([*_|#<>])`)
	// sentence is the end of a sentence that another follows.
	sentence = regexp.MustCompile(`[.!] +[^a-z0-9]`)
	tag      = regexp.MustCompile(`</?[a-zA-Z][^>]*>`)
)

// firstSentence returns the first sentence of the first paragraph of a text that is prose.
func firstSentence(text string) string {
	code := false
	text = comment.ReplaceAllString(text, "")
	for _, block := range strings.Split(text, "\n\n") {
		block = strings.TrimSpace(block)
		fences := strings.Count(block, "```")
		inside := code
		code = code != (fences%2 == 1)
		if block == "" || inside || fences > 0 || strings.ContainsAny(block[:1], "#|!<*-") && !strings.HasPrefix(block, "**") ||
			strings.HasPrefix(block, "`") && strings.HasSuffix(block, "`") && strings.Count(block, "`") == 2 {
			continue
		}
		block = stripMarkdown(block)
		if end := sentence.FindStringIndex(block); end != nil {
			block = block[:end[0]+1]
		}
		return block
	}
	return ""
}

// stripMarkdown removes the marks of Markdown from a paragraph.
func stripMarkdown(text string) string {
	text = link.ReplaceAllString(strings.Join(strings.Fields(text), " "), "$1")
	text = escape.ReplaceAllString(tag.ReplaceAllString(text, ""), "$1")
	return strings.NewReplacer("**", "", "`", "", "&lt;", "<").Replace(text)
}

// headingAnchor is the anchor of a heading, as code hosts make it.
func headingAnchor(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '-':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('-')
		}
	}
	return b.String()
}

// pageFileName is the name of a page without its suffix.
func pageFileName(title string) string {
	return strings.ReplaceAll(strings.ReplaceAll(title, " ", "-"), "/", "-")
}
