package syntax

import (
	"regexp"
	"slices"
	"strings"
)

// Syntax of Python 3.5 to 3.13 that gpython's grammar, that of Python 3.4, does
// not have. A script is edited before it is parsed, so that what the edits leave
// behind parses; the tree of that is put right afterwards (rewrite.go). Lines
// stay, and places in the tree are those of the script as written.
//
//	f"{x:.3f}"           __f__("", (x), "", ".3f", "")
//	a @ b                a * __matmul__ * b, which binds alike
//	(n := f(x))          (__let__(n, f(x)))
//	x: float = 1         x        = 1, and a note of the annotation
//	def f(a: int, /):    def f(a       ):
//	1_000                1000
//	{**a}                {__unpack__: a}
//	{*a}                 {__unpack__ is a}, which binds alike
//	f(*a, x, *b)         f(*[*a, x, *b])
//	with (a as b):       with  a as b :

// The names that edits leave behind.
const (
	FormatName = "__f__"
	MatMulName = "__matmul__"
	letName    = "__let__"
	unpackName = "__unpack__"
)

// note is an annotated variable.
type note struct{ name, text string }

// scriptRewriter is a script on its way to the parser.
type scriptRewriter struct {
	text  string
	edits []edit
	notes map[[2]int]note // by line and byte column
	bad   *Problem        // what cannot be understood, nil if nothing
	two   bool            // the script is in Python 2
	// halves reports that / of integers gives an integer, printing that print is a function.
	halves, printing bool
}

// rewriteModernSyntax returns a script in the language of gpython's parser. The origins
// are nil if nothing had to be changed.
func rewriteModernSyntax(text string, list []Token) (*scriptRewriter, string, *positionMap) {
	m := &scriptRewriter{text: text, notes: map[[2]int]note{}}
	if strings.Contains(text, "\r\n") {
		m.text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if e := FindPython2Syntax(list); e != nil {
		division, printing := findFutureImports(list)
		m.two, m.halves, m.printing = true, !division, printing
	}
	for line := range logicalLines(list) {
		m.rewriteStatement(line)
		if m.two {
			m.rewritePython2Line(line)
		}
	}
	if len(m.edits) == 0 {
		return m, text, nil
	}
	out, p := applyEdits(m.text, m.edits)
	return m, out, p
}

// logicalLines yields the logical lines of a script.
func logicalLines(list []Token) func(func([]Token) bool) {
	return func(yield func([]Token) bool) {
		for from := 0; from < len(list); {
			to := from
			for to < len(list) && list[to].kind != '\n' {
				to++
			}
			if to > from && !yield(list[from:to]) {
				return
			}
			from = to + 1
		}
	}
}

func (m *scriptRewriter) addEdit(from, to int, text string) {
	m.edits = append(m.edits, edit{from: from, to: to, text: text})
}

// insertClosing inserts the end of what begins at open.
func (m *scriptRewriter) insertClosing(at, open int, text string) {
	m.edits = append(m.edits, edit{from: at, to: at, text: text, shuts: open + 1})
}

func (m *scriptRewriter) blankOut(from, to int) {
	if from < to {
		m.edits = append(m.edits, newBlankEdit(m.text, from, to))
	}
}

// rewriteStatement edits a logical line.
func (m *scriptRewriter) rewriteStatement(line []Token) {
	switch line[0].text {
	case "def":
		m.removeSignatureAnnotations(line)
	case "with":
		m.rewriteWith(line)
	}
	if line[0].kind == 'n' {
		for part := range statementsBetweenSemicolons(line) {
			if !keywords[part[0].text] || part[0].text == "match" || part[0].text == "print" {
				m.removeAnnotation(part)
			}
		}
	}
	m.rewriteExpressions(line, true)
}

// rewriteWith takes the parentheses around the items of a with statement away.
func (m *scriptRewriter) rewriteWith(line []Token) {
	if len(line) < 4 || line[1].text != "(" {
		return
	}
	depth, named, end := line[1].depth+1, false, 0
	for i := 2; i < len(line) && end == 0; i++ {
		named = named || line[i].text == "as" && line[i].depth == depth
		if line[i].depth < depth {
			end = i
		}
	}
	if !named || end+1 >= len(line) || line[end+1].text != ":" {
		return
	}
	m.addEdit(line[1].at, line[1].endOffset(), " ")
	if line[end-1].text == "," {
		m.addEdit(line[end-1].at, line[end-1].endOffset(), " ")
	}
	m.addEdit(line[end].at, line[end].endOffset(), " ")
	for i := 1; i < end; i++ {
		if gap := m.text[line[i].endOffset():line[i+1].at]; strings.Contains(gap, "\n") {
			m.addEdit(line[i].endOffset(), line[i+1].at, " "+extractLineBreaks(gap))
		}
	}
}

// statementsBetweenSemicolons yields what is between the semicolons of a line.
func statementsBetweenSemicolons(line []Token) func(func([]Token) bool) {
	return func(yield func([]Token) bool) {
		from := 0
		for i := range line {
			if line[i].text == ";" && line[i].depth == line[0].depth {
				if i > from && !yield(line[from:i]) {
					return
				}
				from = i + 1
			}
		}
		if from < len(line) {
			yield(line[from:])
		}
	}
}

// endOffset is the byte behind a lexeme.
func (l *Token) endOffset() int { return l.at + len(l.text) }

// removeAnnotation takes the annotation of a variable away and notes it.
func (m *scriptRewriter) removeAnnotation(line []Token) {
	k := findBlockColon(line)
	if k == 0 || k+1 >= len(line) {
		return
	}
	to := k + 1
	for to < len(line) && (line[to].text != "=" || line[to].depth > line[k].depth) {
		to++
	}
	if to == k+1 {
		return
	}
	first, last := &line[0], &line[to-1]
	text := m.text[line[k+1].at:last.endOffset()]
	if k == 1 {
		m.notes[[2]int{first.Line, m.columnOf(first.at)}] = note{first.text, text}
	}
	if to < len(line) {
		m.blankOut(line[k].at, last.endOffset())
		return
	}
	m.addEdit(first.at, last.endOffset(), "pass"+extractLineBreaks(m.text[first.at:last.endOffset()]))
}

// extractLineBreaks are the line breaks of a text, behind which the statement continues.
func extractLineBreaks(text string) string { return strings.Repeat("\\\n", strings.Count(text, "\n")) }

// columnOf is the byte column, from 0, of a place.
func (m *scriptRewriter) columnOf(at int) int {
	return at - 1 - strings.LastIndexByte(m.text[:at], '\n')
}

// removeSignatureAnnotations takes the annotations of a function away.
func (m *scriptRewriter) removeSignatureAnnotations(line []Token) {
	for i := 2; i < len(line); i++ {
		l := &line[i]
		switch {
		case l.text == "->" && l.depth == 0:
			if k := findLexemeAtDepth(line, i+1, 0, ":"); k > 0 {
				m.blankOut(l.at, line[k].at)
			}
			return
		case l.text == ":" && l.depth == 1 && line[i-1].kind == 'n' && slices.Contains([]string{"(", ",", "*", "**"}, line[i-2].text):
			if k := findLexemeAtDepth(line, i+1, 1, ",", "="); k > 0 {
				m.blankOut(l.at, line[k-1].endOffset())
			}
		}
	}
}

// findLexemeAtDepth returns the first of some lexemes at a depth, 0 if there is none.
func findLexemeAtDepth(line []Token, from, depth int, texts ...string) int {
	lambdas := 0
	for i := from; i < len(line); i++ {
		l := &line[i]
		if l.depth > depth || l.kind == 's' {
			continue
		}
		if l.text == "lambda" {
			lambdas++
		}
		if l.text == ":" && lambdas > 0 {
			lambdas--
			continue
		}
		if l.depth < depth || slices.Contains(texts, l.text) {
			return i
		}
	}
	return 0
}

var grouped = regexp.MustCompile(`^(?:0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?\.?(?:\d(?:_?\d)*)?(?:[eE][-+]?\d(?:_?\d)*)?[jJ]?)$`)

// rewriteExpressions edits what may be in any expression; isLogicalLine reports that line is
// a logical line and no part of an f-string.
func (m *scriptRewriter) rewriteExpressions(line []Token, isLogicalLine bool) {
	for i := 0; i < len(line); i++ {
		l := &line[i]
		switch {
		case l.kind == 's':
			n := 1
			for i+n < len(line) && line[i+n].kind == 's' {
				n++
			}
			m.rewriteStrings(line[i : i+n])
			i += n - 1
		case l.kind == 'd':
			if strings.Contains(l.text, "_") && grouped.MatchString(l.text) {
				plain := strings.ReplaceAll(l.text, "_", "")
				m.addEdit(l.at, l.endOffset(), plain+strings.Repeat(" ", len(l.text)-len(plain)))
			}
		case l.kind != 'o':
		case l.text == "@" && (i > 0 || !isLogicalLine):
			m.addEdit(l.at, l.endOffset(), "* "+MatMulName+" *")
		case l.text == "@=":
			m.addEdit(l.at, l.endOffset(), "*= "+MatMulName+",")
		case l.text == ":=":
			m.rewriteAssignmentExpr(line, i, isLogicalLine)
		case l.text == "/":
			m.removePositionalMarker(line, i)
		case l.text == "**" && l.inside == "{" && i > 0 && (line[i-1].text == "{" || line[i-1].text == ","):
			m.addEdit(l.at, l.endOffset(), unpackName+":")
		case l.text == "*" && l.inside == "{" && i > 0 && (line[i-1].text == "{" || line[i-1].text == ","):
			m.addEdit(l.at, l.endOffset(), unpackName+" is ")
		case l.text == "(" && i > 0 && (line[i-1].kind == 'n' && !keywords[line[i-1].text] && !operator[line[i-1].text] ||
			line[i-1].text == "print" || line[i-1].text == ")" || line[i-1].text == "]"):
			m.rewriteArguments(line, i)
		}
	}
}

// rewriteAssignmentExpr edits an assignment inside an expression. Its value goes to the end of
// the argument or of the bracket.
func (m *scriptRewriter) rewriteAssignmentExpr(line []Token, i int, isLogicalLine bool) {
	if i == 0 || line[i-1].kind != 'n' || i+1 >= len(line) || isLogicalLine && i == 1 {
		return
	}
	name := &line[i-1]
	end := findLexemeAtDepth(line, i+1, name.depth, ",", ":", "for")
	last := len(line) - 1
	if end > 0 {
		last = end - 1
	}
	m.addEdit(name.at, name.at, letName+"(")
	m.addEdit(line[i].at, line[i].endOffset(), ",")
	m.insertClosing(line[last].endOffset(), name.at, ")")
}

// removePositionalMarker takes the / of a list of parameters away, with a comma.
func (m *scriptRewriter) removePositionalMarker(line []Token, i int) {
	if i == 0 || i+1 >= len(line) || line[i-1].text != "," {
		return
	}
	switch line[i+1].text {
	case ",":
		m.blankOut(line[i].at, line[i+1].endOffset())
	case ")", ":":
		m.blankOut(line[i-1].at, line[i].endOffset())
	}
}

// rewriteArguments edits what is in the parentheses of a call or a definition:
// several lists or dicts to unpack, and a comma at the end.
func (m *scriptRewriter) rewriteArguments(line []Token, open int) {
	depth := line[open].depth + 1
	stars, doubles, positions, named, end := classifyArguments(line, open)
	if end == 0 || line[0].text == "def" && open <= 2 || line[0].text == "class" {
		stars, doubles = nil, nil
	}
	if end > 0 && line[end-1].text == "," && end-1 > open {
		m.blankOut(line[end-1].at, line[end-1].endOffset())
		end--
	}
	last := 0
	if len(positions) > 0 {
		last = positions[len(positions)-1]
	}
	if len(stars) > 0 && last > stars[0] && (named < stars[0] || named > last) {
		m.encloseArguments(line, stars[0], last, end, depth, "*[", "]")
	}
	if len(doubles) > 1 || len(doubles) == 1 && max(named, last) > doubles[0] {
		m.mergeKeywords(line, doubles[0], end, depth)
	}
}

// classifyArguments finds the arguments in the parentheses at open by where they begin: with *, with **, all
// by position, the last one by name, and where the parentheses end (0 if they do not).
func classifyArguments(line []Token, open int) (stars, doubles, positions []int, named, end int) {
	depth, from := line[open].depth+1, open+1
	for i := open + 1; i < len(line) && end == 0; i++ {
		l := &line[i]
		closed := l.depth < depth
		if closed {
			end = i
		}
		if !closed && (l.text != "," || l.depth > depth) {
			continue
		}
		if from < i {
			switch {
			case line[from].text == "*":
				stars, positions = append(stars, from), append(positions, from)
			case line[from].text == "**":
				doubles = append(doubles, from)
			case from+1 < i && line[from+1].text == "=":
				named = from
			default:
				positions = append(positions, from)
			}
		}
		from = i + 1
	}
	return stars, doubles, positions, named, end
}

// encloseArguments puts brackets around the arguments from one to another.
func (m *scriptRewriter) encloseArguments(line []Token, from, last, end, depth int, open, shut string) {
	to := last
	for to < end && (line[to].text != "," || line[to].depth > depth) {
		to++
	}
	m.addEdit(line[from].at, line[from].at, open)
	m.insertClosing(line[to-1].endOffset(), line[from].at, shut)
}

// mergeKeywords makes one dict of the arguments by name from a place on.
func (m *scriptRewriter) mergeKeywords(line []Token, from, end, depth int) {
	m.addEdit(line[from].at, line[from].at, "**{")
	for i, first := from, true; i < end; i++ {
		l := &line[i]
		switch {
		case first && l.text == "**":
			m.addEdit(l.at, l.endOffset(), unpackName+":")
		case first && i+1 < end && l.kind == 'n' && line[i+1].text == "=":
			m.addEdit(l.at, line[i+1].endOffset(), `"`+l.text+`":`)
		}
		first = l.text == "," && l.depth == depth
	}
	m.insertClosing(line[end-1].endOffset(), line[from].at, "}")
}
