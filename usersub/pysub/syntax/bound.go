package syntax

import (
	"cmp"

	"github.com/go-python/gpython/ast"
)

// FindBoundNames returns the names that a file gives a meaning of its own, and * if it imports
// all names of a module. Names that come from known modules are left out; known may be
// nil.
func FindBoundNames(tree ast.Mod, known func(module string) bool) map[string]bool {
	own := map[string]bool{}
	alias := func(list []*ast.Alias) {
		for _, a := range list {
			own[string(cmp.Or(a.AsName, a.Name))] = true
		}
	}
	ast.Walk(tree, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.Name:
			if x.Ctx != ast.Load {
				own[string(x.Id)] = true
			}
		case *ast.Arg:
			own[string(x.Arg)] = true
		case *ast.FunctionDef:
			own[string(x.Name)] = true
		case *ast.ClassDef:
			own[string(x.Name)] = true
		case *ast.ExceptHandler:
			own[string(x.Name)] = true
		case *ast.Import:
			alias(x.Names)
		case *ast.ImportFrom:
			if known == nil || !known(string(x.Module)) {
				alias(x.Names)
			}
		}
		return true
	})
	return own
}
