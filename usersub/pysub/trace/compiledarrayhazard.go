package trace

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// arrayChanges are methods of arrays that change them.
var arrayChanges = map[string]bool{"fill": true, "sort": true, "resize": true, "put": true, "itemset": true, "partition": true}

// arrayViews are methods of arrays that return the same entries in another shape.
var arrayViews = map[string]bool{"transpose": true, "reshape": true, "ravel": true, "view": true, "squeeze": true, "swapaxes": true, "diagonal": true}

// rowReaders are those of readers that return the items of what they read.
var rowReaders = map[string]bool{"zip": true, "enumerate": true, "reversed": true, "sorted": true, "min": true, "max": true}

// addArrayNames notes the names that may give an array another name or change it: all uses but operands, items that are read, attributes, and arguments of functions of numpy.
func (h *changeableNames) addArrayNames(tree ast.Mod) {
	read := map[ast.Expr]bool{}
	ast.Walk(tree, func(n ast.Ast) bool {
		markArrayReads(n, read)
		return true
	})
	ast.Walk(tree, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.Name:
			if x.Ctx == ast.Load && !read[x] {
				h.arrays[string(x.Id)] = true
			}
		case *ast.Subscript:
			if x.Ctx != ast.Load {
				h.arrays[rootName(x)] = true
			} else if !read[x] {
				h.addNamesOfAliasedRows(x)
			}
		case *ast.Call:
			h.addAliasedViews(x, read[x])
		case *ast.AugAssign:
			h.arrays[rootName(x.Target)] = true
		case *ast.Attribute:
			if arrayChanges[string(x.Attr)] {
				h.arrays[rootName(x.Value)] = true
			}
			if x.Ctx == ast.Load && !read[x] {
				h.arrays[string(x.Attr)] = true
				h.addNamesOfAliasedRows(x)
			}
		}
		return true
	})
}

// addAliasedViews notes arrays whose rows or whose transpose a call returns, unless its result is only read.
func (h *changeableNames) addAliasedViews(x *ast.Call, isRead bool) {
	name := identifierOf(x.Func)
	if f, ok := x.Func.(*ast.Attribute); ok && arrayViews[name] && !isRead {
		h.arrays[rootName(f.Value)] = true
	}
	if rowReaders[name] {
		for _, a := range x.Args {
			h.addAliasedItems(a, 1)
		}
	}
}

// addNamesOfAliasedRows notes names whose rows or parts are given a name of their own, by an assignment or as an argument.
func (h *changeableNames) addNamesOfAliasedRows(e ast.Expr) {
	switch x := e.(type) {
	case *ast.Subscript:
		h.addAliasedItems(x, 0)
		if _, one := x.Slice.(*ast.Index); !one {
			h.arrays[rootName(x)] = true
		}
	case *ast.Attribute:
		if x.Attr == "T" {
			h.arrays[rootName(x)] = true
		}
	}
}

// addAliasedItems notes that the items of e, of n indices more, are given names.
func (h *changeableNames) addAliasedItems(e ast.Expr, n int) {
	name := rootName(e)
	for {
		x, ok := e.(*ast.Subscript)
		if !ok {
			break
		}
		n++
		if i, ok := x.Slice.(*ast.Index); ok {
			if t, ok := i.Value.(*ast.Tuple); ok {
				n += len(t.Elts) - 1
			}
		}
		e = x.Value
	}
	if least, ok := h.rows[name]; !ok || n < least {
		h.rows[name] = n
	}
}

// mayChangeArray reports whether the scripts may change an array by a name of their own.
func (h *changeableNames) mayChangeArray(name string, o py.Object) bool {
	a, ok := o.(interface {
		EntriesAndShape() (entries []float64, shape []int, isInteger, isReal bool)
	})
	if !ok {
		return false
	}
	_, shape, _, _ := a.EntriesAndShape()
	indices, ok := h.rows[name]
	return h.arrays[name] || ok && len(shape) > indices
}

// markArrayReads notes expressions that are only read at n, if they are arrays.
func markArrayReads(n ast.Ast, read map[ast.Expr]bool) {
	switch x := n.(type) {
	case *ast.BinOp:
		read[x.Left], read[x.Right] = true, true
	case *ast.UnaryOp:
		read[x.Operand] = true
	case *ast.Compare:
		read[x.Left] = true
		for _, e := range x.Comparators {
			read[e] = true
		}
	case *ast.Subscript:
		read[x.Value] = x.Ctx == ast.Load
	case *ast.Attribute:
		read[x.Value] = true
	case *ast.Call:
		name := identifierOf(x.Func)
		read[x.Func] = true
		if _, ok := arrayFunctions[name]; ok && name != "asarray" && name != "transpose" || readers[name] && name != "list" && name != "tuple" || name == "solve" || name == "inv" || name == "det" || exprMath["math."+name] != "" || name == "__matmul__" {
			for _, a := range x.Args {
				read[a] = true
			}
		}
	}
}
