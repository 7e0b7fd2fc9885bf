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
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest/toolbuild"
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
	return exe, toolbuild.BuildTool(exe)
})

// built holds the outcome of each part of each build.sh.
var built struct {
	sync.Mutex
	parts map[string]error
}

// stage makes sure that the folder of deck (its decks, scripts and what its
// build.sh makes for this deck) stands in the scratch folder, and returns the
// deck's path there. The error is exec.ErrNotFound when no compiler here can
// build its routine.
func stage(deck string) (string, error) {
	part := native(deck)
	if cc := compiler(part); cc != "" {
		if _, err := exec.LookPath(cc); err != nil {
			return "", fmt.Errorf("%s: %w", deck, err)
		}
	}
	if strings.HasSuffix(deck, "python-numpy-python.xml") || strings.HasSuffix(deck, "quarter-car-python.xml") {
		if err := hasNumpy(); err != nil {
			return "", fmt.Errorf("%s: %w", deck, err)
		}
	}
	if part == "java" {
		if err := hasJava(); err != nil {
			return "", fmt.Errorf("%s: %w", deck, err)
		}
	}
	if strings.HasSuffix(deck, "-octave.xml") {
		if _, err := exec.LookPath("octave-cli"); err != nil {
			return "", fmt.Errorf("%s: %w", deck, err)
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
			return "", err
		}
	}
	return filepath.Join(to, filepath.Base(deck)), nil
}

// buildable reports whether this machine can build the routine of a deck. Where all tools are wanted it is true, and the run
// reports what is missing.
func buildable(t *testing.T, deck string) bool {
	t.Helper()
	_, err := stage(deck)
	if err != nil && !errors.Is(err, exec.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil || os.Getenv("TRAMMEL_REQUIRE_ALL") == "1"
}

// firstBuildable returns the first of some decks whose routine this machine can build, or the first one.
func firstBuildable(t *testing.T, decks []string) string {
	t.Helper()
	return decks[max(0, slices.IndexFunc(decks, func(d string) bool { return buildable(t, d) }))]
}

// hasNumpy looks for numpy in the interpreters of PATH, as the tool does.
var hasNumpy = sync.OnceValue(func() error {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if exec.Command(filepath.Join(dir, "python3"), "-c", "import numpy").Run() == nil {
			return nil
		}
	}
	return fmt.Errorf("no python3 with numpy: %w", exec.ErrNotFound)
})

// makePart copies the files of dir (part ""), or builds one part into to.
func makePart(dir, to, part string) error {
	if part != "" {
		c := exec.Command("sh", filepath.Join(dir, "build.sh"), to, part)
		c.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -ldflags=-s") // linking takes half the time
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s/build.sh %s: %w\n%s", dir, part, err, out)
		}
		return nil
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, pattern := range []string{"*.xml", "*.py", "*.m", "*.dat", "*.wasm", "*.tir", "*.adm", "*.acf"} {
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

// native returns, by a deck's name, which part of its build.sh it needs.
func native(deck string) string {
	name := strings.TrimSuffix(filepath.Base(deck), ".xml")
	for _, part := range []string{"c", "cpp", "f77", "plugin", "java", "cplugin", "fplugin", "pyplugin"} {
		if strings.HasSuffix(name, "-"+part) {
			return part
		}
	}
	return ""
}

func compiler(part string) string {
	switch part {
	case "c", "cplugin":
		return "gcc"
	case "pyplugin":
		return "python3"
	case "cpp":
		return "g++"
	case "f77", "fplugin":
		return "gfortran"
	}
	return ""
}

// summary is what the tests read of run.json.
type summary struct {
	Status      string   `json:"status"`
	DOF         int      `json:"dof"`
	EndTime     float64  `json:"end_time"`
	Steps       int      `json:"steps"`
	EnergyDrift *float64 `json:"energy_drift"`
	Routines    []struct {
		Implementation string `json:"supplier"`
		Isolated       bool   `json:"isolated"`
		Calls          int    `json:"calls"`
	} `json:"routines"`
	Log string `json:"-"` // run.log
}

// outcome is what a run left, and how it was started.
type outcome struct {
	once    sync.Once
	rows    *table
	summary summary
	skipped string
	err     error
}

// outcomes holds what was solved already: several tests look at the same runs.
var outcomes sync.Map

// run solves deck with the attributes of its Param_Transient changed as set
// says and further flags, and reads what it left. A flag TRAMMEL_...=VALUE is a variable of
// its environment. The table is nil when this machine cannot build the deck's routine.
func run(t *testing.T, deck string, set map[string]string, flags ...string) (*table, summary) {
	t.Helper()
	found, _ := outcomes.LoadOrStore(fmt.Sprint(deck, set, flags), new(outcome))
	o := found.(*outcome)
	o.once.Do(func() { o.solve(deck, set, flags) })
	if o.err != nil {
		t.Fatalf("%s %v: %v", deck, set, o.err)
	}
	if o.skipped != "" {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(o.skipped)
		}
		t.Log("left out: " + o.skipped)
		return nil, summary{}
	}
	return o.rows, o.summary
}

func (o *outcome) solve(deck string, set map[string]string, flags []string) {
	exe, err := trammel()
	if err != nil {
		o.err = err
		return
	}
	path, err := stage(deck)
	if errors.Is(err, exec.ErrNotFound) {
		o.skipped = err.Error()
		return
	}
	if err == nil && len(set) > 0 {
		path, err = variant(path, set)
	}
	if err != nil {
		o.err = err
		return
	}
	out, err := os.MkdirTemp(scratch, "out-")
	if err != nil {
		o.err = err
		return
	}
	cmd := exec.Command(exe, "run", path, "--out", out, "--quiet")
	cmd.Env = os.Environ()
	for _, f := range flags {
		if strings.HasPrefix(f, "TRAMMEL_") {
			cmd.Env = append(cmd.Env, f)
		} else {
			cmd.Args = append(cmd.Args, f)
		}
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		o.err = fmt.Errorf("%w\n%s", err, text)
		return
	}
	o.err = o.read(out)
}

func (o *outcome) read(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &o.summary); err != nil {
		return fmt.Errorf("run.json: %w", err)
	}
	if o.summary.Status != "ok" {
		return fmt.Errorf("status %q in run.json", o.summary.Status)
	}
	if text, err = os.ReadFile(filepath.Join(dir, "run.log")); err != nil {
		return err
	}
	o.summary.Log = string(text)
	o.rows, err = readTable(filepath.Join(dir, "requests.csv"))
	return err
}

var (
	transient = regexp.MustCompile(`(?s)<Param_Transient\b[^>]*/>`)
	attribute = regexp.MustCompile(`([A-Za-z0-9_]+)\s*=\s*"([^"]*)"`)
	nVariant  int
	variants  sync.Mutex
)

// variant writes a copy of a deck beside it with some attributes of its
// Param_Transient replaced.
func variant(path string, set map[string]string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	if n := len(transient.FindAll(text, -1)); n != 1 {
		return "", fmt.Errorf("%s has %d elements Param_Transient, want 1", path, n)
	}
	text = transient.ReplaceAllFunc(text, func(old []byte) []byte { return retune(old, set) })
	variants.Lock()
	nVariant++
	copied := fmt.Sprintf("%s~%d.xml", strings.TrimSuffix(path, ".xml"), nVariant)
	variants.Unlock()
	return copied, os.WriteFile(copied, text, 0o644)
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
