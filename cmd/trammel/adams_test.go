package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// swing is an Adams model of a point that a spring holds: x” = -10 x, x(0) = 1.
const swing = `a mass on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=9, IP=1,1,1
MARKER/9, PART=2, QP=1,0,0
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=10, J=1, FUNCTION=0
MARKER/10, PART=2, QP=1,0,0
VFORCE/2, I=9, JFLOAT=11, RM=1
, FX=-10*DX(9)\FY=0\FZ=0
MARKER/11, PART=1, FLOATING
REQUEST/1, F2=DX(9)\F3=VX(9)
END
`

const swingCommands = "file/model=swing\nINTEGRATOR/GSTIFF, I3, ERROR=1E-6\nSIMULATE/DYNAMIC, END=1, STEPS=10\nSTOP\n"

// TestAdamsDecks: a model with commands beside it, by itself, named by its
// commands, without a suffix that reports its form; and one of another name.
func TestAdamsDecks(t *testing.T) {
	clitest.WriteFile(t, "swing.adm", swing)
	clitest.WriteFile(t, "swing.acf", swingCommands)
	clitest.WriteFile(t, "swing.dat", swing)
	clitest.WriteFile(t, "other.acf", strings.Replace(swingCommands, "=swing", "=crank", 1))
	want := math.Cos(math.Sqrt(10))
	for _, c := range []struct {
		args, says string
		tol        float64
	}{
		// 1E-3 is the tolerance of a step where the deck names none.
		{"run swing.adm --end 1 --steps 10", "", 2e-2},
		{"run swing.adm swing.acf", "", 1e-4},
		{"run swing.acf --out swing.out", "", 1e-4},
		{"run swing.dat --end 1 --dt 0.1 --out swing.out", "", 2e-2},
		{"run swing.adm other.acf", "other.acf:1:12: warning: the commands are meant for the model crank", 1e-4},
	} {
		o := clitest.Run(t, strings.Fields(c.args)...)
		if o.Code != 0 || !strings.Contains(o.Errors, c.says) || c.says == "" && strings.Contains(o.Errors, "warning") {
			t.Errorf("%s: %+v", c.args, o)
			continue
		}
		d, rows := clitest.ReadResults(t, "swing.out", 0)
		if len(rows) != 12 || !strings.HasSuffix(d.Deck, strings.Fields(c.args)[1]) {
			t.Errorf("%s: %d rows, deck %s", c.args, len(rows), d.Deck)
		}
		if x := clitest.LastValue(t, rows, "1.F2"); math.Abs(x-want) > c.tol {
			t.Errorf("%s: x = %g, want %g", c.args, x, want)
		}
	}
	if o := clitest.Run(t, "run", "swing.adm"); o.Code != 2 || !strings.Contains(o.Errors, "--end T") {
		t.Errorf("without commands: %+v", o)
	}
	// Commands beside the model that were not named are reported, not carried out.
	for args, reported := range map[string]bool{"run swing.adm --end 1 --steps 2": true, "check swing.adm": true, "check swing.adm swing.acf": false, "run swing.adm --end 1 --steps 2 --quiet": false, "check swing.acf": false} {
		if o := clitest.Run(t, strings.Fields(args)...); o.Code != 0 || strings.Contains(o.Errors, "swing.acf lies beside the model and is not read") != reported || reported != strings.Contains(o.Errors, "give swing.adm swing.acf") {
			t.Errorf("%s: %+v", args, o)
		}
	}
	if log, err := os.ReadFile(filepath.Join(clitest.Folder, "swing.out", "run.log")); err != nil || !strings.Contains(string(log), "note: swing.acf lies beside the model") {
		t.Errorf("%v: %s", err, log)
	}
	for _, args := range []string{"run swing.adm none.acf", "check swing.adm none.acf", "info none.adm swing.acf", "run none.adm"} {
		o := clitest.Run(t, strings.Fields(args)...)
		if o.Code != 3 || !strings.Contains(o.Errors, "none.") || !strings.Contains(o.Errors, "cannot be read: no such file") {
			t.Errorf("%s: %+v", args, o)
		}
	}
}

// TestAdamsCheckAndInfo: what is wrong stands in the file where it is.
func TestAdamsCheckAndInfo(t *testing.T) {
	clitest.WriteFile(t, "fine.adm", swing)
	clitest.WriteFile(t, "fine.acf", strings.Replace(swingCommands, "=swing", "=fine", 1))
	if o := clitest.Run(t, "check", "fine.adm", "fine.acf"); o.Code != 0 || !strings.Contains(o.Out, "fine.adm: no errors, 0 warnings") || strings.Contains(o.Errors, "no Simulate") {
		t.Errorf("check: %+v", o)
	}
	if o := clitest.Run(t, "info", "fine.adm"); o.Code != 0 || !strings.Contains(o.Out, "degrees of freedom: 6") || !strings.Contains(o.Out, "Force_Scalar_TwoBody") {
		t.Errorf("info: %+v", o)
	}
	clitest.WriteFile(t, "wrong.adm", strings.Replace(swing, "-10*DX(9)", "-10*DX(99)", 1))
	if o := clitest.Run(t, "check", "wrong.adm"); o.Code != 3 || !strings.Contains(o.Errors, "wrong.adm:10:10: error: Force_Vector_TwoBody 2: fx_expression: DX(99): there is no Reference_Marker 99") {
		t.Errorf("a mistake: %+v", o)
	}
}

// TestAdamsRoutine: routines of Adams decks are called as Adams calls them: one
// whose name is in small and capital letters gets a struct.
func TestAdamsRoutine(t *testing.T) {
	clitest.BuildBrokenLibrary(t) // skips where there is no compiler
	so := filepath.Join(clitest.Folder, "swing.so")
	if out, err := exec.Command("gcc", "-O1", "-shared", "-fPIC", "-o", so, "testdata/adams/swing.c").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	clitest.WriteFile(t, "routine.acf", strings.Replace(swingCommands, "=swing", "=routine", 1))
	for name, implementation := range map[string]string{"Swing": "adams", "swing_": "fortran"} {
		clitest.WriteFile(t, "routine.adm", strings.Replace(swing, ", FX=-10*DX(9)\\FY=0\\FZ=0", ", FUNCTION=USER(10), ROUTINE=./swing.so::"+name, 1))
		if o := clitest.Run(t, "run", "routine.adm", "routine.acf"); o.Code != 0 {
			t.Errorf("%s: %+v", name, o)
			continue
		}
		d, rows := clitest.ReadResults(t, "routine.out", 0)
		if len(d.Routines) != 1 || d.Routines[0].Implementation != implementation {
			t.Errorf("%+v", d.Routines)
		}
		if x, want := clitest.LastValue(t, rows, "1.F2"), math.Cos(math.Sqrt(10)); math.Abs(x-want) > 1e-4 {
			t.Errorf("%s: x = %g, want %g", name, x, want)
		}
	}
}
