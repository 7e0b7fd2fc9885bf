package flex

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// lineReader gives the lines of a text one after another.
type lineReader struct {
	file string
	rest []byte
	text []byte // the line
	line int    // its number
}

func newLineReader(file string, text []byte) *lineReader { return &lineReader{file: file, rest: text} }

// next advances to the next line and reports whether there is one.
func (l *lineReader) next() bool {
	if len(l.rest) == 0 {
		return false
	}
	l.line++
	l.text, l.rest, _ = bytes.Cut(l.rest, []byte{'\n'})
	l.text = bytes.TrimRight(l.text, "\r")
	return true
}

// field is a part of a line.
type field struct {
	text []byte
	col  int // from 1
}

// splitFields appends the fields of the line between separators to dst; with blanks, blanks separate, too, and any number of them once.
func (l *lineReader) splitFields(dst []field, separators string, blanks bool) []field {
	s := l.text
	for at := 0; at < len(s); {
		end := at
		for end < len(s) && strings.IndexByte(separators, s[end]) < 0 && !(blanks && (s[end] == ' ' || s[end] == '\t')) {
			end++
		}
		f := trimField(s, at, end)
		if !blanks || len(f.text) > 0 {
			dst = append(dst, f)
		}
		at = end + 1
	}
	return dst
}

// trimField returns a field without blanks around it.
func trimField(s []byte, at, end int) field {
	for at < end && (s[at] == ' ' || s[at] == '\t') {
		at++
	}
	for end > at && (s[end-1] == ' ' || s[end-1] == '\t') {
		end--
	}
	return field{s[at:end], at + 1}
}

// fixedField returns the columns from first to before end, counted from zero, without blanks.
func (l *lineReader) fixedField(first, end int) field {
	end = min(end, len(l.text))
	if first >= end {
		return field{nil, first + 1}
	}
	return trimField(l.text, first, end)
}

// newErrorAt returns an error at a column of the line, 0 for none.
func (l *lineReader) newErrorAt(col int, format string, args ...any) error {
	return &FileError{File: l.file, Line: l.line, Col: col, Message: fmt.Sprintf(format, args...)}
}

// parseNumber reads a number, also with the exponents of Fortran: 1.5D-3, 1.5-3.
func (l *lineReader) parseNumber(f field) (float64, error) {
	if x, err := strconv.ParseFloat(string(f.text), 64); err == nil && x-x == 0 {
		return x, nil
	}
	t := strings.Replace(strings.ToUpper(string(f.text)), "D", "E", 1)
	x, err := strconv.ParseFloat(t, 64)
	if k := strings.LastIndexAny(t, "+-"); err != nil && k > 0 && !strings.Contains(t, "E") {
		x, err = strconv.ParseFloat(t[:k]+"E"+t[k:], 64)
	}
	if err != nil || x-x != 0 {
		return 0, l.newErrorAt(f.col, "a number is needed here, not %q", shorten(f.text))
	}
	return x, nil
}

// parseInt reads an integer from least to most.
func (l *lineReader) parseInt(f field, least, most int, what string) (int, error) {
	x, err := strconv.Atoi(string(f.text))
	if err != nil {
		return 0, l.newErrorAt(f.col, "%s is needed here, an integer, not %q", what, shorten(f.text))
	}
	if x < least || x > most {
		return 0, l.newErrorAt(f.col, "%s must be from %d to %d, not %d", what, least, most, x)
	}
	return x, nil
}

// shorten returns the beginning of a text.
func shorten(b []byte) string {
	if len(b) > 30 {
		return string(b[:30]) + "…"
	}
	return string(b)
}

// Limits of numbers in files of meshes.
const (
	largestID  = 2_000_000_000
	mostRows   = 3_000_000
	deepestInc = 10 // files that include each other
)
