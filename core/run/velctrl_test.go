package run

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestSpeedsControlled: the ball of examples/accuracy, whose impacts take 30 µs, with
// dae_vel_ctrl. What Newton's iteration leaves of speeds must be small beside their
// tolerance: taken for a local error it made some flights of 100 000 steps.
func TestSpeedsControlled(t *testing.T) {
	folder := filepath.Join(examples, "accuracy", "decks")
	text, err := os.ReadFile(filepath.Join(folder, "bouncing-ball.xml"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, "bouncing-ball.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll() // time, height of an impact, height of the law
	if err != nil {
		t.Fatal(err)
	}
	const settings = `integrator_type="ABAM" integr_tol="1E-6"`
	if !strings.Contains(string(text), settings) {
		t.Fatalf("the deck has other settings than %s", settings)
	}
	for _, method := range []string{"DSTIFF", "MSTIFF"} {
		deck := strings.Replace(string(text), settings, `integrator_type="`+method+`" integr_tol="1E-6"`, 1)
		path := filepath.Join(t.TempDir(), "ball.xml")
		if err := os.WriteFile(path, []byte(deck), 0o644); err != nil {
			t.Fatal(err)
		}
		o := carryOut(t, build(t, path), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		most := 0.0
		for i, got := range o.tab.of(t, "1.F1") {
			want, err := strconv.ParseFloat(rows[i+1][2], 64)
			if err != nil {
				t.Fatal(err)
			}
			most = max(most, math.Abs(got-want))
		}
		t.Logf("%s: off by %.2g in %d steps", method, most, o.doc.Steps)
		// Some 35 impacts of 200 steps each; their errors of speed, some parts in 1e6, add up.
		if most > 2e-4 || o.doc.Steps > 15000 {
			t.Errorf("%s: heights are off by %.3g after %d steps", method, most, o.doc.Steps)
		}
	}
}
