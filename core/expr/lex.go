package expr

import (
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokNumber
	tokName
	tokPlus
	tokMinus
	tokTimes
	tokOver
	tokPower
	tokOpen
	tokClose
	tokComma
	tokColon
	tokBad // already reported
)

type token struct {
	kind     tokenKind
	pos, end int
	val      float64 // tokNumber
}

type lexer struct {
	src    string
	at     int
	tokens []token
	errs   *errorList
}

// lex returns the tokens of src, the last of which is tokEnd.
func lex(src string, errs *errorList) []token {
	l := lexer{src: src, errs: errs}
	for l.skipBlanks(); l.at < len(src); l.skipBlanks() {
		l.lexToken()
	}
	l.appendToken(tokEnd, 0)
	return l.tokens
}

// appendToken appends a token of n bytes and moves past it.
func (l *lexer) appendToken(kind tokenKind, n int) {
	l.tokens = append(l.tokens, token{kind: kind, pos: l.at, end: l.at + n})
	l.at += n
}

// skipBlanks passes white space of any script, no-break spaces and byte order
// marks included: they come with text copied from documents.
func (l *lexer) skipBlanks() {
	for l.at < len(l.src) {
		r, n := utf8.DecodeRuneInString(l.src[l.at:])
		if !unicode.IsSpace(r) && r != '\ufeff' {
			return
		}
		l.at += n
	}
}

var punctuation = [128]tokenKind{
	'+': tokPlus, '-': tokMinus, '*': tokTimes, '/': tokOver,
	'(': tokOpen, ')': tokClose, ',': tokComma, ':': tokColon,
}

func (l *lexer) lexToken() {
	c := l.src[l.at]
	switch {
	case isDigit(c) || c == '.' && l.at+1 < len(l.src) && isDigit(l.src[l.at+1]):
		l.lexNumber()
	case isLetter(c):
		n := 1
		for l.at+n < len(l.src) && (isLetter(l.src[l.at+n]) || isDigit(l.src[l.at+n])) {
			n++
		}
		l.appendToken(tokName, n)
	case c == '*' && l.at+1 < len(l.src) && l.src[l.at+1] == '*':
		l.appendToken(tokPower, 2)
	case c < 128 && punctuation[c] != tokEnd:
		l.appendToken(punctuation[c], 1)
	default:
		l.reportUnknownCharacter()
	}
}

// strangers are characters that people write for ones of the language.
var strangers = map[rune]struct {
	kind tokenKind
	hint string
}{
	'^': {tokPower, "a power is written **"},
	'−': {tokMinus, "write the minus sign as -"},
	'–': {tokMinus, "write the minus sign as -"},
	'×': {tokTimes, "a product is written *"},
	'·': {tokTimes, "a product is written *"},
	'<': {tokBad, "there are no relations: use IF(a-b: less, equal, greater)"},
	'>': {tokBad, "there are no relations: use IF(a-b: less, equal, greater)"},
	'=': {tokBad, "there are no relations: use IF(a-b: less, equal, greater)"},
	'[': {tokOpen, "only ( ) group"},
	']': {tokClose, "only ( ) group"},
	'{': {tokOpen, "only ( ) group"},
	'}': {tokClose, "only ( ) group"},
	';': {tokComma, "arguments are separated by commas"},
}

// reportUnknownCharacter reports a character that is not of the language.
func (l *lexer) reportUnknownCharacter() {
	r, n := utf8.DecodeRuneInString(l.src[l.at:])
	s, known := strangers[r]
	if !known {
		s.kind = tokBad
	}
	if s.kind == tokBad && l.extendUnknownCharacters(n) {
		return
	}
	l.errs.addError(l.at, l.at+n, "unexpected character "+strconv.Quote(l.src[l.at:l.at+n]), s.hint)
	l.appendToken(s.kind, n)
}

// extendUnknownCharacters makes n more bytes part of the stranger just before them: one
// report for == or >=.
func (l *lexer) extendUnknownCharacters(n int) bool {
	last := len(l.tokens) - 1
	if last < 0 || l.tokens[last].kind != tokBad || l.tokens[last].end != l.at {
		return false
	}
	l.at += n
	l.tokens[last].end = l.at
	l.errs.list[len(l.errs.list)-1].End = l.at
	return true
}

// lexNumber reads digits, a decimal point, an exponent with E and the suffix D for
// degrees.
func (l *lexer) lexNumber() {
	src, start := l.src, l.at
	at := digitsEnd(src, start)
	if at < len(src) && src[at] == '.' {
		at = digitsEnd(src, at+1)
	}
	if at < len(src) && (src[at]|0x20) == 'e' {
		at = exponentEnd(src, at)
	}
	val, err := strconv.ParseFloat(src[start:at], 64)
	if at < len(src) && (src[at]|0x20) == 'd' {
		val, at = val*(math.Pi/180), at+1
	}
	if at < len(src) && (isLetter(src[at]) || isDigit(src[at]) || src[at] == '.') {
		l.reportMalformedNumber(at)
		return
	}
	l.appendToken(tokNumber, at-start)
	l.tokens[len(l.tokens)-1].val = val
	if err != nil {
		l.errs.addError(start, at, "number "+src[start:at]+" is out of range", "")
		l.tokens[len(l.tokens)-1].kind = tokBad
	}
}

// reportMalformedNumber reports a number that runs into other letters, digits or points; at
// is where it went wrong.
func (l *lexer) reportMalformedNumber(at int) {
	start := l.at
	end := at
	for end < len(l.src) && (isLetter(l.src[end]) || isDigit(l.src[end]) || l.src[end] == '.') {
		end++
	}
	hint := ""
	switch bad := l.src[at] | 0x20; {
	case l.src[at-1]|0x20 == 'd' && isDigit(l.src[at]):
		hint = "D means degrees: write an exponent with E"
	case bad == 'e' && end == at+1:
		hint = "the exponent has no digits"
	case isLetter(bad):
		hint = "an operator is missing before " + l.src[at:end]
	}
	l.errs.addError(start, end, "malformed number "+l.src[start:end], hint)
	l.appendToken(tokBad, end-start)
}

// exponentEnd returns the place after an exponent that starts at at, or at itself
// if there are no digits.
func exponentEnd(src string, at int) int {
	first := at + 1
	if first < len(src) && (src[first] == '+' || src[first] == '-') {
		first++
	}
	if end := digitsEnd(src, first); end > first {
		return end
	}
	return at
}

func digitsEnd(src string, at int) int {
	for at < len(src) && isDigit(src[at]) {
		at++
	}
	return at
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
