package examples_test

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// mechanisms are decks that are programs or Adams models, with reference figures of other methods.
var mechanisms = []struct {
	deck, reference string
	dof             int
	columns         map[string]string // the column of the reference for each column of the run
	bound           float64           // of differences, and in parts of the largest value of the column where that is more than 1
}{
	{"chain-100/chain.py", "chain-100/expected.csv", 100, map[string]string{"1.F1": "middle_x", "1.F2": "middle_z", "1.F3": "end_x", "1.F4": "end_z"}, 1e-7},
	{"six-axis-robot/robot.py", "six-axis-robot/expected.csv", 0, map[string]string{"1.F1": "x", "1.F2": "y", "1.F3": "z", "2.F1": "t1", "2.F2": "t2", "2.F3": "t3", "2.F4": "t4", "2.F5": "t5", "2.F6": "t6"}, 1e-9},
	{"double-wishbone/double-wishbone.py", "double-wishbone/expected.csv", 0, map[string]string{"1.X": "x", "1.Y": "y", "1.Z": "z", "2.F2": "camber", "2.F3": "toe"}, 1e-9},
	{"straight-line/straight-line.acf", "straight-line/expected.csv", 0, map[string]string{"1.X": "x", "1.Y": "y"}, 1e-9},
}

// Each mechanism moves as its reference, which was computed without constraints.
func TestMechanisms(t *testing.T) {
	for _, m := range mechanisms {
		t.Run(filepath.Dir(m.deck), func(t *testing.T) {
			t.Parallel()
			want, err := readTable(m.reference)
			if err != nil {
				t.Fatal(err)
			}
			got, s := run(t, m.deck, nil)
			if s.DOF != m.dof {
				t.Errorf("%d degrees of freedom, want %d", s.DOF, m.dof)
			}
			times := want.of(t, "time")
			for g, w := range m.columns {
				have, wanted := got.of(t, g), want.of(t, w)
				bound := m.bound * math.Max(largest(wanted), 1)
				for i, time := range times {
					j := got.at(time)
					if j < 0 {
						t.Fatalf("no row at time %g", time)
					}
					if d := math.Abs(have[j] - wanted[i]); !(d <= bound) {
						t.Errorf("%s at %g: %.12g, want %.12g", w, time, have[j], wanted[i])
						break
					}
				}
			}
		})
	}
}

// The frequencies of the drum are those of the closed form.
func TestDrum(t *testing.T) {
	exe, err := trammel()
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if text, err := exec.Command(exe, "run", "modes/drum.py", "--quiet", "--out", out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	got, err := readTable(filepath.Join(out, "eigenvalues.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var want []float64
	for i := 1; i <= 6; i++ {
		for j := 1; j <= 4; j++ {
			a, b := math.Sin(float64(i)*math.Pi/14), math.Sin(float64(j)*math.Pi/10)
			want = append(want, math.Sqrt(4*200/0.5*(a*a+b*b))/(2*math.Pi))
		}
	}
	slices.Sort(want)
	have := slices.Sorted(slices.Values(got.of(t, "frequency_hz")))
	if len(have) != len(want) {
		t.Fatalf("%d frequencies, want %d", len(have), len(want))
	}
	for k := range want {
		if math.Abs(have[k]-want[k]) > 1e-9 {
			t.Errorf("frequency %d is %.12g Hz, want %.12g", k+1, have[k], want[k])
		}
	}
}

// The fixed layer carries the pile, which stays.
func TestPile(t *testing.T) {
	if !long && os.Getenv("TRAMMEL_REQUIRE_ALL") != "1" {
		t.Skip("it takes some seconds: TRAMMEL_LONG=1")
	}
	got, s := run(t, "pile/pile.py", nil)
	if s.DOF != 6*1015 {
		t.Errorf("%d degrees of freedom", s.DOF)
	}
	for column, c := range map[string]struct{ value, bound float64 }{"1.F1": {0, 1}, "1.F2": {0, 1}, "1.F3": {1015 * 9.81, 500}, "1.F4": {0, 1e-4}, "1.F5": {0, 1e-2}} {
		for _, v := range got.of(t, column) {
			if !(math.Abs(v-c.value) <= c.bound) {
				t.Errorf("%s is %g, not %g", column, v, c.value)
			}
		}
	}
}
