package decktest

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// wildProgram runs a program of testdata/wild/msolve with words behind its name, and returns the lines of numbers that it prints.
func wildProgram(t *testing.T, name string, words ...string) ([][]float64, clitest.Outcome) {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "testdata", "wild", "msolve", name))
	if err != nil {
		t.Fatal(err)
	}
	o := clitest.Run(t, append([]string{"run", path, "--out", filepath.Join(t.TempDir(), "out")}, words...)...)
	if o.Code != 0 || strings.Contains(o.Errors, "warning") || strings.Contains(o.Errors, "it is integrated") {
		t.Fatalf("code %d\n%s", o.Code, o.Errors)
	}
	var all [][]float64
	for _, line := range strings.Split(o.Errors, "\n") {
		if rest, ok := strings.CutPrefix(line, "@ "); ok {
			all = append(all, clitest.ParseNumbers(t, strings.Fields(rest)))
		}
	}
	return all, o
}

// wildRows compares the lines of numbers of a program with others.
func wildRows(t *testing.T, got [][]float64, tol float64, want ...[]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		clitest.CheckNear(t, "line "+strconv.Itoa(i+1), got[i], tol, want[i]...)
	}
}

// TestWildPendulum: periods are those of the elliptic integral, which the arithmetic-geometric mean gives. The parabola through
// rows a millisecond apart is good to 1e-8.
func TestWildPendulum(t *testing.T) { programEngines(t, pendulumPeriods) }

func pendulumPeriods(t *testing.T, flags ...string) {
	table := filepath.Join(t.TempDir(), "deep", "periods.csv")
	_, o := wildProgram(t, "pendulum.py", append(flags, "--", "--csv", table, "--lengths", "0.25", "0.64", "--angle=60")...)
	if !strings.Contains(o.Errors, "2 lengths -> periods.csv\n") {
		t.Errorf("printed\n%s", o.Errors)
	}
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 3 || rows[0][1] != "period" {
		t.Fatalf("%v, %v", rows, err)
	}
	for i, length := range []float64{0.25, 0.64} {
		a, b := 1.0, math.Cos(math.Pi/6) // half of the angle
		for range 6 {
			a, b = (a+b)/2, math.Sqrt(a*b)
		}
		want := 2 * math.Pi * math.Sqrt(length/9.81) / a
		if got, err := strconv.ParseFloat(rows[i+1][1], 64); err != nil || math.Abs(got-want) > 1e-6 {
			t.Errorf("a length of %g has the period %s, want %.9g", length, rows[i+1][1], want)
		}
	}
	path, err := filepath.Abs("../testdata/wild/msolve/pendulum.py")
	if err != nil {
		t.Fatal(err)
	}
	clitest.Run(t, append([]string{"check", path}, flags...)...).Expect(t, 3, "the following arguments are required: --csv", "SystemExit: 2")
}

// TestWildKinematics: r cos a + sqrt(l² - r² sin² a) is the position of the slider. Nothing is said of degrees of freedom, as there are none.
func TestWildKinematics(t *testing.T) { programEngines(t, sliderAngles) }

func sliderAngles(t *testing.T, flags ...string) {
	got, o := wildProgram(t, "slider.py", flags...)
	const r, l, start = 0.1, 0.3, 1.0
	x := func(a float64) float64 { return r*math.Cos(a) + math.Sqrt(l*l-r*r*math.Sin(a)*math.Sin(a)) }
	var want [][]float64
	for _, time := range []float64{0.25, 1} {
		lo, hi := start, math.Pi
		for range 60 {
			if mid := (lo + hi) / 2; x(mid) > x(start)-0.05*time {
				lo = mid
			} else {
				hi = mid
			}
		}
		slope := -r*math.Sin(lo) - r*r*math.Sin(lo)*math.Cos(lo)/math.Sqrt(l*l-r*r*math.Sin(lo)*math.Sin(lo))
		want = append(want, []float64{time, lo - start, -0.05 / slope})
	}
	wildRows(t, got, 1e-8, want...)
	if strings.Contains(o.Errors, "note") {
		t.Errorf("notes:\n%s", o.Errors)
	}
}

// TestKinematicsWithFreedom: an analysis that is called kinematic and is not is warned of.
func TestKinematicsWithFreedom(t *testing.T) {
	o := clitest.Run(t, "run", clitest.WriteFile(t, "free.py", "POINT_MASS(1, MASS=1.0, CM=9)\nMARKER(9, POINT_MASS=1)\nREQUEST(1, F1=\"DX(9)\")\nSIMULATE(TYPE=\"KINEMATICS\", END=1.0, STEPS=2)\n"))
	o.Expect(t, 0, "the deck requests a kinematic analysis, but the model may move in 3 degrees of freedom")
}

// TestWildStatics: m g = k s at rest, then m z” = m g - k' z from there.
func TestWildStatics(t *testing.T) { programEngines(t, settledLoad) }

func settledLoad(t *testing.T, flags ...string) {
	got, o := wildProgram(t, "settle.py", flags...)
	const m, g, l = 2.0, 9.80665, 0.5
	before, after := m*g/200, m*g/800
	wildRows(t, got, 2e-6, []float64{-(l + before)}, []float64{1, -(l + after + (before-after)*math.Cos(math.Sqrt(800/m)))})
	if strings.Contains(o.Errors, "W605") || strings.Contains(o.Errors, "GRAPHICS") {
		t.Errorf("%s", o.Errors)
	}
}

// TestWildComposite: a class of the program's own with checked properties; m z” = m g - k' z from rest on k.
func TestWildComposite(t *testing.T) { programEngines(t, stiffenedStrut) }

func stiffenedStrut(t *testing.T, flags ...string) {
	got, o := wildProgram(t, "strut.py", flags...)
	const m, g, l = 2.0, 9.8, 0.5
	before, after := m*g/200, m*g/800
	wildRows(t, got, 1e-7, []float64{-(l + before), -(l + after + (before-after)*math.Cos(math.Sqrt(800/m)))})
	for _, says := range []string{"stiffness is 800.0 now\n", "refused: top is a Marker, not 3\n", "refused: Strut needs load\n", "refused: damping is a number, not 'much'\n"} {
		if !strings.Contains(o.Errors, says) {
			t.Errorf("it does not print %q:\n%s", says, o.Errors)
		}
	}
}

// TestWildBodies: a free symmetric body turns about its axis with n = w3 (I1 - I3)/I1, and this about the angular momentum L with |L|/I1.
func TestWildBodies(t *testing.T) { programEngines(t, freeTop) }

func freeTop(t *testing.T, flags ...string) {
	got, _ := wildProgram(t, "top.py", flags...)
	const i1, i3, w1, w3, time = 0.4, 0.7, 1.5, 4.0, 2.0
	l := math.Hypot(i1*w1, i3*w3)
	half, spin := l/i1*time/2, w3*(i1-i3)/i1*time/2
	a := [4]float64{math.Cos(half), i1 * w1 / l * math.Sin(half), 0, i3 * w3 / l * math.Sin(half)}
	c, s := math.Cos(spin), math.Sin(spin)
	e := []float64{a[0]*c - a[3]*s, a[1]*c + a[2]*s, a[2]*c - a[1]*s, a[3]*c + a[0]*s}
	if len(got) == 3 && len(got[0]) == 7 && got[0][3]*e[0] < 0 { // both signs are the same orientation
		for i := range e {
			e[i] = -e[i]
		}
	}
	wildRows(t, got, 1e-6, append([]float64{0.1 + 2*2, 0.2 + 5*2 - 9.81*2, 0.3}, e...),
		[]float64{5 - 9.81, -9.81, 1, 19}, []float64{1, -9.81 * 2, -2, -1})
}

// TestWildPenalty: the arguments of PFORCE stand in the documented order, and a penalty of 0 leaves a damper: x = v m/c (1 - exp(-c t/m)).
func TestWildPenalty(t *testing.T) { programEngines(t, dragOfRate) }

func dragOfRate(t *testing.T, flags ...string) {
	path, err := filepath.Abs("../testdata/wild/msolve/drag.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []float64{0.5, 4} {
		clitest.Run(t, append(append([]string{"run", path, "--out", "drag.out", "--quiet"}, flags...), "--", strconv.FormatFloat(c, 'g', -1, 64))...).Expect(t, 0)
		_, rows := clitest.ReadResults(t, "drag.out", 0)
		fall := math.Exp(-c * 1.5 / 2)
		clitest.CheckNear(t, "the last row", clitest.ParseRow(t, rows[len(rows)-1]), 1e-6, 1.5, 3*2/c*(1-fall), 3*fall)
	}
	clitest.Run(t, "check", path, "--", "4", "5").Expect(t, 0)
	clitest.Run(t, "check", path).Expect(t, 3, "IndexError")
}

// TestWildNumpy: a program computes modes with numpy and tries each: frequencies of a chain of n masses are 2 sqrt(k/m) sin(j pi/2(n+1)), and a
// mode that is released returns to minus itself after half a period. The other one finds the factor of a drag again; x = m/c ln(1 + c v t/m).
func TestWildNumpy(t *testing.T) {
	foreignEngines(t, func(t *testing.T, flags ...string) {
		if !hasNumpy() {
			t.Skip("this python3 has no numpy")
		}
		file := filepath.Join(t.TempDir(), "omega.json")
		got, _ := wildProgram(t, "chain.py", append(flags, "--", "--masses", "4", "--out", file)...)
		var want [][]float64
		for j := range 4 {
			want = append(want, []float64{2 * math.Sqrt(800/0.5) * math.Sin(float64(j+1)*math.Pi/10), 0, -1})
		}
		wildRows(t, got, 1e-7, want...)
		if text, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(text), `{"omega": [24.7`) {
			t.Errorf("%s, %v", text, err)
		}
		got, _ = wildProgram(t, "fit.py", flags...)
		want = nil
		for _, c := range []float64{0.2, 0.4, 0.6} {
			want = append(want, []float64{c, c, 8, 1.5 / c * math.Log(1+c*8*2/1.5)})
		}
		wildRows(t, got, 1e-7, want...)
	})
	for _, name := range []string{"chain.py", "fit.py"} { // the embedded numpy is smaller
		path, err := filepath.Abs("../testdata/wild/msolve/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if o := clitest.Run(t, "run", path, "--out", "small.out"); o.Code == 0 || !strings.Contains(o.Errors, "numpy") {
			t.Errorf("%s: code %d\n%s", name, o.Code, o.Errors)
		}
	}
}

// TestEarlierModels: of several models in one program the last is the deck. What is wrong with the others, or remarkable, is said as well;
// one that cannot be solved becomes the deck.
func TestEarlierModels(t *testing.T) {
	const text = `from msolve import *
runs = []
for c, more in ((4.0, {}), (0.0, {"bogus": 3}), (%s, {}), (2.0, {})):
    model = Model()
    p = PointMass(mass=2.0, vx=3.0)
    p.cm = Marker(body=p)
    Pforce(function="DX(%%d)" %% p.cm.id, penalty1=c, **more)
    r = Request(f1="VX(%%d)" %% p.cm.id)
    run = model.simulate(type="KINEMATICS" if more else "DYNAMICS", end=1.5, steps=3)
    runs.append((run, r))
for run, r in runs:
    print("@", run.getObject(r).getComponent(0)[-1])
`
	programEngines(t, func(t *testing.T, flags ...string) {
		o := clitest.Run(t, append([]string{"run", clitest.WriteFile(t, "earlier.py", fmt.Sprintf(text, "1.0"))}, flags...)...)
		o.Expect(t, 0, "warning: of an earlier simulation: PFORCE(1): unknown keyword BOGUS", "it and penalty1 are 0", "requests a kinematic analysis", "3 warnings")
		var v []float64
		for _, line := range strings.Split(o.Errors, "\n") {
			if rest, ok := strings.CutPrefix(line, "@ "); ok {
				x, err := strconv.ParseFloat(rest, 64)
				if err != nil {
					t.Fatal(err)
				}
				v = append(v, x)
			}
		}
		clitest.CheckNear(t, "speeds", v, 1e-3, 3*math.Exp(-3), 3, 3*math.Exp(-0.75), 3*math.Exp(-1.5))
		clitest.Run(t, append([]string{"run", clitest.WriteFile(t, "fails-earlier.py", fmt.Sprintf(text, "-1.0"))}, flags...)...).Expect(t, 3, `penalty1: "-1" is negative`)
		unread := strings.Replace(fmt.Sprintf(text, "1.0"), "for run, r in runs:", "for run, r in runs[2:]:", 1)
		clitest.Run(t, append([]string{"run", clitest.WriteFile(t, "unread.py", unread)}, flags...)...).Expect(t, 0, "this simulation is not carried out: another model follows it")
	})
	clitest.Run(t, "check", clitest.WriteFile(t, "stale.py", "from msolve import *\na = Model()\nPart(ground=True)\nb = Model()\nPart(ground=True)\na.simulate(end=1)\n")).
		Expect(t, 3, "stale.py:6:3: error: this model cannot be simulated: another Model has been made since")
	clitest.Run(t, "check", clitest.WriteFile(t, "callback.py", "from msolve import *\na = Model()\nPart(ground=True)\na.simulate(end=1, onOutputStep=print)\n")).
		Expect(t, 3, "callback.py:4:32: error: simulate: onOutputStep is not supported")
}
