package usersub_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// exported lists the exported names that the files of a folder declare.
func exported(t *testing.T, pattern string) map[string]bool {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(pattern, err)
	}
	names := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			for _, name := range declared(d) {
				names[name.Name] = name.IsExported()
			}
		}
	}
	return names
}

// declared lists the names of a declaration at the top of a file, methods excepted.
func declared(d ast.Decl) (names []*ast.Ident) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name)
			case *ast.ValueSpec:
				names = append(names, s.Names...)
			}
		}
	}
	return names
}

// TestNames: the package has each name of sdk/usersub and no other.
func TestNames(t *testing.T) {
	here, there := exported(t, "*.go"), exported(t, "../sdk/usersub/*.go")
	for name, is := range there {
		if is && !here[name] {
			t.Errorf("%s is missing here", name)
		}
	}
	for name := range here {
		if !there[name] {
			t.Errorf("%s is not in sdk/usersub", name)
		}
	}
}
