// Package dll reads and writes libraries of Windows (DLLs), on every system: what a library exports and imports, which other
// libraries it leads to, where those are, and libraries without code that pass their exports on to another one.
// Nothing of a library that is read is executed.
package dll
