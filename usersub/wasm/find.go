package wasm

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// suffix is that of the files that this package loads.
const suffix = ".wasm"

// Takes implements usersub.Loader: files that end in .wasm, and libraries that lie beside
// the deck as .wasm and not as anything else.
func (l *Loader) Takes(ref *usersub.Ref) bool {
	if ref.Script != "" || ref.Plugin != "" || ref.Interpreter != "" {
		return false
	}
	name := loading.LibraryName(ref, l.Library)
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
	if !loading.IsFile(base + suffix) {
		return ""
	}
	folder, file := filepath.Split(base)
	for _, s := range natives {
		if loading.IsFile(base+s) || loading.IsFile(filepath.Join(folder, "lib"+file+s)) {
			return ""
		}
	}
	return base + suffix
}

// findModule returns the absolute path of the module that ref means.
func (l *Loader) findModule(ref *usersub.Ref) (string, *usersub.LoadError) {
	name := loading.LibraryName(ref, l.Library)
	if !isModuleName(name) {
		if path := findModuleBesideDeck(name, ref.Dir); path != "" {
			return loading.AbsolutePath(path), nil
		}
	}
	name = loading.ToLocalSeparators(name)
	var searched []string
	for _, dir := range loading.LibraryFolders(name, ref.Dir) {
		path := loading.AbsolutePath(filepath.Join(dir, name))
		if loading.IsFile(path) {
			return path, nil
		}
		searched = append(searched, path)
	}
	return "", &usersub.LoadError{Reason: fmt.Sprintf("the module %q was not found", name), Searched: searched,
		Hint: "name its path relative to the deck, or add its folder to MS_USERDLL_DIR"}
}
