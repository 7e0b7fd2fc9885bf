// Package inspect says what the file of a user subroutine holds and whether it
// would load on this machine, without loading or running it.
//
// Shared libraries of Linux are examined as the dynamic linker would: the
// libraries that they need are searched for, their versions compared, and
// symbols that nobody defines are named. Libraries of other systems are read
// as far as their exports and imports.
package inspect
