package main

import (
	"path/filepath"

	"github.com/trammel-mbd/trammel/usersub/inspect"
)

// listNeededLibraries lists the libraries that the dynamic linker would load with a library, without those of the system.
func listNeededLibraries(library string) ([]string, error) {
	all, err := inspect.LinkedLibraries(library)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, path := range all {
		if abs := absolutePath(path); abs != absolutePath(library) && !isSystemLibrary(abs) {
			list = append(list, abs)
		}
	}
	return list, nil
}

// newLibraryChecker returns what refuses a library before it is loaded, together with those that it needs: their initialisers
// run first. It is nil where all is allowed.
func (f *loadFlags) newLibraryChecker() func(path, sum string) error {
	if f.allow == nil {
		return nil
	}
	needed := f.newDependencyChecker()
	return func(path, sum string) error {
		if err := f.allow(path, sum); err != nil {
			return err
		}
		return needed(path)
	}
}

// newDependencyChecker returns what refuses a library for those that it needs; nil where all is allowed. What lies in the installation of a
// Python counts as its part, as its modules do.
func (f *loadFlags) newDependencyChecker() func(path string) error {
	if f.allow == nil {
		return nil
	}
	return func(path string) error {
		list, err := listNeededLibraries(path)
		if err != nil {
			return err
		}
		for _, n := range list {
			sum, err := fileHash(n)
			if err != nil {
				return err
			}
			if rel, err := filepath.Rel(filepath.Dir(path), n); err == nil && filepath.IsLocal(rel) && isPythonLibrary(path) {
				continue
			}
			if err := f.allow(n, sum); err != nil {
				return err
			}
		}
		return nil
	}
}

// isPythonLibrary reports whether a library is that of an interpreter.
func isPythonLibrary(path string) bool {
	ok, _ := filepath.Match("libpython*", filepath.Base(path))
	return ok
}
