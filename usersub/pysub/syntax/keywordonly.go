package syntax

import "github.com/go-python/gpython/ast"

// SortKeywordOnlyDefaultsFirst puts the arguments by keyword only that have a default
// before those that have none, everywhere in a tree: gpython gives the defaults to the
// first such arguments. Their order means nothing to callers.
func SortKeywordOnlyDefaultsFirst(tree ast.Mod) {
	ast.Walk(tree, func(n ast.Ast) bool {
		if a, ok := n.(*ast.Arguments); ok && len(a.KwDefaults) > 0 {
			a.Kwonlyargs = sortDefaultsFirst(a.Kwonlyargs, a.KwDefaults)
		}
		return true
	})
}

// sortDefaultsFirst finds out by their places which argument a default belongs
// to: the last one that is before it.
func sortDefaultsFirst(args []*ast.Arg, defaults []ast.Expr) []*ast.Arg {
	var first, rest []*ast.Arg
	for i, a := range args {
		owns := false
		for _, d := range defaults {
			owns = owns || precedes(a, d) && (i+1 == len(args) || precedes(d, args[i+1]))
		}
		if owns {
			first = append(first, a)
		} else {
			rest = append(rest, a)
		}
	}
	return append(first, rest...)
}

func precedes(a, b ast.Ast) bool {
	if a.GetLineno() != b.GetLineno() {
		return a.GetLineno() < b.GetLineno()
	}
	return a.GetColOffset() < b.GetColOffset()
}
