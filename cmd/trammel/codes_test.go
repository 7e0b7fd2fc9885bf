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
)

// sharedCodes are the codes of diagnostics that several files give, with what they mean in each of them.
var sharedCodes = map[string]string{
	"B010": "a marker that is floating has no pose",
	"B044": "a matrix has the wrong size",
	"B062": "a value is ignored, since a better one is given",
	"B072": "an array has not the size of the equation",
	"B090": "C is taken, cratio is ignored",
	"B187": "joints stand too far from each other to compute with",
	"B190": "a parameter of a routine is wrong",
	"B226": "shapes that may touch belong to one body",
	"B230": "a mesh that is not closed touches with its corners only",
	"E305": "an attribute is missing",
	"E403": "a number is out of its range",
	"E604": "a short name may stand for several",
	"E607": "a wrong number of values",
	"E614": "not supported",
	"E617": "a value is missing or of the wrong kind",
	"E621": "a value is not one of those that are possible",
	"E641": "an argument is misspelt",
	"E804": "the embedded interpreter cannot run this",
	"L001": "a routine cannot be loaded",
	"L002": "a routine failed",
	"W203": "an element is not closed",
	"W304": "an attribute has no effect",
	"W605": "an argument is unknown",
	"W608": "an argument has no effect",
	"X002": "an expression names what is not there",
}

// A code means one thing: it is given in one file, or by several that mean the same.
func TestCodes(t *testing.T) {
	found := map[string]map[string]bool{} // files by code
	for _, dir := range []string{"../../core", "."} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
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
		if shared := sharedCodes[code] != ""; shared != (len(files) > 1) {
			t.Errorf("%s is given in %s; in the list of shared codes: %v", code, strings.Join(slices.Sorted(maps.Keys(files)), ", "), shared)
		}
	}
	for code := range sharedCodes {
		if found[code] == nil {
			t.Errorf("%s is given nowhere", code)
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
