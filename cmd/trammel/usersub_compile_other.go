//go:build !windows

package main

import (
	"fmt"
	"path/filepath"

	"github.com/trammel-mbd/trammel/sdk"
)

// librarySuffix ends the names of libraries, positionFree are the flags that code of libraries needs.
const librarySuffix = ".so"

var positionFree = []string{"-fPIC"}

// solverLinkFiles is what a library is linked with for the utilities: nothing, they are found when it is opened.
func solverLinkFiles() ([]string, error) { return nil, nil }

func (l *language) compilerInstallHint() string { return "install the package " + l.packages }

// windowsHeaderFlags are the flags by which a compiler finds windows.h and, where a source uses names of Microsoft's library, includes these.
func windowsHeaderFlags(used bool) ([]string, error) {
	files, sum, err := readEmbeddedFiles(sdk.MicrosoftHeaders, "c/windows")
	if err != nil {
		return nil, err
	}
	dir, err := writeToUserCache("windows-"+sum, files)
	if err != nil {
		return nil, fmt.Errorf("the headers cannot be written: %w", err)
	}
	flags := []string{"-D_GNU_SOURCE", "-idirafter", dir}
	if used {
		flags = append(flags, "-include", filepath.Join(dir, "trammel_microsoft.h"))
	}
	return flags, nil
}
