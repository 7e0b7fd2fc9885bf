package cdll

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Find returns the absolute path of the library that ref means, which is not opened; what
// is not there is a *usersub.LoadError.
func (l *Loader) Find(ref *usersub.Ref) (string, error) {
	path, p := l.findLibrary(ref)
	if p != nil {
		return "", &usersub.LoadError{Ref: *ref, Reason: p.reason, Searched: p.searched, Hint: p.hint, Detail: p.detail}
	}
	return path, nil
}

// findLibrary searches for the library that ref means and returns its absolute path. An
// element's own library comes before the one of the command line, and that
// before MS_USERSUBDLL; the first that is named must exist.
func (l *Loader) findLibrary(ref *usersub.Ref) (string, *problem) {
	name := l.libraryName(ref)
	if name == "" {
		return "", &problem{reason: "no library is named",
			hint: "give usrsub_dll_name, or set MS_USERSUBDLL for all elements without one"}
	}
	var searched []string
	dirs, before := searchFolders(name, ref.Dir)
	for i, dir := range dirs {
		for _, file := range fileNames(name) {
			path := filepath.Join(dir, file)
			if abs, err := filepath.Abs(path); err == nil {
				path = abs
			}
			if st, err := os.Stat(path); err == nil && !st.IsDir() {
				return path, nil
			}
			if i < before {
				searched = append(searched, path)
			}
		}
	}
	if before < len(dirs) {
		searched = append(searched, "the folders of PATH")
	}
	return "", &problem{
		reason:   fmt.Sprintf("the library %q was not found", name),
		searched: searched,
		hint:     "name its path relative to the deck, or add its folder to MS_USERDLL_DIR",
	}
}

// libraryName returns the library's name as written; "NULL" means none.
func (l *Loader) libraryName(ref *usersub.Ref) string {
	for _, s := range []string{ref.Library, l.Library, os.Getenv("MS_USERSUBDLL")} {
		s = strings.TrimSpace(s)
		if s != "" && !strings.EqualFold(s, "NULL") {
			return s
		}
	}
	return ""
}

// searchFolders returns where a library is searched for, "" for an absolute name, and how many of these are listed one by one when it is not
// found: on Windows the last are all folders of programs.
func searchFolders(name, deck string) (dirs []string, listed int) {
	if filepath.IsAbs(name) {
		return []string{""}, 1
	}
	dirs = []string{deck}
	for _, v := range []string{"NUSOL_DLL_DIR", "MS_USERDLL_DIR"} {
		dirs = append(dirs, splitPaths(os.Getenv(v))...)
	}
	listed = len(dirs)
	if systemPath == "PATH" {
		return append(dirs, splitPaths(os.Getenv(systemPath))...), listed
	}
	dirs = append(dirs, splitPaths(os.Getenv(systemPath))...)
	return dirs, len(dirs)
}

// splitPaths splits a list at the system's separator and at semicolons, which decks
// made elsewhere bring along.
func splitPaths(list string) []string {
	var out []string
	for s := range strings.SplitSeq(strings.ReplaceAll(list, ";", string(filepath.ListSeparator)),
		string(filepath.ListSeparator)) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// fileNames returns the spellings of a library's file: as written, with the
// missing suffix (or instead of another system's) and with lib in front.
func fileNames(name string) []string {
	if filepath.Separator == '/' && !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	names := []string{name}
	if !strings.HasSuffix(name, suffix) && !strings.Contains(filepath.Base(name), suffix+".") {
		names = append(names, name+suffix)
		switch ext := filepath.Ext(name); strings.ToLower(ext) {
		case ".dll", ".dylib", ".so":
			names = append(names, strings.TrimSuffix(name, ext)+suffix)
		}
	}
	if suffix == ".dll" && strings.HasPrefix(filepath.Base(name), "lib") {
		for _, n := range names[:len(names):len(names)] {
			names = append(names, filepath.Join(filepath.Dir(n), strings.TrimPrefix(filepath.Base(n), "lib")))
		}
	}
	if !strings.HasPrefix(filepath.Base(name), "lib") {
		for _, n := range names[:len(names):len(names)] {
			names = append(names, filepath.Join(filepath.Dir(n), "lib"+filepath.Base(n)))
		}
	}
	return names
}
