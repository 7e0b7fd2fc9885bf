package main

import (
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// forbidden are words of everyday language for what has a standard term; core/GLOSSARY.md has the terms.
var forbidden = map[string]*regexp.Regexp{
	"report, return, inform, distinguish": regexp.MustCompile(`(?i)\b(tells?|told|telling)\b`),
	"query":                               regexp.MustCompile(`(?i)\bquestions?\b`),
	"implementation":                      regexp.MustCompile(`(?i)\bsuppliers?\b`),
	"inert":                               regexp.MustCompile(`(?i)\bmoot\b`),
	"again, restart":                      regexp.MustCompile(`(?i)\banew\b`),
	"continue":                            regexp.MustCompile(`(?i)\b(go|goes|gone|went|going) on\b`),
	"a sentence that stands by itself":    regexp.MustCompile(`(?i)\bdoes (so|the same)\b`),
}

// unclear are words that documents and messages avoid besides: they have many meanings, or a standard term is shorter. Comments are
// not judged by them, nor is the description of the wire protocol, whose messages have such names.
var unclear = map[string]*regexp.Regexp{
	"query, request":                   regexp.MustCompile(`\b[Aa]sk(s|ed|ing)?\b`),
	"search, examine, check, resemble": regexp.MustCompile(`\b[Ll]ook(s|ed|ing)?\b`),
	"be, follow, represent, rest":      regexp.MustCompile(`(?i)\b(stands?|standing|stood)\b`),
	"project, solve, decide":           regexp.MustCompile(`(?i)\bsettl(e|es|ed|ing)\b`),
	"instead of":                       regexp.MustCompile(`(?i)\b(in|takes?) (the |its )?places? of\b`),
	"close, without loss":              regexp.MustCompile(`(?i)\bin good order\b`),
	"a noun, available":                regexp.MustCompile(`(?i)\bthat there (is|are)\b`),
}

// ambiguous are words that messages avoid besides.
var ambiguous = map[string]*regexp.Regexp{
	"position, offset, index, pose": regexp.MustCompile(`(?i)\bplaces?\b`),
	"value, result, respond":        regexp.MustCompile(`\b[Aa]nswer(s|ed|ing)?\b`),
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
	for _, file := range strings.Fields(string(out)) {
		switch {
		case strings.Contains(file, "testdata/"), strings.HasSuffix(file, ".pb.go"), strings.HasSuffix(file, "words_test.go"), strings.HasSuffix(file, "GLOSSARY.md"), strings.HasSuffix(file, "LOG.md"):
		case strings.HasSuffix(file, ".md"):
			text, err := os.ReadFile(filepath.Join("../..", file))
			if err != nil {
				continue // removed, not yet committed
			}
			quoted := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
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
			goWords(t, file, text)
		}
	}
}

// partsOfName are the words of an identifier.
var partsOfName = regexp.MustCompile(`_?([A-Z]?[a-z0-9]+)`)

// goWords judges the comments, names and strings of a Go file; the strings of tests, which have decks and messages in them, by the forbidden
// words alone.
func goWords(t *testing.T, file string, text []byte) {
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
			var besides []map[string]*regexp.Regexp
			if !strings.HasSuffix(file, "_test.go") {
				besides = []map[string]*regexp.Regexp{unclear, ambiguous}
			}
			judgeWords(t, file, besides, lit, set.Position(pos).Line)
		case token.IDENT:
			judgeWords(t, file, nil, partsOfName.ReplaceAllString(lit, " $1"), set.Position(pos).Line)
		}
	}
}

// documentWords are the lists besides forbidden for a document.
func documentWords(file string) []map[string]*regexp.Regexp {
	if strings.HasSuffix(file, "FRAMES.md") || strings.HasSuffix(file, "CHANGELOG.md") {
		return nil
	}
	return []map[string]*regexp.Regexp{unclear}
}

func judgeWords(t *testing.T, file string, besides []map[string]*regexp.Regexp, text string, line int) {
	for i, l := range strings.Split(text, "\n") {
		l = allowed.ReplaceAllString(l, "")
		for _, list := range append(besides, forbidden) {
			for better, word := range list {
				if w := word.FindString(l); w != "" {
					t.Errorf("%s:%d: %q: better %s", file, line+i, w, better)
				}
			}
		}
	}
}
