package trace

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// arrayChanges are methods of arrays that change them.
var arrayChanges = map[string]bool{"fill": true, "sort": true, "resize": true, "put": true, "itemset": true, "partition": true}

// examineArrays notes the names that may give an array another name or change it: all uses but operands, items that are read, attributes, and arguments of functions of numpy.
func (h *hazards) examineArrays(tree ast.Mod) {
	read := map[ast.Expr]bool{}
	ast.Walk(tree, func(n ast.Ast) bool {
		noteArrayReads(n, read)
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
			}
		case *ast.Assign:
			h.noteParts(x.Value)
		case *ast.AugAssign:
			h.arrays[rootName(x.Target)] = true
		case *ast.Attribute:
			if arrayChanges[string(x.Attr)] {
				h.arrays[rootName(x.Value)] = true
			}
			if x.Ctx == ast.Load && !read[x] {
				h.arrays[string(x.Attr)] = true
			}
		}
		return true
	})
}

// noteParts notes names whose rows or parts an assignment gives a name of their own.
func (h *hazards) noteParts(e ast.Expr) {
	switch x := e.(type) {
	case *ast.Subscript:
		h.rows[rootName(x)] = true
		if _, one := x.Slice.(*ast.Index); !one {
			h.arrays[rootName(x)] = true
		}
	case *ast.Attribute:
		if x.Attr == "T" {
			h.arrays[rootName(x)] = true
		}
	}
}

// mayChange reports whether the scripts may change an array by a name of their own.
func (h *hazards) mayChange(name string, o py.Object) bool {
	a, ok := o.(interface {
		Numbers() (entries []float64, shape []int, whole, real bool)
	})
	if !ok {
		return false
	}
	_, shape, _, _ := a.Numbers()
	return h.arrays[name] || h.rows[name] && len(shape) > 1
}

// noteArrayReads notes expressions that are only read at n, if they are arrays.
func noteArrayReads(n ast.Ast, read map[ast.Expr]bool) {
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
		name := nameOf(x.Func)
		read[x.Func] = true
		if _, ok := arrayFunctions[name]; ok && name != "asarray" && name != "transpose" || readers[name] && name != "list" && name != "tuple" || name == "solve" || name == "inv" || name == "det" || exprMath["math."+name] != "" || name == "__matmul__" {
			for _, a := range x.Args {
				read[a] = true
			}
		}
	}
}
