// Package plugins loads user subroutines that run in a process of their own:
// programs written with package sdk, or in any language that speaks its wire.
package plugins

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// Config is how plugins are started. The zero value is fine.
type Config struct {
	Log          *slog.Logger  // what plugins write goes here; nil discards it
	StartTimeout time.Duration // for a plugin to be ready; 0 means 30 s

	name string // in the log, that of the file if missing
}

// Loader opens routines of plugins. Each file runs once, whatever number of
// elements use it.
type Loader struct {
	config Config
	mu     sync.Mutex
	procs  map[string]*process // by absolute path
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
	return &Loader{config: c, procs: map[string]*process{}}
}

// Takes implements usersub.Loader.
func (l *Loader) Takes(ref *usersub.Ref) bool { return ref.Plugin != "" }

// Load implements usersub.Loader.
func (l *Loader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	path, err := find(ref)
	if err != nil {
		return nil, complete(err, ref, sig)
	}
	p, err := l.process(path)
	if err != nil {
		return nil, complete(err, ref, sig)
	}
	name, err := choose(p.about, ref.Function, sig)
	if err != nil {
		return nil, complete(err, ref, sig)
	}
	return &usersub.Routine{
		Sub:      &sub{process: p, name: name, remote: p.client.Remote(name, sig)},
		Supplier: "plugin", File: p.path, SHA256: p.sha256, Symbol: name,
	}, nil
}

// complete fills in what an error does not know of the element.
func complete(err error, ref *usersub.Ref, sig *usersub.Sig) error {
	var e *usersub.LoadError
	if !errors.As(err, &e) {
		e = &usersub.LoadError{Reason: err.Error()}
	}
	e.Ref, e.Routine = *ref, sig.Name
	return e
}

// process returns the running process of a file, starting it when there is
// none.
func (l *Loader) process(path string) (*process, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.procs[path]; p != nil && !p.over() {
		return p, nil
	}
	p, err := start(path, &l.config)
	if err != nil {
		return nil, err
	}
	l.procs[path] = p
	return p, nil
}

// choose finds the routine that a deck means among those of the plugin: by its
// exact name, else by the name in other capitals.
func choose(about *wirepb.Description, function string, sig *usersub.Sig) (string, error) {
	var found *wirepb.Offer
	for _, o := range about.Routines {
		if o.Name == function || found == nil && strings.EqualFold(o.Name, function) {
			found = o
		}
	}
	switch {
	case found == nil:
		return "", &usersub.LoadError{
			Reason: fmt.Sprintf("plugin %s %s has no such routine", about.Name, about.Version),
			Hint:   "it offers " + offers(about),
			Lacks:  true,
		}
	case found.Kind != sig.Name:
		return "", &usersub.LoadError{
			Reason: fmt.Sprintf("in plugin %s %s it is a %s, the element calls a %s",
				about.Name, about.Version, found.Kind, sig.Name),
			Hint: "it offers " + offers(about),
		}
	}
	return found.Name, nil
}

// offers lists what a plugin has: "catenary (PFOSUB), line (PFOSUB)".
func offers(about *wirepb.Description) string {
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
	for _, p := range l.procs {
		p.close()
	}
	clear(l.procs)
	return nil
}
