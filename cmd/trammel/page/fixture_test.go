package page

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

// fixtureRows is the count of rows of the fixture.
const fixtureRows = 101

// crankDeck is the text of the deck of the fixture.
const crankDeck = "<MotionSolve>\n  <!-- crank -->\n  <Constraint_Joint id=\"1\" type=\"REVOLUTE\"/>\n</MotionSolve>\n"

func about(axis [3]float64, angle float64) [4]float64 {
	s, c := math.Sincos(angle / 2)
	return [4]float64{c, s * axis[0], s * axis[1], s * axis[2]}
}

// crankPose returns the poses of crank, rod and slider at an angle of the crank: the crank has a length of 1, the rod of 3.
func crankPose(a float64) [3]result.Frame {
	z := [3]float64{0, 0, 1}
	s, c := math.Sincos(a)
	b := -math.Asin(s / 3)
	x := c + 3*math.Cos(b)
	return [3]result.Frame{
		{Pos: [3]float64{c / 2, s / 2, 0}, Quat: about(z, a)},
		{Pos: [3]float64{c + 1.5*math.Cos(b), s + 1.5*math.Sin(b), 0}, Quat: about(z, b)},
		{Pos: [3]float64{x, 0, 0}, Quat: [4]float64{1, 0, 0, 0}},
	}
}

// crankScene is a slider-crank with a spring, and a shape of each type.
func crankScene() *result.Scene {
	one := [4]float64{1, 0, 0, 0}
	alongX := about([3]float64{0, 1, 0}, math.Pi/2)
	up := about([3]float64{1, 0, 0}, -math.Pi/2)
	at := func(line int) result.DeckPosition { return result.DeckPosition{File: "crank.xml", Line: line, Col: 3} }
	start := crankPose(0)
	marker := func(id, body int, x, y, z float64, q [4]float64) result.Marker {
		return result.Marker{ID: id, Body: body, Frame: result.Frame{Pos: [3]float64{x, y, z}, Quat: q}, Place: at(2)}
	}
	s := &result.Scene{
		Title:   "slider-crank",
		Units:   result.Units{Length: "m", Mass: "kg", Time: "s", Force: "N", LengthSI: 1, MassSI: 1, TimeSI: 1, ForceSI: 1},
		Gravity: [3]float64{0, -9.81, 0}, Size: 5,
		Bodies: []result.Body{
			{ID: 1, Label: "Ground", Kind: "ground", Start: result.Frame{Quat: one}, Part: result.Frame{Quat: one}, Pose: -1, Place: at(2)},
			{ID: 2, Label: "Crank", Kind: "rigid", Mass: 1, Inertia: [6]float64{0.01, 0.1, 0.1, 0, 0, 0}, Start: start[0], Pose: 0, Place: at(2)},
			{ID: 3, Label: "Rod", Kind: "rigid", Mass: 2, Inertia: [6]float64{0.01, 1.5, 1.5, 0.2, 0, 0}, Start: start[1], Pose: 7, Place: at(2)},
			{ID: 4, Label: "Slider </script>", Kind: "rigid", Mass: 1, Inertia: [6]float64{0.1, 0.1, 0.1, 0, 0, 0}, Start: start[2], Pose: 14, Place: at(2)},
		},
		Markers: []result.Marker{
			marker(10, 0, 0, 0, 0, one), marker(20, 1, -0.5, 0, 0, one), marker(21, 1, 0.5, 0, 0, one), marker(30, 2, -1.5, 0, 0, one), marker(31, 2, 1.5, 0, 0, one),
			marker(40, 3, 0, 0, 0, one), marker(41, 3, 0.3, 0, 0, alongX), marker(11, 0, 6, 0, 0, alongX), marker(12, 0, 0, -1.5, 0, up),
		},
		Joints: []result.Joint{
			{ID: 1, Label: "Main bearing", Kind: "JOINT", Type: "REVOLUTE", I: 1, J: 0, Joint: -1, Force: 21, Place: at(3)},
			{ID: 2, Kind: "JOINT", Type: "REVOLUTE", I: 3, J: 2, Joint: -1, Force: -1, Place: at(3)},
			{ID: 3, Kind: "JOINT", Type: "SPHERICAL", I: 4, J: 5, Joint: -1, Force: -1, Place: at(3)},
			{ID: 4, Kind: "JOINT", Type: "TRANSLATIONAL", I: 6, J: 7, Joint: -1, Force: -1, Place: at(3)},
			{ID: 5, Kind: "MOTION", Type: "ROTATION", I: 1, J: 0, Joint: 0, Force: -1, Place: at(3)},
		},
		Forces: []result.Force{
			{ID: 1, Label: "Spring", Kind: "SPDP", Type: "Force_SpringDamper", I: 6, J: 7, Force: -1, Place: at(3)},
		},
		Graphics: []result.Graphic{
			{ID: 1, Body: 3, Marker: 5, Type: result.Box, Size: [3]float64{0.6, 0.5, 0.5}, Place: at(2)},
			{ID: 2, Body: 0, Marker: 8, Type: result.Plane, Place: at(2)},
		},
		Contacts: []result.Contact{},
		Files:    []result.File{{Name: "crank.xml", Text: crankDeck}},
	}
	return s
}

// crankColumns are those of the fixture: three poses, six components of a reaction, two requests.
func crankColumns() []result.Column {
	var all []result.Column
	add := func(e result.Element, component, quantity, unit, frame string) {
		all = append(all, result.Column{Name: result.ColumnName(e, component), Element: e, Component: component, Quantity: quantity, Unit: unit, Frame: frame})
	}
	for id := 2; id <= 4; id++ {
		for _, c := range result.PoseColumns {
			add(result.Element{Kind: result.KindBody, ID: id}, c, "position", "m", "global")
		}
	}
	for _, c := range []string{"FX", "FY", "FZ", "TX", "TY", "TZ"} {
		add(result.Element{Kind: result.KindJoint, ID: 1, Label: "Main bearing"}, c, "force", "N", "global")
	}
	add(result.Element{Kind: result.KindRequest, ID: 1, Label: "stroke"}, "X", "displacement", "m", "")
	add(result.Element{Kind: result.KindRequest, ID: 1, Label: "stroke"}, "VX", "velocity", "m/s", "")
	return all
}

// crankRow is the row of the fixture at a time: one turn a second.
func crankRow(t float64) []float64 {
	a := 2 * math.Pi * t
	var row []float64
	for _, p := range crankPose(a) {
		row = append(append(row, p.Pos[:]...), p.Quat[:]...)
	}
	s, c := math.Sincos(a)
	return append(row, 20*c, 20*s, 0, 0, 0, 0, row[14], -s-s*c/3)
}

// writeFixture writes a folder of results and returns its path.
func writeFixture(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.Mkdir(dir, 0o777))
	f, err := os.Create(filepath.Join(dir, result.StoreFile))
	check(err)
	w := result.NewStoreWriter(f)
	check(w.WriteColumns(crankColumns()))
	check(w.BeginAnalysis(result.Analysis{Name: "transient_1", Type: "transient"}))
	for i := range fixtureRows {
		time := float64(i) / (fixtureRows - 1)
		check(w.WriteRow(time, crankRow(time)))
	}
	check(w.FinishWriting())
	text, err := crankScene().JSON()
	check(err)
	check(os.WriteFile(filepath.Join(dir, result.SceneFile), text, 0o666))
	d := run.NewDocument()
	dof := 1
	d.Status, d.ExitCode, d.Version, d.Deck, d.DOF, d.EndTime = run.OK, 0, "0.1.0", "/models/crank.xml", &dof, 1
	d.Warnings = []string{"crank.xml:3:3: at time 0.25 the crank passes </script>"}
	d.Events = []run.EventInfo{{Time: 0.5, Element: "Sensor 1", Value: 2, Actions: []string{"halts"}}}
	d.Linear = []run.LinearInfo{{Simulate: 1, Files: []string{"eigenvalues.csv", "modes.csv"}}}
	text, err = json.Marshal(&d)
	check(err)
	check(os.WriteFile(filepath.Join(dir, run.DocumentFile), text, 0o666))
	check(os.WriteFile(filepath.Join(dir, "eigenvalues.csv"), []byte("simulate,mode,real_hz,imag_hz,frequency_hz,damping_ratio\n1,1,-0.1,2,2.0025,0.05\n"), 0o666))
	check(os.WriteFile(filepath.Join(dir, "modes.csv"), []byte("simulate,mode,element,id,component,real,imag\n1,1,Body_Rigid,4,x,1,0\n1,1,Body_Rigid,3,rz,0.5,0.25\n1,1,Control_Diff,7,x1,3,0\n"), 0o666))
	return dir
}
