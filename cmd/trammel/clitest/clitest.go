// Package clitest builds the trammel command, runs it in tests and reads what it writes.
// The packages of tests of the command share it: cmd/trammel has those of its parts,
// decktest those of models, failtest those of runs that end badly, installtest those of plugins that are installed,
// scripttest those of programs of others.
package clitest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest/toolbuild"
	"github.com/trammel-mbd/trammel/plugins/plugintest"
)

// WriteFile puts a deck into the folder of the tests and returns its name.
func WriteFile(t testing.TB, name, text string) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(Folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// LongForm reports whether tests run in their long forms, as .ci/run has them.
var LongForm = os.Getenv("TRAMMEL_LONG") == "1"

// LeftOut reports whether the short form leaves case i of many alike to the long form: two of
// three, but none where golden files are written.
func LeftOut(i int) bool {
	update := flag.Lookup("update")
	return !LongForm && i%3 != 0 && (update == nil || update.Value.String() != "true")
}

// Folder is where the tests run: it holds the tool, the decks of testdata/broken, and
// links to the test program itself, which is a bad plugin by these names.
var Folder string

// testdata is the folder of test data of cmd/trammel, seen from the package of tests.
var testdata string

// Main builds the tool into Folder, runs the tests and returns their exit code. data is the
// folder of test data of cmd/trammel, seen from the package of tests. Where the test program
// was started by the name of a plugin, it is that plugin.
func Main(m *testing.M, data string) int {
	os.Setenv("TRAMMEL_PYTHON", "none") // messages do not depend on what is installed
	if programs.RunByProcessName() {
		return 0
	}
	testdata = data
	var err error
	if Folder, err = os.MkdirTemp("", "trammel-cli-"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(Folder)
	// Paths in messages have links resolved.
	if real, err := filepath.EvalSymlinks(Folder); err == nil {
		Folder = real
	}
	if err := toolbuild.BuildTool(Program("trammel"), raceFlags...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := programs.LinkInto(Folder); err != nil {
		panic(err)
	}
	if err := os.CopyFS(Folder, os.DirFS(filepath.Join(data, "broken"))); err != nil {
		panic(err)
	}
	return m.Run()
}

// Program is the path of a program in Folder.
func Program(name string) string { return plugintest.ProgramPath(Folder, name) }

// Outcome is what a command did.
type Outcome struct {
	Code        int
	Out, Errors string
}

// Command returns the tool with arguments, ready to be run there. Variables
// that change what is found are not passed on.
func Command(args ...string) *exec.Cmd {
	c := exec.Command(Program("trammel"), args...)
	c.Dir = Folder
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "MS_USERDLL_DIR", "MS_USERSUBDLL", "NUSOL_DLL_DIR", "LD_LIBRARY_PATH", "TRAMMEL_PLUGIN_PATH", "XDG_DATA_HOME", "NO_COLOR":
		default:
			c.Env = append(c.Env, v)
		}
	}
	c.Env = append(c.Env, "XDG_DATA_HOME="+filepath.Join(Folder, "data")) // plugins of the user are not found
	return c
}

// Run runs the tool.
func Run(t testing.TB, args ...string) Outcome {
	t.Helper()
	return RunCommand(t, Command(args...))
}

// RunCommand runs a command. It fails the test where the command cannot be started.
func RunCommand(t testing.TB, c *exec.Cmd) Outcome {
	t.Helper()
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return Outcome{c.ProcessState.ExitCode(), out.String(), messages.String()}
}

// Expect checks the code of an outcome and what it says, in either stream.
func (o Outcome) Expect(t *testing.T, code int, says ...string) {
	t.Helper()
	if o.Code != code {
		t.Errorf("exit code %d, want %d\n%s%s", o.Code, code, o.Out, o.Errors)
	}
	for _, s := range says {
		if !strings.Contains(o.Out+o.Errors, s) {
			t.Errorf("it does not say %q:\n%s%s", s, o.Out, o.Errors)
		}
	}
}
