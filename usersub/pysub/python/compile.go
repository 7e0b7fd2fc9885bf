package python

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/symtable"
	"github.com/go-python/gpython/vm"
	"github.com/trammel-mbd/trammel/usersub/pysub/internal/private"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// TreeEditor may change the tree of a script, whose tokens it is given.
type TreeEditor func(tree ast.Mod, list []syntax.Token)

// CompileModule compiles a module, whose tree edit may change unless it is nil. gpython's
// own way to do it goes wrong where a function has variables of its own that inner functions
// use, and uses such variables of an outer function, too: it numbers both from 0. Here
// pad numbers the former from padding on, so that mend can distinguish them.
// It also takes the defaults of a decorated function for its decorators (see
// undecorate).
func CompileModule(text, file string, edit TreeEditor) (*py.Code, error) {
	tree, err := ParseModule(text, file, edit)
	if err != nil {
		return nil, err
	}
	return compileTree(tree, file)
}

// perPart is how many statements of a module are compiled together.
const perPart = 100

// CompileParts compiles a module whose parts are to be run one
// after the other. gpython's compiler compares each constant with all before it
// in the same code: a model of a hundred thousand calls took it ten minutes.
func CompileParts(text, file string, edit TreeEditor) ([]*py.Code, error) {
	tree, err := ParseModule(text, file, edit)
	if err != nil {
		return nil, err
	}
	m, ok := tree.(*ast.Module)
	if !ok || len(m.Body) <= perPart {
		code, err := compileTree(tree, file)
		return []*py.Code{code}, err
	}
	var parts []*py.Code
	for body := range slices.Chunk(m.Body, perPart) {
		part := *m
		part.Body = body
		code, err := compileTree(&part, file)
		if err != nil {
			return nil, err
		}
		parts = append(parts, code)
	}
	return parts, nil
}

func ParseModule(text, file string, edit TreeEditor) (ast.Mod, error) {
	list := syntax.Tokenize(text)
	tree, err := syntax.Parse(text, file, list)
	if err != nil {
		return nil, err
	}
	if edit != nil {
		edit(tree, list)
	}
	if m, ok := tree.(*ast.Module); ok {
		m.Body = expandDecorators(m.Body)
	}
	syntax.SortKeywordOnlyDefaultsFirst(tree)
	return tree, nil
}

func compileTree(tree ast.Mod, file string) (*py.Code, error) {
	table, err := symtable.NewSymTable(tree, file)
	if err != nil {
		return nil, err
	}
	padSharedVariables(table)
	code, err := private.Compile(tree, file, table)
	if err != nil {
		return nil, err
	}
	removePaddingAndMarkSharedArguments(code)
	return code, nil
}

// padding is more than the variables that a function shares with others; the
// names made of padMark are before all others in the order of names.
const (
	padding = 64
	padMark = "\x01"
)

func padSharedVariables(st *symtable.SymTable) {
	if st.Type == symtable.FunctionBlock && len(st.Find(symtable.ScopeCell, 0)) > 0 &&
		len(st.Find(symtable.ScopeFree, symtable.DefFreeClass)) > 0 {
		for i := range padding {
			st.Symbols[strings.Repeat(padMark, i+1)] = symtable.Symbol{Scope: symtable.ScopeCell}
		}
	}
	for _, child := range st.Children {
		padSharedVariables(child)
	}
}

// removePaddingAndMarkSharedArguments removes the padding and reports the code which of its arguments are used by
// inner functions and comprehensions. gpython's compiler leaves that out, so
// that such an argument is unbound: [par[i] for i in range(npar)] would fail.
func removePaddingAndMarkSharedArguments(co *py.Code) {
	if len(co.Cellvars) > padding && strings.HasPrefix(co.Cellvars[0], padMark) {
		co.Cellvars = co.Cellvars[padding:]
		co.Code = renumberCells([]byte(co.Code), len(co.Cellvars))
	}
	co.Code = syntax.FixAssignmentExprBytecode(co.Code)
	markSharedArguments(co)
	for _, o := range co.Consts {
		if inner, ok := o.(*py.Code); ok {
			removePaddingAndMarkSharedArguments(inner)
		}
	}
}

// renumberCells gives shared variables their places: first the nCells own ones, then
// those of outer functions.
func renumberCells(code []byte, nCells int) string {
	for i := 0; i < len(code); i++ {
		op := vm.OpCode(code[i])
		if !op.HAS_ARG() {
			continue
		}
		switch op {
		case vm.LOAD_CLOSURE, vm.LOAD_DEREF, vm.STORE_DEREF, vm.DELETE_DEREF, vm.LOAD_CLASSDEREF:
			k := int(code[i+1]) | int(code[i+2])<<8
			if k >= padding {
				k -= padding
			} else {
				k += nCells
			}
			code[i+1], code[i+2] = byte(k), byte(k>>8)
		}
		i += 2
	}
	return string(code)
}

// expandDecorators replaces decorators of functions with defaults by what they mean:
// an assignment behind the function.
func expandDecorators(body []ast.Stmt) []ast.Stmt {
	var all []ast.Stmt
	for _, s := range body {
		all = append(all, s)
		switch x := s.(type) {
		case *ast.FunctionDef:
			x.Body = expandDecorators(x.Body)
			for i, d := range x.DecoratorList {
				x.DecoratorList[i] = splitDottedName(d)
			}
			if len(x.Args.Defaults)+len(x.Args.KwDefaults) == 0 {
				continue
			}
			for i := len(x.DecoratorList) - 1; i >= 0; i-- {
				all = append(all, newDecoration(x, x.DecoratorList[i]))
			}
			x.DecoratorList = nil
		case *ast.ClassDef:
			renameSlotsDeclaration(x.Body)
			for i, d := range x.DecoratorList {
				x.DecoratorList[i] = splitDottedName(d)
			}
			x.Body = expandDecorators(x.Body)
		case *ast.If:
			x.Body, x.Orelse = expandDecorators(x.Body), expandDecorators(x.Orelse)
		case *ast.Try:
			x.Body = expandDecorators(x.Body)
		}
	}
	return all
}

// renameSlotsDeclaration renames __slots__ in a class: gpython's classes know no slots.
func renameSlotsDeclaration(body []ast.Stmt) {
	for _, s := range body {
		if a, ok := s.(*ast.Assign); ok && len(a.Targets) == 1 && syntax.IsName(a.Targets[0], "__slots__") {
			a.Targets[0].(*ast.Name).Id = "_slots"
		}
	}
}

// splitDottedName mends a decorator: the parser makes one name of module.function.
func splitDottedName(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.Call:
		x.Func = splitDottedName(x.Func)
	case *ast.Name:
		first, rest, ok := strings.Cut(string(x.Id), ".")
		if !ok {
			return e
		}
		var r ast.Expr = &ast.Name{ExprBase: x.ExprBase, Id: ast.Identifier(first), Ctx: ast.Load}
		for name := range strings.SplitSeq(rest, ".") {
			r = &ast.Attribute{ExprBase: x.ExprBase, Value: r, Attr: ast.Identifier(name), Ctx: ast.Load}
		}
		return r
	}
	return e
}

// newDecoration is: name = decorator(name).
func newDecoration(f *ast.FunctionDef, decorator ast.Expr) ast.Stmt {
	name := func(ctx ast.ExprContext) *ast.Name {
		n := &ast.Name{Id: f.Name, Ctx: ctx}
		n.Pos = f.Pos
		return n
	}
	call := &ast.Call{Func: decorator, Args: []ast.Expr{name(ast.Load)}}
	call.Pos = f.Pos
	assign := &ast.Assign{Targets: []ast.Expr{name(ast.Store)}, Value: call}
	assign.Pos = f.Pos
	return assign
}
