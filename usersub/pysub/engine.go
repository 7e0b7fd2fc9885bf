package pysub

import "github.com/trammel-mbd/trammel/usersub"

// engine is an interpreter. The embedded one is gpython (interp); one on an
// installed CPython has the same duties. What a script does wrong comes
// back as a *fault.
type engine interface {
	// implementation is what Routine.Implementation says: gpython, cpython.
	implementation() string
	// open executes the module in src, read from the absolute path file.
	open(file string, src []byte) (script, error)
	// files lists what was executed, in the order of their paths.
	files() []File
	// interrupt ends the code that runs, and whatever is called from now on, as by
	// KeyboardInterrupt. It may be called from any goroutine.
	interrupt()
	// releaseRoutines frees what routines hold that were bound so far.
	releaseRoutines()
	close() error
}

// script is an executed module.
type script interface {
	// names lists the functions that the script defines, and all other names
	// of its module, both in alphabetical order.
	names() (functions, others []string)
	// bind returns the function called name as a routine of kind sig. It is a
	// *fault if the name is not a function or cannot take the arguments of sig.
	bind(name string, sig *usersub.Sig) (usersub.Sub, error)
}

// scriptFault is an error of a script: an exception, a syntax error, a misfit.
type scriptFault struct {
	Line       string // the last line of a traceback: "ValueError: math domain error"
	detail     string // the whole traceback, last line included; may be empty
	hint       string // what to do about it; may be empty
	exited     bool   // sys.exit and the like
	timedOut   bool   // it ran longer than it may
	arithmetic bool   // division by zero, domain of a function, overflow
}

func (f *scriptFault) Error() string { return f.Line }
