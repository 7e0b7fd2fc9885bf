//go:build linux && (amd64 || arm64) && !race

package faults

import (
	"os"
	"path/filepath"
	"testing"
)

// folder holds programs that are the test program under other names, which is then a plugin, a worker or a plugin of a
// bad sort, and the library and the scripts of the campaign.
var folder string

// actors are the programs.
var actors = map[string]func(){"bad": serveBad, "crude": serveCrude, "plain": servePlain, "worker": serveWorker}

func TestMain(m *testing.M) {
	if act := actors[filepath.Base(os.Args[0])]; act != nil {
		act()
		return
	}
	os.Exit(prepared(m))
}

func prepared(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "faults"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "bin"), 0o700); err != nil {
		panic(err)
	}
	for name := range actors {
		link := filepath.Join(folder, "bin", name)
		if err := os.Symlink(self, link); err != nil {
			panic(err)
		}
		// A script, since what is started is hashed every time, and the test program is large.
		text := "#!/bin/sh\nexec " + link + " \"$@\"\n"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o700); err != nil {
			panic(err)
		}
	}
	return m.Run()
}
