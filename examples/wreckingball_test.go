package examples_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWreckingBall: the ball gets through the hit on the wall with the rope as long as it should be; the rope that may get
// slack does. In the short form the wall has a third of the bricks.
func TestWreckingBall(t *testing.T) {
	const rope = 1e-5 // m
	for _, c := range []struct {
		deck, end string
		slack     float64
	}{{"wrecking-ball/bilateral.py", "1.1", 0}, {"wrecking-ball/unilateral.py", "1.12", 4}} {
		if !long && c.slack == 0 {
			continue
		}
		deck, slack, dof := c.deck, c.slack, 290
		if !long {
			deck, dof = smallerWall(t, deck), 100
		}
		t.Run(c.deck, func(t *testing.T) {
			t.Parallel()
			got, s := run(t, deck, nil, "--end", c.end)
			if s.DOF < dof {
				t.Errorf("%s: %d degrees of freedom", deck, s.DOF)
			}
			least := 0.0
			for _, x := range got.of(t, "1.F1") {
				least = math.Min(least, x)
				if x > rope || x < -rope-slack {
					t.Fatalf("%s: the rope is off by %g m", deck, x)
				}
			}
			if slack > 0 && least > -1e-4 {
				t.Errorf("%s: the rope never gets slack, by %g m at most", deck, least)
			}
			speed := got.of(t, "1.F3")
			if before, after := speed[107], speed[len(speed)-1]; !(after < 0.9*before) {
				t.Errorf("%s: the ball has %g m/s before and %g m/s after the hit", deck, before, after)
			}
		})
	}
}

// smallerWall writes a copy of a program of a wall with fewer bricks, and returns its path.
func smallerWall(t *testing.T, deck string) string {
	t.Helper()
	text, err := os.ReadFile(deck)
	if err != nil {
		t.Fatal(err)
	}
	const all = "ROWS, COLUMNS = 6, 8"
	if !strings.Contains(string(text), all) {
		t.Fatalf("%s has no %s", deck, all)
	}
	small := filepath.Join(t.TempDir(), filepath.Base(deck))
	if err := os.WriteFile(small, []byte(strings.Replace(string(text), all, "ROWS, COLUMNS = 4, 4", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return small
}
