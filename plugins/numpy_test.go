//go:build unix

package plugins_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub/subtest"
)

// What routines get and return where numpy is installed, and the same script where it is not.
func TestNumpyInPython(t *testing.T) {
	python := subtest.RequireTool(t, "python3")
	for name, with := range map[string]string{"with": "1", "without": "0"} {
		t.Run(name, func(t *testing.T) {
			if with == "1" && exec.Command(python, "-c", "import numpy").Run() != nil {
				if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
					t.Fatal("there is no numpy")
				}
				t.Skip("there is no numpy")
			}
			c := exec.Command(python, "-B", "testdata/python/arrays.py", with)
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
