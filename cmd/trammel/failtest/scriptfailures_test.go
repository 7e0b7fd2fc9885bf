package failtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// TestScriptsThatEndBadlyEmbedded: whatever a script does in the embedded interpreter, the
// run ends with the right code, has the user's own line and words, and keeps the rows
// up to then.
func TestScriptsThatEndBadlyEmbedded(t *testing.T) {
	for _, c := range []struct{ name, body, says, line string }{
		{"raise", "raise Worn('worn out', 7)", "Worn: ('worn out', 7)", "raise Worn("},
		{"exit", "import sys; sys.exit(0)", "SystemExit: 0", "sys.exit(0)"},
		{"shape", "return [0, 0]", "VFOSUB must return a list of 3 numbers (result) but returned a list of 2 items", ""},
		{"nothing", "return", "returned None", ""},
		{"nan", "return [0, 0, float('nan')]", "NaN", ""},
		{"loop", "while True: pass", "TimeoutError: no result after ", "while True: pass"},
		{"deep", "return VFOSUB(id, time, par, npar, dflag, iflag)", "RuntimeError: maximum recursion depth exceeded", "return VFOSUB("},
		{"import", "import nowhere_to_be_found", "No module named 'nowhere_to_be_found'", "import nowhere_to_be_found"},
		{"divide", "return [0, 0, 1 / (time - time)]", "ZeroDivisionError", "1 / (time - time)"},
		{"key", "return {}['stiffness']", "KeyError: 'stiffness'", "return {}['stiffness']"},
	} {
		name := "embedded-" + c.name
		clitest.WriteFile(t, name+".py", fmt.Sprintf(`class Worn(Exception):
    pass


def VFOSUB(id, time, par, npar, dflag, iflag):
    if time > 1:
        %s
    return [0, 0, 0]
`, c.body))
		clitest.WriteFile(t, name+".xml", fmt.Sprintf(clitest.PulledByScript, name))
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var o clitest.Outcome
			args := []string{"run", name + ".xml", "--out", name + ".out", "--quiet", "--python-engine", "gpython"}
			if c.name == "loop" {
				_, o = clitest.RunOverdue(t, "routine VFOSUB failed at time 1", args...)
			} else {
				o = clitest.Run(t, args...)
			}
			if o.Code != 5 || !strings.Contains(o.Errors, c.says) || !strings.Contains(o.Errors, c.line) {
				t.Fatalf("code %d, want 5 and %q\n%s", o.Code, c.says, o.Errors)
			}
			d, rows := clitest.ReadResults(t, name+".out", 5)
			if len(rows) < 11 { // the heading and the rows up to 1 s
				t.Errorf("%d rows are kept", len(rows))
			}
			if d.Error == nil || d.Error.Element != "Force_Vector_TwoBody 3" || d.Error.Routine != "VFOSUB" || d.Error.Time == nil || *d.Error.Time < 1 {
				t.Errorf("run.json has %+v", d.Error)
			}
		})
	}
}

// TestScriptsThatFailToLoad: what goes wrong while a script is executed, and in the
// set-up call, ends check and run alike.
func TestScriptsThatFailToLoad(t *testing.T) {
	const law = "def VFOSUB(*args):\n    return [0, 0, 0]\n"
	for _, c := range []struct {
		name, text string
		code       int
		says       string
	}{
		{"module-loop", "n = 0\nwhile True:\n    n += 1\n" + law, 4, "TimeoutError: no result after "},
		{"module-error", "K = open('there-is-no-such-file.txt').read()\n" + law, 4, "there-is-no-such-file.txt"},
		{"module-exit", "import sys\nsys.exit('no licence')\n" + law, 4, "SystemExit: no licence"},
		{"module-import", "import nowhere_to_be_found\n" + law, 4, "No module named 'nowhere_to_be_found'"},
		{"set-up", "def VFOSUB(id, time, par, npar, dflag, iflag):\n    if iflag:\n        raise RuntimeError('no table for %d' % id)\n    return [0, 0, 0]\n", 5, "RuntimeError: no table for 3"},
		{"set-up-loop", "def VFOSUB(id, time, par, npar, dflag, iflag):\n    while iflag:\n        pass\n    return [0, 0, 0]\n", 5, "TimeoutError: no result after "},
	} {
		clitest.WriteFile(t, c.name+".py", c.text)
		clitest.WriteFile(t, c.name+".xml", fmt.Sprintf(clitest.PulledByScript, c.name))
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, args := range [][]string{{"check", c.name + ".xml"}, {"run", c.name + ".xml", "--out", c.name + ".out"}} {
				var o clitest.Outcome
				if strings.HasSuffix(c.name, "loop") {
					_, o = clitest.RunOverdue(t, c.says, args...)
				} else {
					o = clitest.Run(t, args...)
				}
				o.Expect(t, c.code, c.says, "Force_Vector_TwoBody 3")
			}
		})
	}
}

// TestScriptEditedMeanwhile: a script is read once. What is written into its file behind
// that is not run, nor does it appear in messages.
func TestScriptEditedMeanwhile(t *testing.T) {
	clitest.WriteFile(t, "edited.py", `import os


def VFOSUB(id, time, par, npar, dflag, iflag):
    if iflag:
        with open(os.path.join(os.path.dirname(__file__), "edited.py"), "w") as f:
            f.write("raise RuntimeError('another script')\n" * 20)
    if time > 1:
        raise ValueError("as it was read")
    return [0, 0, 0]
`)
	clitest.WriteFile(t, "edited.xml", fmt.Sprintf(clitest.PulledByScript, "edited"))
	o := clitest.Run(t, "run", "edited.xml", "--out", "edited.out", "--quiet")
	o.Expect(t, 5, "ValueError: as it was read", `raise ValueError("as it was read")`)
	if strings.Contains(o.Errors, "another script") {
		t.Error(o.Errors)
	}
}
