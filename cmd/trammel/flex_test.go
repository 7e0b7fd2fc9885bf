package main

import (
	"encoding/json"
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
