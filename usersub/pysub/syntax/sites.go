package syntax

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// CallSite is a call in a file, or an assignment to an attribute, as byte offsets
// [start,end) in the file's text.
type Site = struct {
	File string
	Name [2]int   // of the function, or of the attribute
	Args [][2]int // arguments by position; the value that is assigned
	Keys []struct {
		Name      string
		At, Value [2]int
	}
}

// SiteKeyword is the keyword by which a call receives its position.
const SiteKeyword = "__site__"

// SiteOfName is the function that gives what an attribute holds the site of its call, if that takes one: another object may have
// a method of the same name.
const SiteOfName = "__site_of__"

// AssignName is the function that stands for an assignment to an attribute.
const AssignName = "__assign__"

// Sites are the tracked calls of the files of a program, and its assignments to
// attributes.
type Sites struct {
	tracked map[string]bool          // names of the functions whose calls have a site
	known   func(module string) bool // modules whose names a file may import and use
	list    []Site
}

// NewSites returns no sites yet: of calls of functions with the names tracked.
func NewSites(tracked []string, known func(module string) bool) *Sites {
	s := &Sites{tracked: map[string]bool{}, known: known}
	for _, n := range tracked {
		s.tracked[n] = true
	}
	return s
}

// CallSite returns the site with a number, which is empty if there is none.
func (s *Sites) CallSite(n int) Site {
	if n < 1 || n > len(s.list) {
		return Site{}
	}
	return s.list[n-1]
}

// addSite enters a site and returns its number, from 1.
func (s *Sites) addSite(site Site) int {
	s.list = append(s.list, site)
	return len(s.list)
}

// callLocator gives the calls of a file that are tracked their sites.
type callLocator struct {
	sites *Sites
	file  string
	list  []Token
	place map[[2]int]int // index in list by line and byte column, both from 0
	at    []int          // byte offset of each lexeme in the text of the file
	lines []int          // byte offset of each line
	own   map[string]bool
	shift int // of offsets: the length of a byte-order mark
}

// AddSitesToCalls adds its site to every tracked call in a tree, and makes assignments to
// attributes calls that have one. A name that the file binds itself is its own
// affair.
func (s *Sites) AddSitesToCalls(tree ast.Mod, list []Token, file, text string, shift int) {
	l := &callLocator{sites: s, shift: shift, file: file, list: list, place: map[[2]int]int{}, own: FindBoundNames(tree, s.known)}
	l.indexLexemes(text)
	ast.Walk(tree, func(n ast.Ast) bool {
		if c, ok := n.(*ast.Call); ok {
			l.addSiteToCall(c)
		}
		return true
	})
	if m, ok := tree.(*ast.Module); ok {
		l.replaceAttributeAssignments(m.Body)
	}
}

// indexLexemes finds the byte offsets of the lexemes. The lexer counts characters and
// knows no carriage returns.
func (l *callLocator) indexLexemes(text string) {
	l.lines = []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			l.lines = append(l.lines, i+1)
		}
	}
	l.at = make([]int, len(l.list))
	line, col, at := 0, 1, 0
	for i, x := range l.list {
		if x.Line != line {
			line, col, at = x.Line, 1, l.lines[x.Line-1]
		}
		for range text[at:] {
			if col == x.col {
				break
			}
			at += firstRuneByteCount(text[at:])
			col++
		}
		l.at[i] = at
		l.place[[2]int{line, at - l.lines[line-1]}] = i
	}
}

func firstRuneByteCount(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

// addSiteToCall gives a call of a tracked function its site.
func (l *callLocator) addSiteToCall(c *ast.Call) {
	i, name := -1, ""
	switch f := c.Func.(type) {
	case *ast.Name:
		name = string(f.Id)
		i = l.lexemeAt(f.Lineno, f.ColOffset)
		if l.own[name] {
			return
		}
	case *ast.Attribute: // is at the dot
		name = string(f.Attr)
		i = l.lexemeAt(f.Lineno, f.ColOffset) + 1
	}
	if !l.sites.tracked[name] || i < 0 || i+1 >= len(l.list) || l.list[i].text != name || l.list[i+1].text != "(" {
		return
	}
	s := Site{File: l.file, Name: l.byteRangeOfLexemes(i, i)}
	l.findArguments(&s, i+1)
	n := l.sites.addSite(s)
	num := &ast.Num{N: py.Int(n)}
	num.Pos = ast.Pos{Lineno: c.Func.GetLineno(), ColOffset: c.Func.GetColOffset()}
	if _, ok := c.Func.(*ast.Attribute); ok {
		name := &ast.Name{Id: SiteOfName, Ctx: ast.Load}
		call := &ast.Call{Func: name, Args: []ast.Expr{c.Func, num}}
		name.Pos, call.Pos = num.Pos, num.Pos
		c.Func = call
		return
	}
	key := &ast.Keyword{Arg: SiteKeyword, Value: num}
	key.Pos = num.Pos
	c.Keywords = append(c.Keywords, key)
}

// lexemeAt returns the lexeme at a line from 1 and a byte column from 0, -1 if
// there is none.
func (l *callLocator) lexemeAt(line, col int) int {
	if i, ok := l.place[[2]int{line, col}]; ok {
		return i
	}
	return -1
}

// byteRangeOfLexemes is the range of the file from one lexeme to another.
func (l *callLocator) byteRangeOfLexemes(i, j int) [2]int {
	return [2]int{l.shift + l.at[i], l.shift + l.at[j] + len(l.list[j].text)}
}

// findArguments finds the arguments behind the parenthesis list[open].
func (l *callLocator) findArguments(s *Site, open int) {
	depth := l.list[open].depth + 1
	from := open + 1
	for i := from; i < len(l.list); i++ {
		x := &l.list[i]
		closed := x.kind == 'o' && x.text == ")" && x.depth == depth-1
		if !closed && (x.text != "," || x.kind != 'o' || x.depth != depth) {
			continue
		}
		l.addArgument(s, from, i-1)
		if from = i + 1; closed {
			return
		}
	}
}

// addArgument takes the argument that goes from one lexeme to another.
func (l *callLocator) addArgument(s *Site, i, j int) {
	switch {
	case i > j || strings.HasPrefix(l.list[i].text, "*"):
	case j > i+1 && l.list[i].kind == 'n' && l.list[i+1].text == "=":
		k := struct {
			Name      string
			At, Value [2]int
		}{l.list[i].text, l.byteRangeOfLexemes(i, i), l.byteRangeOfLexemes(i+2, j)}
		s.Keys = append(s.Keys, k)
	default:
		s.Args = append(s.Args, l.byteRangeOfLexemes(i, j))
	}
}

// replaceAttributeAssignments replaces assignments to attributes in a list of statements.
func (l *callLocator) replaceAttributeAssignments(body []ast.Stmt) {
	for i, s := range body {
		switch x := s.(type) {
		case *ast.Assign:
			if a, ok := x.Targets[0].(*ast.Attribute); ok && len(x.Targets) == 1 {
				body[i] = l.newAssignmentCall(x, a)
			}
		case *ast.FunctionDef:
			l.replaceAttributeAssignments(x.Body)
		case *ast.ClassDef:
			l.replaceAttributeAssignments(x.Body)
		case *ast.If:
			l.replaceAttributeAssignments(x.Body)
			l.replaceAttributeAssignments(x.Orelse)
		case *ast.For:
			l.replaceAttributeAssignments(x.Body)
			l.replaceAttributeAssignments(x.Orelse)
		case *ast.While:
			l.replaceAttributeAssignments(x.Body)
			l.replaceAttributeAssignments(x.Orelse)
		case *ast.With:
			l.replaceAttributeAssignments(x.Body)
		case *ast.Try:
			for _, b := range [][]ast.Stmt{x.Body, x.Orelse, x.Finalbody} {
				l.replaceAttributeAssignments(b)
			}
			for _, h := range x.Handlers {
				l.replaceAttributeAssignments(h.Body)
			}
		}
	}
}

// newAssignmentCall is: __assign__(object, "attribute", value, site).
func (l *callLocator) newAssignmentCall(x *ast.Assign, a *ast.Attribute) ast.Stmt {
	s := Site{File: l.file}
	if i := l.lexemeAt(a.Lineno, a.ColOffset); i >= 0 && i+2 < len(l.list) && l.list[i+2].text == "=" {
		s.Name = l.byteRangeOfLexemes(i+1, i+1)
		j := i + 3
		for j+1 < len(l.list) && l.list[j+1].kind != '\n' && (l.list[j+1].text != ";" || l.list[j+1].depth > 0) {
			j++
		}
		if j < len(l.list) {
			s.Args = [][2]int{l.byteRangeOfLexemes(i+3, j)}
		}
	}
	n := l.sites.addSite(s)
	name := &ast.Name{Id: AssignName, Ctx: ast.Load}
	attr := &ast.Str{S: py.String(a.Attr)}
	num := &ast.Num{N: py.Int(n)}
	call := &ast.Call{Func: name, Args: []ast.Expr{a.Value, attr, x.Value, num}}
	name.Pos, attr.Pos, num.Pos, call.Pos = x.Pos, x.Pos, x.Pos, x.Pos
	e := &ast.ExprStmt{Value: call}
	e.Pos = x.Pos
	return e
}
