package pysub

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// scriptChecker searches a tree for what the embedded interpreter does not have.
type scriptChecker struct {
	dir     string
	tree    ast.Mod
	own     map[string]bool
	modules map[string]string // names that stand for modules of the interpreter, and only for these
	guarded map[ast.Ast]bool  // inside of try with handlers, where what is lacking may be meant to be
	list    []syntax.Problem
}

func newScriptChecker(dir string, tree ast.Mod) *scriptChecker {
	r := &scriptChecker{dir: dir, tree: tree, modules: map[string]string{}, guarded: map[ast.Ast]bool{}}
	r.own = syntax.FindBoundNames(tree, func(module string) bool { return module == "math" || module == "msolve" })
	count := map[string]int{}
	ast.Walk(tree, func(n ast.Ast) bool {
		r.recordBindings(n, count)
		if x, ok := n.(*ast.Try); ok && len(x.Handlers) > 0 {
			for _, s := range x.Body {
				ast.Walk(s, func(n ast.Ast) bool { r.guarded[n] = n != nil; return true })
			}
		}
		return true
	})
	for name, n := range count {
		if n > 1 {
			delete(r.modules, name)
		}
	}
	return r
}

// recordBindings notes the modules that a node imports and adds to count what its names stand for:
// one for a module, two for anything else.
func (r *scriptChecker) recordBindings(n ast.Ast, count map[string]int) {
	switch x := n.(type) {
	case *ast.Import:
		for _, a := range x.Names {
			name, as := string(a.Name), string(a.AsName)
			if as == "" {
				as, _, _ = strings.Cut(name, ".")
				name = as
			}
			if r.modules[as] != name {
				count[as]++
			}
			r.modules[as] = name
		}
	case *ast.ImportFrom:
		for _, a := range x.Names {
			count[string(cmp.Or(a.AsName, a.Name))] += 2
		}
	case *ast.Name:
		if x.Ctx != ast.Load {
			count[string(x.Id)] += 2
		}
	case *ast.Arg:
		count[string(x.Arg)] += 2
	case *ast.FunctionDef:
		count[string(x.Name)] += 2
	case *ast.ClassDef:
		count[string(x.Name)] += 2
	}
}

func (r *scriptChecker) addProblem(n ast.Ast, format string, args ...any) {
	r.list = append(r.list, syntax.Problem{Line: n.GetLineno(), Col: n.GetColOffset() + 1, Msg: fmt.Sprintf(format, args...)})
}

// findProblems lists modules that are not there, names that modules do not have, functions
// of Python that are not there, and classes of kinds that cannot be.
func (r *scriptChecker) findProblems() []syntax.Problem {
	ast.Walk(r.tree, func(n ast.Ast) bool {
		if r.guarded[n] {
			return true
		}
		switch x := n.(type) {
		case *ast.Import:
			for _, a := range x.Names {
				if !isImportable(r.dir, string(a.Name)) {
					r.addProblem(n, "%s", missingModuleMessage(string(a.Name)))
				}
			}
		case *ast.ImportFrom:
			r.checkImportFrom(x)
		case *ast.Attribute:
			r.checkAttribute(x)
		case *ast.ClassDef:
			r.checkClass(x)
		case *ast.Name:
			if x.Ctx == ast.Load && !r.own[string(x.Id)] && !r.own["*"] && slices.Contains(lackingNames, string(x.Id)) {
				r.addProblem(n, "%s() is not supported by the embedded interpreter", x.Id)
			}
		}
		return true
	})
	return r.list
}

// checkImportFrom examines: from module import names.
func (r *scriptChecker) checkImportFrom(x *ast.ImportFrom) {
	module := string(x.Module)
	if x.Level != 0 {
		return
	}
	if !isImportable(r.dir, module) {
		r.addProblem(x, "%s", missingModuleMessage(module))
		return
	}
	names := r.moduleNamesOf(module)
	for _, a := range x.Names {
		if names != nil && a.Name != "*" && !names[string(a.Name)] && !isImportable(r.dir, module+"."+string(a.Name)) {
			r.addProblem(x, "%s", missingNameMessage(module, string(a.Name)))
		}
	}
}

// checkAttribute examines: module.name.
func (r *scriptChecker) checkAttribute(x *ast.Attribute) {
	module := r.moduleOf(x.Value)
	if module == "" || x.Ctx != ast.Load {
		return
	}
	names := r.moduleNamesOf(module)
	name := string(x.Attr)
	if names == nil || names[name] || strings.HasPrefix(name, "__") || isImportable(r.dir, module+"."+name) {
		return
	}
	at := *x // the place of an attribute is its dot
	r.list = append(r.list, syntax.Problem{Line: at.GetLineno(), Col: at.GetColOffset() + 2, Msg: missingNameMessage(module, name)})
}

// moduleOf returns the module that an expression stands for, "" if it is none that is
// known.
func (r *scriptChecker) moduleOf(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Name:
		return r.modules[string(x.Id)]
	case *ast.Attribute:
		if m := r.moduleOf(x.Value); m != "" && isImportable(r.dir, m+"."+string(x.Attr)) {
			return m + "." + string(x.Attr)
		}
	}
	return ""
}

func missingNameMessage(module, name string) string {
	if module == "msolve" && strings.HasPrefix(name, "py_") {
		return fmt.Sprintf("no function that queries the solver is called %s", name)
	}
	return fmt.Sprintf("module %s of the embedded interpreter has no %s", module, name)
}

// moduleNamesOf returns the names of a module of the interpreter, nil for others: a script
// beside this one comes first.
func (r *scriptChecker) moduleNamesOf(module string) map[string]bool {
	if isModuleBesideScript(r.dir, module) {
		return nil
	}
	return interpreterModuleNames(module)
}

var (
	modulesMutex sync.Mutex
	modulesKnown = map[string]map[string]bool{}
	modulesAsked *interp
)

// interpreterModuleNames are the names of a module of the interpreter, nil if there is none.
func interpreterModuleNames(module string) map[string]bool {
	modulesMutex.Lock()
	defer modulesMutex.Unlock()
	if names, ok := modulesKnown[module]; ok {
		return names
	}
	if modulesAsked == nil {
		modulesAsked = newInterp(Options{Output: discardWriter{}})
	}
	var names map[string]bool
	if _, err := py.ImportModuleLevelObject(modulesAsked, module, nil, nil, py.Tuple{py.String("*")}, 0); err == nil {
		if m, err := modulesAsked.GetModule(module); err == nil {
			names = map[string]bool{}
			for name := range m.Globals {
				names[name] = true
			}
		}
	}
	modulesKnown[module] = names
	return names
}

// discardWriter takes what is printed.
type discardWriter struct{}

func (discardWriter) Write(b []byte) (int, error) { return len(b), nil }

// notBases are built-in types that classes cannot be derived from here.
var notBases = []string{"list", "dict", "str", "tuple", "set", "frozenset", "int", "float", "bool", "complex", "bytes", "type"}

// checkClass examines a class: what it is derived from, and methods that are not called.
func (r *scriptChecker) checkClass(x *ast.ClassDef) {
	for _, b := range x.Bases {
		if n, ok := b.(*ast.Name); ok && !r.own[string(n.Id)] && slices.Contains(notBases, string(n.Id)) {
			r.addProblem(n, "a class cannot be derived from %s in the embedded interpreter; keep one as an attribute", n.Id)
		}
	}
	for _, k := range x.Keywords {
		r.addProblem(x, "%s= of a class is not supported by the embedded interpreter", k.Arg)
	}
	for _, s := range x.Body {
		f, ok := s.(*ast.FunctionDef)
		if ok && (f.Name == "__new__" || f.Name == "__init_subclass__" || f.Name == "__set_name__" || f.Name == "__class_getitem__") {
			r.addProblem(f, "%s is not called by the embedded interpreter", f.Name)
		}
	}
}
