package pysub

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
)

// Options reports how scripts run. The zero value is good.
type Options struct {
	// Output takes what scripts print, whole lines at a time; nil is stderr.
	Output io.Writer
	// Log gets what scripts say by py_errmes and py_usrmes if the solver does not
	// take it, and what they use that is not supported; nil means slog.Default.
	Log *slog.Logger
	// CallTimeout is how long one call of a function, or the execution of a
	// module, may run Python: utilities that run the solver do not count. 0 is for
	// ever.
	CallTimeout time.Duration
	// Engine is which interpreter runs scripts: Auto, GPython, CPython or CPythonChild;
	// "" is GPython.
	Engine string
	// Python is the program of the installed interpreter, or the folder of its
	// installation or virtual environment; "" is the first python3 of PATH that has the
	// modules that the script imports.
	Python string
	// Arguments are those of a program, behind its name in sys.argv.
	Arguments []string
	// OneThread says that the loader and its routines are used on one thread of the
	// operating system (runtime.LockOSThread): calls of CPython are quicker then.
	OneThread bool
	// Native is called before the library of CPython is loaded into this process; it
	// may return the guard of native code (cpython.Options).
	Native func() cpython.Guard
	// Interpret turns off that functions which only calculate are compiled.
	Interpret bool
	// Allow refuses a script by its path and the SHA-256 of its bytes before they run; nil
	// takes all.
	Allow func(path, sum string) error
	// Isolated runs CPython without what its environment brings, and all its modules through Allow (cpython.Options).
	Isolated bool
	// Confined keeps the embedded interpreter from starting programs, from writing, and from reading outside of the folder of the program that it executes.
	Confined bool
	// Library refuses a shared library that CPython is about to load, with Isolated; nil takes all.
	Library func(path string) error
}

// Loader opens functions of Python scripts. It implements usersub.Loader.
type Loader struct {
	options Options
	engine  engine                   // the embedded one
	foreign engine                   // CPython, nil until it is needed
	mu      sync.Mutex               // held where foreign is set, and by others who read it
	without error                    // why there is no CPython
	scripts map[string]*openedScript // by absolute path
}

var _ usersub.Loader = (*Loader)(nil)

// openedScript is a script that was tried once: a script that failed is not
// executed again, every element that names it gets the same error.
type openedScript struct {
	script
	engine engine
	note   string // which interpreter runs it and why, "" for the embedded one
	sum    string // SHA-256 of its bytes
	err    error
}

// New returns a loader that runs scripts in the embedded interpreter, and in
// CPython what that cannot run.
func New(o Options) *Loader {
	if o.Output == nil {
		o.Output = os.Stderr
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Loader{options: o, engine: newInterp(o), scripts: map[string]*openedScript{}}
}

// Takes implements usersub.Loader: it takes everything that names a script.
func (l *Loader) Takes(ref *usersub.Ref) bool { return ref.Script != "" }

// Load implements usersub.Loader. The script is searched for in the folder of
// the deck, in the folders of MS_USERDLL_DIR, and as given; its function is
// searched for by its exact name, then without regard to case.
func (l *Loader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	r, err := l.loadRoutine(ref, sig)
	if err == nil {
		return r, nil
	}
	var le *usersub.LoadError
	if !errors.As(err, &le) {
		le = &usersub.LoadError{Reason: fmt.Sprintf("script %s: %v", ref.Script, err)}
	}
	var f *scriptFault
	if errors.As(err, &f) {
		le.Detail, le.Hint = f.detail, f.hint
	}
	le.Ref, le.Routine = *ref, sig.Name
	return nil, le
}

func (l *Loader) loadRoutine(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	if err := checkIsPython(ref); err != nil {
		return nil, err
	}
	file, err := findScript(ref)
	if err != nil {
		return nil, err
	}
	s := l.executeScriptOnce(file)
	if s.err != nil {
		return nil, s.err
	}
	name, err := findFunction(ref, file, s.script)
	if err != nil {
		return nil, err
	}
	sub, err := s.bind(name, sig)
	if err != nil {
		return nil, err
	}
	return &usersub.Routine{
		Sub: sub, Implementation: s.engine.implementation(), Note: s.note, File: file, SHA256: s.sum, Symbol: name,
	}, nil
}

// File is a file whose code was executed.
type File struct {
	Path   string // absolute
	SHA256 string // of the bytes that were executed, hexadecimal
}

// Files lists the scripts that were loaded and the modules beside them that
// they import, in the order of their paths.
func (l *Loader) Files() []File {
	list := l.engine.files()
	if l.foreign != nil {
		list = append(list, l.foreign.files()...)
		slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
		list = slices.Compact(list)
	}
	return list
}

// Interrupt ends the script that runs, and whatever is called from now on, as by
// KeyboardInterrupt: the run is ended. It may be called from any goroutine, and may come to
// nothing where a script waits in code that is not Python.
func (l *Loader) Interrupt() {
	l.engine.interrupt()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.foreign != nil {
		l.foreign.interrupt()
	}
}

// ReleaseRoutines frees what interpreters hold for the routines that were loaded so far, where none of them will be called any more: for instance between the
// runs of a study, which load them again. Scripts stay executed.
func (l *Loader) ReleaseRoutines() {
	l.engine.releaseRoutines()
	if l.foreign != nil {
		l.foreign.releaseRoutines()
	}
}

// Close implements usersub.Loader. Routines must not be called after it.
func (l *Loader) Close() error {
	err := l.engine.close()
	if l.foreign != nil {
		err = errors.Join(err, l.foreign.close())
	}
	return err
}

// checkIsPython refuses scripts that are not Python.
func checkIsPython(ref *usersub.Ref) error {
	switch name := strings.ToUpper(strings.TrimSpace(ref.Interpreter)); name {
	case "PYTHON", "":
		return nil
	default:
		return &usersub.LoadError{
			Reason: fmt.Sprintf("script %q is for the interpreter %q, which does not run here", ref.Script, ref.Interpreter),
			Hint:   `the interpreter for Python scripts is called PYTHON`}
	}
}

// executeScriptOnce reads and executes a script unless that was done before.
func (l *Loader) executeScriptOnce(file string) *openedScript {
	if s := l.scripts[file]; s != nil {
		return s
	}
	s := &openedScript{}
	l.scripts[file] = s
	src, err := os.ReadFile(file)
	if err != nil {
		s.err = err
		return s
	}
	s.sum = loading.HashBytes(src)
	if l.options.Allow != nil {
		if s.err = l.options.Allow(file, s.sum); s.err != nil {
			return s
		}
	}
	var why string
	if s.engine, why, s.err = l.chooseEngine(file, src); s.err == nil {
		s.note = l.logEngine(file, src, s.engine, why)
		s.script, s.err = s.engine.open(file, src)
		l.warnOfNamesakeModules(file, src, s.engine.files())
		var f *scriptFault
		if in, ok := s.engine.(*interp); ok && errors.As(s.err, &f) && f.hint == "" {
			f.hint = in.doubts[file]
		}
		if s.engine == l.engine && why != "" && l.options.Python != cpython.None && errors.As(s.err, &f) {
			f.hint = strings.TrimPrefix(f.hint+"; "+why, "; ")
		}
		if errors.As(s.err, &f) && (s.engine != l.engine || why != "") {
			f.addPython2Hint(src)
		}
	}
	return s
}
