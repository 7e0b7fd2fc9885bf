//go:build unix

package plugins_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/plugins"
	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
	"github.com/trammel-mbd/trammel/usersub"
)

// inPython makes a program of a plugin in Python.
func inPython(t testing.TB, name, script string) {
	t.Helper()
	python := subtest.RequireTool(t, "python3")
	path, err := filepath.Abs("testdata/python/" + script)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("#!/bin/sh\nexec %q -B %q \"$@\"\n", python, path)
	if err := os.WriteFile(program(name), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestSuiteInPython(t *testing.T) {
	inPython(t, "py-suite", "suite.py")
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		load := loads(newLoader(t, tr, 0), "py-suite")
		subtest.RunSuite(t, func(t *testing.T, sig *usersub.Sig, function string) *usersub.Routine {
			if function == "BEYOND" || function == "UNSETS" {
				return nil // a list ends where it ends, and a result is whole
			}
			return load(t, sig, function)
		})
		subtest.RunUtilities(t, load)
	})
}

func TestSuiteInPythonWithChecksums(t *testing.T) {
	inPython(t, "py-suite", "suite.py")
	t.Setenv("TRAMMEL_FRAMES_CHECK", "1")
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		subtest.RunUtilities(t, loads(newLoader(t, tr, 0), "py-suite"))
	})
}

func TestFaultsInPython(t *testing.T) {
	inPython(t, "py-faults", "faults.py")
	bothTransports(t, func(t *testing.T, tr plugins.Transport) {
		for routine, says := range map[string]string{
			"exit":   "it called exit(3)",
			"_exit":  "the process ended: exit status 3",
			"hang":   "it did not respond within 1s (--call-timeout)",
			"spin":   "it did not respond within 1s (--call-timeout)",
			"stops":  "it requests a stop: the tyre is flat",
			"raises": "ZeroDivisionError: float division by zero",
			"text":   "value must be a number, it is 'much'",
		} {
			t.Run(routine, func(t *testing.T) { failsLate(t, tr, "py-faults", routine, says) })
		}
		converses(t, tr, "py-faults")
	})
	describes(t, "py-faults")
	endsWithSolver(t, program("py-faults"))
}

// Children that a routine forks do not speak for it, however they end.
func TestChildrenOfAPluginInPython(t *testing.T) {
	inPython(t, "py-faults", "faults.py")
	children(t, "py-faults", 3)
}

// Programs that begin a conversation in frames and do not lead it.
func TestNoGoodPluginsInFrames(t *testing.T) {
	for name, c := range map[string]struct{ script, says string }{
		"old":    {"echo '1|7|unix|frames|grpc'; sleep 9", "version 7"},
		"mute":   {"echo '1|1|unix|frames|grpc'; exec sleep 9 3>&- 4>&-", "HELLO"},
		"babble": {"echo 'this is not a hello, and no message either' >&4; echo '1|1|unix|frames|grpc'; exec sleep 9", "HELLO"},
		"leaves": {"echo 'no licence' >&2; exit 3", "no licence"},
		"prints": {"echo 'usage: prints FILE'", "is not a plugin"},
	} {
		t.Run(name, func(t *testing.T) {
			write(t, program(name), "#!/bin/sh\n"+c.script+"\n", 0o700)
			l := newLoader(t, plugins.Memory, 0)
			refused(t, l, ref(name, "fine"), c.says)
		})
	}
}
