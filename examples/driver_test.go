package examples_test

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestDriverWritesItsList: the driver of fourbar-f77 writes a list of its own
// beside the results, with what it asked between its steps.
func TestDriverWritesItsList(t *testing.T) {
	path, err := stage("legacy/fourbar-f77.xml")
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
	out := t.TempDir()
	if text, err := exec.Command(exe, "run", path, "--out", out, "--quiet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := os.ReadFile(filepath.Join(out, "fourbar-f77.LST"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := readTable("legacy/fourbar-expected.csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 102 || !strings.Contains(lines[101], "LARGEST RATE") {
		t.Fatalf("%d lines, the last one %q", len(lines), lines[len(lines)-1])
	}
	rate, accel := want.of(t, "rate"), want.of(t, "accel")
	for k, line := range lines[1:101] {
		var v [3]float64
		for i, word := range strings.Fields(line) {
			if v[i], err = strconv.ParseFloat(word, 64); err != nil {
				t.Fatal(err)
			}
		}
		// the list has nine decimals
		if math.Abs(v[1]-rate[k+1]) > 1e-7 || math.Abs(v[2]-accel[k+1]) > 1e-5 {
			t.Errorf("time %g: %v, want %g and %g", v[0], v[1:], rate[k+1], accel[k+1])
		}
	}
}
