package decktest

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// programEngines are the ways in which a program can run.
func programEngines(t *testing.T, do func(t *testing.T, flags ...string)) {
	t.Run("gpython", func(t *testing.T) { do(t) })
	foreignEngines(t, do)
}

// foreignEngines are those of them that are CPython.
func foreignEngines(t *testing.T, do func(t *testing.T, flags ...string)) {
	for _, e := range []string{"cpython", "cpython-child"} {
		t.Run(e, func(t *testing.T) {
			clitest.NeedPython(t)
			do(t, "--python-engine", e, "--python", "python3")
		})
	}
}

// hasNumpy reports whether python3 has numpy.
func hasNumpy() bool { return exec.Command("python3", "-c", "import numpy").Run() == nil }

// ownMessages are broken programs of which CPython says something else: errors of its syntax, and of modules that it has.
var ownMessages = []string{"bracket-end", "bracket", "colon", "equal", "exec", "exu-numpy", "fstring", "import-own", "import", "indent", "index", "number-name",
	"object-attribute", "object-import", "recursion", "string", "syntax", "tabs", "unindent"}

// TestBrokenProgramsInCPython: what is wrong with a program is said with the same words and places whoever runs it.
func TestBrokenProgramsInCPython(t *testing.T) {
	clitest.NeedPython(t)
	programs, err := filepath.Glob("../testdata/broken/program-*.py")
	if err != nil || len(programs) < 40 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for i, p := range programs {
		if i%4 != 0 && !clitest.LongForm {
			continue
		}
		name := filepath.Base(p)
		if slices.Contains(ownMessages, strings.TrimSuffix(strings.TrimPrefix(name, "program-"), ".py")) {
			continue
		}
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "exu") && !hasNumpy() {
			continue
		}
		o := clitest.Run(t, "check", name, "--python-engine", "cpython", "--python", "python3")
		var lines []string
		for _, line := range strings.SplitAfter(o.Errors, "\n") {
			if !strings.HasPrefix(line, "info: ") {
				lines = append(lines, line)
			}
		}
		got := fmt.Sprintf("$ trammel check %s\n%s%sexit code %d\n", name, strings.Join(lines, ""), o.Out, o.Code)
		want, err := os.ReadFile(strings.TrimSuffix(p, ".py") + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		if clitest.Normalize(got) != string(want) {
			t.Errorf("got\n%s\nwant\n%s", clitest.Normalize(got), want)
		}
	}
}

// ownProgram has a module beside it, a class with a method that is called like one of a model, and a routine that shares its globals.
// m z” = 3 t from z = 1 with m = 2 gives z(2) = 3.
const ownProgram = `from msolve import *
from ownweight import weight_of, Draw


class Study:
    def __init__(self, model):
        self.model = model

    def simulate(self, **kw):
        return self.model.simulate(**kw)


Draw().Circle(2.0, radius=1.0)
model = Model()
ground = Part(ground=True)
bead = PointMass(mass=2.0)
bead.cm = Marker(body=bead, qp=[0, 0, 1.0])
calls = []


def weight(id, time, par, npar, dflag, iflag):
    calls.append(time)
    return par[0] * time


Integrator(error=1e-8)
Sforce(type="TRANSLATION", actiononly=True, i=bead.cm, j=Marker(body=ground), function="USER(%r)" % weight_of(), routine=weight)
r = Request(f1="DZ(%d)" % bead.cm.id)
x = Study(model).simulate(type="TRANSIENT", end=2.0, steps=4)
try:
    print("@", x.getObject(r).getComponent(0)[-1], x.times[-1], len(calls) > 10)
except:
    print("behind")
`

// ownWeight is the module, in which a class has a method that is called like one of ours, too.
const ownWeight = `class Draw:
    def Circle(self, x, radius):
        return x * radius


def weight_of():
    return 3.0
`

// TestProgramInCPython: one program in each interpreter.
func TestProgramInCPython(t *testing.T) {
	clitest.WriteFile(t, "ownweight.py", ownWeight)
	deck := clitest.WriteFile(t, "own-program.py", ownProgram)
	programEngines(t, func(t *testing.T, flags ...string) {
		o := clitest.Run(t, append([]string{"run", deck}, flags...)...)
		var z, end float64
		if i := strings.Index(o.Errors, "@ "); o.Code != 0 || i < 0 || !strings.Contains(o.Errors, " 2.0 True\n") {
			t.Fatalf("code %d\n%s", o.Code, o.Errors)
		} else if _, err := fmt.Sscan(o.Errors[i+2:], &z, &end); err != nil || math.Abs(z-3) > 1e-7 {
			t.Errorf("z is %.9g\n%s", z, o.Errors)
		}
		// What the program catches does not keep it running where nothing is solved.
		o = clitest.Run(t, append([]string{"check", deck}, flags...)...)
		o.Expect(t, 0, "N628", "1 routine loaded")
		if strings.Contains(o.Errors, "behind") {
			t.Errorf("the program continues:\n%s", o.Errors)
		}
	})
}

// TestLockedProgramInCPython: the module beside a program is in the lock, and neither runs when it has changed.
func TestLockedProgramInCPython(t *testing.T) {
	clitest.WriteFile(t, "ownweight.py", ownWeight)
	deck := clitest.WriteFile(t, "locked-program.py", ownProgram)
	foreignEngines(t, func(t *testing.T, flags ...string) {
		clitest.WriteFile(t, "ownweight.py", ownWeight)
		clitest.Run(t, append([]string{"lock", deck}, flags...)...).Expect(t, 0, "ownweight.py")
		clitest.Run(t, append([]string{"run", deck, "--locked"}, flags...)...).Expect(t, 0, "@ ")
		mark := filepath.Join(clitest.Folder, "ownweight-ran")
		clitest.WriteFile(t, "ownweight.py", "open(r'"+mark+"', 'w').close()\n"+ownWeight)
		o := clitest.Run(t, append([]string{"run", deck, "--locked"}, flags...)...)
		if o.Code == 0 || !strings.Contains(o.Errors, "ownweight.py has changed") {
			t.Errorf("code %d\n%s", o.Code, o.Errors)
		}
		if _, err := os.Stat(mark); err == nil {
			t.Error("the changed module has run")
		}
	})
}

// TestConfinedProgramInCPython: CPython cannot be confined, so that the program does not run there.
func TestConfinedProgramInCPython(t *testing.T) {
	mark := filepath.Join(clitest.Folder, "unconfined-mark")
	deck := clitest.WriteFile(t, "unconfined.py", "open('unconfined-mark', 'w').close()\nPART(1, GROUND=True)\n")
	foreignEngines(t, func(t *testing.T, flags ...string) {
		for _, kind := range []string{"all", "python"} {
			for _, command := range []string{"check", "info", "run"} {
				clitest.Run(t, append([]string{command, deck, "--isolate", kind}, flags...)...).Expect(t, 3, "cannot be confined")
			}
		}
		if _, err := os.Stat(mark); err == nil {
			t.Fatal("it ran")
		}
	})
}

// TestProgramFailsInCPython: what ends a program ends the run as it does in the embedded interpreter.
func TestProgramFailsInCPython(t *testing.T) {
	late := strings.Replace(ownProgram, "    calls.append(time)\n", "    if time > 0.5:\n        raise ValueError('too late')\n", 1)
	clitest.WriteFile(t, "ownweight.py", ownWeight)
	for name, c := range map[string]struct {
		text  string
		code  int
		says  string
		limit string
	}{
		"late":   {late, 5, "Force_Scalar_TwoBody 1: routine weight failed at time 0.5", "1000"},
		"loops":  {"while True:\n    pass\n", 7, "the wall-time limit", "3"},
		"exit":   {"import sys\nPART(1, GROUND=True)\nsys.exit('no such load case')\n", 3, "exit.py:3:1: error: the program failed: SystemExit: no such load case", "1000"},
		"stops":  {"import sys\nPART(1, GROUND=True)\nSIMULATE(TYPE=\"TRANSIENT\", END=1, STEPS=1)\nsys.exit(0)\n", 0, "", "1000"},
		"module": {"import ownweight\nownweight.weight_of(2)\n", 3, "module.py:2:1: error: the program failed: TypeError", "1000"},
		"lacks":  {"import no_such_module\n", 3, "install it for", "1000"},
	} {
		foreignEngines(t, func(t *testing.T, flags ...string) {
			o := clitest.Run(t, append([]string{"run", clitest.WriteFile(t, name+".py", c.text), "--max-wall", c.limit}, flags...)...)
			if o.Code != c.code || !strings.Contains(o.Errors, c.says) || strings.Contains(o.Errors, "behind\n") {
				t.Errorf("%s: code %d\n%s", name, o.Code, o.Errors)
			}
		})
	}
	t.Run("threads", func(t *testing.T) {
		foreignEngines(t, func(t *testing.T, flags ...string) {
			o := clitest.Run(t, append([]string{"check", clitest.WriteFile(t, "threads.py", `import threading
PART(1, GROUND=True)


def work(n):
    print("thread", n)
    try:
        PART(n, MASS=1.0)
    except RuntimeError as e:
        print("refused:", e)


list = [threading.Thread(target=work, args=(n,)) for n in (2, 3)]
for t in list:
    t.start()
for t in list:
    t.join()
print("joined")
`)}, flags...)...)
			o.Expect(t, 0, "thread 2\n", "thread 3\n", "refused: PART() is called in a thread", "joined\n")
		})
	})
	t.Run("none", func(t *testing.T) {
		o := clitest.Run(t, "check", clitest.WriteFile(t, "nowhere.py", "PART(1, GROUND=True)\n"), "--python-engine", "cpython", "--python", "none")
		o.Expect(t, 3, "the program cannot be run: script nowhere.py needs CPython: no Python is to be used (--python none); install Python 3")
	})
	t.Run("killed", func(t *testing.T) {
		clitest.NeedPython(t)
		deck := clitest.WriteFile(t, "killed.py", "import os\nPART(1, GROUND=True)\nos.kill(os.getpid(), 9)\n")
		clitest.Run(t, "check", deck, "--python-engine", "cpython-child", "--python", "python3").Expect(t, 3, "the process of the interpreter is gone")
	})
}
