package syntax

import (
	"reflect"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/parser"
	"github.com/go-python/gpython/py"
)

// Parse parses a script whose lexemes are list. Places in the tree and in
// errors are those of the text.
func Parse(text, file string, list []Token) (ast.Mod, error) {
	m, plain, where := rewriteModernSyntax(text, list)
	if m.bad != nil {
		return nil, syntaxError(m.bad, text, file)
	}
	tree, err := parser.Parse(strings.NewReader(plain), file, py.ExecMode)
	if err != nil {
		relocateError(err, where, list)
		return nil, err
	}
	if where == nil && !m.two {
		return tree, nil
	}
	r := &treeRewriter{where: where, notes: m.notes, two: m.two, halves: m.halves}
	if m.two {
		r.own = FindBoundNames(tree, nil)
	}
	r.rewriteNode(reflect.ValueOf(tree))
	if bad := bindAssignmentExprs(tree); bad != nil {
		return nil, syntaxError(bad, text, file)
	}
	return tree, nil
}

func syntaxError(p *Problem, text, file string) error {
	line := strings.Split(text, "\n")[p.Line-1]
	at := len(string([]rune(line)[:min(p.Col-1, len([]rune(line)))]))
	e := py.MakeSyntaxError(py.ExceptionNewf(py.SyntaxError, "%s", p.Msg), file, p.Line, at+1, line)
	e.Dict[exactly] = py.Int(at)
	return e
}

// exactly is where a syntax error has its byte column from 0, if that is not to
// be found from the end of the token there: inside f-strings.
const exactly = "column"

// ErrorColumn returns the byte column, from 0, of a syntax error in its line.
func ErrorColumn(e *py.Exception, src string) int {
	if at, ok := e.Dict[exactly].(py.Int); ok {
		return min(int(at), len(src))
	}
	at, _ := e.Dict["offset"].(py.Int)
	return findTokenStart(src, int(at))
}

// relocateError gives a syntax error the place of what the parser stumbled over in the
// script as written. The parser reports the end of that.
func relocateError(err error, where *positionMap, list []Token) {
	e, ok := err.(*py.Exception)
	if !ok || where == nil {
		return
	}
	line, _ := e.Dict["lineno"].(py.Int)
	at, _ := e.Dict["offset"].(py.Int)
	l, c := where.originalPosition(int(line), max(int(at)-1, 0))
	e.Dict["lineno"], e.Dict["offset"] = py.Int(l), py.Int(c+min(int(at), 1))
	start := where.olds[min(max(l, 1), len(where.olds))-1] + c
	for i := range list {
		x := &list[i]
		if x.kind == 's' && strings.ContainsAny(stringPrefix(x.text), "fF") && x.at < start && start < x.endOffset() {
			e.Dict[exactly] = py.Int(c)
		}
	}
}

// treeRewriter puts the tree of an edited script right.
type treeRewriter struct {
	where  *positionMap
	notes  map[[2]int]note
	two    bool            // the script is in Python 2
	halves bool            // and / of integers gives an integer
	own    map[string]bool // names that it defines, if it is
}

var posType = reflect.TypeFor[ast.Pos]()

// rewriteNode goes through a node and all below it. Those below come first.
func (r *treeRewriter) rewriteNode(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
		r.rewriteNode(v.Elem())
		if c, ok := v.Interface().(*ast.ClassDef); ok {
			r.addAnnotations(c)
		}
	case reflect.Interface:
		if v.IsNil() || v.Elem().Kind() != reflect.Pointer {
			return
		}
		r.rewriteNode(v.Elem())
		r.replaceSingleNode(v)
	case reflect.Slice:
		for i := range v.Len() {
			r.rewriteNode(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == posType {
			p := v.Addr().Interface().(*ast.Pos)
			p.Lineno, p.ColOffset = r.where.originalPosition(p.Lineno, p.ColOffset)
			return
		}
		for i := range v.NumField() {
			r.rewriteNode(v.Field(i))
		}
	}
}

// replaceSingleNode puts what an expression or statement means in its position.
func (r *treeRewriter) replaceSingleNode(v reflect.Value) {
	switch x := v.Interface().(type) {
	case ast.Expr:
		n := rewriteExpr(x)
		if r.two {
			n = r.rewritePython2Expr(n)
		}
		if n != x {
			v.Set(reflect.ValueOf(n))
		}
	case *ast.AugAssign:
		if n := expandMatrixProductInPlace(x); n != nil {
			v.Set(reflect.ValueOf(n))
		} else if n := r.rewritePython2Division(x); n != nil {
			v.Set(reflect.ValueOf(n))
		}
	}
}

func IsName(e ast.Expr, name string) bool {
	n, ok := e.(*ast.Name)
	return ok && string(n.Id) == name
}

func positionOf(e ast.Ast) ast.Pos {
	return ast.Pos{Lineno: e.GetLineno(), ColOffset: e.GetColOffset()}
}

// newRuntimeCall returns a call of one of our own functions at the place of e.
func newRuntimeCall(e ast.Ast, name string, args ...ast.Expr) *ast.Call {
	base := ast.ExprBase{Pos: positionOf(e)}
	return &ast.Call{ExprBase: base, Func: &ast.Name{ExprBase: base, Id: ast.Identifier(name), Ctx: ast.Load}, Args: args}
}

// rewriteExpr returns what an expression means.
func rewriteExpr(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.BinOp:
		left, ok := x.Left.(*ast.BinOp)
		if ok && x.Op == ast.Mult && left.Op == ast.Mult && IsName(left.Right, MatMulName) {
			return newRuntimeCall(x, MatMulName, left.Left, x.Right)
		}
	case *ast.Call:
		if IsName(x.Func, letName) && len(x.Args) == 2 {
			return newAssignmentExpr(x)
		}
	case *ast.Dict:
		return newUnpackDictCall(x)
	case *ast.List:
		if x.Ctx == ast.Load {
			return newUnpackCall(e, "__list__", x.Elts)
		}
	case *ast.Tuple:
		if x.Ctx == ast.Load {
			return newUnpackCall(e, "__tuple__", x.Elts)
		}
	case *ast.Set:
		for i, o := range x.Elts {
			if c, ok := o.(*ast.Compare); ok && IsName(c.Left, unpackName) {
				x.Elts[i] = &ast.Starred{ExprBase: c.ExprBase, Value: c.Comparators[0], Ctx: ast.Load}
			}
		}
		return newUnpackCall(e, "__set__", x.Elts)
	}
	return e
}

// newUnpackCall returns a call for a list or tuple with starred items: its argument is
// a tuple of what is together, and of what is to be unpacked.
func newUnpackCall(e ast.Expr, name string, items []ast.Expr) ast.Expr {
	base := ast.ExprBase{Pos: positionOf(e)}
	var parts []ast.Expr
	var plain *ast.List
	starred := false
	for _, o := range items {
		if s, ok := o.(*ast.Starred); ok {
			parts, plain, starred = append(parts, s.Value), nil, true
			continue
		}
		if plain == nil {
			plain = &ast.List{ExprBase: base, Ctx: ast.Load}
			parts = append(parts, plain)
		}
		plain.Elts = append(plain.Elts, o)
	}
	if !starred {
		return e
	}
	return newRuntimeCall(e, name, &ast.Tuple{ExprBase: base, Elts: parts, Ctx: ast.Load})
}

// newUnpackDictCall returns a call for a dict with dicts to be unpacked: its argument is a
// tuple of pairs and, alone in a tuple, of what is to be unpacked.
func newUnpackDictCall(x *ast.Dict) ast.Expr {
	base := ast.ExprBase{Pos: x.Pos}
	all := &ast.Tuple{ExprBase: base, Ctx: ast.Load}
	starred := false
	for i, k := range x.Keys {
		item := &ast.Tuple{ExprBase: base, Elts: []ast.Expr{k, x.Values[i]}, Ctx: ast.Load}
		if IsName(k, unpackName) {
			item.Elts, starred = item.Elts[1:], true
		}
		all.Elts = append(all.Elts, item)
	}
	if !starred {
		return x
	}
	return newRuntimeCall(x, "__dict__", all)
}

// expandMatrixProductInPlace is a @= b, as a = a @ b.
func expandMatrixProductInPlace(x *ast.AugAssign) ast.Stmt {
	t, ok := x.Value.(*ast.Tuple)
	if c, called := x.Value.(*ast.Call); called && IsName(c.Func, "__tuple__") {
		return nil
	}
	if !ok || x.Op != ast.Mult || len(t.Elts) < 2 || !IsName(t.Elts[0], MatMulName) {
		return nil
	}
	left := targetAsValue(x.Target)
	if left == nil {
		return nil
	}
	right := t.Elts[1]
	if len(t.Elts) > 2 {
		right = &ast.Tuple{ExprBase: t.ExprBase, Elts: t.Elts[1:], Ctx: ast.Load}
	}
	return &ast.Assign{StmtBase: x.StmtBase, Targets: []ast.Expr{x.Target}, Value: newRuntimeCall(x, MatMulName, left, right)}
}

// targetAsValue is what is to be assigned to as a value, nil if it has none.
func targetAsValue(target ast.Expr) ast.Expr {
	switch a := target.(type) {
	case *ast.Name:
		c := *a
		c.Ctx = ast.Load
		return &c
	case *ast.Attribute:
		c := *a
		c.Ctx = ast.Load
		return &c
	case *ast.Subscript:
		c := *a
		c.Ctx = ast.Load
		return &c
	}
	return nil
}

// addAnnotations gives a class the dict __annotations__ of its annotated
// variables, in order; the annotations are text.
func (r *treeRewriter) addAnnotations(c *ast.ClassDef) {
	d := &ast.Dict{ExprBase: ast.ExprBase{Pos: c.Pos}}
	for _, s := range c.Body {
		n, ok := r.notes[[2]int{s.GetLineno(), s.GetColOffset()}]
		if !ok {
			continue
		}
		base := ast.ExprBase{Pos: positionOf(s)}
		d.Keys = append(d.Keys, &ast.Str{ExprBase: base, S: py.String(n.name)})
		d.Values = append(d.Values, &ast.Str{ExprBase: base, S: py.String(n.text)})
	}
	if len(d.Keys) == 0 {
		return
	}
	a := &ast.Assign{StmtBase: ast.StmtBase{Pos: positionOf(c.Body[0])}, Value: d,
		Targets: []ast.Expr{&ast.Name{ExprBase: d.ExprBase, Id: "__annotations__", Ctx: ast.Store}}}
	from := 0
	if e, ok := c.Body[0].(*ast.ExprStmt); ok {
		if _, doc := e.Value.(*ast.Str); doc {
			from = 1
		}
	}
	c.Body = append(c.Body[:from:from], append([]ast.Stmt{a}, c.Body[from:]...)...)
}
