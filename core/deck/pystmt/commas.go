package pystmt

import (
	"bytes"
	"slices"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Statements are copied from pages that lack commas between arguments:
//
//	PFORCE(10, FUNCTION="1+DX(10)-DY(10)" PENALTY=1e4)
//
// Where a value is followed by blanks and NAME= inside parentheses, Python has no
// meaning, so a comma can be taken in place of the first blank without moving
// anything.

// afterWord are words behind which a name with = may follow in parentheses.
var afterWord = []string{"lambda", "and", "or", "not", "in", "is", "if", "else", "for", "yield", "from", "import", "as"}

// insertMissingCommas returns the text with missing commas put in, and where.
func insertMissingCommas(text []byte) ([]byte, []int) {
	c := commaReader{text: text}
	for c.at < len(text) {
		c.skipToken()
	}
	if c.missing == nil {
		return text, nil
	}
	out := bytes.Clone(text)
	for _, at := range c.missing {
		out[at] = ','
	}
	return out, c.missing
}

type commaReader struct {
	text    []byte
	at      int
	open    []byte // brackets
	value   bool   // the token before may end a value
	end     int    // where it ends
	missing []int
}

// skipToken passes blanks or one token.
func (c *commaReader) skipToken() {
	switch b := c.text[c.at]; {
	case b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == '\f' || b == '\\':
		c.at++
		return
	case b == '#':
		c.at = lineEnd(c.text, c.at)
		return
	case b == '"' || b == '\'':
		c.skipString()
		c.value = true
	case isNameByte(b):
		c.skipWord()
	case b == '(' || b == '[' || b == '{':
		c.open = append(c.open, b)
		c.at++
		c.value = false
	case b == ')' || b == ']' || b == '}':
		if n := len(c.open); n > 0 {
			c.open = c.open[:n-1]
		}
		c.at++
		c.value = true
	default:
		c.at++
		c.value = false
	}
	c.end = c.at
}

func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

func isNameByte(b byte) bool {
	return b == '_' || b >= 0x80 || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

// skipString passes a string.
func (c *commaReader) skipString() {
	quote := c.text[c.at : c.at+1]
	if long := bytes.Repeat(quote, 3); bytes.HasPrefix(c.text[c.at:], long) {
		quote = long
	}
	for c.at += len(quote); c.at < len(c.text); c.at++ {
		switch {
		case c.text[c.at] == '\\':
			c.at++
		case bytes.HasPrefix(c.text[c.at:], quote):
			c.at += len(quote)
			return
		case c.text[c.at] == '\n' && len(quote) == 1:
			return
		}
	}
	c.at = min(c.at, len(c.text))
}

// skipWord passes a name or number. It is the next argument if = follows and a
// blank lies before it.
func (c *commaReader) skipWord() {
	start := c.at
	for c.at < len(c.text) && (isNameByte(c.text[c.at]) || c.text[c.at] == '.') {
		c.at++
	}
	w := c.text[start:c.at]
	next := c.at
	for next < len(c.text) && (c.text[next] == ' ' || c.text[next] == '\t') {
		next++
	}
	key := next < len(c.text) && c.text[next] == '=' && (next+1 == len(c.text) || c.text[next+1] != '=')
	inside := len(c.open) > 0 && c.open[len(c.open)-1] == '('
	if key && inside && c.value && c.end < start && (c.text[c.end] == ' ' || c.text[c.end] == '\t') && (w[0] < '0' || w[0] > '9') {
		c.missing = append(c.missing, c.end)
	}
	c.value = !slices.Contains(afterWord, string(w))
}

// repairCommas puts missing commas into the program and reports them.
func (s *programRun) repairCommas() []byte {
	text, missing := insertMissingCommas(s.src.Text)
	for _, at := range missing {
		s.addWarningAt(deck.Span{Src: s.src, Start: at, End: at + 1}, "W630", "a comma is missing: one is taken here")
	}
	return text
}
