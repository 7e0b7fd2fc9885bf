package main

import (
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// word is a word, or a phrase, that texts avoid.
type word struct {
	better  string
	stems   []string // in lower case: what the pattern finds has one of them, so that most texts need no pattern
	pattern *regexp.Regexp
}

// newWord returns the word of a pattern and the stems, divided by commas.
func newWord(better, stems, pattern string) word {
	return word{better, strings.Split(stems, ","), regexp.MustCompile(pattern)}
}

// forbidden are words of everyday language for what has a standard term; core/GLOSSARY.md has the terms.
var forbidden = []word{
	newWord("report, return, inform, distinguish", "tell,told", `(?i)\b(tells?|told|telling)\b`),
	newWord("query", "question", `(?i)\bquestions?\b`),
	newWord("implementation", "supplier", `(?i)\bsuppliers?\b`),
	newWord("inert", "moot", `(?i)\bmoot\b`),
	newWord("again, restart", "anew", `(?i)\banew\b`),
	newWord("continue", "go on,goes on,gone on,went on,going on", `(?i)\b(go|goes|gone|went|going) on\b`),
	newWord("a sentence that stands by itself", "does so,does the same", `(?i)\bdoes (so|the same)\b`),
}

// unclear are words that documents and messages avoid besides: they have many meanings, or a standard term is shorter. Comments are
// not judged by them, nor is the description of the wire protocol, whose messages have such names.
var unclear = []word{
	newWord("query, request", "ask", `\b[Aa]sk(s|ed|ing)?\b`),
	newWord("search, examine, check, resemble", "look", `\b[Ll]ook(s|ed|ing)?\b`),
	newWord("be, follow, represent, rest", "stand,stood", `(?i)\b(stands?|standing|stood)\b`),
	newWord("project, solve, decide", "settl", `(?i)\bsettl(e|es|ed|ing)\b`),
	newWord("instead of", "place", `(?i)\b(in|takes?) (the |its )?places? of\b`),
	newWord("close, without loss", "in good order", `(?i)\bin good order\b`),
	newWord("a noun, available", "that there", `(?i)\bthat there (is|are)\b`),
}

// ambiguous are words that messages avoid besides.
var ambiguous = []word{
	newWord("position, offset, index, pose", "place", `(?i)\bplaces?\b`),
	newWord("value, result, respond", "answer", `\b[Aa]nswer(s|ed|ing)?\b`),
}

// allowed are phrases in which such a word has its plain meaning, and keys of files.
var allowed = regexp.MustCompile(`(?i)\bin question\b|json:"[a-z_]*(supplier|question)s?[",]|^"questions?"$|^"supplier"$` +
	"|json:\"[a-z_]*(asked|answers|place)[\",]|\"ask\"|\\\\\"ask|\"settle\"|the time settle|Usersub\\.Question\\b|^ Question$|\\blooked up\\b|look-around")

// sources are the endings of sources in other languages, of which all lines are judged: comments, messages and names.
var sources = map[string]bool{
	".py": true, ".c": true, ".h": true, ".cpp": true, ".f": true, ".f90": true, ".java": true, ".js": true, ".ts": true, ".rs": true, ".m": true, ".sh": true,
	".xml": true, ".adm": true, ".acf": true, ".html": true, ".css": true,
}

// TestWords: comments, messages and documents keep to the glossary.
func TestWords(t *testing.T) {
	out, err := exec.Command("git", "-C", "../..", "ls-files").Output()
	if err != nil {
		t.Skip("no repository of git here")
	}
	quoted := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	names := map[string]bool{}
	for _, file := range strings.Fields(string(out)) {
		switch {
		case strings.Contains(file, "testdata/"), strings.HasSuffix(file, ".pb.go"), strings.HasSuffix(file, "words_test.go"), strings.HasSuffix(file, "GLOSSARY.md"), strings.HasSuffix(file, "LOG.md"):
		case strings.HasSuffix(file, ".md"):
			text, err := os.ReadFile(filepath.Join("../..", file))
			if err != nil {
				continue // removed, not yet committed
			}
			judgeWords(t, file, documentWords(file), quoted.ReplaceAllStringFunc(string(text), func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }), 1)
		case sources[filepath.Ext(file)]:
			text, err := os.ReadFile(filepath.Join("../..", file))
			if err != nil {
				continue
			}
			judgeWords(t, file, nil, string(text), 1)
		case strings.HasSuffix(file, ".go"):
			text, err := os.ReadFile(filepath.Join("../..", file))
			if err != nil {
				continue
			}
			goWords(t, file, text, names)
		}
	}
}

// partsOfName are the words of an identifier.
var partsOfName = regexp.MustCompile(`_?([A-Z]?[a-z0-9]+)`)

// goWords judges the comments, names and strings of a Go file; the strings of tests, which have decks and messages in them, by the forbidden
// words alone. A name is judged once, where names does not have it.
func goWords(t *testing.T, file string, text []byte, names map[string]bool) {
	var s scanner.Scanner
	set := token.NewFileSet()
	f := set.AddFile(file, -1, len(text))
	s.Init(f, text, nil, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return
		case token.COMMENT:
			if !strings.HasPrefix(lit, "//go:") {
				judgeWords(t, file, nil, lit, set.Position(pos).Line)
			}
		case token.STRING:
			var besides [][]word
			if !strings.HasSuffix(file, "_test.go") {
				besides = [][]word{unclear, ambiguous}
			}
			judgeWords(t, file, besides, lit, set.Position(pos).Line)
		case token.IDENT:
			if !names[lit] {
				names[lit] = true
				judgeWords(t, file, nil, partsOfName.ReplaceAllString(lit, " $1"), set.Position(pos).Line)
			}
		}
	}
}

// documentWords are the lists besides forbidden for a document.
func documentWords(file string) [][]word {
	if strings.HasSuffix(file, "FRAMES.md") || strings.HasSuffix(file, "CHANGELOG.md") {
		return nil
	}
	return [][]word{unclear}
}

// judgeWords reports the words of the lists besides and of forbidden in a text of a file that begins at a line.
func judgeWords(t *testing.T, file string, besides [][]word, text string, line int) {
	all := slices.Concat(slices.Concat(besides...), forbidden)
	if !slices.ContainsFunc(all, inText(text)) {
		return
	}
	for i, l := range strings.Split(text, "\n") {
		if !slices.ContainsFunc(all, inText(l)) {
			continue
		}
		l = allowed.ReplaceAllString(l, "")
		for _, w := range all {
			if found := w.pattern.FindString(l); found != "" {
				t.Errorf("%s:%d: %q: better %s", file, line+i, found, w.better)
			}
		}
	}
}

// inText returns a function that reports whether a text may have a word.
func inText(text string) func(word) bool {
	lower := strings.ToLower(text)
	return func(w word) bool {
		return slices.ContainsFunc(w.stems, func(stem string) bool { return strings.Contains(lower, stem) })
	}
}
