package examples_test

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// softHookLoad is ρ A g (200 m + 300 m sin 1).
const softHookLoad = 118627.0940

// TestDrillString: the hook load of a string in a curved hole is that of one without bending stiffness.
func TestDrillString(t *testing.T) {
	got, _ := run(t, "drill-string/drill-string.xml", nil)
	if f := got.of(t, "1.F1")[0]; math.Abs(f/softHookLoad-1) > 1e-3 {
		t.Errorf("the hook load is %.8g, that of the soft string %.8g", f, softHookLoad)
	}
}

// TestDrillStringOf500: the same with 500 elements; and after a lift the string comes to rest where the static analysis finds it.
func TestDrillStringOf500(t *testing.T) {
	if !long {
		t.Skip("it takes half a minute: TRAMMEL_LONG=1")
	}
	exe, err := trammel()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	hookLoads := func(args ...string) []float64 {
		text, err := exec.Command("python3", append([]string{"drill-string/generate.py"}, args...)...).Output()
		if errors.Is(err, exec.ErrNotFound) && os.Getenv("TRAMMEL_REQUIRE_ALL") != "1" {
			t.Skip("python3: ", err)
		}
		if err != nil {
			t.Fatal("python3: ", err)
		}
		deck := filepath.Join(dir, "string.xml")
		if err := os.WriteFile(deck, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if text, err := exec.Command(exe, "run", deck, "--quiet", "--out", filepath.Join(dir, "out")).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		got, err := readTable(filepath.Join(dir, "out", "requests.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return got.of(t, "1.F1")
	}
	f := hookLoads("500", "20")
	if math.Abs(f[0]/softHookLoad-1) > 1e-4 {
		t.Errorf("500 elements: the hook load is %.8g, that of the soft string %.8g", f[0], softHookLoad)
	}
	if moved, rest := f[len(f)-2], f[len(f)-1]; math.Abs(moved/rest-1) > 1e-7 {
		t.Errorf("after the lift the hook load is %.10g, at rest %.10g", moved, rest)
	}
}
