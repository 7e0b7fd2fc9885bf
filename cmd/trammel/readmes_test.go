package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// repositoryFiles returns the files of the repository, relative to its root.
func repositoryFiles(t *testing.T) []string {
	t.Helper()
	out, err := exec.Command("git", "-C", "../..", "ls-files").Output()
	if err != nil {
		t.Skip("no repository of git here")
	}
	return strings.Fields(string(out))
}

// TestReadmesNameFiles: each Go file that a page names exists, where it says or somewhere.
func TestReadmesNameFiles(t *testing.T) {
	files := repositoryFiles(t)
	bases := map[string]bool{"name.go": true} // stands for any
	for _, f := range files {
		bases[path.Base(f)] = true
	}
	named := regexp.MustCompile("`([a-z][a-z0-9_/-]*\\.go)`")
	for _, f := range files {
		if path.Ext(f) != ".md" || strings.Contains(f, "testdata/") || path.Base(f) == "CHANGELOG.md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", f))
		if err != nil {
			continue // removed, not yet committed
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			whole := strings.Contains(m[1], "/") && (slices.Contains(files, m[1]) || slices.Contains(files, path.Join(path.Dir(f), m[1])))
			if !whole && (strings.Contains(m[1], "/") || !bases[m[1]]) {
				t.Errorf("%s names %s, which does not exist", f, m[1])
			}
		}
	}
}

// TestReadmesListPackages: the pages of these folders have a row for each package below.
func TestReadmesListPackages(t *testing.T) {
	files := repositoryFiles(t)
	for _, folder := range []string{"core", "usersub"} {
		text, err := os.ReadFile(filepath.Join("../..", folder, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, f := range files {
			name, below := strings.CutPrefix(path.Dir(f), folder+"/")
			if !below || seen[name] || path.Ext(f) != ".go" || strings.Contains(f, "testdata/") || strings.Contains(f, "internal/") || folder == "core" && strings.Contains(name, "/") {
				continue
			}
			seen[name] = true
			if !strings.Contains(string(text), "| `"+name+"` |") {
				t.Errorf("%s/README.md has no row for %s", folder, name)
			}
		}
	}
}

// TestVariablesAreDescribed: the page of the tool has each variable of the environment that the code reads or sets.
func TestVariablesAreDescribed(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`"((?:TRAMMEL|MS|NUSOL)_[A-Z_]+)"`)
	for _, f := range repositoryFiles(t) {
		if path.Ext(f) != ".go" || strings.Contains(f, "testdata/") || strings.HasPrefix(f, "examples/") || strings.HasPrefix(f, ".ci/") || strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", f))
		if err != nil {
			continue
		}
		for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(string(page), "`"+m[1]+"`") {
				t.Errorf("%s: README.md does not describe %s", f, m[1])
			}
		}
	}
}
