package failtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestWithoutProc: where /proc is not mounted, as in a bare chroot, decks of all kinds run.
func TestWithoutProc(t *testing.T) {
	clitest.BuildBrokenLibrary(t)
	hide := []string{"unshare", "--user", "--map-root-user", "--mount", "sh", "-c", `mount -t tmpfs none /proc && exec "$@"`, "sh"}
	if out, err := exec.Command(hide[0], append(hide[1:], "true")...).CombinedOutput(); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") != "" {
			t.Fatalf("/proc cannot be hidden: %v\n%s", err, out)
		}
		t.Skipf("/proc cannot be hidden: %v %s", err, out)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../../examples/catenary")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O2", "-shared", "-fPIC", "-I../../../sdk/c/include", "-o", filepath.Join(dir, "catenary_c.so"), "../../../examples/catenary/c/pfosub.c", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	for _, args := range []string{"version", "run catenary.xml", "run catenary-python.xml", "run catenary-wasm.xml", "run catenary-c.xml", "lock catenary-c.xml",
		"run catenary-c.xml --locked", "run catenary-c.xml --isolate all", "run catenary-python.xml --isolate all"} {
		c := clitest.Command(strings.Fields(args)...)
		c.Args = append(append(hide[:len(hide):len(hide)], c.Path), c.Args[1:]...)
		var err error
		if c.Path, err = exec.LookPath(hide[0]); err != nil {
			t.Fatal(err)
		}
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil || strings.Contains(string(out), "goroutine") {
			t.Errorf("trammel %s: %v\n%s", args, err, out)
		}
	}
}
