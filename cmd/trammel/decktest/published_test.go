package decktest

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// published are the decks with tables of results that Adams made of them, and
// the largest errors of these tables themselves, which were found by comparing
// them with solutions of 30 digits: positions, velocities, accelerations and
// reactions. The table of the deck RotSpring does not belong to it.
var published = map[string][4]float64{
	"Revolute_Case01":    {4.69e-6, 4.91e-6, 5.95e-4, 5.95e-4},
	"Spherical_Case02":   {4.81e-6, 4.91e-6, 5.16e-4, 5.16e-4},
	"Universal_Case01":   {8.30e-4, 2.56e-3, 1.27e-2, 1.28e-2},
	"Cylindrical_Case01": {4.49e-4, 5.00e-5, 0, 0},
	"Distance_Case01":    {4.99e-7, 5.09e-7, 9.12e-4, 9.12e-4},
	"RotSpring_Case01":   {},
}

// quantities are columns of the tables and of our results, and how far they may
// differ: absolutely, or relative to the largest value in the columns.
var quantities = []struct {
	table, ours []string
	tol         float64
	relative    bool
	error       int // of the table
}{
	{names3("Pos:", "_Pos"), []string{"1.X", "1.Y", "1.Z"}, 1e-4, false, 0},
	{names3("Vel:", "_Vel"), []string{"2.VX", "2.VY", "2.VZ"}, 1e-3, true, 1},
	{names3("Acc:", "_Acc"), []string{"3.ACCX", "3.ACCY", "3.ACCZ"}, 1e-3, true, 2},
	{names3("Rforce:", "_Force"), []string{"5.F2", "5.F3", "5.F4"}, 1e-3, true, 3},
	// The bodies are 2 m long: an error in place is half that in the angle,
	// and the Euler parameters change by half the angle.
	{[]string{"Quat:e0", "Quat:e1", "Quat:e2", "Quat:e3"}, []string{"4.F2", "4.F3", "4.F4", "4.F6"}, 1e-4, false, 0},
}

func names3(head, tail string) []string {
	return []string{head + "X" + tail, head + "Y" + tail, head + "Z" + tail}
}

// TestPublishedDecks runs decks as they were published, with the settings that
// Adams has where a deck names none, and compares the tables.
func TestPublishedDecks(t *testing.T) {
	dir, err := filepath.Abs("../../../../shared/decks")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the published decks are not here")
	}
	for name, errors := range published {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "chrono_adams_test_"+name)
			o := clitest.Run(t, "run", path+".adm", "--end", "5", "--dt", "0.01", "--out", name)
			if o.Code != 0 || strings.Contains(o.Errors, "warning") {
				t.Fatalf("%+v", o)
			}
			got := clitest.ReadTable(t, filepath.Join(clitest.Folder, name, "requests.csv"))
			want := clitest.ReadTable(t, path+".adams_results.csv")
			if n := len(got["time"]); n != 501 || len(want["Time"]) != n {
				t.Fatalf("%d and %d rows", n, len(want["Time"]))
			}
			// The same deck in XML gives the same rows, bit for bit.
			if o := clitest.Run(t, "convert", path+".adm", name+".xml"); o.Code != 0 || strings.Contains(o.Errors, "warning:") {
				t.Errorf("%+v", o)
			}
			if o := clitest.Run(t, "run", name+".xml", "--end", "5", "--dt", "0.01"); o.Code != 0 {
				t.Errorf("%+v", o)
			}
			if a, b := textOf(t, name, "requests.csv"), textOf(t, name+".out", "requests.csv"); a != b {
				t.Error("the deck gives other results in XML")
			}
			if errors != [4]float64{} {
				comparePublished(t, got, want, errors)
			}
		})
	}
}

func textOf(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{clitest.Folder}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func comparePublished(t *testing.T, got, want map[string][]float64, errors [4]float64) {
	for _, q := range quantities {
		worst, size := 0.0, 0.0
		for k := range q.table {
			a, b := got[q.ours[k]], want[q.table[k]]
			if a == nil && q.error == 3 { // the deck asks for a marker force
				a = got["5.F"+"XYZ"[k:k+1]]
			}
			if a == nil || b == nil {
				t.Fatalf("no column %s or %s", q.ours[k], q.table[k])
			}
			for i := range a {
				d := math.Abs(a[i] - b[i])
				if strings.HasPrefix(q.table[k], "Quat") {
					d = min(d, math.Abs(a[i]+b[i])) // e and -e are one orientation
				}
				worst, size = max(worst, d), max(size, math.Abs(b[i]))
			}
		}
		tol := q.tol + errors[q.error]
		if q.relative {
			tol = q.tol*size + errors[q.error]
		}
		t.Logf("%s differs by %.2e of %.3g, allowed %.2e", q.table[0], worst, size, tol)
		if worst > tol+1e-9 {
			t.Errorf("%s differs by %.2e, more than %.2e", q.table[0], worst, tol)
		}
	}
}
