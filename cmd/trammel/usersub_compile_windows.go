package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/usersub/dll"
)

// librarySuffix ends the names of libraries, positionFree are the flags that code of libraries needs.
const librarySuffix = ".dll"

var positionFree []string

// utilitiesName is the library that those import from which are built here; the loader finds the utilities under any name.
const utilitiesName = "trammel-utilities"

// writeSolverLinkFiles writes what a library is linked with for the utilities: a library that exports them (MinGW links with that itself) and a
// list of their names, of which Microsoft's tools make an import library.
func writeSolverLinkFiles() (string, error) {
	var def strings.Builder
	def.WriteString("LIBRARY " + utilitiesName + "\nEXPORTS\n")
	list := dll.UtilityForwards()
	for _, f := range list {
		def.WriteString("  " + f.Name + "\n")
	}
	library := dll.BuildForwardingLibrary(utilitiesName+".dll", list)
	return writeToUserCache(fmt.Sprintf("utilities-%d", len(def.String())), map[string][]byte{utilitiesName + ".dll": library, utilitiesName + ".def": []byte(def.String())})
}

// solverLinkFiles is what a library is linked with for the utilities. MinGW's run-time libraries become part of it, so that it needs no
// folder of the compiler on PATH, and all its functions are exported, whether or not some are marked so.
func solverLinkFiles() ([]string, error) {
	dir, err := writeSolverLinkFiles()
	if err != nil {
		return nil, fmt.Errorf("the library of the utilities cannot be written: %w", err)
	}
	return []string{filepath.Join(dir, utilitiesName+".dll"), "-static", "-Wl,--export-all-symbols"}, nil
}

// compilerInstallHint says how a compiler is had, and what to do with others than MinGW's.
func (l *language) compilerInstallHint() string {
	text := "install MinGW-w64 with " + l.compiler + " and add its folder bin to PATH"
	dir, err := writeSolverLinkFiles()
	if err != nil {
		return text
	}
	def := filepath.Join(dir, utilitiesName+".def")
	line := "cl /LD /MD /O2"
	if l == langFortran {
		line = "ifx /dll /MD /O2"
	}
	include, err := installHeaders()
	if err == nil && l != langFortran {
		line += fmt.Sprintf(" /I \"%s\"", include)
	}
	return fmt.Sprintf("%s; with Microsoft's or Intel's compiler: lib /machine:x64 /def:\"%s\" /out:%s.lib, then %s SOURCE %s.lib",
		text, def, utilitiesName, line, utilitiesName)
}

// windowsHeaderFlags are none: the compiler has the headers of Windows.
func windowsHeaderFlags(bool) ([]string, error) { return nil, nil }
