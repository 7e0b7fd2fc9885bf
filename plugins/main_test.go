package plugins_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/trammel-mbd/trammel/plugins/plugintest"
)

// folder holds the programs of the tests: refplugin, built from its source,
// and links to the test program itself, which misbehaves by its name.
var folder string

func TestMain(m *testing.M) {
	if programs.RunByProcessName() {
		return
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "plugins"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	os.Setenv("XDG_DATA_HOME", filepath.Join(folder, "data")) // plugins of the user are not found
	build := exec.Command("go", "build", "-o", program("refplugin"), "./internal/refplugin")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building refplugin: %v\n%s", err, out)
		return 1
	}
	if err := programs.LinkInto(folder); err != nil {
		panic(err)
	}
	return m.Run()
}

// program is the path of a program in folder.
func program(name string) string { return plugintest.ProgramPath(folder, name) }

// programs are those that the test program is by these names.
var programs = plugintest.BrokenPrograms()

func init() {
	programs["silent"] = func() { time.Sleep(time.Minute) }
	programs["garbled"] = serveGarbled
}
