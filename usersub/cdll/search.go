package cdll

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Find returns the absolute path of the library that ref means, which is not opened; what
// is not there is a *usersub.LoadError.
func (l *Loader) Find(ref *usersub.Ref) (string, error) {
	path, p := l.findLibrary(ref)
	if p != nil {
		p.Ref = *ref
		return "", p
	}
	return path, nil
}

// findLibrary searches for the library that ref means and returns its absolute path. An
// element's own library comes before the one of the command line, and that
// before MS_USERSUBDLL; the first that is named must exist.
func (l *Loader) findLibrary(ref *usersub.Ref) (string, *usersub.LoadError) {
	name := loading.LibraryName(ref, l.Library)
	if name == "" {
		return "", &usersub.LoadError{Reason: "no library is named",
			Hint: "give usrsub_dll_name, or set MS_USERSUBDLL for all elements without one"}
	}
	var searched []string
	dirs, before := listSearchFolders(name, ref.Dir)
	for i, dir := range dirs {
		for _, file := range libraryFileNames(name) {
			path := loading.AbsolutePath(filepath.Join(dir, file))
			if loading.IsFile(path) {
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
	return "", &usersub.LoadError{
		Reason:   fmt.Sprintf("the library %q was not found", name),
		Searched: searched,
		Hint:     missingLibraryHint(name),
	}
}

// missingLibraryHint says what to do for a library that is not there.
func missingLibraryHint(name string) string {
	if usersub.IsAbsolutePath(name) {
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
	if usersub.IsAbsolutePath(name) {
		names = libraryFileNames(baseName(name))
	}
	for _, dir := range dirs[:n] {
		for _, file := range names {
			path, _ := usersub.FindFile(dir, file)
			if path == "" {
				continue
			}
			path = loading.AbsolutePath(path)
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

// listSearchFolders returns where a library is searched for, "" for an absolute name, and how many of these are listed one by one when it is not
// found: on Windows the last are all folders of programs.
func listSearchFolders(name, deck string) (dirs []string, listed int) {
	dirs = loading.LibraryFolders(name, deck)
	if filepath.IsAbs(name) {
		return dirs, len(dirs)
	}
	listed = len(dirs)
	dirs = append(dirs, loading.SplitPaths(os.Getenv(systemPath))...)
	if systemPath != "PATH" {
		listed = len(dirs)
	}
	return dirs, listed
}

// libraryFileNames returns the spellings of a library's file: as written, with the
// missing suffix, and with lib in front; this system's suffix comes before another's that is written.
func libraryFileNames(name string) []string {
	name = loading.ToLocalSeparators(name)
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
