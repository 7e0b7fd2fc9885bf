// Package usersub is the contract between the solver and user subroutines,
// whatever they are written in.
//
// A user subroutine is a Sub: Call(*Frame, State) error. The argument list of
// every routine (PFOSUB, YFOSUB, ARYSUB, ...) is described once by a Sig, and
// every implementation (shared libraries, Python scripts, plugins) marshals by it.
// State is the only way back into the solver: SYSFNC, SYSARY and MODFNC.
//
// Answers travel with the call: the set-up call (iflag true) records which
// queries a routine makes; from then on the solver puts their values into
// Frame.Answers before each call. An implementation answers a query from there
// first (see QueryCache) and goes through State only for what was not foreseen.
//
// What else routines call (STEP, AKISPL, GTARAY, ANALYS, ...) is a Utility: one
// table describes them for every language. Some need nothing but their
// arguments; the others need a State that offers an optional interface (Clock, Data,
// Splines, ...).
package usersub
