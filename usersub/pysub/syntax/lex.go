package syntax

import (
	"regexp"
	"strings"
)

// Token is a piece of a script with its place, line and column from 1. Names,
// numbers, strings (whole, with prefix) and operators are distinguished by kind:
// n d s o. Kind \n ends a logical line.
type Token struct {
	kind      byte
	text      string
	Line, col int
	at        int    // bytes before it, a line break counted as one
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
	Line, col int
	at        int
	open      []string
	list      []Token
}

func Tokenize(text string) []Token {
	x := lexer{rest: strings.ReplaceAll(text, "\r\n", "\n"), Line: 1, col: 1}
	for x.rest != "" {
		x.lexToken()
	}
	return x.list
}

func (x *lexer) lexToken() {
	switch c := x.rest[0]; {
	case c == '\n':
		if len(x.open) == 0 {
			x.addToken('\n', 1)
		} else {
			x.skipBytes(1)
		}
	case c == ' ', c == '\t', c == '\f', c == '\r':
		x.skipBytes(1)
	case c == '#':
		end := strings.IndexByte(x.rest, '\n')
		if end < 0 {
			end = len(x.rest)
		}
		x.skipBytes(end)
	case strings.HasPrefix(x.rest, "\\\n"):
		x.skipBytes(2)
	default:
		x.lexWord()
	}
}

// scanSimpleLexeme returns kind and length of a lexeme that is reported without the expressions
// above, of which most scripts consist: ASCII names, digits, brackets and commas;
// 0 for others. It takes a fifth of their time.
func scanSimpleLexeme(s string) (kind byte, n int) {
	name := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= '0' && c <= '9' }
	switch c := s[0]; {
	case strings.IndexByte("()[]{},;~", c) >= 0:
		return 'o', 1
	case !name(c):
		return 0, 0
	case c <= '9':
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		kind = 'd'
	default:
		for n < len(s) && name(s[n]) {
			n++
		}
		kind = 'n'
	}
	if n < len(s) && (s[n] >= 0x80 || kind == 'd' && (name(s[n]) || s[n] == '.') || kind == 'n' && n <= 2 && (s[n] == '"' || s[n] == '\'')) {
		return 0, 0 // more letters, the rest of a number, a string with a prefix
	}
	return kind, n
}

func (x *lexer) lexWord() {
	if kind, n := scanSimpleLexeme(x.rest); n > 0 {
		x.addToken(kind, n)
		return
	}
	if m := lexPrefix.FindStringSubmatch(x.rest); m != nil {
		x.addToken('s', stringLiteralEnd(x.rest, len(m[0]), m[1]))
		return
	}
	for _, k := range []struct {
		kind byte
		look *regexp.Regexp
	}{{'n', lexName}, {'d', lexNumber}, {'o', lexOp}} {
		if n := len(k.look.FindString(x.rest)); n > 0 {
			x.addToken(k.kind, n)
			return
		}
	}
	x.skipBytes(1)
}

// stringLiteralEnd returns where a string ends. One with fields may have its own
// quotes inside them.
func stringLiteralEnd(s string, from int, quote string) int {
	if strings.ContainsAny(s[:from], "fFtT") {
		if end := fStringEnd(s, from, quote); end > 0 {
			return end
		}
	}
	return stringEnd(s, from, quote)
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

func (x *lexer) addToken(kind byte, n int) {
	l := Token{kind: kind, text: x.rest[:n], Line: x.Line, col: x.col, at: x.at}
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
	x.skipBytes(n)
}

func (x *lexer) skipBytes(n int) {
	for _, r := range x.rest[:n] {
		x.col++
		if r == '\n' {
			x.Line, x.col = x.Line+1, 1
		}
	}
	x.rest, x.at = x.rest[n:], x.at+n
}
