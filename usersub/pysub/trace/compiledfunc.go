package trace

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// scriptFunction is a function of a script with its tree.
type scriptFunction struct {
	fn     *py.Function
	params []string
	more   string // *args, "" without it
	body   []ast.Stmt
	local  map[string]bool
	args   *ast.Arguments
}

// findFunctionTree finds the tree of a function.
func (c *functionCompiler) findFunctionTree(fn *py.Function) *scriptFunction {
	if f := c.functions[fn]; f != nil {
		return f
	}
	co := fn.Code
	if co.Flags&(py.CO_VARKEYWORDS|py.CO_GENERATOR) != 0 || co.Kwonlyargcount > 0 {
		c.refuseToCompile("%s, which is a generator or has arguments by name only", co.Name)
	}
	f := &scriptFunction{fn: fn, local: map[string]bool{}}
	f.params = co.Varnames[:co.Argcount]
	if co.Flags&py.CO_VARARGS != 0 {
		f.more = co.Varnames[co.Argcount]
	}
	for _, n := range slices.Concat(co.Varnames, co.Cellvars) {
		f.local[n] = true
	}
	var found []ast.Ast
	t := c.scripts.treeOf(co.Filename)
	if t == nil {
		c.refuseToCompile("%s, whose text is not known", co.Name)
	}
	first := int(co.Addr2Line(0))
	ast.Walk(t.tree, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.FunctionDef:
			if string(x.Name) == co.Name && beginsAtLine(x.Body, first) {
				found = append(found, x)
			}
		case *ast.Lambda:
			if strings.HasPrefix(co.Name, "<lambda") && x.Body.GetLineno() == first {
				found = append(found, x)
			}
		}
		return true
	})
	if len(found) != 1 {
		c.refuseToCompile("%s, which is not found in the text of the script", co.Name)
	}
	before := c.place
	c.place.file = co.Filename
	c.setSourcePosition(found[0])
	switch x := found[0].(type) {
	case *ast.FunctionDef:
		f.body, f.args = x.Body, x.Args
	case *ast.Lambda:
		r := &ast.Return{Value: x.Body}
		r.Pos = x.Pos
		f.body, f.args = []ast.Stmt{r}, x.Args
	}
	if len(f.args.Args) != len(f.params) {
		c.refuseToCompile("%s, which is not found in the text of the script", co.Name)
	}
	c.place = before
	c.functions[fn] = f
	return f
}

// beginsAtLine reports whether the first code of a function is on a line: its first
// statement, or the one behind its description.
func beginsAtLine(body []ast.Stmt, line int) bool {
	for _, s := range body[:min(2, len(body))] {
		if s.GetLineno() == line {
			return true
		}
	}
	return false
}

// valueOfOuterName returns what a name means that is not the function's own.
func (f *scriptFunction) valueOfOuterName(c *functionCompiler, name string) py.Object {
	h := c.findChangeableNames()
	o := py.Object(nil)
	if i := slices.Index(f.fn.Code.Freevars, name); i >= 0 {
		if i < len(f.fn.Closure) {
			if cell, ok := f.fn.Closure[i].(*py.Cell); ok {
				o = cell.Get()
			}
		}
	} else if o = f.fn.Globals[name]; o == nil {
		return c.scripts.host.Context.Store().Builtins.Globals[name]
	}
	switch {
	case h.dynamic != "":
		c.refuseToCompile("%s: the script calls %s, which may change it", name, h.dynamic)
	case h.global[name] || h.attributes[name]:
		c.refuseToCompile("%s, which the script changes", name)
	case h.touched[name] && isMutable(o):
		c.refuseToCompile("%s, a list that the script may change", name)
	case h.mayChangeArray(name, o):
		c.refuseToCompile("%s, an array that the script may change", name)
	}
	return o
}

func isMutable(o py.Object) bool {
	_, list := o.(*py.List)
	return list
}

// callScriptFunction does a function with arguments by place and by name.
func (c *functionCompiler) callScriptFunction(fn *py.Function, args []tracedValue, names []string, named []tracedValue) tracedValue {
	f := c.findFunctionTree(fn)
	s := &callScope{c: c, fn: f, vars: map[string]tracedValue{}}
	if n := len(f.params); f.more != "" {
		s.vars[f.more] = tuple{items: args[min(n, len(args)):]}
		args = args[:min(n, len(args))]
	}
	if len(args) > len(f.params) {
		c.abandonEvaluation()
	}
	for i, v := range args {
		s.vars[f.params[i]] = v
	}
	for i, n := range names {
		if _, twice := s.vars[n]; twice || !slices.Contains(f.params, n) {
			c.abandonEvaluation()
		}
		s.vars[n] = named[i]
	}
	for i, p := range f.params {
		if _, ok := s.vars[p]; ok {
			continue
		}
		d := i - (len(f.params) - len(fn.Defaults))
		if d < 0 {
			c.abandonEvaluation()
		}
		v, ok := c.newConstant(fn.Defaults[d])
		if !ok {
			c.refuseToCompile("the default of %s", p)
		}
		s.vars[p] = v
	}
	if c.depth++; c.depth > maxCallDepth {
		c.refuseToCompile("calls nested more than %d deep", maxCallDepth)
	}
	file := c.place.file
	c.place.file = fn.Code.Filename
	v := s.runStatements(&continuation{stmts: f.body})
	c.place.file = file
	c.depth--
	return v
}

// addTargetNames returns names with those that a target sets.
func addTargetNames(names map[string]bool, target ast.Expr) map[string]bool {
	all := maps.Clone(names)
	ast.Walk(target, func(n ast.Ast) bool {
		if x, ok := n.(*ast.Name); ok {
			all[string(x.Id)] = true
		}
		return true
	})
	return all
}

func cloneVars(v map[string]tracedValue) map[string]tracedValue { return maps.Clone(v) }

// parsedFile is the tree of a file that was executed.
type parsedFile struct{ tree ast.Mod }

// treeOf returns the tree of a file as it was when it was read.
func (k *Compiler) treeOf(file string) *parsedFile {
	if t, ok := k.trees[file]; ok {
		return t
	}
	text := k.host.Given(strings.Trim(file, "<>"))
	if lines, ok := k.host.Sources[file]; ok {
		text = strings.Join(lines, "\n")
	} else if text == "" {
		return nil
	}
	tree, err := python.ParseModule(text, file, nil)
	var t *parsedFile
	if err == nil {
		t = &parsedFile{tree}
	}
	k.trees[file] = t
	return t
}

// readsName reports whether the function reads one of its names.
func (f *scriptFunction) readsName(name string) bool {
	found := false
	for _, s := range f.body {
		ast.Walk(s, func(n ast.Ast) bool {
			if x, ok := n.(*ast.Name); ok && string(x.Id) == name {
				found = true
			}
			return !found
		})
	}
	return found
}
