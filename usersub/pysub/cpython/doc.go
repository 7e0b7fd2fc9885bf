// Package cpython runs user subroutines in an installed CPython: inside of this
// process, through its shared library, or in a child process. README.md reports
// how.
package cpython
