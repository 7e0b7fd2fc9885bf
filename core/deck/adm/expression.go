package adm

import "strings"

// An expression may be written over several lines, each of which begins with
// a comma. That comma does not belong to the expression,
//
//	FUNCTION = - 1.0*AZ(1,2)
//	, - 0.05*WZ(1,2,2)
//
// unless the line break is where the expression needs one to make sense:
// between two operands,
//
//	FUNCTION = STEP(TIME, 0, 0
//	, 1, 100)
//
// where the comma separates arguments of a function. Between two operands
// that are not in parentheses it ends the expression, as a comma elsewhere
// outside of parentheses does; so does a backslash, and so does NAME= behind
// a comma even in parentheses, because expressions have no equal signs: one of
// the parentheses is missing then. The parameters of a routine may have names,
// USER(k=1, c=2): up to the closing parenthesis NAME= is one of them.

// parseExpression takes an expression that begins at p.fileOffset.
func (p *parser) parseExpression() text {
	s := p.t.s
	depth, simple := 0, true
	i, past := p.at, 0 // up to past, separators have been examined behind
	list := endOfUserList(s, i)
	named := func() bool {
		if i < past || i < list {
			return false
		}
		past = skipCharacters(s, i, ",\n")
		return isKeyAt(s, past)
	}
scan:
	for ; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth = max(depth-1, 0)
		case '\\':
			break scan
		case ',':
			if depth == 0 || named() {
				break scan
			}
		case '\n':
			if named() || depth == 0 && hasOperandsAround(s, i) {
				break scan
			}
			simple = false
			i = skipCharacters(s, i, "\n") - 1
		case '*':
			simple = simple && !isSpacedPower(s, i)
		}
	}
	start := p.at
	p.at = i
	if simple {
		return p.t.substring(start, i)
	}
	return p.joinLines(start, i)
}

// joinLines makes the lines [start,end) of an expression one, and ** of the * *
// that some programs write.
func (p *parser) joinLines(start, end int) text {
	t := p.t.substring(start, end)
	j := textJoiner{src: t.src}
	from, depth := 0, 0
	for i := 0; i < len(t.s); i++ {
		switch t.s[i] {
		case '(':
			depth++
		case ')':
			depth = max(depth-1, 0)
		case '\n':
			j.addText(t.substring(from, i))
			if depth > 0 && hasOperandsAround(t.s, i) {
				j.addString(",", t.fileOffset(i))
			} else {
				j.addString(" ", t.fileOffset(i))
			}
			from = skipCharacters(t.s, i, "\n")
			i = from - 1
		case '*':
			if isSpacedPower(t.s, i) {
				j.addText(t.substring(from, i+1))
				for i+1 < len(t.s) && isBlank(t.s[i+1]) {
					i++
				}
				from = i + 1
				i++ // the second * begins no third
			}
		}
	}
	j.addText(t.substring(from, len(t.s)))
	return j.joinedText()
}

// isSpacedPower reports whether the * at i is followed by another behind blanks.
func isSpacedPower(s string, i int) bool {
	j := i + 1
	for j < len(s) && isBlank(s[j]) {
		j++
	}
	return j > i+1 && j < len(s) && s[j] == '*'
}

// hasOperandsAround reports whether operands are on both sides of the line break at i,
// so that an expression needs something between them.
func hasOperandsAround(s string, i int) bool {
	before := strings.TrimRight(s[:i], " \t\n")
	after := strings.TrimLeft(s[i:], " \t\n")
	if before == "" || after == "" {
		return false
	}
	b, a := before[len(before)-1], after[0]
	if !isLetter(a) && !isDigit(a) && a != '.' && a != '(' {
		return false
	}
	if a == '(' && (isLetter(b) || isDigit(b)) {
		return !endsWithName(before)
	}
	return isLetter(b) || isDigit(b) || b == '.' || b == ')'
}

// endsWithName reports whether a text ends with a name, which a number is not.
func endsWithName(s string) bool {
	i := len(s)
	for i > 0 && (isLetter(s[i-1]) || isDigit(s[i-1]) || s[i-1] == '.') {
		i--
	}
	return i < len(s) && isLetter(s[i])
}

// endOfUserList returns the place behind the closing parenthesis of USER(…) at i, 0 if
// it is something else or that parenthesis is missing.
func endOfUserList(s string, i int) int {
	i = skipCharacters(s, i, "\n")
	open := i + strings.IndexByte(s[i:], '(')
	if open < i || !isUserList(s[i:open+1]) {
		return 0
	}
	if n := strings.IndexAny(s[open+1:], "()\\"); n >= 0 && s[open+1+n] == ')' {
		return open + 1 + n + 1
	}
	return 0
}

// isUserList reports whether an expression is a list of parameters for a routine.
func isUserList(s string) bool {
	s = strings.TrimLeft(s, " \t\n")
	if len(s) < 5 || !strings.EqualFold(s[:4], "USER") {
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(s[4:], " \t\n"), "(")
}
