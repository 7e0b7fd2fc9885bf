package plugins_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/plugins/plugintest"
	"github.com/trammel-mbd/trammel/plugins/store"
	"github.com/trammel-mbd/trammel/usersub"
)

var patient = plugins.Config{StartTimeout: 2 * time.Minute}

// home gives the test a user and a deck's folder of its own.
func home(t *testing.T) (user store.Folder, deck string) {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv(plugins.PathVariable, "")
	path, err := store.UserFolder()
	if err != nil {
		t.Fatal(err)
	}
	return store.Folder{Path: path, Scope: store.User}, t.TempDir()
}

func installProgram(t *testing.T, to store.Folder) *plugins.Installation {
	t.Helper()
	p, err := plugins.Install(patient, program("refplugin"), "acme", to)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// named is a reference to acme/refplugin from a deck.
func named(deck string) *usersub.Ref {
	r := ref("acme/refplugin", "PID")
	r.Dir = deck
	return r
}

func TestInstalledPluginRuns(t *testing.T) {
	user, deck := home(t)
	e := refused(t, loader(t), named(deck), "plugin acme/refplugin was not found", "trammel plugin install")
	if !slices.Contains(e.Searched, filepath.Join(user.Path, "acme", "refplugin")) {
		t.Errorf("searched %v", e.Searched)
	}
	p := installProgram(t, user)
	m := p.Manifest
	if p.Old != nil || m.ID() != "acme/refplugin" || m.Version != "1.2.3" || m.Protocol != 1 || m.From != program("refplugin") || m.Platform != store.OwnPlatform() {
		t.Errorf("installed %+v", m)
	}
	about, err := m.ReadDescription()
	if err != nil || len(about.Routines) < 10 {
		t.Errorf("described as %v, %v", about, err)
	}
	r, err := loader(t).Load(named(deck), usersub.VARSUB)
	if err != nil {
		t.Fatal(err)
	}
	if r.File != p.ProgramPath() || r.SHA256 != m.SHA256 || r.Note != "acme/refplugin 1.2.3" {
		t.Errorf("loaded %+v", r)
	}
	bare := named(deck)
	bare.Plugin = "refplugin"
	refused(t, loader(t), bare, "installed are acme/refplugin")
	again := installProgram(t, user)
	if again.Old == nil || again.Old.Manifest.SHA256 != m.SHA256 {
		t.Errorf("the second installation took the place of %+v", again.Old)
	}
	entries, err := os.ReadDir(user.Path)
	if err != nil || len(entries) != 1 && runtime.GOOS != "windows" { // which keeps what runs
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
	if err := again.Remove(); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(user.Path); len(entries) != 0 && runtime.GOOS != "windows" {
		t.Errorf("left in the folder: %v", entries)
	}
}

// The folders come in the order deck, project, user, path; a file beside the deck
// before all of them.
func TestOrderOfFolders(t *testing.T) {
	user, deck := home(t)
	deck = filepath.Join(deck, "below", "project")
	path := t.TempDir()
	t.Setenv(plugins.PathVariable, path)
	list := []store.Folder{{Path: path, Scope: store.Path}, user,
		{Path: filepath.Join(filepath.Dir(deck), ".trammel", "plugins"), Scope: store.Project},
		{Path: filepath.Join(deck, "plugins"), Scope: store.Deck}}
	for _, f := range list {
		p := installProgram(t, f)
		r, err := loader(t).Load(named(deck), usersub.VARSUB)
		if err != nil || r.File != p.ProgramPath() {
			t.Fatalf("%s: loaded %+v, %v", f.Scope, r, err)
		}
	}
	if all := store.ListPlugins(store.SearchFolders(deck)); len(all) != 4 || all[0].Folder.Scope != store.Deck || all[3].Folder.Scope != store.Path {
		t.Errorf("listed %v", all)
	}
	if err := os.Mkdir(filepath.Join(deck, "acme"), 0o755); err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(deck, "acme", filepath.Base(program("refplugin")))
	if err := plugintest.LinkOrCopy(program("refplugin"), beside); err != nil {
		t.Fatal(err)
	}
	r, err := loader(t).Load(named(deck), usersub.VARSUB)
	if err != nil || r.File != beside || r.Note != "" {
		t.Fatalf("loaded %+v, %v", r, err)
	}
}

// edit changes a file of an installation.
func edit(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(b), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestChangedPluginIsRefused(t *testing.T) {
	user, deck := home(t)
	p := installProgram(t, user)
	if err := p.VerifyUnchanged(); err != nil {
		t.Fatal(err)
	}
	flip := func(b []byte) []byte {
		b[len(b)-1] ^= 1
		return b
	}
	edit(t, p.ProgramPath(), flip)
	var changed *store.Changed
	if err := p.VerifyUnchanged(); !errors.As(err, &changed) || changed.Was != p.Manifest.SHA256 || changed.Is == changed.Was {
		t.Errorf("verified: %v", err)
	}
	refused(t, loader(t), named(deck), "plugin acme/refplugin was changed since it was installed", p.Manifest.SHA256, "install it again")
	edit(t, p.ProgramPath(), flip)
	if err := p.VerifyUnchanged(); err != nil {
		t.Error(err)
	}
	manifest := filepath.Join(p.Dir, "plugin.json")
	for says, text := range map[string][2]string{
		"its form is 9":                     {`"format": 1`, `"format": 9`},
		"it is that of acme/other":          {`"name": "refplugin",`, `"name": "other",`},
		"is not a SHA-256":                  {`"sha256": "`, `"sha256": "0`},
		"installed on plan9/":               {`"platform": "`, `"platform": "plan9/`},
		`"../x" is not a name of a program`: {`"file": "`, `"file": "../x", "was": "`},
		"invalid character":                 {`{`, `}`},
	} {
		var old []byte
		edit(t, manifest, func(b []byte) []byte {
			old = b
			return []byte(strings.Replace(string(b), text[0], text[1], 1))
		})
		refused(t, loader(t), named(deck), "acme/refplugin", says)
		edit(t, manifest, func([]byte) []byte { return old })
	}
	if _, err := loader(t).Load(named(deck), usersub.VARSUB); err != nil {
		t.Error(err)
	}
}

func TestUntrustedPlugins(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("access lists are not looked at")
	}
	user, deck := home(t)
	p := installProgram(t, user)
	chmod := func(path string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	chmod(p.Dir, 0o777)
	refused(t, loader(t), named(deck), "plugin acme/refplugin is not started: "+p.Dir+": everybody may write", "chmod o-w")
	if err := p.VerifyUnchanged(); err == nil {
		t.Error("verify does not see it")
	}
	if _, err := plugins.Install(patient, p.ProgramPath(), "acme", store.Folder{Path: t.TempDir()}); err == nil || !strings.Contains(err.Error(), "everybody may write") {
		t.Errorf("installed from there: %v", err)
	}
	chmod(p.Dir, 0o755)
	open := store.Folder{Path: t.TempDir()}
	chmod(open.Path, 0o777)
	if _, err := plugins.Install(patient, program("refplugin"), "acme", open); err == nil || !strings.Contains(err.Error(), "everybody may write") {
		t.Errorf("installed there: %v", err)
	}
	// A program that was put into the folder, not installed.
	if err := p.Remove(); err != nil {
		t.Fatal(err)
	}
	put := filepath.Join(user.Path, "acme", "refplugin")
	if err := os.MkdirAll(filepath.Dir(put), 0o755); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(program("refplugin"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, put, string(b), 0o700)
	if r, err := loader(t).Load(named(deck), usersub.VARSUB); err != nil || r.Note != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	chmod(put, 0o757)
	refused(t, loader(t), named(deck), put+": everybody may write to it")
}

func TestWhatIsNotInstalled(t *testing.T) {
	user, _ := home(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "plain"), "text", 0o600)
	for _, c := range []struct{ path, vendor, says string }{
		{program("wrong-version"), "", program("wrong-version") + " speaks version 7 of the protocol, this program version 1"},
		{program("other-program"), "", program("other-program") + " is not a plugin"},
		{program("exits-at-start"), "", "ended at its start: exit status 3"},
		{filepath.Join(dir, "nothing"), "", "there is no file"},
		{dir, "", "is a folder, not a program"},
		{program("refplugin"), "a b", "is not a name that a plugin can be installed under"},
	} {
		if _, err := plugins.Install(patient, c.path, c.vendor, user); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q", c.path, err, c.says)
		}
	}
	if runtime.GOOS != "windows" {
		if _, err := plugins.Install(patient, filepath.Join(dir, "plain"), "", user); err == nil || !strings.Contains(err.Error(), "plain is not a program") {
			t.Errorf("got %v", err)
		}
		write(t, filepath.Join(dir, "script"), "#!/bin/sh\n", 0o600)
		if _, err := plugins.Install(patient, filepath.Join(dir, "script"), "", user); err == nil || !strings.Contains(err.Error(), "may not be executed") {
			t.Errorf("got %v", err)
		}
		write(t, filepath.Join(dir, "mute"), "#!/bin/sh\n", 0o700)
		var e *usersub.LoadError
		if _, err := plugins.Install(patient, filepath.Join(dir, "mute"), "", user); !errors.As(err, &e) || !strings.Contains(e.Reason, "ended at its start: exit status 0") || !strings.Contains(e.Hint, "is it a plugin") {
			t.Errorf("got %v", err)
		}
	}
	if entries, _ := os.ReadDir(user.Path); len(entries) != 0 {
		t.Errorf("left in the folder: %v", entries)
	}
}
