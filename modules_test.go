package trammel

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestSDK runs the tests of the module in the folder sdk, which go test ./... does not enter, as the module stands by itself: without
// the solver and without replacements. The short form leaves running them to the long form, since it compiles what they need with the versions
// of that module, and finds out that all that the module imports, also for its tests, is found and none of it is of the solver.
func TestSDK(t *testing.T) {
	args := []string{"test", "./..."}
	if os.Getenv("TRAMMEL_LONG") != "1" {
		args = []string{"list", "-deps", "-test", "./..."}
	}
	c := exec.Command("go", args...)
	c.Dir, c.Env = "sdk", append(os.Environ(), "GOWORK=off")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("go %s in sdk: %v\n%s", strings.Join(args, " "), err, out)
	}
	const own = "github.com/trammel-mbd/trammel"
	for line := range strings.Lines(string(out)) {
		if args[0] == "list" && strings.HasPrefix(line, own) && !strings.HasPrefix(line, own+"/sdk") {
			t.Errorf("the SDK reaches %s", line)
		}
	}
}

// TestNoReplacements: what is published has no replacements; go.work, which is not published, has them.
func TestNoReplacements(t *testing.T) {
	for _, name := range []string{"go.mod", "sdk/go.mod"} {
		text, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(text), "replace") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}
