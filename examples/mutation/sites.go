package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A mutant replaces the bytes from..to of a file by others.
type mutant struct {
	Package string `json:"package"`
	File    string `json:"file"` // relative to the root of the module
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Func    string `json:"func,omitempty"`
	Kind    string `json:"kind"`
	Old     string `json:"old"`
	New     string `json:"new"`

	path     string
	from, to int
}

// equalsMutant reports whether two mutants are the same change at the same place.
func (m *mutant) equalsMutant(o *mutant) bool {
	return m.File == o.File && m.Line == o.Line && m.Col == o.Col && m.Old == o.Old && m.New == o.New
}

// swaps are what replaces an operator.
var swaps = map[token.Token][]token.Token{
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN}, token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// smallest is the least constant that is changed: what lies below is a tolerance, and twice a
// tolerance is not a defect.
const smallest = 1e-5

// mutantFinder lists the mutants of a file.
type mutantFinder struct {
	fset  *token.FileSet
	src   []byte
	of    mutant // what all have in common
	found []*mutant
}

// findMutants returns all mutants of the files of a package, in the order of the files and their text.
func findMutants(root, pkg string, files []string) ([]*mutant, error) {
	var all []*mutant
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return nil, err
		}
		f := &mutantFinder{fset: fset, src: src, of: mutant{Package: pkg, File: filepath.ToSlash(rel), path: name}}
		for _, d := range tree.Decls {
			f.of.Func = ""
			if fn, ok := d.(*ast.FuncDecl); ok {
				f.of.Func = fn.Name.Name
			}
			ast.Inspect(d, f.visitNode)
		}
		all = append(all, f.found...)
	}
	return all, nil
}

// addMutant adds the mutant that replaces from..to by text.
func (f *mutantFinder) addMutant(kind string, from, to token.Pos, text string) {
	m, p := f.of, f.fset.Position(from)
	m.Kind, m.Line, m.Col = kind, p.Line, p.Column
	m.from, m.to = p.Offset, f.fset.Position(to).Offset
	m.Old, m.New = string(f.src[m.from:m.to]), text
	f.found = append(f.found, &m)
}

func (f *mutantFinder) addOperator(at token.Pos, op token.Token) {
	for _, s := range swaps[op] {
		f.addMutant("operator", at, at+token.Pos(len(op.String())), s.String())
	}
}

func (f *mutantFinder) visitNode(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.StructType, *ast.InterfaceType, *ast.FuncType:
		return false // no code
	case *ast.ArrayType:
		return false // nor in its length
	case *ast.FuncDecl:
		f.replaceErrorsByNil(n.Type, n.Body)
	case *ast.FuncLit:
		f.replaceErrorsByNil(n.Type, n.Body)
	case *ast.CaseClause:
		f.removeStatements(n.Body)
	case *ast.BlockStmt:
		f.removeStatements(n.List)
	case *ast.BinaryExpr:
		if !isTextExpr(n.X) && !isTextExpr(n.Y) {
			f.addOperator(n.OpPos, n.Op)
		}
	case *ast.AssignStmt:
		if !isTextExpr(n.Rhs[0]) {
			f.addOperator(n.TokPos, n.Tok)
		}
	case *ast.IncDecStmt:
		f.addOperator(n.TokPos, n.Tok)
	case *ast.UnaryExpr:
		if n.Op == token.SUB || n.Op == token.NOT {
			f.addMutant("sign", n.OpPos, n.X.Pos(), "")
		}
	case *ast.IfStmt:
		f.addMutant("condition", n.Cond.Pos(), n.Cond.End(), "!("+string(f.src[f.fset.Position(n.Cond.Pos()).Offset:f.fset.Position(n.Cond.End()).Offset])+")")
	case *ast.BasicLit:
		for _, v := range alternativeConstants(n) {
			f.addMutant("constant", n.Pos(), n.End(), v)
		}
	}
	return true
}

// isTextExpr reports whether an expression is seen to be text.
func isTextExpr(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING
	case *ast.BinaryExpr:
		return isTextExpr(e.X) || isTextExpr(e.Y)
	}
	return false
}

// alternativeConstants returns what a number is changed to.
func alternativeConstants(n *ast.BasicLit) []string {
	switch n.Kind {
	case token.INT:
		switch n.Value {
		case "0":
			return []string{"1"}
		case "1":
			return []string{"0", "2"}
		}
		return []string{"(" + n.Value + "-1)", "(" + n.Value + "+1)"}
	case token.FLOAT:
		v, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64)
		if err == nil && v >= smallest {
			return []string{"(" + n.Value + "*2)", "(" + n.Value + "/2)"}
		}
	}
	return nil
}

// removeStatements removes each assignment, call, jump and return that can be missing.
func (f *mutantFinder) removeStatements(list []ast.Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			// Assigned to nothing, so that variables and imports stay used.
			if s.Tok == token.DEFINE {
				continue
			}
			f.addMutant("statement", s.Pos(), s.Rhs[0].Pos(), strings.Repeat("_, ", len(s.Lhs)-1)+"_ = ")
		case *ast.ExprStmt, *ast.BranchStmt:
			f.addMutant("statement", s.Pos(), s.End(), "")
		case *ast.ReturnStmt:
			if len(s.Results) == 0 && i+1 == len(list) {
				f.addMutant("statement", s.Pos(), s.End(), "")
			}
		}
	}
}

// replaceErrorsByNil gives nil in place of each error that a function returns.
func (f *mutantFinder) replaceErrorsByNil(t *ast.FuncType, body *ast.BlockStmt) {
	if t.Results == nil || body == nil {
		return
	}
	last := t.Results.List[len(t.Results.List)-1]
	if id, ok := last.Type.(*ast.Ident); !ok || id.Name != "error" {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // with a type of its own
		case *ast.ReturnStmt:
			if len(n.Results) == 0 || t.Results.NumFields() != len(n.Results) {
				break // one call may give all
			}
			e := n.Results[len(n.Results)-1]
			if id, ok := e.(*ast.Ident); !ok || id.Name != "nil" {
				f.addMutant("statement", e.Pos(), e.End(), "nil")
			}
		}
		return true
	})
}
