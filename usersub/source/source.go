// Package source prepares the sources of user subroutines for the compilers that build them here. It reads what was written for
// other compilers (Intel's and Compaq's Fortran, Microsoft's C) and changes, line by line, what these accept and gfortran and gcc do
// not. Where the meaning cannot be kept it refuses the source with a position. It runs no compiler.
package source

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// Note is a remark on a source: what was changed or left out.
type Note struct {
	File      string
	Line, Col int
	Text      string
}

// String returns the remark behind its position.
func (n Note) String() string { return fmt.Sprintf("%s:%d:%d: %s", n.File, n.Line, n.Col, n.Text) }

// Error is a source that cannot be built with its meaning.
type Error struct {
	Note
	Hint string
}

// Error returns position, message and the source line with a caret.
func (e *Error) Error() string {
	if e.Hint == "" {
		return e.String()
	}
	return e.String() + "\n  hint: " + e.Hint
}

// edit replaces columns From to To (from 0, exclusive) of a line.
type edit struct {
	line, from, to int
	text           string
}

// sourceLines is a text by lines, of which some have been changed.
type sourceLines struct {
	file    string
	text    []string
	changed bool
	notes   []Note
	noted   map[string]bool
	edits   []edit
}

// newLines splits a text. Line ends of Windows, a byte order mark and the mark of the end of a file of DOS are taken off; UTF-16 becomes
// UTF-8.
func newLines(file string, text []byte) *sourceLines {
	l := &sourceLines{file: file, noted: map[string]bool{}}
	if decoded, ok := decodeUTF16(text); ok {
		text, l.changed = decoded, true
	}
	if t := bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")); len(t) != len(text) {
		text, l.changed = t, true
	}
	if t := bytes.TrimRight(text, "\x1a"); len(t) != len(text) {
		text, l.changed = t, true
	}
	l.text = strings.Split(string(text), "\n")
	for i, s := range l.text {
		l.text[i] = strings.TrimSuffix(s, "\r")
	}
	return l
}

// decodeUTF16 returns a text of UTF-16 with a byte order mark as UTF-8.
func decodeUTF16(text []byte) ([]byte, bool) {
	big := bytes.HasPrefix(text, []byte("\xfe\xff"))
	if !big && !bytes.HasPrefix(text, []byte("\xff\xfe")) {
		return nil, false
	}
	units := make([]uint16, 0, len(text)/2)
	for i := 2; i+1 < len(text); i += 2 {
		a, b := uint16(text[i]), uint16(text[i+1])
		if big {
			a, b = b, a
		}
		units = append(units, b<<8|a)
	}
	return []byte(string(utf16.Decode(units))), true
}

// addNote adds a remark, once for each text.
func (l *sourceLines) addNote(line, col int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !l.noted[text] {
		l.noted[text] = true
		l.notes = append(l.notes, Note{l.file, line + 1, col + 1, text})
	}
}

// errorAt returns an error at a position.
func (l *sourceLines) errorAt(line, col int, hint, format string, args ...any) *Error {
	return &Error{Note{l.file, line + 1, col + 1, fmt.Sprintf(format, args...)}, hint}
}

// setLine replaces a line.
func (l *sourceLines) setLine(i int, s string) {
	if l.text[i] != s {
		l.text[i], l.changed = s, true
	}
}

// addEdit notes a change of a part of a line, made by apply.
func (l *sourceLines) addEdit(line, from, to int, text string) {
	l.edits = append(l.edits, edit{line, from, to, text})
}

// applyEdits makes the changes that were noted, those behind in a line first. Of two that overlap the one in front is left out: what it would
// have changed is left to the compiler.
func (l *sourceLines) applyEdits() {
	slices.SortStableFunc(l.edits, func(a, b edit) int { return cmp.Or(b.line-a.line, b.from-a.from) })
	line, start := -1, 0 // of the change made last
	for _, e := range l.edits {
		if e.line == line && e.to > start {
			continue
		}
		line, start = e.line, e.from
		s := l.text[e.line]
		s = s[:e.from] + e.text + s[e.to:]
		if strings.TrimSpace(s) == "&" && !strings.HasPrefix(s, "     &") {
			s = "" // a line of free form may not consist of it
		}
		l.setLine(e.line, s)
	}
	l.edits = nil
}

// joinLines returns the text, nil if it is that of the file.
func (l *sourceLines) joinLines() []byte {
	if !l.changed {
		return nil
	}
	return []byte(strings.Join(l.text, "\n"))
}
