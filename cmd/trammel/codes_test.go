package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck/codes"
)

// sharedCodes are the codes of diagnostics that several files give.
var sharedCodes = strings.Fields(`B010 B014 B044 B062 B072 B090 B187 B190 B226 B230 B287 B411 E305 E403 E604 E607
	E614 E617 E618 E621 E641 E651 E657 E658 E659 E660 E663 E667 E804 L001 L002 N218 W203 W304 W605 W608 W669 W809 X002`)

// A code means one thing: it is given in one file, or by several that mean the same, and
// package codes explains it, and no other.
func TestCodes(t *testing.T) {
	found := map[string]map[string]bool{} // files by code
	for _, dir := range []string{"../../core", "."} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && e.IsDir() && path == "../../core/deck/codes" {
				return fs.SkipDir
			}
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "core/element/remedy.go") { // which gives none, but adds advice to some
				return err
			}
			for _, c := range codesOf(t, path) {
				if found[c] == nil {
					found[c] = map[string]bool{}
				}
				found[c][path] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) < 200 {
		t.Errorf("only %d codes were found", len(found))
	}
	for code, files := range found {
		if shared := slices.Contains(sharedCodes, code); shared != (len(files) > 1) {
			t.Errorf("%s is given in %s; in the list of shared codes: %v", code, strings.Join(slices.Sorted(maps.Keys(files)), ", "), shared)
		}
	}
	for _, code := range sharedCodes {
		if found[code] == nil {
			t.Errorf("%s is given nowhere", code)
		}
	}
	for code, files := range found {
		if _, ok := codes.FindCode(code); !ok {
			t.Errorf("%s, given in %s, has no row in core/deck/codes", code, strings.Join(slices.Sorted(maps.Keys(files)), ", "))
		}
	}
	for _, c := range codes.AllCodes() {
		if found[c.ID] == nil {
			t.Errorf("core/deck/codes explains %s, which is given nowhere", c.ID)
		}
	}
}

var diagnosticCode = regexp.MustCompile(`^[A-Z]\d{3}$`)

// codesOf lists the codes in a file but for those that it compares with.
func codesOf(t *testing.T, path string) (list []string) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			return n.Op != token.EQL && n.Op != token.NEQ
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && diagnosticCode.MatchString(s) {
				list = append(list, s)
			}
		}
		return true
	})
	return list
}
