package examples_test

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// TestQuarterCarStudy carries out the study of the quarter-car and compares a run with that of a deck with the same values.
func TestQuarterCarStudy(t *testing.T) {
	deck, err := stage("quarter-car/quarter-car.xml")
	if err != nil {
		t.Fatal(err)
	}
	exe, err := trammel()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("quarter-car/quarter-car.toml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(filepath.Dir(deck), "quarter-car.toml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "study")
	if out, err := exec.Command(exe, "study", "run", file, "--dir", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := os.Open(filepath.Join(dir, "results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 201 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	index := map[string]int{}
	for i, name := range rows[0] {
		index[name] = i
	}
	args := []string{"run", deck, "--quiet", "--out", filepath.Join(dir, "one")}
	one := rows[17]
	for _, name := range []string{"stiffness", "damping", "tyre", "speed"} {
		args = append(args, "--set", name+"="+one[index[name]])
	}
	if out, err := exec.Command(exe, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := readTable(filepath.Join(dir, "one", "requests.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for response, want := range map[string]float64{"peak_acceleration": largest(got.of(t, "1.F2")), "travel": largest(got.of(t, "2.F1"))} {
		if x, err := strconv.ParseFloat(one[index[response]], 64); err != nil || math.Abs(x-want) > 1e-12*want {
			t.Errorf("%s is %s, not %g", response, one[index[response]], want)
		}
	}
	// A harder spring makes the ride worse.
	if r := correlation(rows[1:], index["stiffness"], index["comfort"]); r < 0.2 {
		t.Errorf("the correlation of stiffness and acceleration is %g", r)
	}
}

// correlation is that of two columns.
func correlation(rows [][]string, a, b int) float64 {
	var n, sa, sb, saa, sbb, sab float64
	for _, r := range rows {
		x, _ := strconv.ParseFloat(r[a], 64)
		y, _ := strconv.ParseFloat(r[b], 64)
		n, sa, sb, saa, sbb, sab = n+1, sa+x, sb+y, saa+x*x, sbb+y*y, sab+x*y
	}
	return (n*sab - sa*sb) / math.Sqrt((n*saa-sa*sa)*(n*sbb-sb*sb))
}
