package examples_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// hasJava looks for what plugin-java/build.sh needs: a compiler, protoc and the libraries of gRPC.
func hasJava() error {
	for _, tool := range []string{"java", "javac", "protoc"} {
		if _, err := exec.LookPath(tool); err != nil {
			return err
		}
	}
	jars := os.Getenv("JARS")
	if jars == "" {
		jars = "/usr/share/java"
	}
	for _, name := range []string{"grpc-netty", "netty-codec-http2", "protobuf", "perfmark-api", "guava"} {
		if _, err := os.Stat(filepath.Join(jars, name+".jar")); err != nil {
			return fmt.Errorf("no %s.jar in %s: %w", name, jars, exec.ErrNotFound)
		}
	}
	return nil
}

const javaDeck = "plugin-java/catenary-java.xml"

// TestJavaInstalled: the program is one file, so that it is installed; it has no other transport than gRPC, and
// reports its parameters.
func TestJavaInstalled(t *testing.T) {
	t.Parallel()
	path, err := stage(javaDeck)
	if errors.Is(err, exec.ErrNotFound) && os.Getenv("TRAMMEL_REQUIRE_ALL") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	exe, err := trammel()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), `"catenary-java"`, `"example/catenary-java"`, 1))
	writeDeck := func(name, old, now string) {
		if !strings.Contains(string(text), old) {
			t.Fatalf("the deck has no %s", old)
		}
		changed := strings.Replace(string(text), old, now, 1)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	writeDeck("deck.xml", `end_time="5."`, `end_time="0.02"`)
	writeDeck("wrong.xml", "USER(9)", "USER(8)")
	program := filepath.Join(filepath.Dir(path), "catenary-java")
	for _, c := range []struct {
		args, transport string
		code            int
		says            string
	}{
		{"plugin install " + program, "", 0, "example/catenary-java"},
		{"plugin verify", "", 0, ""},
		{"plugin info example/catenary-java", "", 0, "height of a marker above the curve y = cosh x"},
		{"run deck.xml --out refused", "memory", 4, "it speaks gRPC only"},
		{"run deck.xml --out out", "", 0, ""},
		{"run wrong.xml --out wrong", "", 3, "Reference_Marker"},
	} {
		cmd := exec.Command(exe, strings.Fields(c.args)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_DATA_HOME="+filepath.Join(dir, "data"),
			"TRAMMEL_PLUGIN_TRANSPORT="+c.transport)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.says) {
			t.Fatalf("%s: exit code %d, want %d and %q:\n%s", c.args, code, c.code, c.says, out)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "out", "run.log"))
	if err != nil || !strings.Contains(string(log), "transport=grpc") {
		t.Errorf("%v, the log says\n%s", err, log)
	}
}
