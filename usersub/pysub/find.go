package pysub

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Find returns the absolute path of the script that ref names; what is not there
// is a *usersub.LoadError.
func Find(ref *usersub.Ref) (string, error) { return findScript(ref) }

// findScript returns the absolute path of the script that ref names.
func findScript(ref *usersub.Ref) (string, error) {
	places := scriptPaths(ref)
	for _, p := range places {
		if loading.IsFile(p) {
			return p, nil
		}
	}
	for _, dir := range scriptFolders(ref) {
		for _, name := range fileSpellings(ref.Script) {
			if p, _ := usersub.FindFile(dir, name); p != "" {
				return filepath.Abs(p)
			}
		}
	}
	return "", &usersub.LoadError{
		Reason:   fmt.Sprintf("script %q not found", ref.Script),
		Searched: places,
		Hint:     "put the script beside the deck, or name its folder in MS_USERDLL_DIR"}
}

// scriptPaths lists where a script may be, absolute and in order. A name without a
// suffix is tried with .py too; backslashes of decks written on Windows count
// as separators.
func scriptPaths(ref *usersub.Ref) []string {
	var all []string
	add := func(dir string) {
		for _, name := range fileSpellings(ref.Script) {
			p, err := filepath.Abs(filepath.Join(dir, name))
			if err == nil && !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	if filepath.IsAbs(ref.Script) {
		add("")
		return all
	}
	for _, dir := range scriptFolders(ref) {
		add(dir)
	}
	return all
}

// scriptFolders are those in which scripts are searched for.
func scriptFolders(ref *usersub.Ref) []string {
	var all []string
	if ref.Dir != "" {
		all = append(all, ref.Dir)
	}
	for _, dir := range filepath.SplitList(os.Getenv("MS_USERDLL_DIR")) {
		if dir != "" {
			all = append(all, dir)
		}
	}
	return append(all, "")
}

func fileSpellings(name string) []string {
	names := []string{name}
	if slashed := strings.ReplaceAll(name, `\`, "/"); slashed != name {
		names = append(names, slashed)
	}
	if filepath.Ext(name) == "" {
		for _, n := range slices.Clone(names) {
			names = append(names, n+".py")
		}
	}
	return names
}
