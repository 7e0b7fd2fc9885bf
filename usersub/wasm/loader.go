package wasm

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Loader opens routines in WebAssembly files. Its zero value works.
type Loader struct {
	// Allow refuses a file by its path and the SHA-256 of its bytes before they run; nil
	// takes all.
	Allow func(path, sum string) error
	// Library is used for elements that name no library; where it is empty too, the
	// environment variable MS_USERSUBDLL is.
	Library string
	// Dialect is that of elements that do not say it: ms, fortran, adams or "".
	Dialect string
	// Area reports whether contact routines have the argument area, for elements that do
	// not say it: "yes", "no", or "" for what the number of arguments reports.
	Area string
	// Log gets messages of routines and what they use that is not supported; nil means
	// slog.Default.
	Log *slog.Logger
	// Output gets what routines print, nil for the log.
	Output io.Writer
	// CallTimeout ends a call with an error; 0 is never.
	CallTimeout time.Duration
	// Memory is the most that a module may have, in bytes; 0 is 256 MiB.
	Memory uint64

	ctx      context.Context
	machines map[string]*loadResult
	said     map[string]bool
}

var _ usersub.Loader = (*Loader)(nil)

// loadResult is a file that was opened, or why it could not be.
type loadResult struct {
	*moduleInstance
	sum     string
	problem *usersub.LoadError
}

// defaultMemory is the limit of a module's memory.
const defaultMemory = 256 << 20

func (l *Loader) memoryLimit() uint64 {
	if l.Memory == 0 {
		return defaultMemory
	}
	return max(l.Memory, page)
}

// SetContext makes calls end with an error once ctx is done.
func (l *Loader) SetContext(ctx context.Context) { l.ctx = ctx }

// Load implements usersub.Loader. Without a function's name the routine's own is taken.
// A file is loaded once by each loader and shared by all elements. It is not for several
// goroutines at once, and neither are the routines.
func (l *Loader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	return loading.Load(ref, sig, func(named *usersub.Ref) (*usersub.Routine, *usersub.LoadError) { return l.loadRoutine(named, sig) })
}

func (l *Loader) loadRoutine(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, *usersub.LoadError) {
	path, p := l.findModule(ref)
	if p != nil {
		return nil, p
	}
	x := l.loadModuleOnce(path)
	if x.problem != nil {
		return nil, x.problem
	}
	symbol, p := x.findSymbol(ref.Function)
	if p != nil {
		return nil, p
	}
	sub, p := x.newSub(l, ref, sig, symbol)
	if p != nil {
		return nil, p
	}
	return &usersub.Routine{Sub: sub, Implementation: "wasm", File: path, SHA256: x.sum, Symbol: symbol}, nil
}

// loadModuleOnce opens a file once. The bytes that are hashed are those that run.
func (l *Loader) loadModuleOnce(path string) *loadResult {
	if x := l.machines[path]; x != nil {
		return x
	}
	x := &loadResult{}
	w, err := os.ReadFile(path)
	if err != nil {
		x.problem = &usersub.LoadError{Reason: err.Error()}
	} else {
		x.sum = loading.HashBytes(w)
		if l.Allow != nil {
			err = l.Allow(path, x.sum)
		}
		if err == nil {
			x.moduleInstance, x.problem = l.openInstance(path, w)
		} else {
			x.problem = &usersub.LoadError{Reason: err.Error()}
		}
	}
	if l.machines == nil {
		l.machines = map[string]*loadResult{}
	}
	l.machines[path] = x
	return x
}

// Close ends all instances and frees their memory.
func (l *Loader) Close() error {
	var errs []error
	for _, x := range l.machines {
		if x.moduleInstance != nil && x.problem == nil {
			x.flushBufferedOutput()
			errs = append(errs, x.runtime.Close(context.Background()))
		}
	}
	l.machines = nil
	return errors.Join(errs...)
}

func (l *Loader) logger() *slog.Logger {
	if l.Log == nil {
		return slog.Default()
	}
	return l.Log
}
