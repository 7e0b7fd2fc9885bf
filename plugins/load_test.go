package plugins_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
)

func ref(plugin, function string) *usersub.Ref {
	return &usersub.Ref{Plugin: plugin, Function: function, Dir: folder, Element: "Reference_Variable 4"}
}

func loader(t testing.TB) *plugins.Loader { return over(t, plugins.Auto) }

// transports are all there are here.
var transports = func() []plugins.Transport {
	switch runtime.GOOS {
	case "linux", "windows":
		return []plugins.Transport{plugins.Memory, plugins.Pipe, plugins.GRPC}
	}
	return []plugins.Transport{plugins.Pipe, plugins.GRPC}
}()

// over is a loader of plugins that speak over a transport.
func over(t testing.TB, transport plugins.Transport) *plugins.Loader {
	return with(t, plugins.Config{Transport: transport})
}

func with(t testing.TB, c plugins.Config) *plugins.Loader {
	t.Helper()
	c.StartTimeout = 2 * time.Minute
	l := plugins.New(c)
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// refused loads a routine that cannot be loaded and checks what is said.
func refused(t *testing.T, l *plugins.Loader, r *usersub.Ref, says ...string) *usersub.LoadError {
	t.Helper()
	_, err := l.Load(r, usersub.VARSUB)
	var e *usersub.LoadError
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a LoadError", err)
	}
	if e.Routine != "VARSUB" || e.Ref.Plugin != r.Plugin {
		t.Errorf("the error does not name the routine: %+v", e)
	}
	for _, s := range says {
		if !strings.Contains(err.Error(), s) {
			t.Errorf("the error does not say %q:\n%v", s, err)
		}
	}
	return e
}

func TestNoGoodPlugins(t *testing.T) {
	for _, c := range []struct {
		name string
		says []string
	}{
		{"wrong-version", []string{"speaks version 7 of the protocol, this program version 1"}},
		{"exits-at-start", []string{"ended at its start: exit status 3", "licence server not found"}},
		{"other-program", []string{"is not a plugin", `"usage: other-program FILE"`, "sdk.Serve"}},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, loader(t), ref(c.name, "PID"), c.says...) })
	}
}

func TestSilentPluginIsGivenUp(t *testing.T) {
	l := plugins.New(plugins.Config{StartTimeout: 200 * time.Millisecond})
	defer l.Close()
	refused(t, l, ref("silent", "PID"), "was not ready within 200ms")
}

func TestUnknownRoutine(t *testing.T) {
	l := loader(t)
	if e := refused(t, l, ref("refplugin", "NOTHERE"), "refplugin 1.2.3 has no such routine", "CATENA (PFOSUB)", "LUGYFO (YFOSUB)"); !e.Lacks {
		t.Error("Lacks is not set: a routine for partial derivatives is optional")
	}
	refused(t, l, ref("refplugin", "CATENA"), "it is a PFOSUB, the element calls a VARSUB")
	r, err := l.Load(ref("refplugin", "pid"), usersub.VARSUB)
	if err != nil || r.Symbol != "PID" {
		t.Fatalf("a name in small letters gives %+v, %v", r, err)
	}
}

func TestUnusableFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "text"), "#!/no/such/interpreter\n", 0o700)
	write(t, filepath.Join(dir, "garbage"), "\x7fELF but not really", 0o700)
	write(t, filepath.Join(dir, "plain"), "#!/bin/sh\n", 0o600)
	r := ref("./text", "PID")
	r.Dir = dir
	refused(t, loader(t), r, "cannot be started")
	r.Plugin = "garbage"
	refused(t, loader(t), r, "cannot be started", "built for this machine")
	if runtime.GOOS != "windows" {
		r.Plugin = "plain"
		refused(t, loader(t), r, "may not be executed", "chmod +x")
	}
	r.Plugin = "../" + filepath.Base(dir)
	refused(t, loader(t), r, "is a folder")
}

func TestMissingPlugin(t *testing.T) {
	deck, other := t.TempDir(), t.TempDir()
	t.Setenv(plugins.PathVariable, other)
	r := ref("bead", "PID")
	r.Dir = deck
	e := refused(t, loader(t), r, "plugin bead was not found", plugins.PathVariable)
	if got := strings.Join(e.Searched, "\n"); !strings.Contains(got, filepath.Join(deck, "bead")) ||
		!strings.Contains(got, filepath.Join(other, "bead")) {
		t.Errorf("searched %s", got)
	}
	write(t, filepath.Join(deck, "plugin", "main.go"), "package main\n", 0o600)
	refused(t, loader(t), r, "go build -C "+deck+" -o "+filepath.Base(program("bead"))+" ./plugin")
	r.Plugin = "./bead"
	e = refused(t, loader(t), r, "go build -C "+deck)
	if len(e.Searched) == 0 || strings.Contains(strings.Join(e.Searched, " "), other) {
		t.Errorf("a path is looked for in %v", e.Searched)
	}
}

func TestFoundOnThePath(t *testing.T) {
	t.Setenv(plugins.PathVariable, t.TempDir()+string(filepath.ListSeparator)+folder)
	r := ref("refplugin", "PID")
	r.Dir = t.TempDir()
	got, err := loader(t).Load(r, usersub.VARSUB)
	if err != nil {
		t.Fatal(err)
	}
	if got.File != program("refplugin") || len(got.SHA256) != 64 || got.Implementation != "plugin" {
		t.Errorf("got %+v", got)
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
