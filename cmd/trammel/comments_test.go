package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// mixedCase are words with a capital inside that begin with two small letters, as names of Go that are not exported do; with one they are
	// symbols of formulas.
	mixedCase = regexp.MustCompile(`\b[a-z]{2,}[A-Z][A-Za-z0-9]*\b`)
	// qualified are names of a package: integrate.Problem.
	qualified = regexp.MustCompile(`\b([a-z]{2,})\.([A-Z][A-Za-z0-9]+)\b`)
	// marked is what is not a name of ours: texts in quotes, file names, addresses, flags.
	marked = regexp.MustCompile("\"[^\"]*\"|`[^`]*`|'[^']*'|[\\w/]+\\.(?:py|c|h|js|md|xml)\\b|https?://\\S+|--[a-z-]+")
	// ownWord is a word that begins a comment as a name of the package does, not as a sentence.
	ownWord = regexp.MustCompile(`^[a-z]\w*$`)
	// foreignNames are names of other programs, of units and of formulas.
	foreignNames = strings.Fields("gRPC macOS iOS mbsInvoke")
)

// goFiles returns the Go files of the repository but for generated ones and test data.
func goFiles(t *testing.T) (files []string) {
	t.Helper()
	out, err := exec.Command("git", "-C", "../..", "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("no repository of git here")
	}
	for _, f := range strings.Fields(string(out)) {
		if !strings.Contains(f, "testdata/") && !strings.HasSuffix(f, ".pb.go") {
			files = append(files, filepath.Join("../..", f))
		}
	}
	return files
}

// TestCommentsNameWhatExists: names of Go in comments are declared somewhere; they go stale when code is renamed.
func TestCommentsNameWhatExists(t *testing.T) {
	fset := token.NewFileSet()
	declared := map[string]bool{}
	exported := map[string]map[string]bool{} // by package
	var all []*ast.File
	for _, name := range goFiles(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // removed, not yet committed
		}
		f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
		p := exported[f.Name.Name]
		if p == nil {
			p = map[string]bool{}
			exported[f.Name.Name] = p
		}
		for _, d := range f.Decls {
			noteDeclared(p, d)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				declared[n.Name] = true
			case *ast.BasicLit: // keys, attributes and names that other languages have
				for _, w := range mixedCase.FindAllString(n.Value, -1) {
					declared[w] = true
				}
			}
			return true
		})
	}
	for _, f := range all {
		for _, d := range f.Decls {
			if strings.HasSuffix(fset.Position(d.Pos()).Filename, "_test.go") {
				continue
			}
			name, doc := documented(d)
			first, _, _ := strings.Cut(strings.TrimPrefix(doc, "// "), " ")
			if word := strings.TrimRight(first, ",:."); ownWord.MatchString(word) && word != name {
				t.Errorf("%s: the comment before %s begins with %s", fset.Position(d.Pos()), name, word)
			}
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				text := marked.ReplaceAllString(c.Text, "")
				at := fset.Position(c.Pos())
				for _, w := range mixedCase.FindAllString(text, -1) {
					if !declared[w] && !slices.Contains(foreignNames, w) {
						t.Errorf("%s:%d: the comment names %s, which is not declared", at.Filename, at.Line, w)
					}
				}
				for _, m := range qualified.FindAllStringSubmatch(text, -1) {
					if p := exported[m[1]]; p != nil && !p[m[2]] {
						t.Errorf("%s:%d: the comment names %s, which package %s does not have", at.Filename, at.Line, m[0], m[1])
					}
				}
			}
		}
	}
}

// documented returns the name of a function, or of the only type, variable or constant of a declaration, and the first line of its comment.
func documented(d ast.Decl) (name, doc string) {
	var g *ast.CommentGroup
	switch d := d.(type) {
	case *ast.FuncDecl:
		name, g = d.Name.Name, d.Doc
	case *ast.GenDecl:
		if g = d.Doc; len(d.Specs) == 1 {
			switch s := d.Specs[0].(type) {
			case *ast.TypeSpec:
				name = s.Name.Name
			case *ast.ValueSpec:
				if len(s.Names) == 1 {
					name = s.Names[0].Name
				}
			}
		}
	}
	if name == "" || g == nil {
		return "", ""
	}
	return name, g.List[0].Text
}

// noteDeclared enters what a declaration of a file declares.
func noteDeclared(names map[string]bool, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		names[d.Name.Name] = true
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names[s.Name.Name] = true
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names[n.Name] = true
				}
			}
		}
	}
}
