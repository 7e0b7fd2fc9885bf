package deck

import (
	"path/filepath"
	"strings"
)

// Comments are not read: a writer searches for them in the file, before what it
// writes. So they cost a run of a deck nothing.

// syntax is how a form writes comments.
type syntax uint8

const (
	inXML    syntax = iota
	inAdams         // from ! to the end of the line; the first line of a model is its title
	inPython        // from # to the end of the line
)

func syntaxOf(s *Source) syntax {
	switch strings.ToLower(filepath.Ext(s.Name)) {
	case ".adm", ".acf", ".cmd":
		return inAdams
	case ".py":
		return inPython
	}
	if s.indexLines(); strings.HasPrefix(strings.TrimLeft(s.text, bom+" \t\r\n"), "<") {
		return inXML
	}
	return inAdams
}

// Title returns the lines with which the deck begins: the title of a model of
// Adams, the comment before the root of an XML file, the comments before the
// first line of a program.
func (w *OutputModel) Title() []string {
	if len(w.Sources) == 0 {
		return nil
	}
	lines, _ := deckTitle(w.Sources[0])
	return lines
}

// deckTitle returns the title and where it ends.
func deckTitle(s *Source) (lines []string, end int) {
	s.indexLines()
	switch syntaxOf(s) {
	case inAdams:
		if ext := strings.ToLower(filepath.Ext(s.Name)); ext == ".acf" || ext == ".cmd" { // which have none
			return nil, 0
		}
		return titleLines(s)
	case inPython:
		for n := 1; n <= len(s.lines); n++ {
			line := strings.TrimSpace(strings.TrimPrefix(s.LineText(n), bom))
			if !strings.HasPrefix(line, "#") {
				break
			}
			end = s.lines[n-1] + len(s.LineText(n))
			if !strings.HasPrefix(line, "#!") && !strings.Contains(line, "coding:") {
				lines = append(lines, strings.TrimLeft(line, "#"))
			}
		}
		return commentTexts(lines), end
	}
	at := len(s.text) - len(strings.TrimLeft(s.text, bom+" \t\r\n"))
	if strings.HasPrefix(s.text[at:], "<?") {
		at += 2 + max(0, strings.Index(s.text[at:], "?>"))
	}
	for {
		rest := strings.TrimLeft(s.text[at:], " \t\r\n")
		i := 0
		if strings.HasPrefix(rest, "<!--") { // searched only then, or each element would search the whole file
			i = strings.Index(rest, "-->")
		}
		if i < 4 {
			return commentTexts(lines), end
		}
		lines = append(lines, strings.Split(rest[4:i], "\n")...)
		at = len(s.text) - len(rest) + i + 3
		end = at
	}
}

// titleLines returns the first line of a model of Adams and the comments that
// follow it at once.
func titleLines(s *Source) (lines []string, end int) {
	lines, end = []string{strings.TrimPrefix(s.LineText(1), bom)}, len(s.LineText(1))
	for n := 2; n <= len(s.lines); n++ {
		line, ok := strings.CutPrefix(s.LineText(n), "!")
		if !ok || len(commentTexts([]string{line})) == 0 || strings.HasPrefix(line, "--") {
			break
		}
		lines, end = append(lines, line), s.lines[n-1]+len(s.LineText(n))
	}
	return commentTexts(lines), end
}

// TakeComments returns the comments that are before an element, and behind it on the
// first line of a statement of Adams. What several elements were made of gives
// them to the first.
func (w *OutputModel) TakeComments(e *Element) []string {
	s := e.Span.Src
	if s == nil || e.own || w.commented[e.Span] {
		return nil
	}
	if w.commented == nil {
		w.commented = map[Span]bool{}
	}
	w.commented[e.Span] = true
	s.indexLines()
	_, from := deckTitle(s)
	at := e.Span.Start
	if syntaxOf(s) == inXML {
		return commentTexts(commentsBefore(s.text[min(from, at):at]))
	}
	line := e.Span.Line()
	place := Span{Src: s, Start: s.lines[line-1]}
	if w.commented[place] { // a loop, or statements on one line
		return nil
	}
	w.commented[place] = true
	return commentTexts(commentLines(s, line, from))
}

// commentsBefore returns the lines of the comments at the end of a text that a
// tag follows.
func commentsBefore(text string) []string {
	text = strings.TrimRight(text, " \t\r\n")
	text, ok := strings.CutSuffix(text, "<")
	var lines []string
	for ok {
		text = strings.TrimRight(text, " \t\r\n")
		i := strings.LastIndex(text, "<!--")
		if ok = i >= 0 && strings.HasSuffix(text, "-->"); ok && len(text)-3 >= i+4 {
			lines = append(strings.Split(text[i+4:len(text)-3], "\n"), lines...)
		}
		text = text[:max(i, 0)]
	}
	return lines
}

// commentLines returns the comments on the lines before a line, down to the
// offset from, and for a statement of Adams the one behind it.
func commentLines(s *Source, line, from int) []string {
	mark := "!"
	if syntaxOf(s) == inPython {
		mark = "#"
	}
	var lines []string
	for n := line - 1; n > 0 && s.lines[n-1] >= from; n-- {
		text := strings.TrimSpace(s.LineText(n))
		if text != "" && !strings.HasPrefix(text, mark) {
			break
		}
		lines = append([]string{strings.TrimLeft(text, mark)}, lines...)
	}
	if _, behind, ok := strings.Cut(s.LineText(line), mark); ok && mark == "!" {
		lines = append(lines, behind)
	}
	return lines
}

// commentTexts returns the texts of comments without rules and what other programs keep in
// comments.
func commentTexts(lines []string) []string {
	var out []string
	for _, l := range lines {
		l = strings.Join(strings.Fields(l), " ")
		for _, c := range []string{"-", "=", "*", "_", "~"} {
			if strings.HasPrefix(l, c+c+c) || l == c || l == c+c {
				l = strings.TrimLeft(l, c)
			}
			if strings.HasSuffix(l, c+c+c) {
				l = strings.TrimRight(l, c)
			}
		}
		if l = strings.TrimSpace(l); l != "" && !strings.Contains(l, "adams_view_name=") && !strings.HasPrefix(strings.ToUpper(l), "MS#") {
			out = append(out, l)
		}
	}
	return out
}

// WrapLines breaks lines at blanks so that none is longer than width, where that
// can be.
func WrapLines(lines []string, width int) []string {
	var out []string
	for _, l := range lines {
		for len(l) > width {
			i := strings.LastIndexByte(l[:width], ' ')
			if i <= 0 {
				break
			}
			out, l = append(out, l[:i]), l[i+1:]
		}
		out = append(out, l)
	}
	return out
}
