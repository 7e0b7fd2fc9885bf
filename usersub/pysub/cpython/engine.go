package cpython

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Engine is a running CPython. Its methods and the routines that come from it are
// for one goroutine at a time.
type Engine struct {
	Interpreter *Interpreter
	o           Options
	host        host
	door        *usersub.QueryCache // of the call that is running, nil without one
	lastCall    int
	holding     []*routine        // that have something in the interpreter
	files       map[string]string // scripts and their hashes
	said        map[string]bool   // what was logged once
	free        loading.UtilityCalls
	program     *executedProgram // nil without one
	panicked    any              // what the solver panicked with while it answered
}

// host is where the interpreter runs.
type host interface {
	// acquireInterpreter admits the caller; a call that comes out of an answer passes. leave ends
	// that.
	acquireInterpreter() (leave func())
	// sendRequest carries out a message and returns the answer.
	sendRequest(msg []byte) ([]byte, error)
	// prepareBinding gives a new binding its memory, learn the answers of its frame.
	prepareBinding(b *binding) error
	sendQueryList(b *binding) error
	// callFunction admits the caller and calls a function: nil, or a message of what went wrong.
	callFunction(b *binding) ([]byte, error)
	releaseBinding(b *binding)
	// interrupt ends what runs, and whatever is called from now on, as by KeyboardInterrupt.
	// It may be called from any goroutine.
	interrupt()
	close() error
}

// StartInterpreter starts the interpreter.
func StartInterpreter(i *Interpreter, o Options) (*Engine, error) {
	o.setDefaults()
	e := &Engine{Interpreter: i, o: o, files: map[string]string{}, said: map[string]bool{}}
	var err error
	if o.Child {
		e.host, err = startChildProcess(e)
	} else {
		e.host, err = startInProcess(e)
	}
	if err != nil {
		return nil, err
	}
	var list []any
	for _, u := range usersub.Utilities() {
		for _, name := range loading.PythonNames(u) {
			list = append(list, []any{u.TableIndex(), name, name + "(): " + u.Doc})
		}
	}
	for _, name := range loading.PythonExpressions {
		u := usersub.FindUtility(name)
		list = append(list, []any{-1 - u.TableIndex(), name, name + "(...): " + u.Doc + ", as in expressions"})
	}
	if _, err = e.sendRequest("install", list, i.Path); err == nil && o.Isolated {
		_, err = e.sendRequest("isolate", i.Path)
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// RunsInProcess reports whether the interpreter runs in this process.
func (e *Engine) RunsInProcess() bool { return !e.o.Child }

// String names the interpreter for messages.
func (e *Engine) String() string {
	where := "in process"
	if e.o.Child {
		where = "in a process of its own"
	}
	return fmt.Sprintf("CPython %s (%s), %s", e.Interpreter.Version, e.Interpreter.Program, where)
}

// sendRequest sends a message and returns the answer behind its first item.
func (e *Engine) sendRequest(items ...any) ([]any, error) {
	defer e.host.acquireInterpreter()()
	answer, err := e.host.sendRequest(packItem(nil, items))
	e.rethrowPanic()
	if err != nil {
		return nil, err
	}
	m, err := unpackList(answer)
	if err != nil {
		return nil, &Fault{Line: err.Error(), Lost: true}
	}
	if textOrEmpty(m[0]) == "fault" {
		return nil, parseFault(m)
	}
	return m[1:], nil
}

// rethrowPanic passes on a panic of the solver: none may cross foreign code.
func (e *Engine) rethrowPanic() {
	if p := e.panicked; p != nil {
		e.panicked = nil
		panic(p)
	}
}

// answerMessage answers a message of the host script.
func (e *Engine) answerMessage(msg []byte) (reply []byte) {
	defer func() {
		if p := recover(); p != nil {
			if e.panicked == nil {
				e.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
				if _, ours := p.(error); ours {
					e.panicked = p
				}
			}
			reply = packItem(nil, []any{"stop", "the solver failed"})
		}
	}()
	m, err := unpackList(msg)
	if err != nil {
		return packItem(nil, []any{"raise", "SystemError", err.Error()})
	}
	return packItem(nil, e.answerQuery(textOrEmpty(m[0]), m[1:]))
}

// Script is an executed module.
type Script struct {
	e      *Engine
	number int
	file   string

	functions, others []string
	changes           bool // a program, whose functions are entered while it runs
}

// ExecuteModule executes the module in src, read from the absolute path file.
func (e *Engine) ExecuteModule(file string, src []byte) (*Script, error) {
	e.files[file] = loading.HashBytes(src)
	m, err := e.sendRequest("open", file, src)
	if err != nil {
		return nil, err
	}
	if len(m) < 3 {
		return nil, &Fault{Line: "the interpreter does not respond as it should", Lost: true}
	}
	return &Script{e: e, file: file, number: intOrZero(m[0]), functions: textsOrEmpty(m[1]), others: textsOrEmpty(m[2])}, nil
}

// Names lists the functions that the script defines, and all other names of its
// module, both in alphabetical order.
func (s *Script) Names() (functions, others []string) {
	if s.changes {
		if m, err := s.e.sendRequest("names", s.number); err == nil && len(m) == 2 {
			return textsOrEmpty(m[0]), textsOrEmpty(m[1])
		}
	}
	return s.functions, s.others
}

// Bind returns the function called name as a routine of kind sig. It is a *Fault
// if the name is not a function or cannot take the arguments of sig.
func (s *Script) Bind(name string, sig *usersub.Sig) (usersub.Sub, error) {
	r := &routine{e: s.e, script: s.number, name: name, sig: sig}
	var inputs []string
	for i := range sig.Args {
		switch a := &sig.Args[i]; {
		case a.Skip&usersub.FormPython != 0:
		case a.Out:
			r.outs = append(r.outs, i)
		default:
			r.inputs = append(r.inputs, i)
			inputs = append(inputs, a.Name)
		}
	}
	if _, err := s.e.sendRequest("fits", s.number, name, sig.Name, inputs); err != nil {
		return nil, err
	}
	return r, nil
}

// ReleaseRoutines frees what the routines bound so far hold in the interpreter. The modules that were executed stay. A routine that is called after it
// prepares its calls again.
func (e *Engine) ReleaseRoutines() {
	defer e.host.acquireInterpreter()()
	for _, r := range e.holding {
		for i := range r.bound {
			r.dropBinding(i)
		}
		r.holds = false
	}
	clear(e.holding)
	e.holding = e.holding[:0]
}

// Files returns the files that were executed, scripts and modules beside them,
// with the SHA-256 of their bytes.
func (e *Engine) Files() map[string]string {
	if e.o.Isolated {
		return e.files // each was read by code
	}
	if m, err := e.sendRequest("neighbours"); err == nil && len(m) > 0 {
		for _, file := range textsOrEmpty(m[0]) {
			if e.files[file] != "" {
				continue
			}
			if b, err := os.ReadFile(file); err == nil {
				e.files[file] = loading.HashBytes(b)
			}
		}
	}
	return e.files
}

// readModuleIfAllowed reads a module that is about to be executed, if that is allowed: its text, nothing for a library.
func (e *Engine) readModuleIfAllowed(file string, isSharedLibrary bool) ([]byte, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	sum := loading.HashBytes(b)
	if e.o.Allow != nil {
		if err := e.o.Allow(file, sum); err != nil {
			return nil, err
		}
	}
	e.files[file] = sum
	if !isSharedLibrary {
		return b, nil
	}
	if e.o.Library != nil {
		err = e.o.Library(file)
	}
	return nil, err
}

// Interrupt ends the code that runs in the interpreter, and whatever is called from now
// on, by KeyboardInterrupt: the run is ended. It may be called from any goroutine.
func (e *Engine) Interrupt() { e.host.interrupt() }

// Close ends the child process; an interpreter in this process stays. Routines must
// not be called after it.
func (e *Engine) Close() error { return e.host.close() }
