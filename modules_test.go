package trammel

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestSDK runs the tests of the module in the folder sdk, which go test ./... does not enter, as the module stands by itself: without
// the solver and without replacements.
func TestSDK(t *testing.T) {
	c := exec.Command("go", "test", "./...")
	c.Dir, c.Env = "sdk", append(os.Environ(), "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("go test ./... in sdk: %v\n%s", err, out)
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
