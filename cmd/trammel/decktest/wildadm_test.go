package decktest

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// wildADM copies the decks of testdata/wild/adm into a folder.
func wildADM(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testdata/wild/adm")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// trammelIn runs the tool in a folder.
func trammelIn(t *testing.T, dir string, args ...string) clitest.Outcome {
	t.Helper()
	c := clitest.Command(args...)
	c.Dir = dir
	return clitest.RunCommand(t, c)
}

// lastRow runs a deck of a folder and returns the last row of its requests.
func lastRow(t *testing.T, dir string, args ...string) []float64 {
	t.Helper()
	trammelIn(t, dir, append([]string{"run"}, args...)...).Expect(t, 0)
	rows := clitest.ReadRows(t, filepath.Join(dir, strings.TrimSuffix(args[0], ".adm")+".out", "requests.csv"))
	return rows[len(rows)-1]
}

// TestShapesOfCAD: a contact whose shape is a Parasolid file on another machine takes the mesh of that name; four corners of a cube with the
// half edge 0.1 carry its weight: m g = 4 k d. Without the mesh the message says what to do, and the rest runs without contacts.
func TestShapesOfCAD(t *testing.T) {
	dir := wildADM(t)
	rest := func(row []float64) {
		t.Helper()
		const weight = 2 * 9.80665
		if want := 0.1 - weight/4/1e5; math.Abs(row[1]-want) > 1e-7 {
			t.Errorf("the block rests at %.9g, want %.9g", row[1], want)
		}
	}
	rest(lastRow(t, dir, "cad.adm", "--end", "2", "--steps", "10"))
	trammelIn(t, dir, "run", "cad.adm", "--end", "2", "--steps", "10").Expect(t, 0, `is read from Block-part_1.STL`)

	if err := os.Mkdir(filepath.Join(dir, "meshes"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "Block-part_1.STL"), filepath.Join(dir, "meshes", "cube.stl")); err != nil {
		t.Fatal(err)
	}
	trammelIn(t, dir, "run", "cad.adm", "--end", "2").Expect(t, 3, "BLOCK.xmt_txt is a Parasolid file", "Force_Contact 1 needs it", "BLOCK-Part_1.stl", "--shapes", "--without-contacts")
	table := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "shapes.csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"block.XMT_TXT:part_1", "block.xmt_txt", "1"} {
		table("# shape, mesh\n" + key + ", meshes/cube.stl\n")
		rest(lastRow(t, dir, "cad.adm", "--end", "2", "--steps", "10", "--shapes", "shapes.csv"))
	}
	table("1, meshes/none.stl\n")
	trammelIn(t, dir, "run", "cad.adm", "--end", "2", "--shapes", "shapes.csv").Expect(t, 2, "the mesh of 1", "none.stl")
	table("1\n")
	trammelIn(t, dir, "check", "cad.adm", "--shapes", "shapes.csv").Expect(t, 2, "shapes.csv", "body.x_t:SOLID1, body.stl")

	if row := lastRow(t, dir, "cad.adm", "--end", "2", "--steps", "10", "--without-contacts"); math.Abs(row[1]-(0.12-9.80665*2)) > 1e-6 {
		t.Errorf("without contacts the block falls to %g", row[1])
	}
	trammelIn(t, dir, "check", "cad.adm", "--without-contacts").Expect(t, 0, "runs without its contacts (--without-contacts): Force_Contact 1", "W234")
}

// TestNegativeLength: a cylinder of negative length reaches from its marker along -z: its lower rim carries the weight.
func TestNegativeLength(t *testing.T) {
	row := lastRow(t, wildADM(t), "pin.adm", "--end", "2", "--steps", "10")
	if row[1] > 0.5 || row[1] < 0.5-30/1e5-1e-7 {
		t.Errorf("the pin stands at %.9g", row[1])
	}
}

// TestStoredValueInMotion: a motion may contain SENVAL, which is constant between events; one that a stored value moves at once brings a warning.
func TestStoredValueInMotion(t *testing.T) {
	dir := wildADM(t)
	if row := lastRow(t, dir, "senval.adm", "--end", "3", "--dt", "0.5"); math.Abs(row[1]-2) > 1e-8 {
		t.Errorf("the slider is at %.9g, want 2", row[1])
	}
	text, err := os.ReadFile(filepath.Join(dir, "senval.adm"))
	if err != nil {
		t.Fatal(err)
	}
	jumps := strings.Replace(string(text), "*STEP(TIME,1,0,2,1)", "", 1)
	if err := os.WriteFile(filepath.Join(dir, "jump.adm"), []byte(jumps), 0o600); err != nil {
		t.Fatal(err)
	}
	trammelIn(t, dir, "run", "jump.adm", "--end", "3", "--dt", "0.5").Expect(t, 0, "the value 2 that an event stores at time 1", "moves a motion by 2: positions jump there")
}

// TestSampledController: a GSE without continuous states, of Adams' INTERFACE routines: the force is held between samples, so that the cart
// moves by x + v T + a T²/2 from one to the next.
func TestSampledController(t *testing.T) {
	row := lastRow(t, wildADM(t), "sampled.adm", "--end", "1", "--steps", "20")
	const period, mass, load = 0.05, 2, 3
	x, v, force, sum := 0.2, 0.0, 0.0, 0.0
	for k := range 20 {
		if k >= 2 { // SAMPLE_OFFSET
			sum += period * x
			force = -40*x - 8*v - 30*sum
		}
		a := (force + load) / mass
		x, v = x+v*period+a*period*period/2, v+a*period
	}
	if math.Abs(row[1]-x) > 1e-9 || math.Abs(row[2]-v) > 1e-9 {
		t.Errorf("the cart is at %.12g with %.12g, want %.12g, %.12g", row[1], row[2], x, v)
	}
}

// TestSharedIDs: a VFORCE, a VTORQUE, a GFORCE and an SFORCE of the same id, in slugs and feet: a constant force moves by f t²/2m, one
// that grows by c t by c t³/6m, one of f cos t by (1 - cos t) f/m.
func TestSharedIDs(t *testing.T) {
	row := lastRow(t, wildADM(t), "shared.adm", "--end", "2", "--steps", "10")
	want := []float64{2, 8. / 3, 1 - math.Cos(2), 8, 3, 12, 4, 9, 3}
	for k := range want {
		if math.Abs(row[k]-want[k]) > 1e-8 {
			t.Errorf("column %d is %.12g, want %.12g", k, row[k], want[k])
		}
	}
}
