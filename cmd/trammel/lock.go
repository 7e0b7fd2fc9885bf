package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/plugins/trust"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/inspect"
)

// lockVersion is that of the format.
const lockVersion = 1

// lock is the file beside a deck that says which code the deck may run.
type lock struct {
	Version int        `json:"version"`
	Files   []lockItem `json:"files"` // by path

	path string // of the lock, absolute
}

// lockItem is one file. Path is relative to the folder of the lock, with slashes; that of a plugin which is installed for
// the user is "plugin:acme/bead", so that a lock holds on other machines.
type lockItem struct {
	Path   string            `json:"path"`
	Kind   string            `json:"kind"`   // library, script, plugin, module, needed
	SHA256 map[string]string `json:"sha256"` // by platform ("linux/amd64"), or under "any"
}

// here is the platform of this program, as a lock names it.
const here = runtime.GOOS + "/" + runtime.GOARCH

// lockPath returns the lock of a deck.
func lockPath(deck string) string {
	return absolute(strings.TrimSuffix(deck, filepath.Ext(deck)) + ".lock")
}

func lockFailed(format string, args ...any) error {
	return &run.LockError{Text: fmt.Sprintf(format, args...)}
}

// readLock reads the lock of a deck.
func readLock(deck string) (*lock, error) {
	path := lockPath(deck)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, lockFailed("there is no lock %s; trammel lock %s writes it", path, deck)
	}
	if err != nil {
		return nil, lockFailed("the lock cannot be read: %v", err)
	}
	l := &lock{path: path}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, lockFailed("the lock %s is damaged: %v; trammel lock writes it anew", path, err)
	}
	if l.Version != lockVersion {
		return nil, lockFailed("the lock %s has version %d, this program reads version %d", path, l.Version, lockVersion)
	}
	return l, nil
}

// write stores the lock.
func (l *lock) write() error {
	slices.SortFunc(l.Files, func(a, b lockItem) int { return strings.Compare(a.Path, b.Path) })
	text, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(l.path, append(text, '\n'), 0o666)
}

// installedMark begins the path of an installed plugin.
const installedMark = "plugin:"

// relative returns a path as a lock holds it.
func (l *lock) relative(path string) string {
	for _, p := range store.List(store.Folders(filepath.Dir(l.path))) {
		if s := p.Folder.Scope; (s == store.User || s == store.Path) && p.Manifest != nil && p.Program() == path {
			return installedMark + p.ID()
		}
	}
	if rel, err := filepath.Rel(filepath.Dir(l.path), path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

// file is where an entry lies; of a plugin that is not installed, where it would be.
func (l *lock) file(f *lockItem) string {
	if id, ok := strings.CutPrefix(f.Path, installedMark); ok {
		vendor, name, _ := usersub.PluginID(id)
		p, searched := store.Find(store.Folders(filepath.Dir(l.path)), vendor, name)
		switch {
		case p == nil:
			return searched[len(searched)-1]
		case p.Manifest == nil:
			return p.Dir
		}
		return p.Program()
	}
	path := filepath.FromSlash(f.Path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(l.path), path)
	}
	return path
}

// expected is the hash of an entry on this platform, "" if it is for others.
func (f *lockItem) expected() string {
	if s := f.SHA256["any"]; s != "" {
		return s
	}
	return f.SHA256[here]
}

// find returns the entry of a file, nil if there is none.
func (l *lock) find(path string) *lockItem {
	name := l.relative(path)
	for i := range l.Files {
		if f := &l.Files[i]; f.Path == name {
			return f
		}
	}
	return nil
}

// add enters a file, keeping what other platforms have in it.
func (l *lock) add(path, kind, sum string) {
	platform := "any"
	if kind == "library" || kind == "needed" || kind == "plugin" {
		platform = here
	}
	if f := l.find(path); f != nil {
		f.Kind = kind
		f.SHA256[platform] = sum
		return
	}
	l.Files = append(l.Files, lockItem{Path: l.relative(path), Kind: kind, SHA256: map[string]string{platform: sum}})
}

// verify compares all files of the lock that are for this platform with what is
// there now, and says who may have changed them.
func (l *lock) verify() []string {
	var wrong []string
	for i := range l.Files {
		f := &l.Files[i]
		want := f.expected()
		if want == "" {
			continue
		}
		path := l.file(f)
		sum, err := hash(path)
		switch {
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("%s: expected sha256 %s, found nothing: %v", f.Path, want, err))
		case sum != want:
			wrong = append(wrong, fmt.Sprintf("%s has changed: expected sha256 %s, found %s", f.Path, want, sum))
		}
		var untrusted *trust.Error
		if err := trust.File(path); errors.As(err, &untrusted) {
			wrong = append(wrong, fmt.Sprintf("%s is not trusted: %v (%s)", f.Path, untrusted, untrusted.Hint))
		}
	}
	return wrong
}

// allow tells whether code may run whose bytes have a hash: those of a file of the
// lock that is meant for this platform.
func (l *lock) allow(path, sum string) error {
	f := l.find(path)
	switch {
	case f == nil || f.expected() == "":
		return fmt.Errorf("%s is not in the lock %s (for %s)", path, l.path, here)
	case f.expected() != sum:
		return fmt.Errorf("%s has changed: the lock %s expects sha256 %s, found %s", path, l.path, f.expected(), sum)
	}
	return nil
}

// used lists the code of a model that was loaded: its routines, the modules that scripts
// imported, and libraries that are no part of the system.
func (ls *loaders) used(l *lock, model *element.Model) error {
	for _, r := range run.Uses(model) {
		kind := "library"
		switch r.Supplier {
		case "plugin":
			kind = "plugin"
		case "gpython", "cpython", "compiled", "octave":
			kind = "script"
		case "wasm":
			kind = "wasm"
		}
		l.add(r.File, kind, r.SHA256)
		if kind != "library" {
			continue
		}
		for _, n := range inspect.File(r.File, inspect.Here()).Needs {
			if n.Path == "" || ofSystem(n.Path) {
				continue
			}
			sum, err := hash(n.Path)
			if err != nil {
				return err
			}
			l.add(absolute(n.Path), "needed", sum)
		}
	}
	for _, f := range ls.python.Files() {
		if l.find(f.Path) == nil {
			l.add(f.Path, "module", f.SHA256)
		}
	}
	return nil
}

// ofSystem tells whether a library comes with the system: who can change it can change
// this program too.
func ofSystem(path string) bool {
	for _, dir := range append(inspect.Here().Folders, "/lib", "/lib64", "/usr/lib", "/usr/lib64") {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}
