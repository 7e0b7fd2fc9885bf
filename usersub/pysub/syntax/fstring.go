package syntax

import (
	"strings"
	"unicode/utf8"
)

// The parts of a formatted string literal, which Python's reference calls an
// f-string: text, and fields {expression!conversion:specification}.

// fStringPart is text or a field of an f-string; places are bytes in the script.
type fStringPart struct {
	text     string // as written
	field    bool
	from, to int           // of the expression
	shown    string        // the text of {x=}, up to and with the =
	convert  string        // r, s, a or nothing
	spec     []fStringPart // nothing without a specification
	specAt   int
	hasSpec  bool
}

// fStringEnd returns where an f-string ends whose text begins at from; 0 if its
// fields cannot be followed.
func fStringEnd(s string, from int, quote string) int {
	x := fStringScanner{s: s, at: from, quote: quote}
	x.readParts(false)
	if x.bad != "" || !strings.HasPrefix(s[min(x.at, len(s)):], quote) {
		return 0
	}
	return x.at + len(quote)
}

// fStringScanner follows the text of an f-string.
type fStringScanner struct {
	s     string
	at    int
	quote string
	raw   bool
	bad   string // what is wrong at place at
}

func (x *fStringScanner) setError(msg string) { x.bad = "f-string: " + msg }

// readParts reads text and fields to the closing quote, or to the brace that ends a
// specification.
func (x *fStringScanner) readParts(inSpecification bool) (list []fStringPart) {
	from := x.at
	text := func() {
		if x.at > from {
			list = append(list, fStringPart{text: x.s[from:x.at]})
		}
	}
	for x.bad == "" {
		rest := x.s[min(x.at, len(x.s)):]
		switch {
		case rest == "", strings.HasPrefix(rest, x.quote), rest[0] == '\n' && len(x.quote) == 1,
			inSpecification && rest[0] == '}':
			text()
			return list
		case !inSpecification && (strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}")):
			x.at++
			text()
			x.at++
			from = x.at
		case rest[0] == '}':
			x.setError("single '}' is not allowed; write }}")
		case rest[0] == '{':
			text()
			list = append(list, x.readField())
			from = x.at
		case strings.HasPrefix(rest, `\N{`) && !x.raw:
			x.at += max(1, strings.IndexByte(rest, '}')+1)
		case rest[0] == '\\' && len(rest) > 1 && (!x.raw || rest[1] != '{' && rest[1] != '}'):
			_, n := utf8.DecodeRuneInString(rest[1:])
			x.at += 1 + n
			if rest[1] == '{' || rest[1] == '}' {
				x.at-- // the backslash stands for itself
			}
		default:
			x.at++
		}
	}
	return nil
}

// readField reads a field from its opening brace to behind the closing one.
func (x *fStringScanner) readField() fStringPart {
	x.at++
	p := fStringPart{field: true, from: x.at}
	p.to = x.skipExpression()
	if x.bad != "" {
		return p
	}
	if strings.TrimSpace(x.s[p.from:p.to]) == "" {
		x.setError("a field needs an expression")
		return p
	}
	if x.s[x.at] == '=' {
		x.at++
		for x.at < len(x.s) && strings.IndexByte(" \t\n", x.s[x.at]) >= 0 {
			x.at++
		}
		p.shown = x.s[p.from:x.at]
	}
	if strings.HasPrefix(x.s[x.at:], "!") {
		x.at++
		p.convert = x.s[x.at:min(x.at+1, len(x.s))]
		if p.convert == "" || !strings.Contains("rsa", p.convert) {
			x.setError("a conversion is !r, !s or !a")
			return p
		}
		x.at++
	}
	if strings.HasPrefix(x.s[x.at:], ":") {
		x.at++
		p.hasSpec, p.specAt = true, x.at
		p.spec = x.readParts(true)
	}
	if x.bad == "" && !strings.HasPrefix(x.s[min(x.at, len(x.s)):], "}") {
		x.setError("a field is not closed: } is missing")
	}
	x.at++
	return p
}

// skipExpression goes to the end of an expression: to the =, ! or : behind it, or to
// the brace that closes the field.
func (x *fStringScanner) skipExpression() int {
	depth := 0
	for x.at < len(x.s) {
		rest := x.s[x.at:]
		if m := lexPrefix.FindStringSubmatch(rest); m != nil && !(len(x.quote) == 3 && strings.HasPrefix(rest, x.quote)) {
			x.at += stringLiteralEnd(rest, len(m[0]), m[1])
			continue
		}
		c := rest[0]
		switch {
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case depth > 0 && strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == '\n' && len(x.quote) == 1 && depth == 0, len(x.quote) == 3 && strings.HasPrefix(rest, x.quote):
			x.setError("a field is not closed: } is missing")
			return x.at
		case depth > 0:
		case c == '}', c == ':':
			return x.at
		case c == '!' && !strings.HasPrefix(rest, "!="):
			return x.at
		case c == '=' && endsExpression(rest[1:]) && strings.IndexByte("=!<>", x.s[x.at-1]) < 0:
			return x.at
		case len(rest) > 1 && (rest[:2] == "==" || rest[:2] == "!=" || rest[:2] == "<=" || rest[:2] == ">="):
			x.at++
		}
		n := len(lexName.FindString(rest))
		x.at += max(1, n)
	}
	x.setError("a field is not closed: } is missing")
	return x.at
}

// endsExpression reports whether what follows the = of {x=} ends the expression.
func endsExpression(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\n")
	return rest != "" && strings.IndexByte("}:!", rest[0]) >= 0 && !strings.HasPrefix(rest, "!=")
}
