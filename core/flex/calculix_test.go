package flex

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

var millimeters = Units{Mass: 1e3, Length: 1e-3, Time: 1}

// testFiles returns the files of testdata with a prefix, by name, and how to read them.
func testFiles(t testing.TB, pattern string) (map[string]string, ReadText) {
	files := map[string]string{}
	names, _ := filepath.Glob("testdata/" + pattern)
	for _, n := range names {
		text, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(n)] = string(text)
	}
	return files, readFrom(files)
}

func readFrom(files map[string]string) ReadText {
	return func(path string) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, &FileError{File: path, Message: fs.ErrNotExist.Error()}
		}
		return []byte(text), nil
	}
}

// TestReadCalculiX: the matrices of a cube of 1 mm that CalculiX 2.20 wrote are those of a brick of eight nodes in SI.
func TestReadCalculiX(t *testing.T) {
	_, read := testFiles(t, "cube.*")
	m, err := ReadMesh([]string{"cube.inp"}, millimeters, read)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Nodes) != 8 || m.Nodes[6].Position != (spatial.Vec{X: 1e-3, Y: 1e-3, Z: 1e-3}) {
		t.Errorf("%+v", m.Nodes)
	}
	k, mass := brickMatrices(spatial.Vec{X: 1e-3, Y: 1e-3, Z: 1e-3})
	row := func(r int) int { // corners in the order of brickMatrices
		p := m.Nodes[m.dofs[r].node].Position
		corner := 0
		for d := range 3 {
			if p.At(d) > 0 {
				corner |= 1 << d
			}
		}
		return 3*corner + int(m.dofs[r].direction)
	}
	for r := range 24 {
		for c := range 24 {
			if x, want := m.K.entry(r, c), k[row(r)][row(c)]; math.Abs(x-want) > 1e-12*k[0][0] {
				t.Errorf("K %d, %d: %g, want %g", r, c, x, want)
			}
			if x, want := m.M.entry(r, c), mass[row(r)][row(c)]; math.Abs(x-want) > 1e-12*mass[0][0] {
				t.Errorf("M %d, %d: %g, want %g", r, c, x, want)
			}
		}
	}
}

// TestUnitsOfMesh: a mesh in mm-t-s and the same in m-kg-s give one body.
func TestUnitsOfMesh(t *testing.T) {
	_, read := testFiles(t, "cube.*")
	m, err := ReadMesh([]string{"cube.sti", "cube.inp"}, millimeters, read)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Interfaces: []Interface{{"left", []int{1, 4, 5, 8}}}, Spider: AverageSpider, Modes: 30}
	a, err := Reduce(m, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Interfaces[0].Nodes = []int{1, 3, 5, 7}
	b, err := Reduce(brickMesh(1, 1, 1, spatial.Vec{X: 1e-3, Y: 1e-3, Z: 1e-3}), o)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := a.Data.FixedFrameFrequencies()
	want, _ := b.Data.FixedFrameFrequencies()
	checkFigures(t, "frequency", got, 1e-9, want...)
	checkFigures(t, "mass", []float64{a.Data.Mass}, 1e-12, 7850e-9)
}

// writeBar writes a bar of one row of n bricks of twenty nodes, 1000 × 20 × 10 mm, as an input file up to its step.
func writeBar(n int) (text string, left, right []int) {
	var b strings.Builder
	ids := map[[3]int]int{}
	b.WriteString("*NODE\n")
	node := func(i, j, k int) int {
		p := [3]int{i, j, k}
		if ids[p] == 0 {
			ids[p] = len(ids) + 1
			fmt.Fprintf(&b, "%d, %.10g, %.10g, %.10g\n", ids[p], 500*float64(i)/float64(n), 10*float64(j), 5*float64(k))
			if i == 0 {
				left = append(left, ids[p])
			} else if i == 2*n {
				right = append(right, ids[p])
			}
		}
		return ids[p]
	}
	var elements strings.Builder
	for e := range n {
		fmt.Fprintf(&elements, "%d", e+1)
		for i, p := range [][3]int{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0},
			{1, 0, 2}, {2, 1, 2}, {1, 2, 2}, {0, 1, 2}, {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}} {
			if i == 10 {
				elements.WriteString(",\n")
			} else {
				elements.WriteString(", ")
			}
			fmt.Fprint(&elements, node(2*e+p[0], p[1], p[2]))
		}
		elements.WriteByte('\n')
	}
	b.WriteString("*ELEMENT, TYPE=C3D20, ELSET=E\n" + elements.String())
	b.WriteString("*MATERIAL, NAME=S\n*ELASTIC\n210000., .3\n*DENSITY\n7.85E-9\n*SOLID SECTION, ELSET=E, MATERIAL=S\n")
	return b.String(), left, right
}

// runCalculiX runs a job in a folder and returns what it wrote into the file with a suffix.
func runCalculiX(t *testing.T, dir, job, text, suffix string) string {
	t.Helper()
	if _, err := exec.LookPath("ccx"); err != nil {
		if os.Getenv("TRAMMEL_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip("no ccx here")
	}
	if err := os.WriteFile(filepath.Join(dir, job+".inp"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("ccx", job)
	c.Dir = dir
	c.Env = append(os.Environ(), "OMP_NUM_THREADS=1")
	out, _ := c.CombinedOutput() // its exit code after MATRIXSTORAGE is not zero
	result, err := os.ReadFile(filepath.Join(dir, job+suffix))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(result)
}

// TestCalculiX: a bar meshed here has, reduced with all modes, the free frequencies that CalculiX finds itself; its mass is known.
func TestCalculiX(t *testing.T) {
	dir := t.TempDir()
	bar, left, right := writeBar(10)
	runCalculiX(t, dir, "bar", bar+"*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n10\n*END STEP\n", ".dof")
	own := runCalculiX(t, dir, "own", bar+"*STEP\n*FREQUENCY\n14\n*END STEP\n", ".dat")
	m, err := ReadMesh([]string{filepath.Join(dir, "bar.inp")}, millimeters, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Reduce(m, Options{Interfaces: []Interface{{"left", left}, {"right", right}}, Spider: AverageSpider, Modes: 150})
	if err != nil {
		t.Fatal(err)
	}
	var want []float64
	for _, line := range regexp.MustCompile(`(?m)^ +(\d+) +\S+ +\S+ +(\S+) +\S+ *$`).FindAllStringSubmatch(own, -1) {
		if x, err := strconv.ParseFloat(line[2], 64); err == nil && len(want) < 12 {
			if n, _ := strconv.Atoi(line[1]); n == len(want)+1 {
				want = append(want, x)
			}
		}
	}
	if len(want) < 12 {
		t.Fatalf("ccx has found %v\n%s", want, own)
	}
	got, err := r.Data.FixedFrameFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	checkFigures(t, "frequency", got, 1e-6, want[6:]...)
	checkFigures(t, "mass", []float64{r.Data.Mass, r.Data.S0.X}, 1e-11, 1.57, 0.785)
	t.Logf("ccx %v, here %v, interfaces held %v", want[6:], got[:6], r.FixedHz[:4])
}

// brokenMesh is a change of a file that makes it wrong.
type brokenMesh struct{ name, file, old, new string }

// checkBrokenMeshes compares what is said of changed files with lines of a golden file.
func checkBrokenMeshes(t *testing.T, pattern string, args []string, golden string, list []brokenMesh) {
	t.Helper()
	files, _ := testFiles(t, pattern)
	var all strings.Builder
	for _, b := range list {
		text := files[b.file]
		if !strings.Contains(text, b.old) {
			t.Fatalf("%s: %s does not contain %q", b.name, b.file, b.old)
		}
		if files[b.file] = strings.Replace(text, b.old, b.new, 1); b.new == "gone" {
			delete(files, b.file)
		}
		m, err := ReadMesh(args, millimeters, readFrom(files))
		if err == nil {
			err = m.checkMesh()
		}
		if err == nil {
			x := m.rigidMotions()
			err = m.checkRigid(&x)
		}
		if err == nil {
			t.Errorf("%s is accepted", b.name)
		}
		fmt.Fprintf(&all, "%s: %v\n", b.name, err)
		files[b.file] = text
	}
	path := "testdata/" + golden
	if *update {
		os.WriteFile(path, []byte(all.String()), 0o666)
	}
	if want, _ := os.ReadFile(path); string(want) != all.String() {
		t.Errorf("got\n%s\nwant\n%s", all.String(), want)
	}
}

func TestBrokenCalculiX(t *testing.T) {
	checkBrokenMeshes(t, "cube.*", []string{"cube.inp"}, "cube-broken.txt", []brokenMesh{
		{"no file of degrees of freedom", "cube.dof", "1.1", "gone"},
		{"no dot", "cube.dof", "1.2", "12"},
		{"direction", "cube.dof", "1.2", "1.7"},
		{"row twice", "cube.dof", "1.2", "1.1"},
		{"unknown node", "cube.dof", "8.3", "9.3"},
		{"row left out", "cube.dof", "8.3\n", ""},
		{"row too large", "cube.sti", "1 2 ", "1 25 "},
		{"column too small", "cube.sti", "1 2 ", "1 0 "},
		{"value", "cube.sti", "4.9358974358974e+04", "4.93x"},
		{"value not finite", "cube.mas", "2.9074074074074e-10", "NaN"},
		{"line cut", "cube.sti", "1 2  1.6826923076923e+04", "1 2"},
		{"value wrong", "cube.sti", "1 1  4.9358974358974e+04", "1 1  4.9358974358974e+05"},
		{"node without number", "cube.inp", "1, 0,0,0", "x, 0,0,0"},
		{"coordinate", "cube.inp", "2, 1,0,0", "2, 1,O,0"},
		{"node moved", "cube.inp", "2, 1,0,0", "2, 2,0,0"},
		{"node with two positions", "cube.inp", "2, 1,0,0", "1, 1,0,0"},
		{"cylindrical", "cube.inp", "*NODE, NSET=ALL", "*NODE, SYSTEM=C"},
		{"include itself", "cube.inp", "*MATERIAL", "*INCLUDE, INPUT=cube.inp\n*MATERIAL"},
		{"include nothing", "cube.inp", "*MATERIAL", "*INCLUDE\n*MATERIAL"},
		{"include a file that is missing", "cube.inp", "*MATERIAL", "*INCLUDE, INPUT=other.inp\n*MATERIAL"},
		{"generated nodes", "cube.inp", "*MATERIAL", "*NGEN\n1,2\n*MATERIAL"},
		{"no nodes", "cube.inp", "*NODE, NSET=ALL", "*HEADING"},
	})
}

func TestMeshFiles(t *testing.T) {
	for args, want := range map[string]string{
		"a.mnf":       "a.mnf: .mnf is a binary format that no document describes; mnf2mtx of Adams writes an .mtx from it, which is read. Finite-element matrices (CalculiX, Abaqus, Nastran) are reduced by trammel flex reduce",
		"a.sti b.dof": "b.dof: the other files are those of the job a",
		"a.inp b.inp": "a.inp and b.inp: one input file is read, with what it includes",
		"a.inp b.sti": "a.inp: file does not exist",
		"cube.frd":    `cube.frd: ".frd" is no suffix of a mesh; it is one of ` + meshSuffixes,
	} {
		_, err := ReadMesh(strings.Fields(args), millimeters, readFrom(nil))
		if fmt.Sprint(err) != want {
			t.Errorf("%s: %v\nwant %s", args, err, want)
		}
	}
}

func FuzzReadCalculiX(f *testing.F) {
	files, _ := testFiles(f, "cube.*")
	f.Add(files["cube.inp"], files["cube.dof"], files["cube.sti"], files["cube.mas"])
	f.Add("*NODE\n1,,\n*INCLUDE,INPUT=cube.dof\n", "1.1\n1.3\n", "1 1 1d2\n", "2 1 -1-3\n")
	f.Fuzz(func(t *testing.T, input, dof, sti, mas string) {
		m, err := ReadMesh([]string{"cube.inp"}, millimeters, readFrom(map[string]string{"cube.inp": input, "cube.dof": dof, "cube.sti": sti, "cube.mas": mas}))
		checkFuzzedMesh(t, m, err)
	})
}

// checkFuzzedMesh reduces a small mesh that was read, which must not fail in any other way than by an error.
func checkFuzzedMesh(t *testing.T, m *Mesh, err error) {
	if err != nil {
		var e *FileError
		if !errors.As(err, &e) {
			t.Errorf("an error without a file: %v", err)
		}
		return
	}
	if len(m.dofs) > 60 {
		return
	}
	var all []Interface
	for i := range m.Nodes {
		if m.Nodes[i].hasRows() && len(all) < 3 {
			all = append(all, Interface{Nodes: []int{m.Nodes[i].ID}})
		}
	}
	if r, err := Reduce(m, Options{Interfaces: all, Modes: 3}); err == nil {
		r.Data.WriteJSON()
	}
}

// TestCalculiXDeflection: the bar, held rigidly at its left end, bends under a force at its right end as it does in CalculiX, whatever the number of modes.
func TestCalculiXDeflection(t *testing.T) {
	dir := t.TempDir()
	bar, left, right := writeBar(6)
	var b strings.Builder
	b.WriteString(bar)
	for i, end := range [][]int{left, right} {
		fmt.Fprintf(&b, "*NSET, NSET=END%d\n%s\n*NODE, NSET=REF\n%d, %d, 10, 5\n%d, %d, 10, 5\n*RIGID BODY, NSET=END%d, REF NODE=%d, ROT NODE=%d\n", i,
			strings.ReplaceAll(strings.Trim(fmt.Sprint(end), "[]"), " ", ",\n"), 9001+2*i, 1000*i, 9002+2*i, 1000*i, i, 9001+2*i, 9002+2*i)
	}
	b.WriteString("*BOUNDARY\n9001, 1, 3\n9002, 1, 3\n*STEP\n*STATIC\n*CLOAD\n9003, 3, 1.\n*NODE PRINT, NSET=REF\nU\n*END STEP\n")
	own := runCalculiX(t, dir, "static", b.String(), ".dat")
	line := regexp.MustCompile(`(?m)^ +9003 +\S+ +\S+ +(\S+)`).FindStringSubmatch(own)
	if line == nil {
		t.Fatal(own)
	}
	want, err := strconv.ParseFloat(line[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	runCalculiX(t, dir, "bar", bar+"*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n10\n*END STEP\n", ".dof")
	m, err := ReadMesh([]string{filepath.Join(dir, "bar.inp")}, millimeters, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Reduce(m, Options{Interfaces: []Interface{{"left", left}, {"right", right}}, Modes: 2})
	if err != nil {
		t.Fatal(err)
	}
	d := r.Data
	n, got := d.ModeCount(), 0.0
	p, q := &d.Nodes[0], &d.Nodes[1]
	for j := range n { // as in TestBeamDeflection, a force of 1 N
		f := q.Phi[j].Sub(p.Phi[j]).Sub(p.Psi[j].Cross(q.Position.Sub(p.Position))).Z
		got += f * f / d.K[j*n+j]
	}
	checkFigures(t, "deflection in mm", []float64{got * 1e3}, 1e-6, want)
}
