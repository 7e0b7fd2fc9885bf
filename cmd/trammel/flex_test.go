package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

const flexRod = `{
"trammel": "flexible body 1", "units": "mm-t-s", "name": "rod",
"mass": 2e-3, "s0": [2, 0, 0], "J0": [[2e3, 0, 0], [0, 4e3, 0], [0, 0, 4e3]],
"S": [[0], [0], [0]], "C0": [[0], [0], [0]], "M": [1], "K": [3947.8417604357432],
"nodes": [{"id": 4, "position": [1000, 0, 0], "Phi": [[0], [30], [0]]}]
}
`

func TestFlexInfo(t *testing.T) {
	path := clitest.WriteFile(t, "rod.json", flexRod)
	clitest.Run(t, "flex", "info", path).Expect(t, 0, "")
	o := clitest.Run(t, "flex", "info", path)
	for _, line := range []string{"name: rod\n", "mass: 2 kg\n", "center: 1 0 0 m\n", "    7  10\n", "  4 at 1 0 0 m, without rotations\n"} {
		if !strings.Contains(o.Out, line) {
			t.Errorf("%q is missing:\n%s", line, o.Out)
		}
	}
	var d struct {
		Mass        float64
		Center      [3]float64
		Inertia     [3][3]float64
		Frequencies []float64 `json:"frequencies_hz"`
	}
	o = clitest.Run(t, "flex", "info", "--format", "json", path)
	if err := json.Unmarshal([]byte(o.Out), &d); err != nil || o.Code != 0 {
		t.Fatal(err, o)
	}
	clitest.CheckNear(t, "rod", []float64{d.Mass, d.Center[0], d.Inertia[1][1], d.Frequencies[0]}, 1e-9, 2, 1, 2, 10)
}

func TestFlexRefusals(t *testing.T) {
	broken := clitest.WriteFile(t, "broken.json", strings.Replace(flexRod, `"mass": 2e-3`, `"mass": -1`, 1))
	matrices := clitest.WriteFile(t, "rod.mtx", "ADAMSMAT a file that is cut\n2\nA B\nA FULL RORDER 1 1 1 (F8.3)\n   1.000\n")
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"info " + broken, "broken.json:3:9: the mass is -1", 3},
		{"info x.mnf", "mnf2mtx of Adams writes an .mtx", 3},
		{"info x.h3d", "flexprep x.h3d x.mtx", 3},
		{"info none.json", "no such file", 3},
		{"info x.txt", "files of flexible bodies are", 3},
		{"info", "needs one file", 2},
		{"info a.SID_FEM", "this form has no units: --units is needed", 3},
		{"info a.mtx", "this form has no units: --units is needed", 3},
		{"info " + matrices + " --units mm-t-s", "rod.mtx:5: the file ends before matrix B: 1 of 2 matrices are there", 3},
		{"info a.json --format csv", "it is text or json", 2},
		{"info a.json --units furlong", "there is no unit", 2},
		{"", "a command of flex is missing", 2},
		{"inform", `unknown command "inform" of flex`, 2},
	} {
		o := clitest.Run(t, append([]string{"flex"}, strings.Fields(c.args)...)...)
		if o.Code != c.code || !strings.Contains(o.Errors, c.says) {
			t.Errorf("%s: %+v", c.args, o)
		}
	}
}

// TestFlexReduce: a cube of 1 mm that CalculiX has written: 7.85e-9 t, its center in the middle, inertia of a cube.
func TestFlexReduce(t *testing.T) {
	for _, suffix := range []string{".inp", ".dof", ".sti", ".mas"} {
		text, err := os.ReadFile("../../core/flex/testdata/cube" + suffix)
		if err != nil {
			t.Fatal(err)
		}
		clitest.WriteFile(t, "cube"+suffix, string(text))
	}
	args := strings.Fields("flex reduce cube.inp --interface left=1,4,5,8 --interface 2,7 --modes 3 --units mm-t-s --nodes 3 --out cube.json")
	clitest.Run(t, args...).Expect(t, 0, "24 rows of the mesh, 6 of them interior, 12 of the interfaces; 3 fixed-interface modes", "\nmodes: 9\n",
		"  9 (left) at 0 0.0005 0.0005 m\n", "  3 at 0.001 0.001 0 m, without rotations\n", "note: The nodes of interfaces move as rigid bodies: too stiff.\n")
	o := clitest.Run(t, "flex", "info", "--format", "json", "cube.json")
	var d struct {
		Mass    float64
		Center  [3]float64
		Inertia [3][3]float64
		Checks  []struct{ Good bool }
	}
	if err := json.Unmarshal([]byte(o.Out), &d); err != nil || o.Code != 0 || len(d.Checks) < 3 {
		t.Fatal(err, o)
	}
	clitest.CheckNear(t, "cube", []float64{d.Mass * 1e6, d.Center[0] * 1e3, d.Inertia[0][0] * 1e12}, 1e-9, 7.85, 0.5, 7.85/6)
	for _, c := range d.Checks {
		if !c.Good {
			t.Errorf("a check is doubtful:\n%s", o.Out)
		}
	}
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"", "needs the files of a mesh", 2},
		{"cube.inp --interface 1 --modes 3 --out x.json", "--units is missing", 2},
		{"cube.inp --interface one --modes 3 --units mm-t-s --out x.json", `"one" is no id of a node`, 2},
		{"cube.inp --interface =1,2 --modes 3 --units mm-t-s --out x.json", "has no name", 2},
		{"cube.inp --interface 2,4,5 --units mm-t-s --out x.json", "the number of modes is missing", 3},
		{"cube.inp --interface 1 --modes few --units mm-t-s --out x.json", "it is a number of modes, 20, or their highest frequency", 2},
		{"cube.inp --interface 1 --modes 0Hz --units mm-t-s --out x.json", "it is a number of modes", 2},
		{"cube.inp --interface 1 --modes 3 --units mm-t-s --spider soft --out x.json", "it is rigid or average", 2},
		{"cube.inp --interface 1 --modes 3 --units mm-t-s", "needs to end in .json", 2},
		{"cube.inp --interface 1 --modes 3 --units mm-t-s --out x.json", "the body can move while its interface nodes are held", 3},
		{"cube.inp --modes 3 --units mm-t-s --out x.json", "there are no interface nodes", 3},
		{"cube.h3d --interface 1 --modes 3 --units mm-t-s --out x.json", "flexprep x.h3d x.mtx", 3},
		{"gone.inp --interface 1 --modes 3 --units mm-t-s --out x.json", "gone.inp", 3},
		{"cube.inp --interface left=1,4,5,8 --modes 3 --units mm-t-s --out none/x.json", "no such file", 1},
	} {
		o := clitest.Run(t, append([]string{"flex", "reduce"}, strings.Fields(c.args)...)...)
		if o.Code != c.code || !strings.Contains(o.Errors, c.says) {
			t.Errorf("%s: %+v", c.args, o)
		}
	}
	if _, err := os.Stat(filepath.Join(clitest.Folder, "x.json")); err == nil {
		t.Error("a refused reduction has written a file")
	}
}
