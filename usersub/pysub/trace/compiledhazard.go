package trace

import (
	"cmp"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// changeableNames is what scripts do by which names outside of functions may mean something
// else later. It is about names, wherever they are: rather too many than
// too few.
type changeableNames struct {
	global     map[string]bool // named in global or nonlocal by a function that changes them
	attributes map[string]bool // assigned to, as in module.name = …
	touched    map[string]bool // used in another way than to be read item by item
	arrays     map[string]bool // used in another way than to be read as an array
	rows       map[string]int  // whose items are given names, or passed on: the least number of their indices
	used       map[string]bool // all names and attributes in functions
	dynamic    string          // a function by which anything may change, "" without one
	files      int             // how many were examined
}

// dynamics are functions and attributes by which names can be changed that are not
// written down.
var dynamics = map[string]bool{"globals": true, "exec": true, "eval": true, "setattr": true, "delattr": true, "vars": true,
	"__dict__": true, "__import__": true, "__setattr__": true}

// readers are functions that only read a list.
var readers = map[string]bool{"len": true, "sum": true, "min": true, "max": true, "zip": true, "enumerate": true,
	"list": true, "tuple": true, "reversed": true, "sorted": true, "abs": true}

// findChangeableNames examines all files that were executed so far.
func (c *functionCompiler) findChangeableNames() *changeableNames {
	if h := c.scripts.hazard; h != nil && h.files == len(c.scripts.host.Sources) {
		return h
	}
	h := &changeableNames{global: map[string]bool{}, attributes: map[string]bool{}, touched: map[string]bool{}, arrays: map[string]bool{}, rows: map[string]int{}, used: map[string]bool{}, files: len(c.scripts.host.Sources)}
	for file := range c.scripts.host.Sources {
		if t := c.scripts.treeOf(file); t != nil {
			h.examineTree(t.tree)
			if !strings.HasPrefix(file, "<") { // what modules given to a program define is no use of it
				h.addNamesInFunctions(t.tree)
			}
		} else {
			h.dynamic = "a file that was not understood"
		}
	}
	c.scripts.hazard = h
	return h
}

func (h *changeableNames) examineTree(tree ast.Mod) {
	safe := map[ast.Expr]bool{}
	ast.Walk(tree, func(n ast.Ast) bool {
		h.markReadOnlyUses(n, safe)
		return true
	})
	h.addArrayNames(tree)
	ast.Walk(tree, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.FunctionDef:
			h.addChangedNames(x.Body)
		case *ast.ClassDef:
			h.addChangedNames(x.Body)
		case *ast.Delete:
			for _, t := range x.Targets {
				h.global[identifierOf(t)] = true
			}
		case *ast.Name:
			h.addTouchedName(string(x.Id), safe[x] || x.Ctx == ast.Store)
		case *ast.Subscript:
			if x.Ctx != ast.Load {
				h.touched[rootName(x)] = true
			}
		case *ast.Attribute:
			h.touched[rootName(x.Value)] = true
			if x.Ctx != ast.Load {
				h.attributes[string(x.Attr)] = true
			}
			h.addTouchedName(string(x.Attr), safe[x])
		case *ast.ImportFrom:
			for _, a := range x.Names {
				if a.AsName != "" && a.AsName != a.Name {
					h.touched[string(a.Name)] = true
				}
			}
		}
		return true
	})
}

// addNamesInFunctions notes all names and attributes in functions.
func (h *changeableNames) addNamesInFunctions(tree ast.Mod) {
	ast.Walk(tree, func(n ast.Ast) bool {
		switch n.(type) {
		case *ast.FunctionDef, *ast.Lambda:
			h.addUsedNames(n)
			return false
		}
		return true
	})
}

func (h *changeableNames) addUsedNames(f ast.Ast) {
	ast.Walk(f, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.Name:
			h.used[string(x.Id)] = true
		case *ast.Attribute:
			h.used[string(x.Attr)] = true
		}
		return true
	})
}

// addChangedNames notes the names that a body declares as global or nonlocal and that are
// anywhere in it in a place where something is given a value. Functions in it are
// examined with it: rather too many names than too few.
func (h *changeableNames) addChangedNames(body []ast.Stmt) {
	declared, given := map[string]bool{}, map[string]bool{}
	for _, s := range body {
		ast.Walk(s, func(n ast.Ast) bool {
			switch x := n.(type) {
			case *ast.Global:
				addNames(declared, x.Names)
			case *ast.Nonlocal:
				addNames(declared, x.Names)
			case *ast.Name:
				given[string(x.Id)] = given[string(x.Id)] || x.Ctx != ast.Load
			case *ast.AugAssign:
				given[identifierOf(x.Target)] = true
			case *ast.FunctionDef:
				given[string(x.Name)] = true
			case *ast.ClassDef:
				given[string(x.Name)] = true
			case *ast.ExceptHandler:
				given[string(x.Name)] = true
			case *ast.Alias:
				name, _, _ := strings.Cut(string(cmp.Or(x.AsName, x.Name)), ".")
				given[name] = true
			}
			return true
		})
	}
	for name := range declared {
		h.global[name] = h.global[name] || given[name] || given["*"]
	}
}

// refuseChangedNames refuses a declaration of names that functions change.
func (c *functionCompiler) refuseChangedNames(n ast.Ast, names []ast.Identifier) {
	h := c.findChangeableNames()
	for _, name := range names {
		if h.global[string(name)] {
			c.refuseToCompile("%s", describeConstruct(n))
		}
	}
}

func (h *changeableNames) addTouchedName(name string, safe bool) {
	if dynamics[name] {
		h.dynamic = name
	}
	if !safe {
		h.touched[name] = true
	}
}

// markReadOnlyUses notes names whose items are only read at n.
func (h *changeableNames) markReadOnlyUses(n ast.Ast, safe map[ast.Expr]bool) {
	switch x := n.(type) {
	case *ast.Subscript:
		safe[x.Value] = x.Ctx == ast.Load
	case *ast.For:
		safe[x.Iter] = true
	case *ast.ListComp:
		markIterables(x.Generators, safe)
	case *ast.GeneratorExp:
		markIterables(x.Generators, safe)
	case *ast.Call:
		if f, ok := x.Func.(*ast.Name); ok && readers[string(f.Id)] {
			for _, a := range x.Args {
				safe[a] = true
			}
		}
	case *ast.Assign:
		for _, t := range x.Targets {
			switch t.(type) {
			case *ast.Tuple, *ast.List:
				safe[x.Value] = true
			}
		}
	}
}

func markIterables(gens []ast.Comprehension, safe map[ast.Expr]bool) {
	for _, g := range gens {
		safe[g.Iter] = true
	}
}

// rootName returns the name behind items and attributes.
func rootName(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.Subscript:
			e = x.Value
		case *ast.Attribute:
			e = x.Value
		default:
			return identifierOf(e)
		}
	}
}

func addNames(set map[string]bool, names []ast.Identifier) {
	for _, n := range names {
		set[string(n)] = true
	}
}

// identifierOf returns the name or attribute that an expression is, "" for others.
func identifierOf(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Name:
		return string(x.Id)
	case *ast.Attribute:
		return string(x.Attr)
	}
	return ""
}

// describeConstruct names what kind of statement or expression is somewhere.
func describeConstruct(n ast.Ast) string {
	switch n.(type) {
	case *ast.Global, *ast.Nonlocal:
		return "a name of the module that the function changes"
	case *ast.FunctionDef, *ast.Lambda, *ast.ClassDef:
		return "a function or class made in the call"
	case *ast.With:
		return "a with statement"
	case *ast.Delete:
		return "a del statement"
	case *ast.Yield, *ast.YieldFrom:
		return "a generator"
	case *ast.Dict, *ast.DictComp, *ast.Set, *ast.SetComp:
		return "a dict or set made in the call"
	case *ast.Attribute:
		return "an attribute"
	case *ast.Starred:
		return "an argument or target with *"
	}
	if o, ok := n.(py.Object); ok {
		return o.Type().Name
	}
	return "this"
}
