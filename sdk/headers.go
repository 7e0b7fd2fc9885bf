package sdk

import "embed"

// Headers holds what sources of routines in C and C++ include, in the folder
// c/include.
//
//go:embed c/include
var Headers embed.FS

// MicrosoftHeaders holds windows.h and the rest of Microsoft's C that user subroutines use, for systems other than Windows, in the
// folder c/windows.
//
//go:embed c/windows
var MicrosoftHeaders embed.FS

// FortranModules holds the modules of Intel's and Compaq's Fortran that user subroutines use, in the folder fortran: each in a file of its
// name.
//
//go:embed fortran
var FortranModules embed.FS

// Sources holds what plugins are made with: the sources of folder c, the Python package in python/trammel, and the
// requirements of this module.
//
//go:embed c/*.c c/*.h c/include python/trammel/*.py go.mod go.sum
var Sources embed.FS

// Documents are the documents of the SDK in Markdown by their paths in its folder.
//
//go:embed *.md */*.md
var Documents embed.FS
