//go:build linux

package waiting_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest/toolbuild"
)

// A witness that learns that the results are closed ends before the packages of the solver are initialised.
func TestEndsBeforeTheSolver(t *testing.T) {
	program := filepath.Join(t.TempDir(), "trammel")
	if err := toolbuild.BuildTool(program); err != nil {
		t.Fatal(err)
	}
	notes, err := os.Create(filepath.Join(t.TempDir(), "notes"))
	if err != nil {
		t.Fatal(err)
	}
	defer notes.Close()
	for _, reported := range []bool{true, false} {
		c := exec.Command(program, "witness", t.TempDir(), strconv.Itoa(os.Getpid()))
		if !reported {
			c.Args[3] = "none" // no process: the command itself reports so
		}
		c.Stdin, c.ExtraFiles, c.Env = strings.NewReader("\x01"), []*os.File{notes}, append(os.Environ(), "GODEBUG=inittrace=1")
		text, err := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); reported != (code == 0) {
			t.Errorf("reported %v: %v\n%s", reported, err, text)
		}
		if reported == strings.Contains(string(text), "trammel/core/element") || !strings.Contains(string(text), "init os ") {
			t.Errorf("reported %v: initialised\n%s", reported, text)
		}
	}
}
