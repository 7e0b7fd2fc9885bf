package wasm

import "embed"

// Headers are those of the functions that modules without a library of C find here: math.h,
// string.h and parts of others, below the folder include.
//
//go:embed include/*.h
var Headers embed.FS
