package wasm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// suffix is that of the files that this package loads.
const suffix = ".wasm"

// Takes implements usersub.Loader: files that end in .wasm, and libraries that lie beside
// the deck as .wasm and not as anything else.
func (l *Loader) Takes(ref *usersub.Ref) bool {
	if ref.Script != "" || ref.Plugin != "" || ref.Interpreter != "" {
		return false
	}
	name := l.libraryName(ref)
	return isModuleName(name) || findModuleBesideDeck(name, ref.Dir) != ""
}

func isModuleName(name string) bool { return strings.EqualFold(filepath.Ext(name), suffix) }

// natives are suffixes of shared libraries.
var natives = []string{"", ".so", ".dll", ".dylib"}

// findModuleBesideDeck returns the module that lies beside the deck under a library's name (road,
// road.dll), "" if there is none or the library is there too.
func findModuleBesideDeck(name, dir string) string {
	if name == "" {
		return ""
	}
	base := name
	for _, s := range natives[1:] {
		if strings.EqualFold(filepath.Ext(name), s) {
			base = name[:len(name)-len(s)]
		}
	}
	if !filepath.IsAbs(base) {
		base = filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(base, `\`, "/")))
	}
	if !isFile(base + suffix) {
		return ""
	}
	folder, file := filepath.Split(base)
	for _, s := range natives {
		if isFile(base+s) || isFile(filepath.Join(folder, "lib"+file+s)) {
			return ""
		}
	}
	return base + suffix
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && !st.IsDir()
}

// findModule returns the absolute path of the module that ref means.
func (l *Loader) findModule(ref *usersub.Ref) (string, *loadProblem) {
	name := l.libraryName(ref)
	if !isModuleName(name) {
		if path := findModuleBesideDeck(name, ref.Dir); path != "" {
			return absolutePath(path), nil
		}
	}
	if filepath.Separator == '/' && !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	var searched []string
	for _, dir := range listSearchFolders(name, ref.Dir) {
		path := absolutePath(filepath.Join(dir, name))
		if isFile(path) {
			return path, nil
		}
		searched = append(searched, path)
	}
	return "", &loadProblem{reason: fmt.Sprintf("the module %q was not found", name), searched: searched,
		hint: "name its path relative to the deck, or add its folder to MS_USERDLL_DIR"}
}

func absolutePath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// libraryName returns the name as written; "NULL" means none.
func (l *Loader) libraryName(ref *usersub.Ref) string {
	for _, s := range []string{ref.Library, l.Library, os.Getenv("MS_USERSUBDLL")} {
		s = strings.TrimSpace(s)
		if s != "" && !strings.EqualFold(s, "NULL") {
			return s
		}
	}
	return ""
}

// listSearchFolders returns where a module is searched for, "" for an absolute name: where libraries
// are, but for the folders of the dynamic linker.
func listSearchFolders(name, deck string) []string {
	if filepath.IsAbs(name) {
		return []string{""}
	}
	dirs := []string{deck}
	for _, v := range []string{"NUSOL_DLL_DIR", "MS_USERDLL_DIR"} {
		for s := range strings.SplitSeq(strings.ReplaceAll(os.Getenv(v), ";", string(filepath.ListSeparator)), string(filepath.ListSeparator)) {
			if s = strings.TrimSpace(s); s != "" {
				dirs = append(dirs, s)
			}
		}
	}
	return dirs
}
