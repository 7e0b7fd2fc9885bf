// Package cdll runs user subroutines in shared libraries: C, C++ and Fortran,
// without cgo and without a compiler on the user's machine.
//
// Loader finds a library, says in clear words why it cannot be used, and gives
// a usersub.Sub that marshals by the routine's Sig. Libraries call SYSFNC,
// SYSARY, MODFNC and the other utilities as undefined symbols; a small
// forwarding library that is part of this package defines them (folder
// forward, images in folder images). It searches the answers that came with
// the call first and enters Go only for what is not there.
//
// Calls are serialised in the process. A routine always runs on the thread of
// the goroutine that calls; a caller whose libraries keep variables by thread
// locks its goroutine to one (runtime.LockOSThread).
//
// The parts that touch native code exist on Linux for amd64 and arm64 and on Windows for amd64.
// Elsewhere the package builds and Load refuses every library.
package cdll
