package subtest

import (
	"os"
	"os/exec"
	"testing"
)

// RequireTool skips a test when a program is not installed and returns its path
// otherwise. With TRAMMEL_REQUIRE_ALL=1 a missing program is a failure.
func RequireTool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
		t.Fatalf("%s is not installed", name)
	}
	t.Skipf("%s is not installed", name)
	return ""
}
