package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/plugins/trust"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/inspect"
)

// lockVersion is that of the format: 2 has the inputs that a file is for.
const lockVersion = 2

// lockFile is the file beside a deck that says which code the deck may run. Decks whose names
// differ in the suffix only, and a deck with one file of commands or another, share it.
type lockFile struct {
	Version int        `json:"version"`
	For     []string   `json:"for"`   // the inputs it was written for: "deck.xml", "model.adm commands.commandFile"
	Files   []lockItem `json:"files"` // by path

	path string // of the lock, absolute
	by   string // the input that is run or locked, as For names it
}

// lockItem is one file. Path is relative to the folder of the lock, with slashes; that of a plugin which is installed for
// the user is "plugin:acme/bead@1.2.0", so that a lock holds on other machines.
type lockItem struct {
	Path   string            `json:"path"`
	Kind   string            `json:"kind"`             // library, script, plugin, module, needed, wasm, commands
	Plugin string            `json:"plugin,omitempty"` // an installed plugin with its version: "acme/bead@1.2.0"
	Source string            `json:"source,omitempty"` // from where it was installed: an address, or the name of a file
	Pack   string            `json:"pack,omitempty"`   // SHA-256 of the pack that it was installed from
	For    []string          `json:"for"`              // the inputs that use it
	SHA256 map[string]string `json:"sha256"`           // by platform ("linux/amd64"), or under "any"
}

// here is the platform of this program, as a lock names it.
const here = runtime.GOOS + "/" + runtime.GOARCH

// newLockFile returns the lock of an input without entries.
func newLockFile(in input) *lockFile {
	l := &lockFile{Version: lockVersion, path: absolutePath(strings.TrimSuffix(in.deck, filepath.Ext(in.deck)) + ".lock")}
	l.by = filepath.Base(in.deck)
	if in.commands != "" {
		l.by += " " + l.relativePath(absolutePath(in.commands))
	}
	return l
}

func lockError(format string, args ...any) error {
	return &run.LockMismatchError{Text: fmt.Sprintf(format, args...)}
}

// readLockFile reads the lock of a deck, which may be for other inputs than this one. One that
// somebody else can change is worth nothing.
func readLockFile(in input) (*lockFile, error) {
	l := newLockFile(in)
	text, err := os.ReadFile(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, lockError("there is no lock %s; %s writes it", l.path, in.lockCommandLine())
	}
	if err != nil {
		return nil, lockError("the lock cannot be read: %v", err)
	}
	if err := l.checkOnlyOwnerCanWrite(); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, lockError("the lock %s is damaged: %v; remove it, %s writes it again", l.path, err, in.lockCommandLine())
	}
	if l.Version != lockVersion {
		return nil, lockError("the lock %s has version %d, this program reads version %d; remove it, %s writes it again", l.path, l.Version, lockVersion, in.lockCommandLine())
	}
	return l, nil
}

// checkOnlyOwnerCanWrite reports whether the lock may have been changed by others; links are followed.
func (l *lockFile) checkOnlyOwnerCanWrite() error {
	err := trust.CheckTrusted(l.path)
	var untrusted *trust.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &untrusted):
		return lockError("the lock %s is not trusted: %v (%s)", l.path, untrusted, untrusted.Hint)
	}
	return lockError("the lock cannot be read: %v", err)
}

// lockCommandLine is what writes the lock of an input.
func (in input) lockCommandLine() string {
	return strings.TrimSpace("trammel lock " + in.deck + " " + in.commands)
}

// checkLockIsForInput returns an error for an input that the lock was not written for.
func (l *lockFile) checkLockIsForInput(in input) error {
	if slices.Contains(l.For, l.by) {
		return nil
	}
	return lockError("the lock %s was written for %s, not for %s; %s adds that", l.path, cmp.Or(strings.Join(l.For, ", "), "nothing"), l.by, in.lockCommandLine())
}

// save stores the lock: whole or not at all, and so that only the user can change it. A link stays one.
func (l *lockFile) save() error {
	slices.SortFunc(l.Files, func(a, b lockItem) int { return strings.Compare(a.Path, b.Path) })
	text, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	path := l.path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // if it is still there
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// installedMark begins the path of an installed plugin.
const installedMark = "plugin:"

// relativePath returns a path as a lock holds it.
func (l *lockFile) relativePath(path string) string {
	if p := l.findInstalledPlugin(path); p != nil && (p.Folder.Scope == store.User || p.Folder.Scope == store.Path) {
		return installedMark + p.FullName()
	}
	if rel, err := filepath.Rel(filepath.Dir(l.path), path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

// findInstalledPlugin returns the plugin whose program a path is, nil if it is none that was installed.
func (l *lockFile) findInstalledPlugin(path string) *store.Plugin {
	for _, p := range store.ListPlugins(store.SearchFolders(filepath.Dir(l.path))) {
		if p.Manifest != nil && p.ProgramPath() == path {
			return p
		}
	}
	return nil
}

// lockedVersion returns the version in the lock that a plugin's name means, "" if it holds none.
func (l *lockFile) lockedVersion(n usersub.PluginName) (version string) {
	for i := range l.Files {
		f := &l.Files[i]
		locked, ok := usersub.ParsePluginName(f.Plugin)
		if !ok || f.expectedHash() == "" || !slices.Contains(f.For, l.by) || locked.ID() != n.ID() || !store.MatchesVersion(locked.Version, n.Version) {
			continue
		}
		if version == "" || store.CompareVersions(locked.Version, version) > 0 {
			version = locked.Version
		}
	}
	return version
}

// itemFilePath is where an entry lies; of a plugin that is not installed, where it would be.
func (l *lockFile) itemFilePath(f *lockItem) string {
	if id, ok := strings.CutPrefix(f.Path, installedMark); ok {
		n, _ := usersub.ParsePluginName(id)
		p, searched := store.FindPlugin(store.SearchFolders(filepath.Dir(l.path)), n)
		switch {
		case p == nil:
			return searched[len(searched)-1]
		case p.Manifest == nil:
			return p.Dir
		}
		return p.ProgramPath()
	}
	path := filepath.FromSlash(f.Path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(l.path), path)
	}
	return path
}

// expectedHash is the hash of an entry on this platform, "" if it is for others.
func (f *lockItem) expectedHash() string {
	if s := f.SHA256["any"]; s != "" {
		return s
	}
	return f.SHA256[here]
}

// findItem returns the entry of a file, nil if there is none.
func (l *lockFile) findItem(path string) *lockItem {
	name := l.relativePath(path)
	for i := range l.Files {
		if f := &l.Files[i]; f.Path == name {
			return f
		}
	}
	return nil
}

// addFile enters a file, keeping what other platforms have in it.
func (l *lockFile) addFile(path, kind, sum string) {
	platform := "any"
	if kind == "library" || kind == "needed" || kind == "plugin" {
		platform = here
	}
	f := l.findItem(path)
	if f == nil {
		l.Files = append(l.Files, lockItem{Path: l.relativePath(path), SHA256: map[string]string{}})
		f = &l.Files[len(l.Files)-1]
	}
	f.Kind = kind
	f.SHA256[platform] = sum
	f.For = insertSorted(f.For, l.by)
	if p := l.findInstalledPlugin(path); p != nil {
		f.Plugin, f.Source, f.Pack = p.FullName(), pluginSource(p.Manifest), p.Manifest.Pack
	}
}

// pluginSource is from where a plugin was installed, as a lock holds it: the address of a pack, or the name of a file, whose
// folder is that of one machine.
func pluginSource(m *store.Manifest) string {
	if strings.Contains(m.From, "://") {
		return m.From
	}
	return filepath.Base(m.From)
}

// describeLockViolations compares the files of the lock that are for this platform with what is
// there now, and says who may have changed them: those of one input, or of all if it is "".
func (l *lockFile) describeLockViolations(inputName string) []string {
	var wrong []string
	for i := range l.Files {
		f := &l.Files[i]
		want := f.expectedHash()
		if want == "" || inputName != "" && !slices.Contains(f.For, inputName) {
			continue
		}
		path := l.itemFilePath(f)
		sum, err := fileHash(path)
		switch {
		case err != nil && strings.HasPrefix(f.Path, installedMark):
			wrong = append(wrong, fmt.Sprintf("%s: expected sha256 %s, but it is not installed: trammel plugin install %s installs it", f.Path, want, cmp.Or(f.Source, "PATH")))
			continue
		case err != nil:
			wrong = append(wrong, fmt.Sprintf("%s: expected sha256 %s, found nothing: %v", f.Path, want, err))
		case sum != want:
			wrong = append(wrong, fmt.Sprintf("%s has changed: expected sha256 %s, found %s", f.Path, want, sum))
		}
		wrong = append(wrong, l.listUnlockedLibraries(f, path)...)
		var untrusted *trust.Error
		if err := trust.CheckTrusted(path); errors.As(err, &untrusted) {
			wrong = append(wrong, fmt.Sprintf("%s is not trusted: %v (%s)", f.Path, untrusted, untrusted.Hint))
		}
	}
	return wrong
}

// checkHash reports whether code may run whose bytes have a hash: those of a file of the
// lock that is meant for this platform.
func (l *lockFile) checkHash(path, sum string) error {
	f := l.findItem(path)
	switch {
	case f == nil || f.expectedHash() == "":
		return fmt.Errorf("%s is not in the lock %s (for %s)", path, l.path, here)
	case !slices.Contains(f.For, l.by):
		return fmt.Errorf("%s is in the lock %s for %s, not for %s", path, l.path, strings.Join(f.For, ", "), l.by)
	case f.expectedHash() != sum:
		return fmt.Errorf("%s has changed: the lock %s expects sha256 %s, found %s", path, l.path, f.expectedHash(), sum)
	}
	return nil
}

// addLoadedCodeToLock lists the code that was loaded: routines, also those that commands bring later, the modules that scripts
// imported, and libraries that are no part of the system. A file of commands is listed too.
func (ls *loaders) addLoadedCodeToLock(l *lockFile, in input) error {
	if c := in.commandFilePath(); c != "" {
		sum, err := fileHash(c)
		if err != nil {
			return err
		}
		l.addFile(absolutePath(c), "commands", sum)
	}
	for _, r := range ls.loaded {
		l.addFile(r.File, r.kind, r.SHA256)
		if r.kind != "library" {
			continue
		}
		if err := l.addLinkedLibraries(r.File); err != nil {
			return err
		}
	}
	for _, f := range ls.python.Files() {
		if l.findItem(f.Path) != nil {
			continue
		}
		if !strings.EqualFold(filepath.Ext(f.Path), ".py") { // an extension module
			if err := l.addLinkedLibraries(f.Path); err != nil {
				return err
			}
			l.addFile(f.Path, "library", f.SHA256)
			continue
		}
		l.addFile(f.Path, "module", f.SHA256)
	}
	return nil
}

// addLinkedLibraries lists the libraries that a library would load and that do not come with the system.
func (l *lockFile) addLinkedLibraries(library string) error {
	list, err := listNeededLibraries(library)
	if err != nil {
		return err
	}
	for _, n := range list {
		sum, err := fileHash(n)
		if err != nil {
			return err
		}
		l.addFile(n, "needed", sum)
	}
	return nil
}

// isSystemLibrary reports whether a library comes with the system: who can change it can change
// this program too.
func isSystemLibrary(path string) bool {
	for _, dir := range append(inspect.ThisMachine().Folders, "/lib", "/lib64", "/usr/lib", "/usr/lib64") {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// listUnlockedLibraries lists the libraries that would be loaded with a library of the lock and are not in it.
func (l *lockFile) listUnlockedLibraries(f *lockItem, path string) (wrong []string) {
	if f.Kind != "library" {
		return nil
	}
	list, err := listNeededLibraries(path)
	if err != nil {
		return nil // it cannot be loaded either
	}
	for _, n := range list {
		if l.findItem(n) == nil {
			wrong = append(wrong, fmt.Sprintf("%s would load %s, which is not in the lock", f.Path, n))
		}
	}
	return wrong
}
