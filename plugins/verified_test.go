package plugins_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/usersub"
)

// What was hashed runs, although the file is another one by then; what is not allowed
// does not.
func TestAllowedProgramRuns(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("copies are sealed on Linux only")
	}
	text, err := os.ReadFile(program("refplugin"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "refplugin")
	write(t, path, string(text), 0o700)
	l := with(t, plugins.Config{Allow: func(path, sum string) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		write(t, path, "#!/bin/sh\nexit 3\n", 0o700)
		return nil
	}})
	r := ref(path, "CATENA")
	x, err := l.Load(r, usersub.PFOSUB)
	if err != nil {
		t.Fatal(err)
	}
	if x.File != path {
		t.Errorf("its file is %s", x.File)
	}
	l = with(t, plugins.Config{Allow: func(path, sum string) error { return errors.New("not wanted") }})
	if _, err := l.Load(r, usersub.PFOSUB); err == nil || !strings.Contains(err.Error(), "not wanted") {
		t.Errorf("%v", err)
	}
}
