package xml

import (
	"unicode"
	"unicode/utf8"
)

// BlankWidth returns the width in bytes of the blank at text[i:], 0 if there is
// none. Text copied from web pages and word processors has no-break spaces
// and other typographic blanks; all count.
func BlankWidth(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	c := text[i]
	if c <= ' ' {
		return 1
	}
	if c < utf8.RuneSelf {
		return 0
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	if r == '\u00a0' || r == '\ufeff' || r == '\u200b' || unicode.IsSpace(r) {
		return n
	}
	return 0
}

// skipBlanks returns the offset of the first character from i that is not blank.
func skipBlanks(text string, i int) int {
	for n := BlankWidth(text, i); n > 0; n = BlankWidth(text, i) {
		i += n
	}
	return i
}

// quoteAt describes a quotation mark at text[i:]: its kind, ' or ", its width in
// bytes (0 if there is none), and whether it is the plain ASCII one.
func quoteAt(text string, i int) (kind byte, width int, plain bool) {
	if i >= len(text) {
		return 0, 0, false
	}
	switch c := text[i]; {
	case c == '"' || c == '\'':
		return c, 1, true
	case c < utf8.RuneSelf:
		return 0, 0, false
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	switch r {
	case '“', '”', '„', '‟', '″', '«', '»', '＂':
		return '"', n, false
	case '‘', '’', '‚', '‛', '′', '＇':
		return '\'', n, false
	}
	return 0, 0, false
}

// nameCharWidth returns the width of the character of a name at text[i:], 0 if
// there is none. The first character may not be a digit, a hyphen or a dot.
func nameCharWidth(text string, i int, first bool) int {
	if i >= len(text) {
		return 0
	}
	c := text[i]
	switch {
	case c == '_' || c == ':' || 'a' <= c|0x20 && c|0x20 <= 'z':
		return 1
	case c == '-' || c == '.' || '0' <= c && c <= '9':
		if first {
			return 0
		}
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	r, n := utf8.DecodeRuneInString(text[i:])
	if unicode.IsLetter(r) || !first && (unicode.IsDigit(r) || unicode.IsMark(r)) {
		return n
	}
	return 0
}

// nameEnd returns the end of the name that begins at i; i if there is none.
func nameEnd(text string, i int) int {
	for n := nameCharWidth(text, i, true); n > 0; n = nameCharWidth(text, i, false) {
		i += n
	}
	return i
}

// opensMarkup reports whether a tag, a comment or the like begins at text[i:].
func opensMarkup(text string, i int) bool {
	if i+1 >= len(text) || text[i] != '<' {
		return false
	}
	c := text[i+1]
	return c == '/' || c == '!' || c == '?' || nameCharWidth(text, i+1, true) > 0
}
