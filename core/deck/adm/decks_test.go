package adm_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
)

// published returns the folder of the published decks, which is not part of
// the repository.
func published(t *testing.T) string {
	dir := filepath.Join("..", "..", "..", "..", "shared", "decks")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the published decks are not here")
	}
	return dir
}

// load reads and builds a deck.
func load(t *testing.T, path string) *element.Model {
	t.Helper()
	m, err := deck.Read(path, element.Table())
	if err != nil {
		t.Fatal(err)
	}
	return element.Build(m, nil)
}

// unsupported tells whether a problem is that something is not supported yet.
func unsupported(d *deck.Diag) bool {
	return strings.Contains(d.Msg, "not supported") || strings.Contains(d.Msg, "unknown name ORIENT")
}

// TestPublishedDecksBuild reads every published deck. What is wrong with one
// may only be that the solver does not have something yet.
func TestPublishedDecksBuild(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(published(t), "*.adm"))
	if len(files) < 6 {
		t.Fatal("decks are missing: ", files)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".adm"), func(t *testing.T) {
			m := load(t, f)
			for _, d := range m.Deck.Diags.List {
				t.Logf("%v: %v: %s [%s]", d.Span, d.Severity, d.Msg, d.Code)
				if d.Severity != deck.Note && !unsupported(d) {
					t.Errorf("%v: %s", d.Span, d.Msg)
				}
			}
			if n := len(m.System.Bodies); n != 2 {
				t.Errorf("%d bodies", n)
			}
		})
	}
}

// published5s are the commands for a published deck, which has none.
const published5s = "file/model=test\nSIMULATE/DYNAMIC, END=5, DTOUT=0.01\nSTOP\n"

// within are the bounds of a comparison with a published table: what is asked
// of us, 1e-4 in positions and 1e-3 of the range in reactions, and the largest
// error of the table itself, which was found by comparing it with solutions
// of 30 digits.
var within = map[string]struct{ pos, force float64 }{
	"Revolute_Case01":    {4.69e-6, 5.95e-4},
	"Spherical_Case02":   {4.81e-6, 5.16e-4},
	"Universal_Case01":   {8.30e-4, 1.28e-2},
	"Cylindrical_Case01": {4.49e-4, 0},
	"Distance_Case01":    {4.99e-7, 9.12e-4},
}

// TestPublishedTables runs the published decks and compares positions and
// reactions with the tables that came with them.
func TestPublishedTables(t *testing.T) {
	dir := published(t)
	for name, bound := range within {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, "chrono_adams_test_"+name)
			got := simulate(t, path+".adm")
			if got.idle() {
				got = simulate(t, path+".adm", onBody...)
			}
			want := readTable(t, path+".adams_results.csv")
			pos, force, scale := 0.0, 0.0, 0.0
			for i := range want["Time"] {
				for _, x := range []string{"X", "Y", "Z"} {
					f := want["Rforce:"+x+"_Force"][i]
					pos = math.Max(pos, math.Abs(got["1."+x][i]-want["Pos:"+x+"_Pos"][i]))
					force = math.Max(force, math.Abs(got.reaction(x)[i]-f))
					scale = math.Max(scale, math.Abs(f))
				}
			}
			t.Logf("position %.2e, reaction %.2e of %.3g", pos, force, scale)
			if n := len(got["time"]); n != 501 || len(want["Time"]) != n {
				t.Fatalf("%d and %d rows", n, len(want["Time"]))
			}
			if most := 1e-4 + bound.pos; pos > most {
				t.Errorf("positions differ by %.2e, more than %.2e", pos, most)
			}
			if most := 1e-3*scale + bound.force + 1e-9; force > most {
				t.Errorf("reactions differ by %.2e, more than %.2e", force, most)
			}
		})
	}
}

// simulate runs a published deck for 5 s. While the solver lacks ORIENT the
// request that asks for it is left out.
func simulate(t *testing.T, path string, changes ...[2]string) table {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		if !bytes.Contains(text, []byte(c[0])) {
			t.Fatalf("the deck does not hold %q", c[0])
		}
		text = bytes.ReplaceAll(text, []byte(c[0]), []byte(c[1]))
	}
	if _, ok := (system.Table{}).Lookup("ORIENT"); !ok {
		text = regexp.MustCompile(`(?m)^REQUEST/04`).ReplaceAll(text, []byte("!"))
	}
	m := adm.ReadCommands(&deck.Source{Name: "test.adm", Text: text}, &deck.Source{Name: "test.acf", Text: []byte(published5s)}, ".", element.Table())
	b := element.Build(m, nil)
	if m.Diags.HasErrors() {
		var s strings.Builder
		m.Diags.Print(&s, false)
		for _, d := range m.Diags.List {
			if d.Severity == deck.Error && !unsupported(d) {
				t.Fatal(s.String())
			}
		}
		t.Skip("not supported yet: " + s.String())
	}
	out := t.TempDir()
	if _, err := core.Run(context.Background(), b, out, run.Options{}); err != nil {
		t.Fatal(err)
	}
	return readTable(t, filepath.Join(out, run.RowsFile))
}

// onBody asks for the reaction of the GCON of the Distance deck on the moving
// body. The deck asks for it on ground, where the solver reports none yet.
var onBody = [][2]string{
	{"I = 0102, FUNCTION", "I = 0202, FUNCTION"},
	{"F,I=0102,J=0202,RM=0101", "F2=-FX(0202)\\F3=-FY(0202)\\F4=-FZ(0202)"},
}

// table is columns by name.
type table map[string][]float64

// idle tells whether the deck asks for a marker force that is always 0.
func (tab table) idle() bool {
	for _, c := range []string{"5.FX", "5.FY", "5.FZ"} {
		for _, v := range tab[c] {
			if v != 0 {
				return false
			}
		}
	}
	return tab["5.FX"] != nil
}

// reaction is the force of request 5, which is a measure or a marker force.
func (tab table) reaction(x string) []float64 {
	if c := tab["5.F"+x]; c != nil {
		return c
	}
	return tab["5."+map[string]string{"X": "F2", "Y": "F3", "Z": "F4"}[x]]
}

func readTable(t *testing.T, path string) table {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tab := table{}
	for k, name := range rows[0] {
		for _, r := range rows[1:] {
			v, err := strconv.ParseFloat(r[k], 64)
			if err != nil {
				t.Fatal(err)
			}
			tab[name] = append(tab[name], v)
		}
	}
	return tab
}
