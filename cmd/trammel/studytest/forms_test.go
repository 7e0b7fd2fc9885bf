package studytest

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// beads are the mass 1 on a spring k in other forms of decks, with the name of what a study varies.
var beads = map[string]struct{ name, text string }{
	"form.py": {`name = "k"`, `k = param("k", 4.0, unit="N/m", min=1)
PART(1, GROUND=True)
MARKER(1, PART=1)
POINT_MASS(2, MASS=1, CM=9)
MARKER(9, POINT_MASS=2, QP=[1, 0, 0])
PFORCE(7, FUNCTION="DX(9)", PENALTY=k)
REQUEST(1, F1="DX(9)")
SIMULATE("DYNAMICS", END=1, STEPS=10)
`},
	"form.adm": {`path = "VFORCE/7.FX"`, `a bead
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1
POINT_MASS/2, MASS = 1, CM = 9
MARKER/9, POINT_MASS = 2, QP = 1, 0, 0
VFORCE/7, I = 9, JFLOAT = 1, RM = 1, FX = -4*DX(9)\FY = 0\FZ = 0
REQUEST/1, F1 = DX(9)
END
`},
}

// TestForms: studies of a program and of an Adams model with a file of commands.
func TestForms(t *testing.T) {
	clitest.WriteFile(t, "form.acf", "file/model=form\nsimulate/dynamics, end=1, steps=10\nstop\n")
	for deck, c := range beads {
		clitest.WriteFile(t, deck, c.text)
		values, more := "[4.0, 9.0, 25.0]", ""
		if deck == "form.adm" {
			values, more = `["-4*DX(9)", "-9*DX(9)", "-25*DX(9)"]`, "commands = \"form.acf\"\n"
		}
		file := clitest.WriteFile(t, deck+".toml", fmt.Sprintf("deck = %q\n%s[[parameter]]\n%s\nvalues = %s\n[design]\nkind = \"grid\"\n[[response]]\nname = \"last\"\ncolumn = \"1.F1\"\nreduce = \"final\"\n", deck, more, c.name, values))
		clitest.Run(t, "study", "run", file, "--workers", "2", "--dir", deck+"-study").Expect(t, 0, "3 runs, 0 failed, 0 missing")
		_, rows := rowsOf(t, deck+"-study")
		for i, w := range []float64{2, 3, 5} {
			if x := number(t, rows[i][2]); math.Abs(x-math.Cos(w)) > 1e-3 {
				t.Errorf("%s: %v; it must end at %g", deck, rows[i], math.Cos(w))
			}
		}
	}
}
