package sdk

import "embed"

// Headers holds what sources of routines in C and C++ include, in the folder
// c/include.
//
//go:embed c/include
var Headers embed.FS

// Sources holds what plugins in other languages are made with: the sources of folder c, and the Python package in
// python/trammel.
//
//go:embed c/*.c c/*.h c/include python/trammel/*.py
var Sources embed.FS
