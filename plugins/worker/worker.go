// Package worker makes a program a plugin that runs routines of libraries and scripts with
// the loaders that the solver itself has: the other end of plugins.WorkerLoader. What happens to
// it (a crash, an exit, memory run out) happens to nobody else.
package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
	"github.com/trammel-mbd/trammel/usersub"
)

// Program is what a worker does.
type Program struct {
	Version  string
	Enforced string // what the process may not do, for the host to report
	// Load opens a routine, as usersub.Loader does; it and all calls are made on one
	// thread of the operating system.
	Load func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error)
	// Close is called before the process ends in good order.
	Close func()
}

// Serve serves the solver that started this process and returns when that is done.
func (p *Program) Serve() {
	runtime.LockOSThread()
	// An error that Go's runtime cannot survive ends the process by a signal, not by status 2, which foreign code may use.
	debug.SetTraceback("crash")
	t := newThread()
	t.server = threadID()
	closing := func() {
		if p.Close != nil {
			t.runOnThread(p.Close)
		}
	}
	sdk.Serve(sdk.Plugin{Name: "worker", Version: p.Version, Doc: p.Enforced,
		Find: func(reference, _, kind string) (*sdk.ScriptFunction, error) { return p.openRoutine(t, reference, kind) }}, grpc.Serve)
	closing()
}

// openRoutine opens the routine that a reference names, for one element.
func (p *Program) openRoutine(t *servingThread, reference, kind string) (found *sdk.ScriptFunction, err error) {
	ref, members, err := decodeReference(reference)
	if err != nil {
		return nil, err
	}
	sig := usersub.FindRoutine(kind)
	if sig == nil {
		return nil, fmt.Errorf("worker: there is no kind of routine %s", kind)
	}
	var r *usersub.Routine
	t.chooseThread()
	t.runOnThread(func() { r, err = p.Load(ref, sig) })
	if err != nil {
		return nil, toWireLoadError(err)
	}
	note, err := json.Marshal(Origin{r.Implementation, r.File, r.Note})
	if err != nil {
		return nil, err
	}
	run := sdk.RawRoutine(kind, func(c *sdk.Call) (err error) {
		f := c.Frame()
		if f.Member == nil {
			f.Member = members
		}
		if t.direct {
			return r.Call(f, c.State())
		}
		ask := &callbackState{t, c.State()}
		t.runOnThread(func() { err = r.Call(f, ask) })
		return err
	})
	return &sdk.ScriptFunction{Routine: run, Symbol: r.Symbol, SHA256: r.SHA256, Note: string(note)}, nil
}

// toWireLoadError turns a *usersub.LoadError into what the wire carries.
func toWireLoadError(err error) error {
	var e *usersub.LoadError
	if !errors.As(err, &e) {
		return err
	}
	return &sdk.MissingFunctionError{Reason: e.Reason, Detail: e.Detail, Hint: e.Hint, Searched: e.Searched, Lacks: e.Lacks}
}

// ScratchVariable names a folder that the worker may write into and that the host removes.
const ScratchVariable = "TRAMMEL_SCRATCH"

const exitFile = "exit"

// ExitStatusPath is the file in which a worker notes, for the host, that foreign code ends it by exit() or STOP: the status,
// in digits. It is "" where nobody would read it.
func ExitStatusPath() string {
	dir := os.Getenv(ScratchVariable)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, exitFile)
}

// ReadExitStatus returns the status that foreign code in a worker ended with; scratch is its folder.
func ReadExitStatus(scratch string) (status int, ok bool) {
	b, err := os.ReadFile(filepath.Join(scratch, exitFile))
	if err != nil {
		return 0, false
	}
	status, err = strconv.Atoi(strings.TrimSpace(string(b)))
	return status, err == nil
}
