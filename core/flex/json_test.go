package flex

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden messages")

// differenceOfData returns the largest difference of two bodies in their mass matrices at some q, stiffness and shapes.
func differenceOfData(a, b *Data) float64 {
	n := a.ModeCount()
	if n != b.ModeCount() || len(a.Nodes) != len(b.Nodes) {
		return math.Inf(1)
	}
	q := make([]float64, n)
	for j := range q {
		q[j] = 0.3 / float64(j+1)
	}
	worst := 0.0
	compare := func(x, y []float64) {
		for i := range x {
			worst = math.Max(worst, math.Abs(x[i]-y[i])/(1+math.Abs(x[i])))
		}
	}
	compare(a.MassMatrix(q), b.MassMatrix(q))
	compare(a.K, b.K)
	for i := range a.Nodes {
		for j := range n {
			worst = math.Max(worst, a.Nodes[i].Phi[j].Sub(b.Nodes[i].Phi[j]).Norm())
		}
	}
	return worst
}

func TestJSONRoundTrip(t *testing.T) {
	d := randomPoints(5, 8, 3).data()
	d.Name, d.Notes, d.Zeta = "rod \"a\"", []string{"A note."}, []float64{0.01, 0.02, 0}
	d.Nodes[1].Psi, d.Nodes[1].Name = d.S, "tip"
	d.Loads = []Load{{Modal: []float64{1, -2, 3}}, {Name: "wind", Force: d.S[0], Torque: d.S[1], Modal: []float64{0, 0.5, 0}}}
	text := d.WriteJSON()
	e, err := ReadJSON("x.json", text)
	if err != nil {
		t.Fatal(err)
	}
	if x := differenceOfData(d, e); x != 0 {
		t.Errorf("data differ by %g", x)
	}
	if string(e.WriteJSON()) != string(text) {
		t.Error("the document written again differs")
	}
	if e.Zeta[1] != 0.02 || e.Nodes[1].Psi[2] != d.S[2] || e.Nodes[0].Psi != nil || e.Nodes[1].Name != "tip" || e.Notes[0] != "A note." ||
		len(e.Loads) != 2 || e.Loads[1].Name != "wind" || e.Loads[1].Force != d.S[0] || e.Loads[1].Torque != d.S[1] || e.Loads[0].Modal[2] != 3 {
		t.Errorf("%+v", e)
	}
}

// TestJSONUnits: one body in mm-t-s and m-kg-s; the modal mass of mode 1 is not one, so that modal coordinates are lengths.
func TestJSONUnits(t *testing.T) {
	d := randomPoints(11, 8, 2).data()
	u, _ := ParseUnits("mm-t-s")
	foreign, _ := ReadJSON("x.json", d.WriteJSON())
	foreign.scaleUnits(1/u.Mass, 1/u.Length, 1/u.Time, 1/u.Length)
	e, err := ReadJSON("x.json", []byte(strings.Replace(string(foreign.WriteJSON()), "m-kg-s", "mm-t-s", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if x := differenceOfData(d, e); x > 1e-12 {
		t.Errorf("data differ by %g", x)
	}
	// With modal masses of one frequencies and modal masses stay.
	d.M, d.K = []float64{1, 0, 0, 1}, []float64{100, 0, 0, 400}
	for j := range 2 {
		d.S[j], d.C0[j] = d.S[j].Scale(0), d.C0[j].Scale(0)
	}
	e, err = ReadJSON("x.json", []byte(strings.Replace(string(d.WriteJSON()), "m-kg-s", "mm-t-s", 1)))
	if err != nil || math.Abs(e.M[0]-1) > 1e-15 || math.Abs(e.K[3]-400) > 1e-10 {
		t.Errorf("%v, %v, %v", e.M, e.K, err)
	}
}

// TestBrokenJSON: each file of testdata/broken has its message beside it.
func TestBrokenJSON(t *testing.T) {
	checkBroken(t, ".json", 12, func(name string, text []byte) error {
		_, err := ReadJSON(name, text)
		return err
	})
}

// checkBroken reads the broken files with a suffix and compares what is said with the file of the same name that ends in .txt.
func checkBroken(t *testing.T, suffix string, least int, read func(name string, text []byte) error) {
	t.Helper()
	files, _ := filepath.Glob("testdata/broken/*" + suffix)
	if len(files) < least {
		t.Fatalf("%d broken files *%s", len(files), suffix)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		err = read(filepath.Base(f), text)
		if err == nil {
			t.Errorf("%s is accepted", f)
			continue
		}
		golden := strings.TrimSuffix(f, suffix) + ".txt"
		if *update {
			os.WriteFile(golden, []byte(err.Error()+"\n"), 0o666)
		}
		want, _ := os.ReadFile(golden)
		if string(want) != err.Error()+"\n" {
			t.Errorf("%s: %v\nwant %s", f, err, want)
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(smallJSON))
	files, _ := filepath.Glob("testdata/broken/*.json")
	for _, name := range files {
		text, _ := os.ReadFile(name)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadJSON("x.json", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.json:") {
				t.Errorf("an error without a position: %v", err)
			}
			return
		}
		e, err := ReadJSON("x.json", d.WriteJSON())
		if err != nil {
			// Values may leave the range of numbers, or be near a limit of a check.
			return
		}
		if e.ModeCount() != d.ModeCount() {
			t.Error("the document written again differs")
		}
	})
}

const smallJSON = `{
"trammel": "flexible body 1",
"units": "m-kg-s",
"mass": 2,
"s0": [0, 0, 0],
"J0": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
"S": [[0], [0], [0]],
"C0": [[0], [0], [0]],
"M": [1],
"K": [100],
"nodes": [{"id": 1, "position": [1, 0, 0], "Phi": [[0], [1], [0]]}]
}
`
