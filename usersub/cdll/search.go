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
func (l *Loader) findLibrary(ref *usersub.Ref) (string, *loadProblem) {
	name := l.libraryName(ref)
	if name == "" {
		return "", &loadProblem{reason: "no library is named",
			hint: "give usrsub_dll_name, or set MS_USERSUBDLL for all elements without one"}
	}
	var searched []string
	dirs, before := listSearchFolders(name, ref.Dir)
	for i, dir := range dirs {
		for _, file := range libraryFileNames(name) {
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
	if path := l.findRelocatedLibrary(name, ref.Dir); path != "" {
		return path, nil
	}
	if before < len(dirs) {
		searched = append(searched, "the folders of PATH")
	}
	return "", &loadProblem{
		reason:   fmt.Sprintf("the library %q was not found", name),
		searched: searched,
		hint:     missingLibraryHint(name),
	}
}

// missingLibraryHint says what to do for a library that is not there.
func missingLibraryHint(name string) string {
	if usersub.IsAbsolute(name) {
		base := baseName(name)
		return fmt.Sprintf("put %s beside the deck or in a folder of MS_USERDLL_DIR: the folder that the deck names is not on this machine", strings.TrimSuffix(base, filepath.Ext(base))+suffix)
	}
	return "name its path relative to the deck, or add its folder to MS_USERDLL_DIR"
}

// baseName is the last part of a name, with the separators of any system.
func baseName(name string) string {
	return name[strings.LastIndexAny(name, `/\`)+1:]
}

// findRelocatedLibrary searches for a library that is not where its name says: by another case of letters, and for an absolute name, as
// programs on Windows write it into decks, by its last part beside the deck and in the folders of the environment.
func (l *Loader) findRelocatedLibrary(name, deck string) string {
	dirs, n := listSearchFolders(baseName(name), deck)
	names := libraryFileNames(name)
	if usersub.IsAbsolute(name) {
		names = libraryFileNames(baseName(name))
	}
	for _, dir := range dirs[:n] {
		for _, file := range names {
			path, _ := usersub.FindFile(dir, file)
			if path == "" {
				continue
			}
			if abs, err := filepath.Abs(path); err == nil {
				path = abs
			}
			if !l.found[name] {
				if l.found == nil {
					l.found = map[string]bool{}
				}
				l.found[name] = true
				l.logger().Info(fmt.Sprintf("the library %q is %s", name, path))
			}
			return path
		}
	}
	return ""
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

// listSearchFolders returns where a library is searched for, "" for an absolute name, and how many of these are listed one by one when it is not
// found: on Windows the last are all folders of programs.
func listSearchFolders(name, deck string) (dirs []string, listed int) {
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

// libraryFileNames returns the spellings of a library's file: as written, with the
// missing suffix, and with lib in front; this system's suffix comes before another's that is written.
func libraryFileNames(name string) []string {
	if filepath.Separator == '/' && !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	names := []string{name}
	if !strings.HasSuffix(name, suffix) && !strings.Contains(filepath.Base(name), suffix+".") {
		names = append(names, name+suffix)
		switch ext := filepath.Ext(name); strings.ToLower(ext) {
		case ".dll", ".dylib", ".so": // of another system, which may lie there, too
			names = append([]string{strings.TrimSuffix(name, ext) + suffix}, names...)
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
