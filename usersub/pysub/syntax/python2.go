package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
)

// Python 2. The pages of vendors print scripts in it. A script whose syntax is that of
// Python 2 and not of Python 3 runs as it did there:
//
//	print "x", y         rewritePrint("x", y)
//	print >>f, x,        rewritePrint(x, end=" ", file=f)
//	except Error, e:     except Error as e:
//	raise Error, "text"  raise Error("text")
//	a <> b               a != b
//	`x`                  repr(x)
//	12L, 0777            12, 0o777
//
// Integers divide as integers there, unless the script imports division from
// __future__; map, filter, zip and range give lists, round() gives a float, halves away
// from zero; unicode, long, basestring, reduce and cmp are there. Numbers are printed
// with all their digits as in Python 3.

// Python2Syntax is what says that a script is in Python 2.
type Python2Syntax struct {
	Line      int
	Construct string
}

func (e *Python2Syntax) String() string {
	return fmt.Sprintf("it is in Python 2 (line %d: %s): integers divide as there", e.Line, e.Construct)
}

// FindPython2Syntax returns nil for a script that may be in Python 3.
func FindPython2Syntax(list []Token) *Python2Syntax {
	for line := range logicalLines(list) {
		for i := range line {
			if what := describePython2Lexeme(line, i); what != "" {
				return &Python2Syntax{line[i].Line, what}
			}
		}
		for _, part := range splitSimpleStatements(line) {
			if what := describePython2Statement(part); what != "" {
				return &Python2Syntax{part[0].Line, what}
			}
		}
	}
	return nil
}

// splitSimpleStatements are the statements of a logical line: those between semicolons, behind the
// colon of a head, and the head.
func splitSimpleStatements(line []Token) (list [][]Token) {
	if line[0].kind == 'n' && keywords[line[0].text] && line[0].text != "lambda" {
		if k := findLexemeAtDepth(line, 1, line[0].depth, ":"); k > 0 && k+1 < len(line) && heads[line[0].text] {
			list = append(list, line[:k+1])
			line = line[k+1:]
		}
	}
	for part := range statementsBetweenSemicolons(line) {
		list = append(list, part)
	}
	return list
}

// heads begin blocks that may be in the same line.
var heads = map[string]bool{"if": true, "elif": true, "else": true, "for": true, "while": true, "try": true, "except": true, "finally": true,
	"with": true, "def": true, "class": true}

func describePython2Lexeme(line []Token, i int) string {
	l := &line[i]
	switch {
	case l.kind == 'o' && l.text == "<>":
		return "<>"
	case l.kind == 'o' && l.text == "`":
		return "backticks"
	case l.kind == 'd' && strings.ContainsAny(l.text, "lL") && !strings.ContainsAny(l.text, "xX."):
		return "an integer with L"
	case l.kind == 'd' && isPython2Octal(l.text):
		return "an octal number without o"
	}
	return ""
}

// isPython2Octal reports whether a number is octal in Python 2 and nothing in Python 3.
func isPython2Octal(s string) bool {
	return len(s) > 1 && s[0] == '0' && strings.Trim(s, "01234567") == "" && strings.Trim(s, "0") != ""
}

func describePython2Statement(part []Token) string {
	if len(part) < 2 || part[0].kind != 'n' {
		return ""
	}
	next := &part[1]
	switch part[0].text {
	case "print":
		word := next.kind == 'n' && (!operator[next.text] || next.text == "not")
		if word || next.kind == 's' || next.kind == 'd' || next.text == ">>" || next.text == "`" {
			return "a print statement"
		}
	case "except":
		if k := findLexemeAtDepth(part, 1, part[0].depth, ",", ":"); k > 0 && part[k].text == "," {
			return "except with a comma"
		}
	case "raise":
		if k := findLexemeAtDepth(part, 1, part[0].depth, ","); k > 0 {
			return "raise with a comma"
		}
	}
	return ""
}

// rewritePython2Line edits a logical line of a script in Python 2.
func (m *scriptRewriter) rewritePython2Line(line []Token) {
	ticks := -1
	for i := range line {
		l := &line[i]
		switch describePython2Lexeme(line, i) {
		case "<>":
			m.addEdit(l.at, l.endOffset(), "!=")
		case "backticks":
			if ticks < 0 {
				m.addEdit(l.at, l.endOffset(), "repr(")
				ticks = i
			} else {
				m.addEdit(l.at, l.endOffset(), ")")
				ticks = -1
			}
		case "an integer with L":
			m.addEdit(l.at, l.endOffset(), strings.TrimRight(l.text, "lL")+" ")
		case "an octal number without o":
			m.addEdit(l.at, l.endOffset(), "0o"+l.text[1:])
		}
	}
	if ticks >= 0 {
		m.addProblem(&line[ticks], "a backtick is not closed")
	}
	for _, part := range splitSimpleStatements(line) {
		if len(part) == 0 || part[0].kind != 'n' {
			continue
		}
		switch part[0].text {
		case "print":
			if !m.printing {
				m.rewritePrint(part)
			}
		case "except":
			if k := findLexemeAtDepth(part, 1, part[0].depth, ",", ":"); k > 0 && part[k].text == "," {
				m.addEdit(part[k].at, part[k].endOffset(), " as ")
			}
		case "raise":
			m.rewriteRaise(part)
		case "exec":
			if len(part) > 1 && part[1].text != "(" {
				m.addProblem(&part[0], "exec statements are not supported by the embedded interpreter")
			}
		}
	}
}

func (m *scriptRewriter) addProblem(l *Token, what string) {
	if m.bad == nil {
		m.bad = &Problem{Line: l.Line, Col: l.col, Msg: what}
	}
}

// rewritePrint edits a print statement: a comma at its end keeps the line open.
func (m *scriptRewriter) rewritePrint(part []Token) {
	word, last := &part[0], &part[len(part)-1]
	if len(part) == 1 {
		m.addEdit(word.endOffset(), word.endOffset(), "()")
		return
	}
	tail, first := "", 1
	if part[1].text == ">>" {
		k := findLexemeAtDepth(part, 2, word.depth, ",")
		if k == 0 {
			k = len(part)
		}
		if k == 2 {
			m.addProblem(&part[1], "a file is missing behind >>")
			return
		}
		tail = ", file=" + m.text[part[2].at:part[k-1].endOffset()]
		first = k + 1
		if first >= len(part) {
			m.addEdit(word.endOffset(), last.endOffset(), "("+strings.TrimPrefix(tail, ", ")+")"+extractLineBreaks(m.text[word.endOffset():last.endOffset()]))
			return
		}
	}
	if last.text == "," && last.depth == word.depth {
		tail += ", end=' '"
		m.addEdit(last.at, last.endOffset(), tail+")")
	} else {
		m.insertClosing(last.endOffset(), word.at, tail+")")
	}
	m.addEdit(word.endOffset(), part[first].at, "("+extractLineBreaks(m.text[word.endOffset():part[first].at]))
}

// rewriteRaise edits a raise statement with a class and a value.
func (m *scriptRewriter) rewriteRaise(part []Token) {
	k := findLexemeAtDepth(part, 1, part[0].depth, ",")
	if k == 0 || k+1 >= len(part) {
		return
	}
	if findLexemeAtDepth(part, k+1, part[0].depth, ",") > 0 {
		m.addProblem(&part[0], "raise with a traceback is not supported by the embedded interpreter")
		return
	}
	m.addEdit(part[k].at, part[k].endOffset(), "(")
	m.insertClosing(part[len(part)-1].endOffset(), part[k].at, ")")
}

// findFutureImports reports what a script imports from __future__.
func findFutureImports(list []Token) (division, printing bool) {
	for line := range logicalLines(list) {
		if len(line) > 3 && line[0].text == "from" && line[1].text == "__future__" {
			for _, l := range line[3:] {
				division = division || l.text == "division"
				printing = printing || l.text == "print_function"
			}
		}
	}
	return division, printing
}

// oldNames are functions that gave something else in Python 2, and such as are gone.
var oldNames = []string{"map", "filter", "zip", "range", "round", "reduce", "cmp", "unichr", "raw_input"}

// oldTypes are types by the names of Python 2.
var oldTypes = map[string]ast.Identifier{"unicode": "str", "basestring": "str", "long": "int"}

func RuntimeNameForPython2(name string) string { return "__2" + name + "__" }

// rewritePython2Expr is what an expression in Python 2 means.
func (r *treeRewriter) rewritePython2Expr(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.BinOp:
		if x.Op == ast.Div && r.halves {
			return newRuntimeCall(x, RuntimeNameForPython2("div"), x.Left, x.Right)
		}
	case *ast.Name:
		name := string(x.Id)
		if x.Ctx != ast.Load || r.own[name] {
			break
		}
		if slices.Contains(oldNames, name) {
			x.Id = ast.Identifier(RuntimeNameForPython2(name))
		} else if t, ok := oldTypes[name]; ok {
			x.Id = t
		}
	}
	return e
}

// rewritePython2Division is a /= b in Python 2, as a = a / b.
func (r *treeRewriter) rewritePython2Division(x *ast.AugAssign) ast.Stmt {
	if !r.two || !r.halves || x.Op != ast.Div {
		return nil
	}
	left := targetAsValue(x.Target)
	if left == nil {
		return nil
	}
	return &ast.Assign{StmtBase: x.StmtBase, Targets: []ast.Expr{x.Target}, Value: newRuntimeCall(x, RuntimeNameForPython2("div"), left, x.Value)}
}
