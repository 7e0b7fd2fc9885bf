// Package private is the only door to what gpython does not export: the compiler
// of a syntax tree, the table of instructions, and the frame of a running
// virtual machine.
//
// The language as gpython 0.2.0 runs it has errors that cannot be corrected
// from outside: its operators are methods of Go types, and its compiler cannot
// be given a tree that was changed after parsing. A fork would have to be
// maintained. The version in go.mod is pinned; the test of this package reads
// gpython's source and names the symbol that has moved when that changes.
//
// What else of gpython is changed are exported variables and types. Package
// python does that in one place, Install.
package private

import (
	"unsafe"

	"github.com/go-python/gpython/ast"
	_ "github.com/go-python/gpython/compile" // newCompiler and compileAst
	"github.com/go-python/gpython/py"
	"github.com/go-python/gpython/symtable"
	"github.com/go-python/gpython/vm"
)

// Instruction carries out one opcode with its argument.
type Instruction = func(*vm.Vm, int32) error

// Opcodes is gpython's table of what each instruction does.
//
//go:linkname Opcodes github.com/go-python/gpython/vm.jumpTable
var Opcodes [256]Instruction

// compiler is the beginning of gpython's compile.compiler.
type compiler struct {
	code *py.Code
	file string // for messages
}

//go:linkname newCompiler github.com/go-python/gpython/compile.newCompiler
func newCompiler(parent unsafe.Pointer, scope uint8) *compiler

//go:linkname compileAst github.com/go-python/gpython/compile.(*compiler).compileAst
func compileAst(c *compiler, tree ast.Ast, file string, flags int, alone bool, table *symtable.SymTable) error

// Compile compiles a syntax tree with a symbol table made of it.
func Compile(tree ast.Ast, file string, table *symtable.SymTable) (*py.Code, error) {
	c := newCompiler(nil, 0)
	c.file = file
	err := compileAst(c, tree, file, 0, true, table)
	return c.code, err
}

// machine is the beginning of gpython's vm.Vm.
type machine struct{ frame *py.Frame }

// CurrentFrame returns the frame that v runs.
func CurrentFrame(v *vm.Vm) *py.Frame { return (*machine)(unsafe.Pointer(v)).frame }
