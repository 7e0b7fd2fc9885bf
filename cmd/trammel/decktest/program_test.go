package decktest

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
	"github.com/trammel-mbd/trammel/core/deck/golden"
)

// TestProgramTwins compares models that are Python programs with the same
// models in XML. The numbers that both hand to the solver are equal, or differ
// in the last digit where the program computes them: 1e-12 leaves room for that.
func TestProgramTwins(t *testing.T) {
	for _, c := range []struct{ program, twin string }{
		{"catenary/catenary-program.py", "catenary/catenary-python.xml"},
		{"spring-mass/chain-program.py", "spring-mass/chain.xml"},
		{"slider-crank/slider-crank-program.py", "slider-crank/slider-crank.xml"},
		{"four-bar/four-bar-program.py", "four-bar/four-bar.xml"},
	} {
		t.Run(filepath.Base(c.program), func(t *testing.T) {
			compareRuns(t, filepath.Join("..", "..", "..", "examples", c.program), filepath.Join("..", "..", "..", "examples", c.twin), 1e-12)
		})
	}
}

// compareRuns runs two decks and compares their tables; columns are scaled by
// their largest value.
func compareRuns(t *testing.T, a, b string, tol float64) {
	t.Helper()
	x, y := tableOf(t, a), tableOf(t, b)
	if len(x) != len(y) || len(x) < 10 || len(x[0]) != len(y[0]) {
		t.Fatalf("%d rows of %d and %d rows of %d", len(x), len(x[0]), len(y), len(y[0]))
	}
	for j := range x[0] {
		most := 1.0
		for i := range y {
			most = max(most, math.Abs(y[i][j]))
		}
		for i := range x {
			if !(math.Abs(x[i][j]-y[i][j]) <= tol*most) {
				t.Fatalf("row %d, column %d: %.17g and %.17g", i, j, x[i][j], y[i][j])
			}
		}
	}
}

// tableOf runs a deck and returns its results.
func tableOf(t *testing.T, deck string) [][]float64 {
	t.Helper()
	path, err := filepath.Abs(deck)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if o := clitest.Run(t, "run", path, "--out", dir, "--quiet"); o.Code != 0 || o.Errors != "" {
		t.Fatalf("%s: code %d\n%s", deck, o.Code, o.Errors)
	}
	return clitest.ReadRows(t, filepath.Join(dir, "requests.csv"))
}

// TestBrokenPrograms compares what is said about each program of
// testdata/broken whose name begins with program, and the exit code, with the
// golden file beside it.
func TestBrokenPrograms(t *testing.T) {
	programs, err := filepath.Glob("../testdata/broken/program-*.py")
	if err != nil || len(programs) < 40 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for i, p := range programs {
		if clitest.LeftOut(i) {
			continue
		}
		name := filepath.Base(p)
		t.Run(strings.TrimSuffix(name, ".py"), func(t *testing.T) {
			o := clitest.Run(t, "check", name)
			got := fmt.Sprintf("$ trammel check %s\n%s%sexit code %d\n", name, o.Errors, o.Out, o.Code)
			golden.CompareFile(t, strings.TrimSuffix(p, ".py")+".golden", clitest.Normalize(got))
		})
	}
}

// A program that asks for results has those of the run that follows; a function
// of the program is a routine whose globals it shares.
func TestProgramResults(t *testing.T) {
	name := clitest.WriteFile(t, "falls.py", `from msolve import *
calls = 0


def weight(id, time, par, npar, dflag, iflag):
    global calls
    calls = calls + 1
    return par[0] * time


model = Model()
ground = Part(ground=True)
bead = PointMass(mass=2.0)
bead.cm = Marker(body=bead)
Sforce(type="TRANSLATION", actiononly=True, i=bead.cm, j=Marker(body=ground), function="USER(3.0)", routine=weight)
r = Request(f1="DZ(%d)" % bead.cm.id, f2="VZ(%d)" % bead.cm.id)
x = model.simulate(type="TRANSIENT", end=2.0, steps=4)
z = x.getObject(r).getComponent(0)
print("%d %.17g %.17g %s" % (len(z), z[-1], x.getObject(r).getComponent(1)[-1], calls > 10))
`)
	o := clitest.Run(t, "run", name)
	if o.Code != 0 {
		t.Fatalf("code %d\n%s", o.Code, o.Errors)
	}
	_, rows := clitest.ReadResults(t, "falls.out", 0)
	last := strings.Split(rows[len(rows)-1], ",")
	z, _ := strconv.ParseFloat(last[1], 64)
	v, _ := strconv.ParseFloat(last[2], 64)
	if want := fmt.Sprintf("5 %.17g %.17g True\n", z, v); !strings.Contains(o.Errors, want) {
		t.Errorf("printed\n%s, want %s", o.Errors, want)
	}
	// 2 z'' = 3 t: z(2) = 2 m at the default tolerance of 1e-3
	if z, err := strconv.ParseFloat(last[1], 64); err != nil || math.Abs(z-2) > 2e-3 {
		t.Errorf("z is %s at the end", last[1])
	}
	if o := clitest.Run(t, "check", name); o.Code != 0 || !strings.Contains(o.Errors, "N628") || !strings.Contains(o.Out, "1 routine loaded") {
		t.Errorf("check: code %d\n%s%s", o.Code, o.Errors, o.Out)
	}
}

// Between two simulations an object changes: the second continues in time with
// the new stiffness. From rest at 1.5 on a spring of length 1 the mass swings about 1
// with 2 rad/s for half a period, then is at 0.5 and swings with 6 rad/s.
func TestProgramChange(t *testing.T) {
	p := clitest.PrintedNumbers(t, "changes.py", `from msolve import *
model = Model()
Integrator(type="DSTIFF", error=1e-7)
ground = Part(ground=True)
bead = PointMass(mass=1.0)
bead.cm = Marker(body=bead, qp=[1.5, 0, 0])
spring = SpringDamper(type="TRANSLATION", i=bead.cm, j=Marker(body=ground), k=4.0, length=1.0)
r = Request(f1="DX(%d)" % bead.cm.id)
a = model.simulate(type="TRANSIENT", end=pi / 2, steps=10)
spring.k = 36.0
b = model.simulate(type="TRANSIENT", end=pi / 2 + 1, steps=10)
print("@", a.getObject(r).getComponent(0)[-1], b.getObject(r).getComponent(0)[-1], len(b.times))
`)
	if len(p) != 1 {
		t.Fatalf("%v", p)
	}
	clitest.CheckNear(t, "positions", p[0], 1e-5, 0.5, 1-0.5*math.Cos(6), 22)
}

// What fails while a program has its results computed ends with the code of the
// run, as if it had not asked: a routine, the limit of time, a loop without end.
func TestProgramFails(t *testing.T) {
	const law = "def UF(mbs, t, n, u, v, k, d, F0):\n    if t > %s:\n        raise ValueError('too late')\n    return k*u\n\n"
	text := fmt.Sprintf(clitest.MiniExample, ", springForceUserFunction = UF")
	ask := "try:\n    print('@', mbs.GetNodeOutput(node, exu.OutputVariableType.Position))\nexcept:\n    pass\nprint('behind')\n"
	long := strings.Replace(text, "mbs.SolveDynamic()", "s = exu.SimulationSettings()\ns.timeIntegration.endTime = 1e9\nmbs.SolveDynamic(s)", 1)
	for name, c := range map[string]struct {
		text  string
		code  int
		says  string
		limit string
	}{
		"fails.py":   {fmt.Sprintf(law, "0.3") + text + ask, 5, "Force_SpringDamper 3: routine SPDSUB failed at time 0.3", "1000"},
		"forever.py": {fmt.Sprintf(law, "1e99") + long + ask, 7, "the wall-time limit", "3"},
		"loops.py":   {"while True:\n    pass\n", 7, "the wall-time limit", "3"},
	} {
		t.Run(name, func(t *testing.T) {
			o := clitest.Run(t, "run", clitest.WriteFile(t, name, c.text), "--max-wall", c.limit)
			if o.Code != c.code || !strings.Contains(o.Errors, c.says) || strings.Contains(o.Errors, "behind\n") {
				t.Errorf("code %d\n%s", o.Code, o.Errors)
			}
		})
	}
}
