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
//	print "x", y         print("x", y)
//	print >>f, x,        print(x, end=" ", file=f)
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

// era is what says that a script is in Python 2.
type Python2Syntax struct {
	Line      int
	Construct string
}

func (e *Python2Syntax) String() string {
	return fmt.Sprintf("it is in Python 2 (line %d: %s): integers divide as there", e.Line, e.Construct)
}

// eraOf returns nil for a script that may be in Python 3.
func FindPython2Syntax(list []Token) *Python2Syntax {
	for line := range statements(list) {
		for i := range line {
			if what := oldLexeme(line, i); what != "" {
				return &Python2Syntax{line[i].Line, what}
			}
		}
		for _, part := range simples(line) {
			if what := oldStatement(part); what != "" {
				return &Python2Syntax{part[0].Line, what}
			}
		}
	}
	return nil
}

// simples are the statements of a logical line: those between semicolons, behind the
// colon of a head, and the head.
func simples(line []Token) (list [][]Token) {
	if line[0].kind == 'n' && keywords[line[0].text] && line[0].text != "lambda" {
		if k := closing(line, 1, line[0].depth, ":"); k > 0 && k+1 < len(line) && heads[line[0].text] {
			list = append(list, line[:k+1])
			line = line[k+1:]
		}
	}
	for part := range parted(line) {
		list = append(list, part)
	}
	return list
}

// heads begin blocks that may be in the same line.
var heads = map[string]bool{"if": true, "elif": true, "else": true, "for": true, "while": true, "try": true, "except": true, "finally": true,
	"with": true, "def": true, "class": true}

func oldLexeme(line []Token, i int) string {
	l := &line[i]
	switch {
	case l.kind == 'o' && l.text == "<>":
		return "<>"
	case l.kind == 'o' && l.text == "`":
		return "backticks"
	case l.kind == 'd' && strings.ContainsAny(l.text, "lL") && !strings.ContainsAny(l.text, "xX."):
		return "an integer with L"
	case l.kind == 'd' && oldOctal(l.text):
		return "an octal number without o"
	}
	return ""
}

// oldOctal reports whether a number is octal in Python 2 and nothing in Python 3.
func oldOctal(s string) bool {
	return len(s) > 1 && s[0] == '0' && strings.Trim(s, "01234567") == "" && strings.Trim(s, "0") != ""
}

func oldStatement(part []Token) string {
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
		if k := closing(part, 1, part[0].depth, ",", ":"); k > 0 && part[k].text == "," {
			return "except with a comma"
		}
	case "raise":
		if k := closing(part, 1, part[0].depth, ","); k > 0 {
			return "raise with a comma"
		}
	}
	return ""
}

// old edits a logical line of a script in Python 2.
func (m *modern) old(line []Token) {
	ticks := -1
	for i := range line {
		l := &line[i]
		switch oldLexeme(line, i) {
		case "<>":
			m.change(l.at, l.end(), "!=")
		case "backticks":
			if ticks < 0 {
				m.change(l.at, l.end(), "repr(")
				ticks = i
			} else {
				m.change(l.at, l.end(), ")")
				ticks = -1
			}
		case "an integer with L":
			m.change(l.at, l.end(), strings.TrimRight(l.text, "lL")+" ")
		case "an octal number without o":
			m.change(l.at, l.end(), "0o"+l.text[1:])
		}
	}
	if ticks >= 0 {
		m.wrong(&line[ticks], "a backtick is not closed")
	}
	for _, part := range simples(line) {
		if len(part) == 0 || part[0].kind != 'n' {
			continue
		}
		switch part[0].text {
		case "print":
			if !m.printing {
				m.print(part)
			}
		case "except":
			if k := closing(part, 1, part[0].depth, ",", ":"); k > 0 && part[k].text == "," {
				m.change(part[k].at, part[k].end(), " as ")
			}
		case "raise":
			m.raise(part)
		case "exec":
			if len(part) > 1 && part[1].text != "(" {
				m.wrong(&part[0], "exec statements are not supported by the embedded interpreter")
			}
		}
	}
}

func (m *modern) wrong(l *Token, what string) {
	if m.bad == nil {
		m.bad = &Problem{Line: l.Line, Col: l.col, Msg: what}
	}
}

// print edits a print statement: a comma at its end keeps the line open.
func (m *modern) print(part []Token) {
	word, last := &part[0], &part[len(part)-1]
	if len(part) == 1 {
		m.change(word.end(), word.end(), "()")
		return
	}
	tail, first := "", 1
	if part[1].text == ">>" {
		k := closing(part, 2, word.depth, ",")
		if k == 0 {
			k = len(part)
		}
		if k == 2 {
			m.wrong(&part[1], "a file is missing behind >>")
			return
		}
		tail = ", file=" + m.text[part[2].at:part[k-1].end()]
		first = k + 1
		if first >= len(part) {
			m.change(word.end(), last.end(), "("+strings.TrimPrefix(tail, ", ")+")"+breaks(m.text[word.end():last.end()]))
			return
		}
	}
	if last.text == "," && last.depth == word.depth {
		tail += ", end=' '"
		m.change(last.at, last.end(), tail+")")
	} else {
		m.shut(last.end(), word.at, tail+")")
	}
	m.change(word.end(), part[first].at, "("+breaks(m.text[word.end():part[first].at]))
}

// raise edits a raise statement with a class and a value.
func (m *modern) raise(part []Token) {
	k := closing(part, 1, part[0].depth, ",")
	if k == 0 || k+1 >= len(part) {
		return
	}
	if closing(part, k+1, part[0].depth, ",") > 0 {
		m.wrong(&part[0], "raise with a traceback is not supported by the embedded interpreter")
		return
	}
	m.change(part[k].at, part[k].end(), "(")
	m.shut(part[len(part)-1].end(), part[k].at, ")")
}

// futures reports what a script imports from __future__.
func futures(list []Token) (division, printing bool) {
	for line := range statements(list) {
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

func Python2Name(name string) string { return "__2" + name + "__" }

// dated is what an expression in Python 2 means.
func (r *rewriter) dated(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.BinOp:
		if x.Op == ast.Div && r.halves {
			return calls(x, Python2Name("div"), x.Left, x.Right)
		}
	case *ast.Name:
		name := string(x.Id)
		if x.Ctx != ast.Load || r.own[name] {
			break
		}
		if slices.Contains(oldNames, name) {
			x.Id = ast.Identifier(Python2Name(name))
		} else if t, ok := oldTypes[name]; ok {
			x.Id = t
		}
	}
	return e
}

// inPlace2 is a /= b in Python 2, as a = a / b.
func (r *rewriter) inPlace2(x *ast.AugAssign) ast.Stmt {
	if !r.two || !r.halves || x.Op != ast.Div {
		return nil
	}
	left := loaded(x.Target)
	if left == nil {
		return nil
	}
	return &ast.Assign{StmtBase: x.StmtBase, Targets: []ast.Expr{x.Target}, Value: calls(x, Python2Name("div"), left, x.Value)}
}
