package sdk

import "embed"

// Headers holds what sources of routines in C and C++ include, in the folder
// c/include.
//
//go:embed c/include
var Headers embed.FS
