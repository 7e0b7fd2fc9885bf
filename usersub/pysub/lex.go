package pysub

import (
	"regexp"
	"strings"
)

// lexeme is a piece of a script with its place, line and column from 1. Names,
// numbers, strings (whole, with prefix) and operators are told apart by kind:
// n d s o. Kind \n ends a logical line.
type lexeme struct {
	kind      byte
	text      string
	line, col int
	depth     int    // brackets that are open, the bracket itself not counted
	inside    string // the innermost of those
}

var (
	lexName   = regexp.MustCompile(`^[\p{L}_][\p{L}\p{N}_]*`)
	lexNumber = regexp.MustCompile(`^(?:0[xXoObB][\w]+|\d[\d_]*\.?[\d_]*(?:[eE][-+]?[\d_]+)?[jJlL]?|\.\d[\d_]*(?:[eE][-+]?\d[\d_]*)?[jJ]?)`)
	lexPrefix = regexp.MustCompile(`^(?:[bBrRuUfFtT]{0,2})("""|'''|"|')`)
	lexOp     = regexp.MustCompile(`^(?:\*\*=|//=|>>=|<<=|\.\.\.|[-+*/%&|^<>=!:@]=|\*\*|//|<<|>>|->|<>|.)`)
)

// lexer cuts a script into lexemes. It never fails: what it does not know is an
// operator of one letter.
type lexer struct {
	rest      string
	line, col int
	open      []string
	list      []lexeme
}

func lex(text string) []lexeme {
	x := lexer{rest: strings.ReplaceAll(text, "\r\n", "\n"), line: 1, col: 1}
	for x.rest != "" {
		x.next()
	}
	return x.list
}

func (x *lexer) next() {
	switch c := x.rest[0]; {
	case c == '\n':
		if len(x.open) == 0 {
			x.add('\n', 1)
		} else {
			x.skip(1)
		}
	case c == ' ', c == '\t', c == '\f', c == '\r':
		x.skip(1)
	case c == '#':
		end := strings.IndexByte(x.rest, '\n')
		if end < 0 {
			end = len(x.rest)
		}
		x.skip(end)
	case strings.HasPrefix(x.rest, "\\\n"):
		x.skip(2)
	default:
		x.word()
	}
}

func (x *lexer) word() {
	if m := lexPrefix.FindStringSubmatch(x.rest); m != nil {
		x.add('s', stringEnd(x.rest, len(m[0]), m[1]))
		return
	}
	for _, k := range []struct {
		kind byte
		look *regexp.Regexp
	}{{'n', lexName}, {'d', lexNumber}, {'o', lexOp}} {
		if n := len(k.look.FindString(x.rest)); n > 0 {
			x.add(k.kind, n)
			return
		}
	}
	x.skip(1)
}

// stringEnd returns where the string ends whose text begins at from.
func stringEnd(s string, from int, quote string) int {
	for i := from; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], quote):
			return i + len(quote)
		case s[i] == '\n' && len(quote) == 1:
			return i
		}
	}
	return len(s)
}

func (x *lexer) add(kind byte, n int) {
	l := lexeme{kind: kind, text: x.rest[:n], line: x.line, col: x.col}
	closes := kind == 'o' && strings.Contains(")]}", l.text)
	if closes && len(x.open) > 0 {
		x.open = x.open[:len(x.open)-1]
	}
	l.depth = len(x.open)
	if l.depth > 0 {
		l.inside = x.open[l.depth-1]
	}
	if kind == 'o' && strings.Contains("([{", l.text) {
		x.open = append(x.open, l.text)
	}
	x.list = append(x.list, l)
	x.skip(n)
}

func (x *lexer) skip(n int) {
	for _, r := range x.rest[:n] {
		x.col++
		if r == '\n' {
			x.line, x.col = x.line+1, 1
		}
	}
	x.rest = x.rest[n:]
}
