package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"sync/atomic"
	"time"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/cdll"
	"github.com/trammel-mbd/trammel/usersub/pysub"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
	"github.com/trammel-mbd/trammel/usersub/wasm"
)

// loaders opens routines with the first loader that takes them: plugins before
// scripts before libraries, since a library may be named for all elements.
type loaders struct {
	list     []usersub.Loader
	python   *pysub.Loader // one of the list
	wasm     *wasm.Loader  // another
	isolated *plugins.WorkerLoader
	inFlight callMonitor
	limit    time.Duration // --call-timeout, 0 without it
	// native is called before the first library or interpreter is loaded.
	native   func()
	allowed  []string // codes of warnings that are not reported
	shapes   shapeFlags
	assigned []*deck.Assignment // --set and --params
	scripts  []usersub.Ref      // that were to be loaded
	loaded   []loadedRoutine
	// record returns what is called in place of a routine's Sub, nil if that is itself.
	record func(r *usersub.Routine, ref *usersub.Ref, sig *usersub.Sig) usersub.Sub
}

// newLoaders returns all loaders, set up by the flags. Messages go to log; what
// scripts print goes to out.
func newLoaders(f *loadFlags, log *slog.Logger, out io.Writer) *loaders {
	native := &cdll.Loader{Log: log, Allow: f.newLibraryChecker()}
	f.configureLibraryLoader(native)
	l := &loaders{allowed: f.allowed, shapes: f.shapes, assigned: f.parameters.list}
	l.python = pysub.New(pysub.Options{Output: out, Log: log, CallTimeout: f.timeout, Interpret: f.interpret, Engine: f.engine, Python: f.python, Arguments: f.arguments, Allow: f.allow,
		Isolated: f.strict, Confined: f.mustConfinePythonDecks(), Library: f.newDependencyChecker(),
		OneThread: true, Native: l.prepareForCPython}) // one thread: guard.run
	l.wasm = &wasm.Loader{Allow: f.allow, Dialect: f.dialect, Area: f.area, Log: log, Output: out, CallTimeout: f.timeout, Memory: f.moduleMemoryLimit()}
	l.isolated = newWorkerLoader(f, log)
	l.limit = f.timeout
	programs := f.pluginProcessConfig(log)
	programs.Allow, programs.Pinned = f.allow, f.pinned
	programs.Env = f.workerEnvironment()
	if f.isolate == isolateAll {
		programs.Confine = (&isolation{flags: f}).pluginConfinement
	}
	programs.Crashed = func(c *plugins.Crash) string {
		if l.isolated.Crashed == nil {
			return ""
		}
		return l.isolated.Crashed(c)
	}
	l.list = []usersub.Loader{plugins.New(programs), newOctaveLoader(f.octaveConfig(log)), l.wasm, l.isolated, l.python, native}
	return l
}

// prepareForNativeCode is called before native code is loaded.
func (l *loaders) prepareForNativeCode() {
	if l.native != nil {
		l.native()
		l.native = nil
	}
}

// prepareForCPython is called before CPython is loaded into this process.
func (l *loaders) prepareForCPython() cpython.Guard {
	l.prepareForNativeCode()
	if w, t := l.inFlight.currentCall(); w != nil && l.inFlight.notes != nil { // noted before there were notes
		l.inFlight.notes.recordRoutineName(w.place, w.ref.Element, w.ref.Function)
		l.inFlight.beginCall(w, t)
	}
	g, err := cdll.NewGuard()
	if err != nil {
		return nil // where there is none
	}
	return g
}

// loadRoutine implements element.Load. Once ctx is cancelled nothing is loaded.
func (l *loaders) loadRoutine(ctx context.Context, ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, x := range l.list {
		if !x.Takes(ref) {
			continue
		}
		if _, library := x.(*cdll.Loader); library {
			l.prepareForNativeCode()
		}
		if _, library := x.(*cdll.Loader); ref.KeepPar && !library {
			return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name, Reason: "usrsub_keep_par is for libraries in the solver's own process: what a routine writes into PAR does not stay elsewhere",
				Hint: "keep such values in variables of the routine"}
		}
		if ref.Script != "" {
			l.scripts = append(l.scripts, *ref)
		}
		w := l.inFlight.addRoutine(ref)
		if x == l.wasm {
			l.wasm.SetContext(ctx)
			w.clocked = true
		}
		w.limit = l.limit
		loading := &activeRoutine{ref: *ref, place: w.place, loading: true, limit: l.limit, clocked: w.clocked}
		loading.stop, _ = x.(stopper)
		if loading.stop != nil {
			loading.limit = cmp.Or(l.limit, workerLoading)
		}
		l.inFlight.beginCall(loading, 0)
		defer l.inFlight.endCall()
		r, err := x.Load(ref, sig)
		if err != nil {
			return nil, err
		}
		if w.stop, _ = r.Sub.(stopper); r.Confined != "" || runsOutOfProcess(ref) {
			w.limit = cmp.Or(l.limit, workerTimeout)
		}
		l.loaded = append(l.loaded, loadedRoutine{r, codeKind(ref, r)})
		r.Sub = l.inFlight.wrapToMonitorCalls(r.Sub, w)
		if l.record != nil {
			r.Sub = l.record(r, ref, sig)
		}
		return r, nil
	}
	return nil, &usersub.LoadError{Ref: *ref, Routine: sig.Name,
		Reason: "the element names neither a library nor a script nor a plugin",
		Hint:   "give usrsub_dll_name, script_name or usrsub_plugin_name"}
}

// loadedRoutine is a routine with the kind of its code, as a lock names it.
type loadedRoutine struct {
	*usersub.Routine
	kind string
}

// codeKind returns the kind of code that a routine is: by what the deck names, so that languages of scripts
// need not be listed.
func codeKind(ref *usersub.Ref, r *usersub.Routine) string {
	switch {
	case ref.Plugin != "":
		return "plugin"
	case ref.Script != "":
		return "script"
	case r.Implementation == "wasm":
		return "wasm"
	}
	return "library"
}

// closeAll ends what the loaders started.
func (l *loaders) closeAll() error {
	var errs []error
	for _, x := range l.list {
		errs = append(errs, x.Close())
	}
	return errors.Join(errs...)
}

// callMonitor reports another goroutine, and the witness if there is one, which foreign
// code is running.
type callMonitor struct {
	now    atomic.Pointer[activeRoutine]
	time   atomic.Uint64
	count  atomic.Uint64 // of whatever shows that no call hangs
	places int
	notes  witnessMemory // nil without a witness
}

// activeRoutine is a routine that is loaded or called.
type activeRoutine struct {
	ref     usersub.Ref
	place   int // in the notes
	loading bool
	clocked bool          // the loader ends calls by itself, in good order
	limit   time.Duration // of a call, 0 for none
	stop    stopper       // ends what does not return, nil without such
}

// addRoutine makes a routine known.
func (b *callMonitor) addRoutine(ref *usersub.Ref) *activeRoutine {
	b.places++
	if b.notes != nil {
		b.notes.recordRoutineName(b.places, ref.Element, ref.Function)
	}
	return &activeRoutine{ref: *ref, place: b.places, clocked: ref.Script != "" && !runsOutOfProcess(ref)}
}

func (b *callMonitor) beginCall(w *activeRoutine, t float64) {
	b.time.Store(math.Float64bits(t))
	b.now.Store(w)
	b.count.Add(1)
	if b.notes != nil {
		b.notes.storeWord(noteCall, math.Float64bits(t))
		b.notes.storeWord(noteWho, uint64(w.place))
	}
}

func (b *callMonitor) endCall() {
	b.now.Store(nil)
	if b.notes != nil {
		b.notes.storeWord(noteWho, 0)
	}
}

// currentCall returns what is running and the simulated time, nil if nothing is.
func (b *callMonitor) currentCall() (*activeRoutine, float64) {
	w := b.now.Load()
	return w, math.Float64frombits(b.time.Load())
}

// wrapToMonitorCalls returns sub with its calls noted.
func (b *callMonitor) wrapToMonitorCalls(sub usersub.Sub, w *activeRoutine) usersub.Sub {
	n := monitoredSub{sub, b, w}
	if p, ok := sub.(usersub.Partials); ok {
		return &monitoredPartials{n, p}
	}
	return &n
}

// monitoredSub is a Sub whose calls are noted.
type monitoredSub struct {
	usersub.Sub
	calls *callMonitor
	work  *activeRoutine
}

// Unwrap returns the Sub behind it: what is compiled cannot hang.
func (n *monitoredSub) Unwrap() usersub.Sub { return n.Sub }

func (n *monitoredSub) Call(f *usersub.Frame, s usersub.State) error {
	outer, t := n.calls.currentCall() // a driver, which runs the analysis that calls n
	n.calls.beginCall(n.work, f.Time())
	err := n.Sub.Call(f, s)
	n.calls.endCall()
	if outer != nil {
		n.calls.beginCall(outer, t)
	}
	return err
}

type monitoredPartials struct {
	monitoredSub
	usersub.Partials
}
