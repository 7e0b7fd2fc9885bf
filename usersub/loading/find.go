package loading

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// LibraryName returns the name of an element's library as written: its own, else that of the loader, else MS_USERSUBDLL; "NULL" means none.
func LibraryName(ref *usersub.Ref, ofLoader string) string {
	given := func(name string) string {
		if name = strings.TrimSpace(name); strings.EqualFold(name, "NULL") {
			return ""
		}
		return name
	}
	return cmp.Or(given(ref.Library), given(ofLoader), given(os.Getenv("MS_USERSUBDLL")))
}

// LibraryFolders returns where a library is searched for, "" for an absolute name: the folder of the deck, and those of the environment.
func LibraryFolders(name, deck string) []string {
	if filepath.IsAbs(name) {
		return []string{""}
	}
	dirs := []string{deck}
	for _, v := range []string{"NUSOL_DLL_DIR", "MS_USERDLL_DIR"} {
		dirs = append(dirs, SplitPaths(os.Getenv(v))...)
	}
	return dirs
}

// SplitPaths splits a list at the system's separator and at semicolons, which decks
// made elsewhere bring along.
func SplitPaths(list string) (out []string) {
	for s := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ';' || r == filepath.ListSeparator }) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// ToLocalSeparators returns a name with the separators of this system, where it is written with those of Windows.
func ToLocalSeparators(name string) string {
	if filepath.Separator == '/' && !strings.Contains(name, "/") {
		return strings.ReplaceAll(name, `\`, "/")
	}
	return name
}

// AbsolutePath returns the absolute path of a file, or what is given where there is none.
func AbsolutePath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// IsFile reports whether there is a file, which is no folder.
func IsFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && !st.IsDir()
}
