package cpython

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
)

// Options reports how scripts run. The zero value is good.
type Options struct {
	// Child runs scripts in a process of their own, not in this one.
	Child bool
	// OneThread says that everything, from Start to the last call, happens on one
	// thread of the operating system (runtime.LockOSThread): calls in this process are quicker
	// then, since the thread keeps the lock of the interpreter.
	OneThread bool
	// Output takes what scripts print, whole lines at a time; nil is stderr.
	Output io.Writer
	// Log gets what scripts say by py_errmes and py_usrmes if the solver does not
	// take it, and what they use that is not supported; nil means slog.Default.
	Log *slog.Logger
	// CallTimeout is how long one call, or the execution of a module, may take, without what
	// the solver does meanwhile; 0 is for ever. It is ended by an exception then. Code of C does not
	// notice: in a child the process is ended, in this process it continues. In this process
	// the exception needs OneThread.
	CallTimeout time.Duration
	// Native is called before the interpreter's library is loaded into this process.
	// It may return a guard, under which everything runs there; nil is none.
	Native func() Guard
	// Isolated starts the interpreter without what its environment, the user's folders and .pth files bring (-I -S), ignores
	// byte code that lies beside modules, and reads each module from outside the installation through Allow.
	Isolated bool
	// Allow refuses a module by its path and the SHA-256 of the bytes that are executed then; nil takes all. It is used with
	// Isolated only.
	Allow func(path, sum string) error
	// Library refuses a shared library that is about to be loaded, by its path; nil takes all. With Isolated only.
	Library func(path string) error
}

// Guard ends the run in good order when native code ends the process: by a signal or by
// exit(). It needs Options.OneThread.
type Guard interface {
	// GuardRoutine returns a function that calls native functions with two words for a routine
	// of an element, at a time, and returns their result. Without a routine's name
	// something is loaded.
	GuardRoutine(element, routine string) func(time float64, fn, a, b uintptr) uintptr
	// WrapCallback returns the function that guarded code calls to reach fn, a function of two
	// words that enters Go.
	WrapCallback(fn uintptr) uintptr
}

func (o *Options) setDefaults() {
	if o.Output == nil {
		o.Output = os.Stderr
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
}

// Fault is an error of a script: an exception, a syntax error, a misfit.
type Fault struct {
	Line       string // the last line of a traceback: "ValueError: math domain error"
	Detail     string // the whole traceback, last line included; may be empty
	Hint       string // what to do about it; may be empty
	Exited     bool   // sys.exit and the like
	Arithmetic bool   // division by zero, domain of a function, overflow
	TimedOut   bool   // it ran longer than it may
	Lost       bool   // the process of the scripts is gone

	failed *usersub.CallError // the call in which it was lost: those after it fail with the same Fault
}

func (f *Fault) Error() string { return f.Line }

// Flags of a fault message, as in host/errors.py.
const (
	exited     = 1
	arithmetic = 2
	timedOut   = 4
)

// parseFault reads ["fault", line, detail, hint, flags].
func parseFault(m []any) *Fault {
	for len(m) < 5 {
		m = append(m, nil)
	}
	return &Fault{Line: textOrEmpty(m[1]), Detail: textOrEmpty(m[2]), Hint: textOrEmpty(m[3]),
		Exited: intOrZero(m[4])&exited != 0, Arithmetic: intOrZero(m[4])&arithmetic != 0, TimedOut: intOrZero(m[4])&timedOut != 0}
}

// timeLimitText is what a script is informed whose call took too long.
func timeLimitText(limit time.Duration) string { return fmt.Sprintf("no result after %v", limit) }
