package plugins

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/trammel-mbd/trammel/sdk/wire/wirepb"
	"github.com/trammel-mbd/trammel/usersub"
)

// ScriptLoader opens functions of scripts that a plugin executes. Its program is started
// when the first script is loaded.
type ScriptLoader struct {
	Config
	// Program is the command line that starts the plugin.
	Program []string
	// Interpreters are the values of the attribute interpreter that the plugin
	// takes, in capitals.
	Interpreters []string
	// Suffix is tried behind names without one: ".m".
	Suffix string
	// Implementation is what routines say that they come from.
	Implementation string

	mu      sync.Mutex
	process *pluginProcess
}

var _ usersub.Loader = (*ScriptLoader)(nil)

// Takes reports whether the routine is in a script of a language that a plugin executes.
func (l *ScriptLoader) Takes(ref *usersub.Ref) bool {
	return ref.Script != "" && slices.Contains(l.Interpreters, strings.ToUpper(strings.TrimSpace(ref.Interpreter)))
}

// Load implements usersub.Loader. The script is searched for in the folder of
// the deck, in the folders of MS_USERDLL_DIR, and as given.
func (l *ScriptLoader) Load(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
	path, err := l.findScript(ref)
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	p, err := l.ensureHostRunning()
	if err != nil {
		return nil, completeLoadError(err, ref, sig)
	}
	found, err := p.client.FindFunction(context.Background(), &wirepb.FindRequest{Script: path, Function: ref.Function, Kind: sig.Name})
	if err != nil {
		return nil, completeLoadError(&usersub.LoadError{
			Reason: fmt.Sprintf("script %s cannot be loaded: the process that executes it was lost: %v", path, err),
			Detail: p.output.lastLines()}, ref, sig)
	}
	if m := found.Missing; m != nil {
		return nil, completeLoadError(&usersub.LoadError{Reason: m.Reason, Detail: m.Detail, Hint: m.Hint, Lacks: m.Lacks,
			Searched: m.Searched}, ref, sig)
	}
	return &usersub.Routine{
		Sub:            p.newElementSub(found.Symbol, p.client.Remote(found.Routine, sig).WithTitle(found.Symbol)),
		Implementation: l.Implementation, File: path, SHA256: found.Sha256, Symbol: found.Symbol, Note: found.Note, Transport: string(p.transport),
	}, nil
}

// ensureHostRunning returns the running process.
func (l *ScriptLoader) ensureHostRunning() (*pluginProcess, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.process != nil && !l.process.hasEnded() {
		return l.process, nil
	}
	c := New(l.Config).config
	c.name = l.Implementation
	p, err := startProcess(l.Program[0], &c, l.Program[1:]...)
	if err == nil {
		l.process = p
	}
	return p, err
}

// findScript returns the absolute path of the script that ref names.
func (l *ScriptLoader) findScript(ref *usersub.Ref) (string, error) {
	places := l.scriptPaths(ref)
	for _, p := range places {
		if info, err := os.Stat(p); err == nil && !info.IsDir() {
			return p, nil
		}
	}
	return "", &usersub.LoadError{Reason: fmt.Sprintf("script %q not found", ref.Script), Searched: places,
		Hint: "put the script beside the deck, or name its folder in MS_USERDLL_DIR"}
}

// scriptPaths lists where a script may be, absolute and in order; backslashes of
// decks written on Windows count as separators.
func (l *ScriptLoader) scriptPaths(ref *usersub.Ref) []string {
	name := filepath.FromSlash(strings.ReplaceAll(ref.Script, `\`, "/"))
	names := []string{name}
	if filepath.Ext(name) == "" {
		names = append(names, name+l.Suffix)
	}
	dirs := append([]string{ref.Dir}, filepath.SplitList(os.Getenv("MS_USERDLL_DIR"))...)
	if filepath.IsAbs(name) {
		dirs = nil
	}
	var all []string
	for _, dir := range append(dirs, "") {
		for _, n := range names {
			p, err := filepath.Abs(filepath.Join(dir, n))
			if err == nil && !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	return all
}

// Close ends the process. Calls that are under way fail.
func (l *ScriptLoader) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.process != nil {
		l.process.closeProcess()
		l.process = nil
	}
	return nil
}
