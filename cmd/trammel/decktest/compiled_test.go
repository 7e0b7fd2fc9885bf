package decktest

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestCompiledPrograms: functions that programs give to springs and loads are
// compiled where they only calculate, and move the model as when they are called: the
// same steps are taken, whoever gives partials, and what iterations leave is below 1e-9.
func TestCompiledPrograms(t *testing.T) {
	for _, c := range []struct{ program, implementation string }{
		{"../../../examples/spring-mass/items-program.py", "compiled"},
		{"../testdata/items/net.py", "compiled"},
		{"../testdata/items/duffing.py", "compiled"},
		{"../testdata/items/bounce.py", "gpython"}, // it asks mbs
	} {
		t.Run(filepath.Base(c.program), func(t *testing.T) {
			var tables [2][][]float64
			for k, flag := range []string{"--quiet", "--interpret-python"} {
				path, err := filepath.Abs(c.program)
				if err != nil {
					t.Fatal(err)
				}
				out := "compiled-" + filepath.Base(c.program) + flag
				if o := clitest.Run(t, "run", path, "--out", out, flag); o.Code != 0 {
					t.Fatalf("%+v", o)
				}
				d, rows := clitest.ReadResults(t, out, 0)
				want := c.implementation
				if k == 1 {
					want = "gpython"
				}
				for _, r := range d.Routines {
					if r.Implementation != want {
						t.Errorf("%s of %s is supplied by %s, want %s", r.Routine, r.Element, r.Implementation, want)
					}
				}
				tables[k] = clitest.ParseRows(t, rows)
			}
			if d := clitest.Difference(tables[0], tables[1]); !(d <= 1e-9) {
				t.Errorf("compiled and called are %g apart", d)
			}
		})
	}
}

// TestVectorFriction: a law of vectors with dry friction is compiled, and at most one of twenty steps is rejected though the mass sticks.
func TestVectorFriction(t *testing.T) {
	path, err := filepath.Abs("../testdata/wild/exudyn/vector_friction.py")
	if err != nil {
		t.Fatal(err)
	}
	if o := clitest.Run(t, "run", path, "--out", "vector-friction", "--quiet"); o.Code != 0 {
		t.Fatalf("%+v", o)
	}
	d, _ := clitest.ReadResults(t, "vector-friction", 0)
	for _, r := range d.Routines {
		if r.Implementation != "compiled" {
			t.Errorf("%s of %s is %s", r.Routine, r.Element, r.Implementation)
		}
	}
	if d.Steps < 100 || 20*d.Rejected > d.Steps {
		t.Errorf("%d steps, %d rejected", d.Steps, d.Rejected)
	}
}

// TestInfoOfCompiled: info says what is compiled, and where the rest says why not.
func TestInfoOfCompiled(t *testing.T) {
	clitest.WriteFile(t, "why.py", "n = 0\ndef PFOSUB(id, time, par, npar, dflag, iflag):\n    x, err = py_sysfnc('DX', par)\n    return x - 1\n"+
		"def counting(id, time, par, npar, dflag, iflag):\n    global n\n    n += 1\n    x, err = py_sysfnc('DX', par)\n    return x - 1\n")
	deck := clitest.WriteFile(t, "why.xml", clitest.BeadDeck("1.", `<Force_Penalty id="7" type="USERSUB" script_name="why.py" usrsub_param_string="USER(9)" penalty="10."/>
<Force_Penalty id="8" type="USERSUB" script_name="why.py" usrsub_fnc_name="counting" usrsub_param_string="USER(9)" penalty="10."/>`))
	o := clitest.Run(t, "info", deck)
	for _, want := range []string{"Force_Penalty 7: PFOSUB (compiled) is PFOSUB in", "Force_Penalty 8: PFOSUB (gpython) is counting in",
		"called, not compiled: why.py:6:5: a name of the module that the function changes"} {
		if o.Code != 0 || !strings.Contains(o.Out, want) {
			t.Errorf("no %q in %d:\n%s", want, o.Code, o.Out)
		}
	}
	if o := clitest.Run(t, "info", deck, "--interpret-python"); !strings.Contains(o.Out, "Force_Penalty 7: PFOSUB (gpython)") {
		t.Errorf("with --interpret-python:\n%s", o.Out)
	}
}

// TestCompiledFailure: what a compiled function has no value for is the
// exception of the script, with its traceback and the results before it.
func TestCompiledFailure(t *testing.T) {
	clitest.WriteFile(t, "late.py", "def PFOSUB(id, time, par, npar, dflag, iflag):\n    x, err = py_sysfnc('DX', par)\n    y = x / (x - x) if time > 0.5 else x\n    return y - 1\n")
	deck := clitest.WriteFile(t, "late.xml", clitest.BeadDeck("1.", `<Force_Penalty id="7" type="USERSUB" script_name="late.py" usrsub_param_string="USER(9)" penalty="10."/>`))
	o := clitest.Run(t, "run", deck)
	if o.Code != 5 || !strings.Contains(o.Errors, "ZeroDivisionError: float division by zero") || !strings.Contains(o.Errors, "line 3, in PFOSUB") {
		t.Errorf("%+v", o)
	}
	d, rows := clitest.ReadResults(t, "late.out", 5)
	if len(rows) < 3 || math.Abs(d.EndTime-0.5) > 0.2 || d.Routines[0].Implementation != "compiled" {
		t.Errorf("%d rows up to %g, implementation %s", len(rows), d.EndTime, d.Routines[0].Implementation)
	}
}
