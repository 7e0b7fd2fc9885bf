package flex

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// sidText writes data as SID_FEM, in the numbering of the format, with J2 left out.
func sidText(d *Data) string {
	n := d.ModeCount()
	var b strings.Builder
	fmt.Fprintf(&b, "  %d  %d :No. nodes, No. modes\npart\nnew modal =\nrefmod\nmass = %s\nnelastq = %d\nielastq (   1) = Eigen Mode\nend refmod\nframe\n", len(d.Nodes), n, sidNumber(d.Mass), n)
	matrix := func(name string, rows, cols, structure int, m0 func(i, j int) float64, m1 func(i, k, j int) float64) {
		order := 0
		if m1 != nil {
			order = 1
		}
		fmt.Fprintf(&b, "%s\norder = %d\nnrow = %d\nncol = %d\nnq = %d\nnqn = 0\nstructure = %d\n", name, order, rows, cols, n, structure)
		for i := range rows {
			for j := range cols {
				if m0 != nil && (structure == sidFull || structure == sidSymmetric && j <= i || structure == sidDiagonal && i == j) {
					fmt.Fprintf(&b, "  m0( %d, %d) =%s\n", i+1, j+1, sidNumber(m0(i, j)))
				}
				if m1 != nil {
					for k := range n {
						fmt.Fprintf(&b, "  m1( %d, %d, %d) =%s\n", i+1, k+1, j+1, sidNumber(m1(i, k, j)))
					}
				}
			}
		}
		fmt.Fprintf(&b, "end %s\n", name)
	}
	tensor := func(m spatial.Mat) [6]float64 { return [6]float64{m.A.X, m.B.Y, m.C.Z, m.B.X, m.C.X, m.C.Y} }
	for i := range d.Nodes {
		p := &d.Nodes[i]
		fmt.Fprintf(&b, "new node = %d\nrframe = body ref\n", p.ID)
		matrix("origin", 3, 1, sidFull, func(a, _ int) float64 { return p.Position.At(a) }, func(a, k, _ int) float64 { return p.Phi[k].At(a) })
		matrix("phi", 3, n, sidFull, func(a, j int) float64 { return p.Phi[j].At(a) }, nil)
		if p.Psi != nil {
			matrix("psi", 3, n, sidFull, func(a, j int) float64 { return p.Psi[j].At(a) }, nil)
		} else {
			matrix("psi", 3, n, sidZero, nil, nil)
		}
		matrix("AP", 3, 3, sidUnit, nil, nil)
		b.WriteString("end node\n")
	}
	b.WriteString("end frame\n")
	matrix("mdCM", 3, 1, sidFull, func(a, _ int) float64 { return d.S0.At(a) }, func(a, k, _ int) float64 { return d.S[k].At(a) })
	matrix("J", 6, 1, sidFull, func(i, _ int) float64 { return tensor(d.J0)[i] }, func(i, k, _ int) float64 {
		both := d.J1[k].T()
		return tensor(both.Add(&d.J1[k]))[i]
	})
	matrix("Ct", n, 3, sidFull, func(i, a int) float64 { return d.S[i].At(a) }, nil)
	matrix("Cr", n, 3, sidFull, func(i, a int) float64 { return d.C0[i].At(a) }, func(i, k, a int) float64 { return d.C1[k][i].At(a) })
	matrix("Me", n, n, sidSymmetric, func(i, j int) float64 { return d.M[i*n+j] }, nil)
	matrix("Gr", 3, 3*n, sidFull, func(i, j int) float64 { return 2 * at(&d.J1[j/3], i, j%3) }, nil)
	matrix("Ke", n, n, sidDiagonal, func(i, j int) float64 { return d.K[i*n+j] }, nil)
	matrix("De", n, n, sidZero, nil, nil)
	b.WriteString("end modal\nend part\n")
	return b.String()
}

func sidNumber(x float64) string {
	return strings.Replace(fmt.Sprintf("%.15E", x), "E", "D", 1)
}

func TestReadSID(t *testing.T) {
	d := randomPoints(21, 9, 3).data()
	d.Nodes[2].Psi = d.C0
	d.Nodes = d.Nodes[:3]
	got, err := ReadSID("rod.SID_FEM", []byte(sidText(d)), Units{1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for j := range d.J2 { // the form does not have it
		d.J2[j] = spatial.Mat{}
	}
	if x := differenceOfData(d, got); x > 1e-13 {
		t.Errorf("data differ by %g", x)
	}
	if got.Name != "rod" || got.D != nil || got.Nodes[0].Psi != nil || got.Nodes[2].Psi[1].Sub(d.C0[1]).Norm() > 1e-13 || len(got.Notes) != 1 {
		t.Errorf("%+v", got)
	}
	small, err := ReadSID("rod.SID_FEM", []byte(sidText(d)), millimeters)
	if err != nil || math.Abs(small.Mass/d.Mass-1e3) > 1e-9 || math.Abs(small.Nodes[1].Position.X/d.Nodes[1].Position.X-1e-3) > 1e-12 {
		t.Errorf("%v, %v", small, err)
	}
	a, _ := got.FixedFrameFrequencies()
	b, _ := small.FixedFrameFrequencies()
	checkFigures(t, "frequency in other units", b, 1e-9, a...)
}

func TestBrokenSID(t *testing.T) {
	d := newData(1)
	d.Mass = 2
	d.J0 = spatial.Identity
	d.M[0], d.K[0] = 1, 100
	d.Nodes = []Node{{ID: 7, Position: spatial.Vec{X: 1}, Axes: spatial.Identity, Phi: []spatial.Vec{{Y: 1}}}}
	text := sidText(d)
	read := func(text string) error {
		_, err := ReadSID("a.SID_FEM", []byte(text), Units{1, 1, 1})
		return err
	}
	if err := read(text); err != nil {
		t.Fatal(err)
	}
	checkMessages(t, text, [][3]string{
		{"  1  1 :", "  1  2 :", "a.SID_FEM:6:11: there are 1 modes here and 2 in the first line"},
		{"  1  1 :", "  2  1 :", "a.SID_FEM:158: the first line has 2 nodes, the file 1"},
		{"  1  1 :", "  one  1 :", "a.SID_FEM:1:3: the number of nodes is needed here, an integer, not \"one\""},
		{"new node = 7", "new node = x", "a.SID_FEM:10:12: the id of a node is needed here, an integer, not \"x\""},
		{"new node = 7", "node", "a.SID_FEM:10:1: a node begins with new node = and its id"},
		{"end phi", "end psi", "a.SID_FEM:36:1: end psi does not end a block of that name"},
		{"end part\n", "", "a.SID_FEM:157: the file ends within the block part"},
		{"mass = 2.000000000000000D+00", "mass = two", "a.SID_FEM:5:8: a number is needed here, not \"two\""},
		{"mass = 2.000000000000000D+00", "mass = 0", "a.SID_FEM: the mass is 0: it must be positive"},
		{"m0( 1, 1) =1", "m0( 1, 2) =1", "a.SID_FEM:19:6: an index of m0 must be from 1 to 1, not 2"},
		{"m0( 1, 1) =1", "m0( 1) =1", "a.SID_FEM:19:3: m0 needs 2 indices"},
		{"m0( 1, 1) =1", "m2( 1, 1) =1", "a.SID_FEM:19:3: an entry is m0(row, column) or m1(row, mode, column), not \"m2\""},
		{"structure = 3", "structure = 5", "a.SID_FEM:18:13: the structure of a matrix is 0 to 4, not 5"},
		{"m1( 2, 1, 1) =1.0", "m1( 2, 1, 1) =2.0", "a.SID_FEM:10: node 7: m1 of origin and phi do not agree: for mode 1 they differ by 1"},
		{"Ke\norder", "Kx\norder", "a.SID_FEM:148:1: end Ke does not end a block of that name"},
		{"m1( 1, 1, 1) =0.000000000000000D+00\n  m0( 2, 1) =0.0", "m1( 1, 1, 1) =0.000000000000000D+00\n  m0( 2, 1) =0.x", "a.SID_FEM:21:14: a number is needed here, not \"0.x00000000000000D+00\""},
		{"nelastq = 1\n", "", "a.SID_FEM:157: the file has no nelastq: the number of modes is not known"},
	}, read)
	for _, name := range []string{"mdCM", "J", "Ct", "Cr", "Me", "Gr", "Ke"} {
		without := strings.Replace(strings.Replace(text, "\n"+name+"\n", "\nxx\n", 1), "end "+name+"\n", "end xx\n", 1)
		if err := read(without); err == nil || !strings.HasSuffix(err.Error(), "the file has no matrix "+name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	gr := strings.Index(text, "\nGr\n")
	for what, changed := range map[string]string{
		"Gr and J do not agree: for mode 1":     text[:gr] + strings.Replace(text[gr:], "m0( 1, 1) =0", "m0( 1, 1) =1", 1),
		"Gr is 3 × 4: with 1 modes it needs to": text[:gr] + strings.Replace(text[gr:], "ncol = 3", "ncol = 4", 1),
		"Ct and mdCM do not agree: for mode 1":  strings.Replace(text, "mdCM", "mdCM", 1)[:strings.Index(text, "\nmdCM\n")] + strings.Replace(text[strings.Index(text, "\nmdCM\n"):], "m1( 1, 1, 1) =0", "m1( 1, 1, 1) =1", 1),
	} {
		if err := read(changed); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want %s", err, what)
		}
	}
}

func FuzzReadSID(f *testing.F) {
	d := randomPoints(21, 9, 2).data()
	d.Nodes = d.Nodes[:1]
	f.Add([]byte(sidText(d)))
	f.Fuzz(func(t *testing.T, text []byte) {
		if d, err := ReadSID("a.SID_FEM", text, Units{1, 1, 1}); err == nil {
			d.WriteJSON()
		} else if !strings.HasPrefix(err.Error(), "a.SID_FEM") {
			t.Errorf("an error without a file: %v", err)
		}
	})
}
