// Package wasm loads user subroutines from WebAssembly files, sandboxed, on
// every system and processor alike, by way of wazero: no cgo, no compiler on
// the user's machine.
//
// A routine is the same C as for a shared library, compiled for wasm32: it
// exports PFOSUB, takes pointers into its own memory, and imports c_sysfnc and
// the other utilities from the module "env". README.md reports what happens in
// between.
package wasm
