// Package pysub supplies user subroutines written in Python.
//
// New returns a usersub.Loader for references that name a script. A script is
// read once; the bytes that were hashed are the bytes that run. Its module is
// executed once and shared by all elements that name the script, so module
// globals persist between calls and between elements. A routine gets all
// arguments of its Sig that are not outputs, by position, and returns the
// outputs: a number for one scalar, a list or tuple for an array, a list of
// lists for several outputs.
//
// Scripts run in an engine. The embedded one is gpython, which needs nothing
// installed. Calls are serialised by the solver; a call may happen inside a
// query of another one (the state it may query is a stack), never beside it.
package pysub
