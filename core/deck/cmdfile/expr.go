package cmdfile

import (
	"strconv"
	"strings"
)

// node is a node of an expression.
type node struct {
	op   string // "num", "str", "name", "call", "array", "index", "field", "unit", or an operator
	num  float64
	int  bool // a number without point
	text string
	kids []*node
	// known is a value instead of an expression.
	known *datum
}

// exprParser parses expressions. From weakest to strongest: || && comparisons // + - * / % unary **, and
// behind an operand [index], .field, a unit.
type exprParser struct {
	s     string
	i     int
	depth int
}

// parseExpr parses a whole text.
func parseExpr(s string) *node {
	p := &exprParser{s: s}
	n := p.parseBinary(0)
	if p.skipBlanks(); p.i < len(p.s) {
		panic(failuref("unexpected %q", shortenForMessage(p.s[p.i:])))
	}
	return n
}

func (p *exprParser) skipBlanks() {
	for p.i < len(p.s) && isBlank(p.s[p.i]) {
		p.i++
	}
}

// isNext reports whether one of some characters is next, behind blanks.
func (p *exprParser) isNext(set string) bool {
	p.skipBlanks()
	return p.i < len(p.s) && strings.IndexByte(set, p.s[p.i]) >= 0
}

// skipCharIfIn passes the next character if it is one of a set.
func (p *exprParser) skipCharIfIn(set string) bool {
	if !p.isNext(set) {
		return false
	}
	p.i++
	return true
}

var levels = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"//"}, {"+", "-"}, {"*", "/", "%"}}

// nextOperator returns the operator of a level that comes next, "" for none.
func (p *exprParser) nextOperator(level int) string {
	p.skipBlanks()
	rest := p.s[p.i:]
	for _, op := range levels[level] {
		if !strings.HasPrefix(rest, op) {
			continue
		}
		if op == "*" && strings.HasPrefix(rest, "**") || op == "/" && strings.HasPrefix(rest, "//") {
			continue
		}
		return op
	}
	return ""
}

// deepest bounds how expressions are nested.
const deepest = 200

func (p *exprParser) parseBinary(level int) *node {
	if level == len(levels) {
		return p.parseUnary()
	}
	left := p.parseBinary(level + 1)
	for {
		op := p.nextOperator(level)
		if op == "" {
			return left
		}
		p.i += len(op)
		left = &node{op: op, kids: []*node{left, p.parseBinary(level + 1)}}
	}
}

func (p *exprParser) parseUnary() *node {
	p.skipBlanks()
	if p.i < len(p.s) {
		switch c := p.s[p.i]; c {
		case '-', '+', '!':
			p.i++
			n := p.parseNested(len(levels))
			if c == '+' {
				return n
			}
			return &node{op: "u" + string(c), kids: []*node{n}}
		}
	}
	return p.parsePower()
}

func (p *exprParser) parsePower() *node {
	left := p.parsePostfix()
	p.skipBlanks()
	for _, mark := range []string{"**", "^"} {
		if strings.HasPrefix(p.s[p.i:], mark) {
			p.i += len(mark)
			return &node{op: "**", kids: []*node{left, p.parseNested(len(levels))}}
		}
	}
	return left
}

func (p *exprParser) parsePostfix() *node {
	n := p.parseOperand()
	for p.i < len(p.s) {
		p.skipToUnit()
		switch c := p.s[p.i]; {
		case c == '[':
			n = p.parseIndex(n)
		case c == '.' && p.i+1 < len(p.s) && isLetter(p.s[p.i+1]) && n.op != "num":
			end := nameEnd(p.s, p.i+1)
			n = &node{op: "field", text: p.s[p.i+1 : end], kids: []*node{n}}
			p.i = end
		case isLetter(c):
			end := nameEnd(p.s, p.i)
			n = &node{op: "unit", text: p.s[p.i:end], kids: []*node{n}}
			p.i = end
		case c == '(' && n.op != "call":
			end := strings.IndexByte(p.s[p.i:], ')')
			if end < 0 {
				panic(failuref("a parenthesis is not closed"))
			}
			n = &node{op: "unit", text: p.s[p.i+1 : p.i+end], kids: []*node{n}}
			p.i += end + 1
		default:
			return n
		}
	}
	return n
}

// skipToUnit passes blanks before a unit: 30 d.
func (p *exprParser) skipToUnit() {
	i := p.i
	for i < len(p.s) && isBlank(p.s[i]) {
		i++
	}
	if n := nameEnd(p.s, i); n > i && i > p.i {
		if _, ok := unitTable[strings.ToLower(p.s[i:n])]; ok {
			p.i = i
		}
	}
}

// parseIndex parses [i], [i,j] and ranges [i:j].
func (p *exprParser) parseIndex(of *node) *node {
	p.i++
	n := &node{op: "index", kids: []*node{of}}
	for {
		if p.skipCharIfIn("*") {
			n.kids = append(n.kids, &node{op: "all"})
		} else {
			k := p.parseNested(0)
			if p.skipCharIfIn(":") {
				k = &node{op: "range", kids: []*node{k, p.parseNested(0)}}
			}
			n.kids = append(n.kids, k)
		}
		if p.skipCharIfIn(",") {
			continue
		}
		if !p.skipCharIfIn("]") {
			panic(failuref("a bracket is not closed"))
		}
		return n
	}
}

// parseNested parses what is one level deeper in the expression.
func (p *exprParser) parseNested(level int) *node {
	if p.depth++; p.depth > deepest {
		panic(failuref("the expression is nested too deeply"))
	}
	defer func() { p.depth-- }()
	return p.parseBinary(level)
}

func (p *exprParser) parseOperand() *node {
	p.skipBlanks()
	if p.i >= len(p.s) {
		panic(failuref("the expression ends too early"))
	}
	switch c := p.s[p.i]; {
	case c == '(':
		p.i++
		n := p.parseNested(0)
		if !p.skipCharIfIn(")") {
			panic(failuref("a parenthesis is not closed"))
		}
		return &node{op: "group", kids: []*node{n}}
	case c == '{':
		p.i++
		return p.parseList(&node{op: "array"}, "}", ",", "a brace is not closed")
	case c == '"':
		n := stringEnd(p.s[p.i:])
		if n == 0 {
			panic(failuref("a quote is not closed"))
		}
		t := p.s[p.i+1 : p.i+n-1]
		p.i += n
		return &node{op: "str", text: unescape(t)}
	case isDigit(c) || c == '.' && p.i+1 < len(p.s) && isDigit(p.s[p.i+1]):
		return p.parseNumber()
	case isLetter(c) || c == '.' || c == '\'' || c == '$' || c >= 0x80:
		return p.parseName()
	}
	panic(failuref("unexpected %q", shortenForMessage(p.s[p.i:])))
}

// parseList parses the operands of n up to a closing mark.
func (p *exprParser) parseList(n *node, end, separators, unclosed string) *node {
	for !p.skipCharIfIn(end) {
		n.kids = append(n.kids, p.parseNested(0))
		if !p.skipCharIfIn(separators) && !p.isNext(end) {
			panic(failuref("%s", unclosed))
		}
	}
	return n
}

// numberEnd returns the end of the number at i.
func numberEnd(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i < len(s) && s[i] == '.' {
		for i++; i < len(s) && isDigit(s[i]); i++ {
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		k := i + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if k < len(s) && isDigit(s[k]) {
			for i = k; i < len(s) && isDigit(s[i]); i++ {
			}
		}
	}
	return i
}

func (p *exprParser) parseNumber() *node {
	end := numberEnd(p.s, p.i)
	t := p.s[p.i:end]
	x, err := strconv.ParseFloat(t, 64)
	if err != nil {
		panic(failuref("%q is not a number", shortenForMessage(t)))
	}
	p.i = end
	return &node{op: "num", num: x, int: !strings.ContainsAny(t, ".eE")}
}

// parseName parses a name of an object, .model.part.marker, or the call of a function.
func (p *exprParser) parseName() *node {
	start := p.i
	p.i = objectNameEnd(p.s, p.i)
	if p.i == start {
		panic(failuref("unexpected %q", shortenForMessage(p.s[p.i:])))
	}
	t := p.s[start:p.i]
	at := p.i
	if strings.ContainsAny(t, ".'\"$") || !p.skipCharIfIn("(") {
		p.i = at
		return &node{op: "name", text: t}
	}
	t = strings.ToUpper(t)
	return p.parseList(&node{op: "call", text: t}, ")", ",:", t+"(: the parenthesis is not closed")
}

// objectNameEnd returns the end of the name of an object that begins at i: components that are separated
// by points, each a word or in quotes.
func objectNameEnd(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case isWordByte(c):
			i++
		case c == '\'' || c == '"' && i > 0 && s[i-1] == '.':
			n := stringEnd(s[i:])
			if n == 0 {
				return i
			}
			i += n
		case c == '.' && i+1 < len(s) && (isWordByte(s[i+1]) || s[i+1] == '"' || s[i+1] == '\''):
			i++
		default:
			return i
		}
	}
	return i
}
