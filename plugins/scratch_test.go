//go:build unix

package plugins

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/sdk/wire"
)

// Folders of a solver that is gone are removed, those in use, new ones and other files are not.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	used, err := newScratchFolder()
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	make := func(name string, at time.Time) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(path, "more"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	os.Chtimes(used.path, old, old)
	gone := make(wire.SocketPrefix+"gone", old)
	stay := []string{used.path, make(wire.SocketPrefix+"new", time.Now()), make("trammel-other", old), filepath.Join(dir, wire.SocketPrefix+"link")}
	if err := os.Symlink(stay[2], stay[3]); err != nil {
		t.Fatal(err)
	}
	removeStaleFolders(dir, time.Now().Add(-sweepAge))
	if _, err := os.Lstat(gone); err == nil {
		t.Error("a folder that nobody uses is still there")
	}
	for _, path := range stay {
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
	used.removeFolder()
	if _, err := os.Lstat(used.path); err == nil {
		t.Error("a folder that was removed is still there")
	}
}
