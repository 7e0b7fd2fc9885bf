// Package plugins loads user subroutines that run in a process of their own:
// programs written with package sdk, or in any language that speaks its wire.
package plugins

import (
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/trammel-mbd/trammel/plugins/confine"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// Config is how plugins are started. The zero value is fine.
type Config struct {
	Log          *slog.Logger  // what plugins write goes here; nil discards it
	StartTimeout time.Duration // for a plugin to be ready; 0 means 30 s
	// CallTimeout is how long a plugin may think about one call, its queries to
	// the solver not counted, before its process is ended; 0 means for ever.
	CallTimeout time.Duration
	// Transport is how calls travel; empty means what TRAMMEL_PLUGIN_TRANSPORT
	// says, else Auto.
	Transport Transport

	// Allow refuses a file by its path and the SHA-256 of its bytes before they run; nil
	// takes all.
	Allow func(path, sum string) error

	// Pinned returns the version that is to be used of an installed plugin where the deck names a part of it or none, ""
	// where any may be; nil where none is pinned.
	Pinned func(usersub.PluginName) string

	// Env is all of a plugin's environment, NAME=VALUE, besides what it needs to meet this program; nil
	// is that of this process.
	Env []string
	// Confine, if not nil, reports what a plugin may do that runs for ref from the file at path.
	Confine func(ref *usersub.Ref, path string) *Confinement

	// Crashed is notified of every worker and plugin that was lost during a call; it returns where the
	// report is, "" if it was not kept. May be nil.
	Crashed func(*Crash) string

	// Guard is the command line of a program that calls guard.RunGuardProcess with what follows. It ends what routines of workers and
	// confined plugins have started, should this program be killed. Without it, and on systems other than Linux, nobody does.
	Guard []string

	name      string        // in the log, that of the file if missing
	installed *store.Plugin // what is started, nil if it was not installed
	// confine is set for a process with few rights: it gets nothing of this process's
	// environment. It completes the command; scratch is a folder of the process.
	confine func(cmd *exec.Cmd, scratch string)
	rules   confine.Rules // of a plugin that is confined
}

// Loader opens routines of plugins. Each file runs once, whatever number of
// elements use it.
type Loader struct {
	config Config
	mu     sync.Mutex
	procs  map[string]*workerProcess // by absolute path
}

var _ usersub.Loader = (*Loader)(nil)

// New returns a loader that has started nothing yet.
func New(c Config) *Loader {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.StartTimeout == 0 {
		c.StartTimeout = 30 * time.Second
	}
	return &Loader{config: c, procs: map[string]*workerProcess{}}
}

// Takes reports whether the routine is in a plugin.
func (l *Loader) Takes(ref *usersub.Ref) bool { return ref.Plugin != "" }

// Load starts the plugin, unless it runs, and returns the routine.
func (l *Loader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	at, err := locatePlugin(ref, l.config.Pinned)
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	w, err := l.ensurePluginRunning(ref, at)
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	p := w.process
	offer, err := findOfferedRoutine(p.about, ref.Function, sig)
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	name, about := offer.Name, wire.AboutOfOffer(offer)
	if err := about.Validate(sig); err != nil {
		return nil, completeLoadError(&usersub.LoadError{
			Reason: fmt.Sprintf("plugin %s %s describes its routine %s wrongly: %v", p.about.Name, p.about.Version, name, err),
			Hint:   "the plugin must be mended by those who made it"}, ref, sig)
	}
	s := &isolatedRoutine{worker: w, ref: *ref, sig: sig, pure: ref.Pure || about != nil && about.Pure, process: w.count}
	s.ref.Function = name
	s.open = func(map[string]any) (*wire.Remote, error) { return w.process.client.Remote(name, sig), nil }
	s.remote, _ = s.open(nil)
	w.routines = append(w.routines, s)
	return &usersub.Routine{
		Sub:            s.newElementSub(),
		Implementation: "plugin", File: p.path, SHA256: p.sha256, Symbol: name, About: about, Note: at.pluginTitle(), Transport: string(p.transport), Confined: p.confined,
	}, nil
}

// completeLoadError fills in what an error does not know of the element.
func completeLoadError(err error, ref *usersub.Ref, sig *usersub.Sig) error {
	var e *usersub.LoadError
	if !errors.As(err, &e) {
		e = &usersub.LoadError{Reason: err.Error()}
	}
	e.Ref, e.Routine = *ref, sig.Name
	return e
}

// ensurePluginRunning returns the running plugin of a file, starting it when there is
// none.
func (l *Loader) ensurePluginRunning(ref *usersub.Ref, at *namedPlugin) (*workerProcess, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.procs[at.path]; w != nil && !w.process.hasEnded() {
		return w, nil
	}
	c := l.config.configFor(ref, at.path)
	c.installed = at.installed
	w := &workerProcess{plugin: true, name: at.path, rules: c.rules, log: c.Log, crashed: c.Crashed,
		launch: func() (*pluginProcess, error) { return startProcess(at.path, &c) }}
	if err := w.startWorker(); err != nil {
		return nil, err
	}
	w.title = w.process.about.Name
	l.procs[at.path] = w
	return w, nil
}

// findOfferedRoutine finds the routine that a deck means among those of the plugin: by its
// exact name, else by the name in other capitals.
func findOfferedRoutine(about *wirepb.Description, function string, sig *usersub.Sig) (*wirepb.Offer, error) {
	var found *wirepb.Offer
	for _, o := range about.Routines {
		if o.Name == function || found == nil && strings.EqualFold(o.Name, function) {
			found = o
		}
	}
	switch {
	case found == nil:
		return nil, &usersub.LoadError{
			Reason: fmt.Sprintf("plugin %s %s has no such routine", about.Name, about.Version),
			Hint:   "it offers " + listOfferedRoutines(about),
			Lacks:  true,
		}
	case found.Kind != sig.Name:
		return nil, &usersub.LoadError{
			Reason: fmt.Sprintf("in plugin %s %s it is a %s, the element calls a %s",
				about.Name, about.Version, found.Kind, sig.Name),
			Hint: "it offers " + listOfferedRoutines(about),
		}
	}
	return found, nil
}

// listOfferedRoutines lists what a plugin has: "catenary (PFOSUB), line (PFOSUB)".
func listOfferedRoutines(about *wirepb.Description) string {
	if len(about.Routines) == 0 {
		return "nothing"
	}
	var list []string
	for _, o := range about.Routines {
		list = append(list, fmt.Sprintf("%s (%s)", o.Name, o.Kind))
	}
	return strings.Join(list, ", ")
}

// Close ends the processes of l. Calls that are under way fail.
func (l *Loader) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.procs {
		w.currentProcess().closeProcess()
	}
	clear(l.procs)
	return nil
}
