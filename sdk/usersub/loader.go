package usersub

import (
	"fmt"
	"strings"
)

// Sub is a user subroutine. Call reads the inputs of f, may query s, and writes
// the outputs of f. Calls are serialised by the solver.
type Sub interface {
	Call(f *Frame, s State) error
}

// Partials is a Sub that knows the partial derivatives of its outputs with
// respect to its queries; the solver then does not difference it.
type Partials interface {
	// Partials sets dst, outputs by rows and answers (Frame.Answers.Value) by
	// columns, at the arguments in f.
	Partials(dst []float64, f *Frame, s State) error
}

// Ref is how a deck names a routine.
type Ref struct {
	Library     string // usrsub_dll_name, "" if none
	Script      string // script_name
	Interpreter string // upper case: PYTHON, MATLAB
	Plugin      string // usrsub_plugin_name
	Function    string // usrsub_fnc_name, or the default name of the routine
	Named       bool   // the deck gave Function
	Dir         string // folder of the deck, absolute
	Element     string // "Force_Penalty 7", for messages

	// Dialect is how a library's routine gets its arguments, as the element says
	// it: "ms" pointers, "fortran" pointers with the lengths of strings behind
	// them, "adams" a struct first for a symbol with a capital first letter and
	// small ones behind it, otherwise as "fortran"; "" if it does not say it.
	Dialect string
	// DeckDialect is what decks of this kind mean ("adams" for those of the Adams
	// family) where neither the element nor the command line says it; "" is as the
	// symbol reports, "ms" or "fortran".
	DeckDialect string
	// Isolate is "process" where the element wants its routine in a process of its own,
	// "" if it does not say it.
	Isolate string
	// Pure says that results of the routine depend on its arguments, on answers and on what it
	// did in its set-up calls only: a process of it that was lost may be replaced.
	Pure bool
	// KeepPar says that what a routine of a library writes into its inputs (PAR, ID, TIME, NPAR) is there again in its next
	// call; without it each call gets them again.
	KeepPar bool
	// Area reports whether a contact routine has the argument area: "yes", "no",
	// or "" for what its dialect does (not in C, yes in Fortran and structs).
	Area string
}

// Routine is a loaded Sub and where it came from.
type Routine struct {
	Sub
	Implementation string // c fortran adams gpython cpython compiled plugin wasm octave caller (of a session: its own function)
	File           string // absolute path of the library, script or plugin
	SHA256         string // of File, hexadecimal
	Symbol         string // the name under which it was found
	Transport      string // how calls reach its process: memory, pipe, grpc; "" inside this one
	Note           string // which of several interpreters it is and why, "" if there was no choice
	Function       string // the name that the deck gives it, or the standard one; filled by the solver
	About          *About // what it says about itself, nil if nothing is known
	Isolated       bool   // it runs in a worker of this program
	Confined       string // what the worker may not do, on one line
}

// Loader opens routines of one or more implementations.
type Loader interface {
	// Takes reports whether ref is of this loader's kind.
	Takes(ref *Ref) bool
	// Load opens the routine of kind sig that ref names. What cannot be
	// loaded is a *LoadError.
	Load(ref *Ref, sig *Sig) (*Routine, error)
	// Close ends processes and closes what can be closed.
	Close() error
}

// LoadError reports why a routine cannot be loaded. A run ends with code 4.
type LoadError struct {
	Ref      Ref
	Routine  string   // "PFOSUB"
	Reason   string   // one line
	Searched []string // places examined
	Hint     string   // what to do
	Detail   string   // several lines: a traceback, a compiler's message
	// Lacks is set when the file was opened and has no such function: routines
	// for partial derivatives are optional.
	Lacks bool
}

func (e *LoadError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: routine %s: %s", e.Ref.Element, e.Ref.Function, e.Reason)
	for _, s := range e.Searched {
		fmt.Fprintf(&b, "\n  searched %s", s)
	}
	if e.Detail != "" {
		b.WriteString("\n" + strings.TrimRight(e.Detail, "\n"))
	}
	if e.Hint != "" {
		b.WriteString("\n  hint: " + e.Hint)
	}
	return b.String()
}
