// The package under test is not imported: it does not link when a symbol has moved, and this test is to name that.
package private_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The private parts of gpython are declared in its source as package private takes them to be.
func TestSymbolsOfGpython(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-python/gpython").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(string(out))
	for _, c := range []struct{ folder, symbol, want string }{
		{"vm", "jumpTable", "[256]func(*Vm, int32) error"},
		{"vm", "Vm", "frame *py.Frame"},
		{"compile", "newCompiler", "func(parent *compiler, scopeType compilerScopeType) *compiler"},
		{"compile", "compilerScopeType", "uint8"},
		{"compile", "compiler.compileAst", "func(Ast ast.Ast, filename string, futureFlags int, dont_inherit bool, SymTable *symtable.SymTable) (err error)"},
		{"compile", "compiler", "Code *py.Code, Filename string"},
	} {
		got := declarations(t, filepath.Join(dir, c.folder))[c.symbol]
		if got == "" {
			t.Errorf("%s.%s is gone from gpython", c.folder, c.symbol)
		} else if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s.%s of gpython has changed: %s, want %s", c.folder, c.symbol, got, c.want)
		}
	}
}

// declarations returns what the functions, variables and types of a folder are declared as, by name. A struct is
// the list of its fields.
func declarations(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no source in %s (%v)", dir, err)
	}
	found := map[string]string{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*") + "." + name
				}
				found[name] = types.ExprString(d.Type)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					declare(found, s)
				}
			}
		}
	}
	return found
}

func declare(found map[string]string, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			if s.Type != nil {
				found[n.Name] = types.ExprString(s.Type)
			}
		}
	case *ast.TypeSpec:
		x, ok := s.Type.(*ast.StructType)
		if !ok {
			found[s.Name.Name] = types.ExprString(s.Type)
			return
		}
		var fields []string
		for _, f := range x.Fields.List {
			for _, n := range f.Names {
				fields = append(fields, n.Name+" "+types.ExprString(f.Type))
			}
		}
		found[s.Name.Name] = strings.Join(fields, ", ")
	}
}
