package flex

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// abaqusText writes a mesh as a superelement of Abaqus, in mm-t-s.
func abaqusText(m *Mesh, per int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "** a comment\n*NODE\n")
	for i := range m.Nodes {
		p := m.Nodes[i].Position.Scale(1e3)
		fmt.Fprintf(&b, "%d, %g, %g, %g\n", m.Nodes[i].ID, p.X, p.Y, p.Z)
	}
	fmt.Fprintf(&b, "*USER ELEMENT, NODES= %d, LINEAR\n** ELEMENT NODES\n", len(m.Nodes))
	for i := range m.Nodes {
		fmt.Fprintf(&b, "** %d,\n", m.Nodes[i].ID)
	}
	b.WriteString(strings.Trim("1, 2, 3, 4, 5, 6"[:3*per-2], " ") + "\n")
	for k, s := range []*sparse{m.K, m.M} {
		fmt.Fprintf(&b, "*MATRIX,TYPE=%s\n", []string{"STIFFNESS", "MASS"}[k])
		for r := range s.n {
			for c := range r + 1 {
				v := s.entry(r, c) * 1e-3
				for _, d := range []int{r, c} {
					if m.dofs[d].direction >= 3 {
						v *= 1e3
					}
				}
				fmt.Fprintf(&b, "%24.16E,", v)
				if c%4 == 3 || c == r {
					b.WriteByte('\n')
				}
			}
		}
	}
	return b.String()
}

// nastranText writes a mesh as DMIG matrices, in mm-t-s.
func nastranText(m *Mesh) string {
	var b strings.Builder
	for i := range m.Nodes {
		p := m.Nodes[i].Position.Scale(1e3)
		fmt.Fprintf(&b, "GRID*   %16d%16d%16.9g%16.9g\n*       %16.9g\n", m.Nodes[i].ID, 0, p.X, p.Y, p.Z)
	}
	place := func(d int) string {
		return fmt.Sprintf("%16d%16d", m.Nodes[m.dofs[d].node].ID, m.dofs[d].direction+1)
	}
	for k, s := range []*sparse{m.K, m.M} {
		name := []string{"KAAX", "MAAX"}[k]
		fmt.Fprintf(&b, "DMIG    %-8s       0       6       2       0                %8d\n", name, s.n)
		for c := range s.n {
			fmt.Fprintf(&b, "DMIG*   %-16s%s\n", name, place(c))
			for r := c; r < s.n; r++ {
				v := s.entry(r, c) * 1e-3
				for _, d := range []int{r, c} {
					if m.dofs[d].direction >= 3 {
						v *= 1e3
					}
				}
				if v != 0 {
					fmt.Fprintf(&b, "*       %s%s\n", place(r), strings.Replace(fmt.Sprintf("%16.9E", v), "E", "D", 1))
				}
			}
		}
	}
	return b.String()
}

// TestSuperelements: a beam of two elements as a superelement of Abaqus and of Nastran is the beam, with all nodes as interfaces.
func TestSuperelements(t *testing.T) {
	m := beamMesh(2)
	want, err := Reduce(m, Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{2}}, {Nodes: []int{3}}}})
	if err != nil {
		t.Fatal(err)
	}
	hz, _ := want.Data.FixedFrameFrequencies()
	files := map[string]string{"beam.mtx": abaqusText(m, 6), "beam.pch": nastranText(m)}
	for name := range files {
		x, err := ReadMesh([]string{name}, millimeters, readFrom(files))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Reduce(x, Options{Modes: -1})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := r.Data.FixedFrameFrequencies()
		checkFigures(t, name, got, 1e-7, hz...)
		checkFigures(t, name, []float64{r.Data.Mass, r.Data.S0.X, r.Data.J0.B.Y}, 1e-8, 1.57, 0.785, 1.57/3)
		if len(r.Data.Notes) == 0 || !strings.Contains(r.Data.Notes[0], "superelement") || r.Data.Nodes[2].Psi == nil {
			t.Errorf("%v", r.Data.Notes)
		}
	}
}

// TestModalCoordinates: a superelement with interfaces at both ends and modal coordinates, as other programs reduce, has the frequencies of the mesh that
// was reduced with as many modes.
func TestModalCoordinates(t *testing.T) {
	m := beamMesh(6)
	want, err := Reduce(m, Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{7}}}, Modes: 4})
	if err != nil {
		t.Fatal(err)
	}
	hz, _ := want.Data.FixedFrameFrequencies()
	// The reduced matrices, by the same shapes.
	tr, err := buildTransformation(m, []Interface{{Nodes: []int{1}}, {Nodes: []int{7}}}, RigidSpider)
	if err != nil {
		t.Fatal(err)
	}
	r := &reducer{mesh: m, t: tr, nb: 12, ni: tr.size - 12, k: tr.transformMatrix(m.K), m: tr.transformMatrix(m.M)}
	if err := r.factorInterior(); err != nil {
		t.Fatal(err)
	}
	r.findConstraintModes()
	r.findFixedModes(Options{Modes: 4})
	var shapes [][]float64
	for b, x := range r.static {
		v := make([]float64, tr.size)
		v[b] = 1
		copy(v[12:], x)
		shapes = append(shapes, v)
	}
	for _, x := range r.fixed.vector {
		v := make([]float64, tr.size)
		copy(v[12:], x)
		shapes = append(shapes, v)
	}
	s := newMesh()
	for _, id := range []int{1, 7} {
		s.setNodePosition(id, m.Nodes[m.index[id]].Position)
		for d := range 6 {
			s.findOrAddRow(id, d)
		}
	}
	for q := range 4 {
		s.findOrAddRow(101+q, -1)
	}
	var k, mass triples
	w := make([]float64, tr.size)
	for j, v := range shapes {
		r.k.multiply(w, v)
		for i, u := range shapes {
			k.add(int32(i), int32(j), dotProduct(u, w))
		}
		r.m.multiply(w, v)
		for i, u := range shapes {
			mass.add(int32(i), int32(j), dotProduct(u, w))
		}
	}
	s.setMatrices(&k, &mass, Units{1, 1, 1})
	text := nastranText(s)
	for q := range 4 { // scalar points have no position
		line := fmt.Sprintf("GRID*   %16d", 101+q)
		a := strings.Index(text, line)
		rest := text[a:]
		rest = rest[strings.Index(rest, "\n")+1:]
		text = text[:a] + rest[strings.Index(rest, "\n")+1:]
	}
	x, err := ReadMesh([]string{"a.pch"}, millimeters, readFrom(map[string]string{"a.pch": text}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Reduce(x, Options{Modes: -1})
	if err != nil {
		t.Fatal(err)
	}
	again, _ := got.Data.FixedFrameFrequencies()
	checkFigures(t, "frequency", again, 1e-6, hz...)
	checkFigures(t, "tip", []float64{math.Abs(got.Data.Nodes[1].Phi[0].Norm())}, 1e-6, math.Abs(want.Data.Nodes[1].Phi[0].Norm()))
}

// TestAbaqusEntries: the two forms of *MATRIX GENERATE.
func TestAbaqusEntries(t *testing.T) {
	m := brickMesh(1, 1, 1, spatial.Vec{X: 1, Y: 1, Z: 1})
	var input strings.Builder
	input.WriteString("*NODE\n")
	for i := range m.Nodes {
		p := m.Nodes[i].Position.Scale(1e3)
		fmt.Fprintf(&input, "%d, %g, %g, %g\n", m.Nodes[i].ID, p.X, p.Y, p.Z)
	}
	for _, labels := range []bool{false, true} {
		files := map[string]string{"a.inp": input.String()}
		for k, s := range []*sparse{m.K, m.M} {
			var b strings.Builder
			for r := range s.n {
				for e := s.start[r]; e < s.start[r+1]; e++ {
					c := int(s.col[e])
					if labels {
						fmt.Fprintf(&b, "%d,%d, %d,%d, %.17g\n", m.Nodes[m.dofs[r].node].ID, m.dofs[r].direction+1, m.Nodes[m.dofs[c].node].ID, m.dofs[c].direction+1, s.val[e]*1e-3)
					} else if c <= r {
						fmt.Fprintf(&b, "%d %d %.17g\n", r+1, c+1, s.val[e]*1e-3)
					}
				}
			}
			files[[]string{"a_STIF2.mtx", "a_MASS2.mtx"}[k]] = b.String()
		}
		x, err := ReadMesh([]string{"a_STIF2.mtx", "a_MASS2.mtx", "a.inp"}, millimeters, readFrom(files))
		if err != nil {
			t.Fatal(err)
		}
		for r := range 24 {
			for c := range 24 {
				if math.Abs(x.K.entry(r, c)-m.K.entry(r, c)) > 1e-12*m.K.entry(0, 0) || math.Abs(x.M.entry(r, c)-m.M.entry(r, c)) > 1e-12*m.M.entry(0, 0) {
					t.Fatalf("labels %v: entry %d, %d differs", labels, r, c)
				}
			}
		}
		if x.Reduced {
			t.Error("the whole mesh is taken as a superelement")
		}
	}
}

// checkMessages reads changed texts and compares the messages.
func checkMessages(t *testing.T, text string, list [][3]string, read func(text string) error) {
	t.Helper()
	for _, c := range list {
		if !strings.Contains(text, c[0]) {
			t.Fatalf("the text does not contain %q", c[0])
		}
		if err := read(strings.Replace(text, c[0], c[1], 1)); fmt.Sprint(err) != c[2] {
			t.Errorf("%q for %q: %v\nwant %s", c[1], c[0], err, c[2])
		}
	}
}

func TestBrokenAbaqus(t *testing.T) {
	text := abaqusText(beamMesh(1), 6)
	read := func(text string) error {
		_, err := ReadMesh([]string{"a.mtx"}, millimeters, readFrom(map[string]string{"a.mtx": text}))
		return err
	}
	if err := read(text); err != nil {
		t.Fatal(err)
	}
	checkMessages(t, text, [][3]string{
		{"TYPE=MASS", "TYPE=VISCOUS DAMPING", "a.mtx: there is no mass matrix: MASS=YES and STIFFNESS=YES write both; files of *MATRIX GENERATE have STIF or MASS in their names"},
		{"TYPE=MASS", "TYPE=STIFFNESS", "a.mtx:35:1: a second matrix of the type STIFFNESS"},
		{"1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5, 7", "a.mtx:9:16: a direction must be from 1 to 6, not 7"},
		{"1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5", "a.mtx:29:3: the lower triangle of 10 rows has 55 values: this is one more"},
		{"1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5, 6, 6", "a.mtx:10:1: the element has direction 6 of node 1 twice"},
		{"** ELEMENT NODES", "** NODES", "a.mtx:10:1: a matrix without rows: *USER ELEMENT with the comment ELEMENT NODES and lists of directions must come first"},
		{"** 2,", "** two,", "a.mtx:8:4: the id of a node is needed here, an integer, not \"two\""},
	}, read)
	files := map[string]string{"a.inp": "*NODE\n1,0,0,0\n", "x.mtx": "1 1 2\n", "x_STIF1.mtx": "1 4 2\n", "y_STIF1.mtx": "1 1 1 2\n", "z_STIF1.mtx": "1 2 3\n2 1 4\n", "z_MASS1.mtx": "1 1 2\n"}
	for args, want := range map[string]string{
		"x.mtx a.inp":                   "x.mtx: the name has neither or both of STIF and MASS, which say what the matrix is",
		"x_STIF1.mtx a.inp":             "x_STIF1.mtx:1:3: a row or column must be from 1 to 3, not 4",
		"x_STIF1.mtx":                   "x_STIF1.mtx:1:1: rows by their numbers need the nodes: give the input file (.inp), too",
		"y_STIF1.mtx a.inp":             "y_STIF1.mtx:1:1: a line is row, column, value or node, direction, node, direction, value, not 4 numbers",
		"z_STIF1.mtx a.inp":             "z_STIF1.mtx:2:1: the matrix is not symmetric: the entry across the diagonal is 3, this one 4",
		"z_MASS1.mtx z_MASS1.mtx a.inp": "z_MASS1.mtx: this matrix has been read from another file",
		"z_MASS1.mtx a.inp a.inp":       "z_MASS1.mtx: beside matrices of Abaqus there is one input file (.inp) with the nodes, and nothing else",
		"x.mtx a.pch":                   "a.pch: files of Nastran are read without those of other programs",
	} {
		if _, err := ReadMesh(strings.Fields(args), millimeters, readFrom(files)); fmt.Sprint(err) != want {
			t.Errorf("%s: %v\nwant %s", args, err, want)
		}
	}
}

func TestBrokenNastran(t *testing.T) {
	text := nastranText(beamMesh(1))
	read := func(text string) error {
		m, err := ReadMesh([]string{"a.pch"}, millimeters, readFrom(map[string]string{"a.pch": text}))
		if err == nil {
			err = m.checkMesh()
		}
		return err
	}
	if err := read(text); err != nil {
		t.Fatal(err)
	}
	first := "GRID*                  1               0"
	checkMessages(t, text, [][3]string{
		{first, "GRID*                  1               3", "a.pch:1:40: node 1 is given in the coordinate system 3: only the basic one, 0, is read"},
		{first, "GRID*                  x               0", "a.pch:1:24: the id of a node is needed here, an integer, not \"x\""},
		{first, "$RID*                  1               0", "node 1 of the matrices has no position"},
		{"DMIG    KAAX           0       6       2", "DMIG    KAAX           0       6       4", "a.pch:5:40: the matrix KAAX is complex"},
		{"DMIG    KAAX           0       6       2", "DMIG    KAAX           0       9       2", "a.pch:5:32: the form 9 of a matrix is not read; it is 1, 2 or 6 (symmetric)"},
		{"DMIG    KAAX           0       6       2", "DMIG    KAAX           0       1       2", "the stiffness matrix is not symmetric: between nodes 2 and 1 it has -4.2e+07 and 0"},
		{"DMIG    MAAX", "DMIG    KBBX", "a.pch:44:9: KBBX is a second matrix besides KAAX: leave one"},
		{"4.200000000D+04", "4.2000000x0D+04", "a.pch:7:42: a number is needed here, not \"4.2000000x0D+04\""},
	}, read)
	if err := read(strings.ReplaceAll(text, "MAAX", "BAAX")); fmt.Sprint(err) != "a.pch: there is no mass matrix (MAAX) among the DMIG lines" {
		t.Error(err)
	}
}

func FuzzReadAbaqus(f *testing.F) {
	f.Add(abaqusText(beamMesh(1), 6), "", true)
	f.Add("1 1 2\n2,1,1\n", "*NODE\n1,0,0,0\n", false)
	f.Add("1,1,1,1,2\n", "*NODE\n1,0,0,0\n", false)
	f.Fuzz(func(t *testing.T, text, input string, whole bool) {
		name := "a_STIF.mtx"
		if whole {
			name = "a.mtx"
		}
		files := map[string]string{"a.inp": input, name: text, "a_MASS.mtx": text}
		m, err := ReadAbaqus([]string{name, "a_MASS.mtx"}[:2-map[bool]int{true: 1}[whole]], "a.inp", millimeters, readFrom(files))
		checkFuzzedMesh(t, m, err)
	})
}

func FuzzReadNastran(f *testing.F) {
	f.Add(nastranText(beamMesh(1)))
	f.Add("GRID,1,,1.,2.,3.\nDMIG,KAAX,0,6,1,0,,,2\nDMIG,KAAX,1,1,,1,1,2.\n+,2,0,1.,,2,2,3.\nDMIG,MAAX,1,1,,1,1,2.\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadNastran([]string{"a.pch"}, millimeters, readFrom(map[string]string{"a.pch": text}))
		checkFuzzedMesh(t, m, err)
	})
}
