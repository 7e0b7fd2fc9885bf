package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
)

// resolveSavePath returns the absolute path of the file that Save names: a file in the folder of the results, or
// in one below it, or anywhere with Options.SaveAnywhere. A file of the results or of the deck is refused.
func (r *runner) resolveSavePath(name string) (string, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.rec.folder, path)
	}
	path = resolveLinks(path)
	folder := resolveLinks(r.rec.folder)
	inside, err := filepath.Rel(folder, path)
	switch {
	case err != nil || inside == ".." || strings.HasPrefix(inside, ".."+string(filepath.Separator)):
		if !r.opt.SaveAnywhere {
			return "", &UsageError{fmt.Sprintf("Save: model_file %q is outside the results folder %s: name a file inside it, or run with --save-anywhere", name, r.rec.Dir)}
		}
	case isResultFile(inside), isResultFile(inside + element.StateSuffix):
		return "", &UsageError{fmt.Sprintf("Save: model_file %q is a file of the results: choose another name", name)}
	}
	for _, path := range []string{path, path + element.StateSuffix} {
		if source := r.findDeckFile(path); source != "" {
			return "", &UsageError{fmt.Sprintf("Save: model_file %q would replace %s, which the deck is read from: choose another name", name, source)}
		}
	}
	return path, nil
}

// resolveLinks follows links in the folder of a path, as far as it exists.
func resolveLinks(path string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return filepath.Clean(path)
}

// isResultFile reports whether a run writes a file of this name into its folder.
func isResultFile(name string) bool {
	name = strings.ToLower(name)
	for _, own := range []string{RowsFile, DocumentFile, LogFile, HoldFile, reserveFile} {
		if name == own {
			return true
		}
	}
	base, isTable := strings.CutSuffix(name, ".csv")
	if !isTable {
		return false
	}
	base, _, _ = strings.Cut(base, "_")
	for _, own := range append([]string{strings.TrimSuffix(RowsFile, ".csv")}, linearFiles[:]...) {
		if base == strings.ToLower(own) {
			return true
		}
	}
	return false
}

// findDeckFile returns the name of the file of the deck at path, "" if there is none.
func (r *runner) findDeckFile(path string) string {
	at, err := os.Stat(path)
	if err != nil {
		return ""
	}
	seen := map[string]bool{}
	for _, e := range r.model.Deck.Elements {
		if e.Span.Src == nil || seen[e.Span.Src.Name] {
			continue
		}
		seen[e.Span.Src.Name] = true
		if other, err := os.Stat(e.Span.Src.Name); err == nil && os.SameFile(at, other) {
			return e.Span.Src.Name
		}
	}
	return ""
}

// checkSavePaths refuses, before the first step, commands that save to where they may not.
func (r *runner) checkSavePaths(commands []element.Command) error {
	for i := range commands {
		if name := commands[i].Save; name != "" {
			if _, err := r.resolveSavePath(name); err != nil {
				return err
			}
		}
	}
	return nil
}
