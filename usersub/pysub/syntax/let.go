package syntax

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/vm"
)

// Assignments inside expressions. gpython's compiler has no instruction for
// them, so n := e is compiled as an expression that nobody writes,
//
//	+~+~+(e ** n)    e, LOAD n, BINARY_POWER, UNARY_POSITIVE, …
//
// and the instructions from LOAD n on are replaced by as many bytes that copy the
// value and store it: DUP_TOP, STORE n. The name is bound in its function by an
// assignment that never runs, so a comprehension around it sees it as a
// variable of the function, as Python has it.

var letOperators = []ast.UnaryOpNumber{ast.UAdd, ast.Invert, ast.UAdd, ast.Invert, ast.UAdd}

// letMark are the instructions behind LOAD n.
var letMark = string([]byte{byte(vm.BINARY_POWER), byte(vm.UNARY_POSITIVE), byte(vm.UNARY_INVERT), byte(vm.UNARY_POSITIVE),
	byte(vm.UNARY_INVERT), byte(vm.UNARY_POSITIVE)})

// newAssignmentExpr returns the expression for __let__(name, value).
func newAssignmentExpr(c *ast.Call) ast.Expr {
	if _, ok := c.Args[0].(*ast.Name); !ok {
		return c
	}
	var e ast.Expr = &ast.BinOp{ExprBase: c.ExprBase, Left: c.Args[1], Op: ast.Pow, Right: c.Args[0]}
	for _, op := range letOperators {
		e = &ast.UnaryOp{ExprBase: c.ExprBase, Op: op, Operand: e}
	}
	return e
}

// assignmentExprTarget returns the name of an expression that let made, nil for others.
func assignmentExprTarget(n ast.Ast) *ast.Name {
	for i := len(letOperators) - 1; i >= 0; i-- {
		u, ok := n.(*ast.UnaryOp)
		if !ok || u.Op != letOperators[i] {
			return nil
		}
		n = u.Operand
	}
	if b, ok := n.(*ast.BinOp); ok && b.Op == ast.Pow {
		name, _ := b.Right.(*ast.Name)
		return name
	}
	return nil
}

// stores are the instructions that store what others load.
var stores = map[vm.OpCode]vm.OpCode{
	vm.LOAD_FAST: vm.STORE_FAST, vm.LOAD_NAME: vm.STORE_NAME, vm.LOAD_GLOBAL: vm.STORE_GLOBAL,
	vm.LOAD_DEREF: vm.STORE_DEREF, vm.LOAD_CLASSDEREF: vm.STORE_DEREF,
}

// FixAssignmentExprBytecode puts the instructions of assignments inside expressions right.
func FixAssignmentExprBytecode(code string) string {
	if !strings.Contains(code, letMark) {
		return code
	}
	b := []byte(code)
	for i := 0; i < len(b); i++ {
		op := vm.OpCode(b[i])
		if !op.HAS_ARG() {
			continue
		}
		store, ok := stores[op]
		if ok && strings.HasPrefix(string(b[i+3:]), letMark) {
			lo, hi := b[i+1], b[i+2]
			b[i], b[i+1], b[i+2], b[i+3] = byte(vm.DUP_TOP), byte(store), lo, hi
			for k := range len(letMark) - 1 {
				b[i+4+k] = byte(vm.NOP)
			}
			i++
		}
		i += 2
	}
	return string(b)
}

// bindAssignmentExprs binds the names of such assignments in their functions.
func bindAssignmentExprs(tree ast.Mod) (bad *Problem) {
	ast.Walk(tree, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.FunctionDef:
			var names []*ast.Name
			for _, s := range x.Body {
				names = append(names, namesAssignedInside(s)...)
			}
			if len(names) > 0 {
				x.Body = append(x.Body, newNeverExecutedAssignment(names))
			}
		case *ast.Lambda:
			if names := namesAssignedInside(x.Body); len(names) > 0 && bad == nil {
				bad = &Problem{Line: names[0].Lineno, Col: names[0].ColOffset + 1,
					Msg: "assignments inside a lambda (:=) are not supported by the embedded interpreter; write a function with def"}
			}
		}
		return true
	})
	return bad
}

// namesAssignedInside lists the names assigned inside the expressions of a node, but for
// functions and classes in it.
func namesAssignedInside(root ast.Ast) (names []*ast.Name) {
	ast.Walk(root, func(n ast.Ast) bool {
		switch n.(type) {
		case *ast.FunctionDef, *ast.ClassDef, *ast.Lambda:
			return false
		}
		if name := assignmentExprTarget(n); name != nil {
			names = append(names, name)
		}
		return true
	})
	return names
}

// newNeverExecutedAssignment is: if False: name = None.
func newNeverExecutedAssignment(names []*ast.Name) ast.Stmt {
	base := names[0].ExprBase
	never := &ast.If{StmtBase: ast.StmtBase(base), Test: &ast.NameConstant{ExprBase: base, Value: py.False}}
	for _, n := range names {
		target := &ast.Name{ExprBase: base, Id: n.Id, Ctx: ast.Store}
		never.Body = append(never.Body, &ast.Assign{StmtBase: never.StmtBase, Targets: []ast.Expr{target},
			Value: &ast.NameConstant{ExprBase: base, Value: py.None}})
	}
	return never
}
