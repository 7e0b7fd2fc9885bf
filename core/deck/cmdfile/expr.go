package cmdfile

import (
	"fmt"
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
func parseExpr(s string) (*node, error) {
	p := &exprParser{s: s}
	n, err := p.parseBinary(0)
	if err != nil {
		return nil, err
	}
	if p.skipBlanks(); p.i < len(p.s) {
		return nil, fmt.Errorf("unexpected %q", shortenForMessage(p.s[p.i:]))
	}
	return n, nil
}

func (p *exprParser) skipBlanks() {
	for p.i < len(p.s) && isBlank(p.s[p.i]) {
		p.i++
	}
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

func (p *exprParser) parseBinary(level int) (*node, error) {
	if level == len(levels) {
		return p.parseUnary()
	}
	left, err := p.parseBinary(level + 1)
	if err != nil {
		return nil, err
	}
	for {
		op := p.nextOperator(level)
		if op == "" {
			return left, nil
		}
		p.i += len(op)
		right, err := p.parseBinary(level + 1)
		if err != nil {
			return nil, err
		}
		left = &node{op: op, kids: []*node{left, right}}
	}
}

func (p *exprParser) parseUnary() (*node, error) {
	p.skipBlanks()
	if p.i < len(p.s) {
		switch c := p.s[p.i]; c {
		case '-', '+', '!':
			p.i++
			if p.depth++; p.depth > deepest {
				return nil, fmt.Errorf("the expression is nested too deeply")
			}
			n, err := p.parseUnary()
			p.depth--
			if err != nil || c == '+' {
				return n, err
			}
			return &node{op: "u" + string(c), kids: []*node{n}}, nil
		}
	}
	return p.parsePower()
}

func (p *exprParser) parsePower() (*node, error) {
	left, err := p.parsePostfix()
	if err != nil {
		return nil, err
	}
	p.skipBlanks()
	for _, mark := range []string{"**", "^"} {
		if strings.HasPrefix(p.s[p.i:], mark) {
			p.i += len(mark)
			if p.depth++; p.depth > deepest {
				return nil, fmt.Errorf("the expression is nested too deeply")
			}
			right, err := p.parseUnary()
			p.depth--
			if err != nil {
				return nil, err
			}
			return &node{op: "**", kids: []*node{left, right}}, nil
		}
	}
	return left, nil
}

func (p *exprParser) parsePostfix() (*node, error) {
	n, err := p.parseOperand()
	if err != nil {
		return nil, err
	}
	for p.i < len(p.s) {
		p.skipToUnit()
		switch c := p.s[p.i]; {
		case c == '[':
			if n, err = p.parseIndex(n); err != nil {
				return nil, err
			}
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
				return nil, fmt.Errorf("a parenthesis is not closed")
			}
			n = &node{op: "unit", text: p.s[p.i+1 : p.i+end], kids: []*node{n}}
			p.i += end + 1
		default:
			return n, nil
		}
	}
	return n, nil
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
func (p *exprParser) parseIndex(of *node) (*node, error) {
	p.i++
	n := &node{op: "index", kids: []*node{of}}
	for {
		p.skipBlanks()
		if p.i < len(p.s) && p.s[p.i] == '*' {
			p.i++
			n.kids = append(n.kids, &node{op: "all"})
		} else {
			k, err := p.parseNested()
			if err != nil {
				return nil, err
			}
			if p.skipBlanks(); p.i < len(p.s) && p.s[p.i] == ':' {
				p.i++
				to, err := p.parseNested()
				if err != nil {
					return nil, err
				}
				k = &node{op: "range", kids: []*node{k, to}}
			}
			n.kids = append(n.kids, k)
		}
		p.skipBlanks()
		if p.i < len(p.s) && p.s[p.i] == ',' {
			p.i++
			continue
		}
		if p.i >= len(p.s) || p.s[p.i] != ']' {
			return nil, fmt.Errorf("a bracket is not closed")
		}
		p.i++
		return n, nil
	}
}

func (p *exprParser) parseNested() (*node, error) {
	if p.depth++; p.depth > deepest {
		return nil, fmt.Errorf("the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	return p.parseBinary(0)
}

func (p *exprParser) parseOperand() (*node, error) {
	p.skipBlanks()
	if p.i >= len(p.s) {
		return nil, fmt.Errorf("the expression ends too early")
	}
	switch c := p.s[p.i]; {
	case c == '(':
		p.i++
		n, err := p.parseNested()
		if err != nil {
			return nil, err
		}
		if p.skipBlanks(); p.i >= len(p.s) || p.s[p.i] != ')' {
			return nil, fmt.Errorf("a parenthesis is not closed")
		}
		p.i++
		return &node{op: "group", kids: []*node{n}}, nil
	case c == '{':
		return p.parseArray()
	case c == '"':
		n := stringEnd(p.s[p.i:])
		if n == 0 {
			return nil, fmt.Errorf("a quote is not closed")
		}
		t := p.s[p.i+1 : p.i+n-1]
		p.i += n
		return &node{op: "str", text: unescape(t)}, nil
	case isDigit(c) || c == '.' && p.i+1 < len(p.s) && isDigit(p.s[p.i+1]):
		return p.parseNumber()
	case isLetter(c) || c == '.' || c == '\'' || c == '$' || c >= 0x80:
		return p.parseName()
	}
	return nil, fmt.Errorf("unexpected %q", shortenForMessage(p.s[p.i:]))
}

func (p *exprParser) parseArray() (*node, error) {
	p.i++
	n := &node{op: "array"}
	for {
		p.skipBlanks()
		if p.i < len(p.s) && p.s[p.i] == '}' {
			p.i++
			return n, nil
		}
		k, err := p.parseNested()
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, k)
		p.skipBlanks()
		if p.i < len(p.s) && p.s[p.i] == ',' {
			p.i++
		} else if p.i >= len(p.s) || p.s[p.i] != '}' {
			return nil, fmt.Errorf("a brace is not closed")
		}
	}
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

func (p *exprParser) parseNumber() (*node, error) {
	end := numberEnd(p.s, p.i)
	t := p.s[p.i:end]
	x, err := strconv.ParseFloat(t, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is not a number", shortenForMessage(t))
	}
	p.i = end
	return &node{op: "num", num: x, int: !strings.ContainsAny(t, ".eE")}, nil
}

// parseName parses a name of an object, .model.part.marker, or the call of a function.
func (p *exprParser) parseName() (*node, error) {
	start := p.i
	p.i = objectNameEnd(p.s, p.i)
	if p.i == start {
		return nil, fmt.Errorf("unexpected %q", shortenForMessage(p.s[p.i:]))
	}
	t := p.s[start:p.i]
	at := p.i
	p.skipBlanks()
	if p.i >= len(p.s) || p.s[p.i] != '(' || strings.ContainsAny(t, ".'\"$") {
		p.i = at
		return &node{op: "name", text: t}, nil
	}
	p.i++
	n := &node{op: "call", text: strings.ToUpper(t)}
	for {
		p.skipBlanks()
		if p.i < len(p.s) && p.s[p.i] == ')' {
			p.i++
			return n, nil
		}
		k, err := p.parseNested()
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, k)
		p.skipBlanks()
		switch {
		case p.i < len(p.s) && (p.s[p.i] == ',' || p.s[p.i] == ':'):
			p.i++
		case p.i >= len(p.s) || p.s[p.i] != ')':
			return nil, fmt.Errorf("%s(: the parenthesis is not closed", n.text)
		}
	}
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
