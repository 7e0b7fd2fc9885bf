// Package examples_test runs the decks of this folder with the built binary and
// compares what they give with figures that nobody here computed with it.
package examples_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"
)

var scratch string // removed when the tests are over

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "trammel-examples-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// trammel is the path of the tool, built once.
var trammel = sync.OnceValues(func() (string, error) {
	exe := filepath.Join(scratch, "trammel")
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", exe, "../cmd/trammel").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return exe, nil
})

// built holds the outcome of each part of each build.sh.
var built struct {
	sync.Mutex
	parts map[string]error
}

// stage makes sure that the folder of deck (its decks, scripts and what its
// build.sh makes for this deck) stands in the scratch folder, and returns the
// deck's path there. A deck whose routine no compiler here can build is
// skipped.
func stage(t *testing.T, deck string) string {
	t.Helper()
	part := native(deck)
	if cc := compiler(part); cc != "" {
		if _, err := exec.LookPath(cc); err != nil {
			skip(t, "%s needs %s", deck, cc)
		}
	}
	dir := filepath.Dir(deck)
	to := filepath.Join(scratch, strings.ReplaceAll(filepath.ToSlash(dir), "../", ""))
	built.Lock()
	defer built.Unlock()
	if built.parts == nil {
		built.parts = map[string]error{}
	}
	for _, p := range []string{"", part} {
		if _, done := built.parts[dir+" "+p]; !done {
			built.parts[dir+" "+p] = makePart(dir, to, p)
		}
		if err := built.parts[dir+" "+p]; err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(to, filepath.Base(deck))
}

// makePart copies the files of dir (part ""), or builds one part into to.
func makePart(dir, to, part string) error {
	if part != "" {
		out, err := exec.Command("sh", filepath.Join(dir, "build.sh"), to, part).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s/build.sh %s: %w\n%s", dir, part, err, out)
		}
		return nil
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, pattern := range []string{"*.xml", "*.py"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(to, filepath.Base(f)), text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// native tells from a deck's name which part of its build.sh it needs.
func native(deck string) string {
	name := strings.TrimSuffix(filepath.Base(deck), ".xml")
	for _, part := range []string{"c", "cpp", "plugin"} {
		if strings.HasSuffix(name, "-"+part) {
			return part
		}
	}
	return ""
}

func compiler(part string) string {
	switch part {
	case "c":
		return "gcc"
	case "cpp":
		return "g++"
	}
	return ""
}

// skip skips a test that this machine lacks a tool for, or fails it where
// nothing may be left out.
func skip(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// summary is what the tests read of run.json.
type summary struct {
	Status      string   `json:"status"`
	DOF         int      `json:"dof"`
	EndTime     float64  `json:"end_time"`
	Steps       int      `json:"steps"`
	EnergyDrift *float64 `json:"energy_drift"`
	Routines    []struct {
		Supplier string `json:"supplier"`
		Calls    int    `json:"calls"`
	} `json:"routines"`
}

// run solves deck with the attributes of its Param_Transient changed as set
// says, and reads what it left.
func run(t *testing.T, deck string, set map[string]string) (*table, summary) {
	t.Helper()
	exe, err := trammel()
	if err != nil {
		t.Fatal(err)
	}
	path := stage(t, deck)
	if len(set) > 0 {
		path = variant(t, path, set)
	}
	out := t.TempDir()
	cmd := exec.Command(exe, "run", path, "--out", out, "--quiet")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("%s %v: exit code %d\n%s", deck, set, exit.ExitCode(), stderr.String())
		}
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(out, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s summary
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatalf("run.json: %v", err)
	}
	if s.Status != "ok" {
		t.Fatalf("%s: status %q in run.json", deck, s.Status)
	}
	return readTable(t, filepath.Join(out, "requests.csv")), s
}

var (
	transient = regexp.MustCompile(`(?s)<Param_Transient\b[^>]*/>`)
	attribute = regexp.MustCompile(`([A-Za-z0-9_]+)\s*=\s*"([^"]*)"`)
	nVariant  int
	variants  sync.Mutex
)

// variant writes a copy of a deck beside it with some attributes of its
// Param_Transient replaced.
func variant(t *testing.T, path string, set map[string]string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(transient.FindAll(text, -1)); n != 1 {
		t.Fatalf("%s has %d elements Param_Transient, want 1", path, n)
	}
	text = transient.ReplaceAllFunc(text, func(old []byte) []byte { return retune(old, set) })
	variants.Lock()
	nVariant++
	copied := fmt.Sprintf("%s~%d.xml", strings.TrimSuffix(path, ".xml"), nVariant)
	variants.Unlock()
	if err := os.WriteFile(copied, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return copied
}

// retune returns the element with the attributes in set replaced or added.
func retune(element []byte, set map[string]string) []byte {
	all := map[string]string{}
	for _, m := range attribute.FindAllSubmatch(element, -1) {
		all[string(m[1])] = string(m[2])
	}
	for k, v := range set {
		all[k] = v
	}
	names := make([]string, 0, len(all))
	for k := range all {
		names = append(names, k)
	}
	sort.Strings(names)
	var b bytes.Buffer
	b.WriteString("<Param_Transient")
	for _, k := range names {
		fmt.Fprintf(&b, " %s=%q", k, all[k])
	}
	b.WriteString("/>")
	return b.Bytes()
}
