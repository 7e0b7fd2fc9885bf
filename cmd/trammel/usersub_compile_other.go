//go:build !windows

package main

// librarySuffix ends the names of libraries, positionFree are the flags that code of libraries needs.
const librarySuffix = ".so"

var positionFree = []string{"-fPIC"}

// solverLibrary is what a library is linked with for the utilities: nothing, they are found when it is opened.
func solverLibrary() ([]string, error) { return nil, nil }

func (l *language) installHint() string { return "install the package " + l.packages }
