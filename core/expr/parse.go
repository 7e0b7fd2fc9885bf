package expr

import "strings"

type nodeKind uint8

const (
	nodeBad      nodeKind = iota // holds an error that was reported; args are its parts
	nodeNumber                   // val
	nodeName                     // name without an argument list
	nodeCall                     // name(args)
	nodeOperator                 // fn on args; a built-in function after checking
	nodeTime                     // after checking, as all that follow
	nodeMode
	nodeIf
	nodeMeasure  // name, ints
	nodeExternal // name, args, ints
	nodeDelay    // args: the signal, the lag, the history; ints: the array
)

// node is a part of an expression at the bytes pos..end of the source.
type node struct {
	kind     nodeKind
	pos, end int
	val      float64
	name     string // upper case, at namePos..nameEnd; an argument list ends at callEnd
	namePos  int
	nameEnd  int
	callEnd  int
	fn       *function
	args     []*node
	ints     []int
}

// maxDepth bounds nesting, maxSource the length of a source: beyond them lies
// the stack.
const (
	maxDepth  = 400
	maxSource = 1 << 18
)

type parser struct {
	src    string
	tokens []token
	at     int
	depth  int
	errs   *errorList
}

// parse returns the tree of src. With errors the tree holds what could be read.
func parse(src string, errs *errorList) *node {
	if len(src) > maxSource {
		errs.addError(0, len(src), "the expression is too long", "")
		return &node{}
	}
	p := parser{src: src, tokens: lex(src, errs), errs: errs}
	n := p.parseSum()
	for t := p.peek(); t.kind != tokEnd; t = p.peek() {
		if t.kind == tokClose {
			p.errs.addError(t.pos, t.end, "`)` has no `(` before it", "")
		} else {
			p.reportUnexpected("the end of the expression")
		}
		p.at++
		switch p.peek().kind {
		case tokTimes, tokOver, tokPower:
			p.at++
		}
		if p.peek().kind != tokEnd && p.peek().kind != tokClose {
			n = badNode(n, p.parseSum())
		}
	}
	return n
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) reportUnexpected(wanted string) {
	t := p.peek()
	found := "the end"
	if t.kind != tokEnd {
		found = "`" + p.src[t.pos:t.end] + "`"
	}
	p.errs.addError(t.pos, t.end, "expected "+wanted+", found "+found, "")
}

func badNode(parts ...*node) *node {
	return &node{kind: nodeBad, pos: parts[0].pos, end: parts[len(parts)-1].end, args: parts}
}

func operatorNode(name string, args ...*node) *node {
	return &node{
		kind: nodeOperator, fn: builtins[name], args: args,
		pos: args[0].pos, end: args[len(args)-1].end,
	}
}

// parseSum reads products joined by + and -. It stops before , : ) and the end.
func (p *parser) parseSum() *node {
	x := p.parseProduct()
	for {
		switch p.peek().kind {
		case tokPlus:
			p.at++
			x = operatorNode("+", x, p.parseProduct())
		case tokMinus:
			p.at++
			x = operatorNode("-", x, p.parseProduct())
		case tokNumber, tokName, tokOpen, tokBad:
			x = p.parseMissingOperator(x)
		default:
			return x
		}
	}
}

// parseMissingOperator continues after x where an operator is missing.
func (p *parser) parseMissingOperator(x *node) *node {
	if p.peek().kind == tokBad {
		p.at++
		switch p.peek().kind {
		case tokEnd, tokClose, tokComma, tokColon:
			return badNode(x)
		}
	} else if x.kind != nodeBad {
		p.reportUnexpected("an operator")
	}
	return badNode(x, p.parseProduct())
}

func (p *parser) parseProduct() *node {
	x := p.parseSigned()
	for {
		switch p.peek().kind {
		case tokTimes:
			p.at++
			x = operatorNode("*", x, p.parseSigned())
		case tokOver:
			p.at++
			x = operatorNode("/", x, p.parseSigned())
		default:
			return x
		}
	}
}

// parseSigned reads any number of signs and a power.
func (p *parser) parseSigned() *node {
	start, negative := p.peek().pos, false
	for p.peek().kind == tokPlus || p.peek().kind == tokMinus {
		negative = negative != (p.peek().kind == tokMinus)
		p.at++
	}
	x := p.parsePower()
	if negative && x.kind != nodeBad {
		x = operatorNode("NEG", x)
	}
	x.pos = start
	return x
}

func (p *parser) parsePower() *node {
	x := p.parseOperand()
	if p.peek().kind != tokPower {
		return x
	}
	p.at++
	if !p.enterNestingLevel() {
		return badNode(x)
	}
	defer p.leaveNestingLevel()
	return operatorNode("**", x, p.parseSigned())
}

// enterNestingLevel goes one level deeper; it reports an error and passes over the rest if
// that is too deep.
func (p *parser) enterNestingLevel() bool {
	p.depth++
	if p.depth <= maxDepth {
		return true
	}
	t := p.peek()
	p.errs.addError(t.pos, t.end, "the expression is nested too deeply", "")
	p.at = len(p.tokens) - 1
	p.depth = -len(p.src) // the levels above find the end; no further report
	return false
}

func (p *parser) leaveNestingLevel() { p.depth-- }

func (p *parser) parseOperand() *node {
	t := p.peek()
	n := &node{pos: t.pos, end: t.end}
	switch t.kind {
	case tokNumber:
		p.at++
		n.kind, n.val = nodeNumber, t.val
	case tokName:
		p.at++
		n.kind, n.name = nodeName, strings.ToUpper(p.src[t.pos:t.end])
		n.namePos, n.nameEnd = t.pos, t.end
		if p.peek().kind == tokOpen {
			p.parseArguments(n)
		}
	case tokOpen:
		return p.parseGroup()
	case tokBad:
		p.at++
	default:
		if p.depth >= 0 {
			p.reportUnexpected("an operand")
		}
	}
	return n
}

func (p *parser) parseGroup() *node {
	start := p.peek().pos
	p.at++
	if !p.enterNestingLevel() {
		return &node{pos: start, end: start}
	}
	defer p.leaveNestingLevel()
	x := p.parseSum()
	if p.peek().kind != tokClose {
		if p.depth >= 0 {
			p.reportUnexpected("`)`")
		}
		p.skipToClose()
		x = badNode(x)
	}
	x.pos, x.end = start, p.peek().end
	if p.peek().kind == tokClose {
		p.at++
	}
	return x
}

// skipToClose passes over the rest of a group, up to its ).
func (p *parser) skipToClose() {
	for depth := 0; p.peek().kind != tokEnd; p.at++ {
		switch p.peek().kind {
		case tokOpen:
			depth++
		case tokClose:
			if depth == 0 {
				return
			}
			depth--
		}
	}
}

// parseArguments reads the argument list of n, from its ( on.
func (p *parser) parseArguments(n *node) {
	n.kind = nodeCall
	p.at++
	if !p.enterNestingLevel() {
		n.kind = nodeBad
		return
	}
	defer p.leaveNestingLevel()
	if p.peek().kind == tokClose {
		p.endCallAtToken(n)
		return
	}
	for {
		n.args = append(n.args, p.parseSum())
		switch t := p.peek(); t.kind {
		case tokColon:
			if n.name != "IF" || len(n.args) != 1 {
				p.errs.addError(t.pos, t.end, "`:` is allowed only after the first argument of IF", "arguments are separated by commas")
			}
		case tokClose:
			p.endCallAtToken(n)
			return
		case tokEnd:
			if p.depth >= 0 {
				p.reportUnexpected("`,` or `)` in the arguments of " + n.name)
			}
			n.kind, n.end = nodeBad, t.end
			return
		}
		p.at++
	}
}

func (p *parser) endCallAtToken(n *node) {
	n.end = p.peek().end
	n.callEnd = n.end
	p.at++
}
