package scripttest

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// damped is x of m x” = f - k x - d x' from x0 with speed v0 at time t.
func damped(m, k, d, f, x0, v0, t float64) float64 {
	a := d / (2 * m)
	w := math.Sqrt(k/m - a*a)
	c := x0 - f/k
	return f/k + math.Exp(-a*t)*(c*math.Cos(w*t)+(v0+a*c)/w*math.Sin(w*t))
}

// turned returns the time and the angle of the disc of torsion.py.
func turned(t float64) []float64 { return []float64{t, damped(0.08*math.Pi, 20, 0.3, 1.5, 0, 0, t)} }

// crankMotion returns position, speed and acceleration of a slider at time t of a crank r that turns with w, with a rod l.
func crankMotion(r, l, w, t float64) []float64 {
	sin, cos := math.Sincos(w * t)
	root := math.Sqrt(l*l - r*r*sin*sin)
	return []float64{r*cos + root, -r*w*sin - r*r*w*sin*cos/root,
		-r*w*w*cos - r*r*w*w*(cos*cos-sin*sin)/root - math.Pow(r*r*w*sin*cos, 2)/(root*root*root)}
}

// spinAxis returns the axis of the body of spin.py at time t: with inertias 0.3, 0.3, 0.5 and the spin (2, 0, 5) it goes round the angular
// momentum L = (0.6, 0, 2.5) with |L|/0.3.
func spinAxis(t float64) []float64 {
	l := math.Hypot(0.6, 2.5)
	x, z := 0.6/l, 2.5/l
	sin, cos := math.Sincos(l / 0.3 * t)
	return []float64{x * z * (1 - cos), -x * sin, cos + z*z*(1-cos)}
}

// TestExudynScripts runs the programs of testdata/items as they are. What they
// print is compared with closed forms where there are any. Other numbers come
// from a Runge-Kutta method of order 4 with 20,000 steps a second and located
// events, in equations written for each model by itself; they are good to all digits given.
// theirs is what Exudyn 1.13.6 prints with the steps that the program asks for, as
// far as its own error goes.
func TestExudynScripts(t *testing.T) {
	shared := 0.5 + damped(2+4*3, 56, 0, 0, -0.5, 1, 0.7) // the other mass has twice the motion
	tests := []struct {
		name   string
		tol    float64
		want   [][]float64
		theirs [][]float64 // nil entries are not compared
		near   float64
	}{
		{"oscillator.py", 1e-7, [][]float64{
			{damped(2, 800, 6, 60, -0.05, 0.7, 0.8), damped(2, 800, 6, 60, -0.05, 0.7, 0.8)},
			{41, 0.2, damped(2, 800, 6, 60, -0.05, 0.7, 0.2), damped(2, 800, 6, 60, -0.05, 0.7, 0.2)},
			nil}, [][]float64{{0.10961483, 0.10961470}, {41, 0.2, 0.12204847, 0.12204835}, {85.380896, 0}}, 2e-4},
		{"duffing.py", 1e-7, [][]float64{{-0.00713702, 1.8622225}}, [][]float64{{-0.007137024, 1.862222501}}, 1e-7},
		{"cartesian.py", 1e-7, [][]float64{
			{damped(2, 200, 0, 0, 0.02, 0, 1), damped(2, 50, 2, 0, 0.03, 0.1, 1), damped(2, 98, 0, 0, -0.01, 0.2, 1)},
			{-0.09904422, 0.5 * math.Sin(5) / 5, 2 - math.Cos(math.Sqrt(30))}},
			[][]float64{{-0.0167814306, -0.0088174158, 0.0112320231}, {-0.0990442193, -0.0958924275, 1.3075808884}}, 1e-7},
		{"net.py", 2e-7, [][]float64{{3.00834362, 0.00288482847, -0.11804623, 0.07768225}}, [][]float64{{3.00834362, 0.00288482847, -0.11804623, 0.07768225}}, 1e-6},
		{"bounce.py", 5e-5, [][]float64{{0.14713798, -3.45003727, 1}}, [][]float64{{0.146972, -3.450327, 1}}, 1e-3},
		{"held.py", 1e-7, [][]float64{
			{damped(1, 100, 0, 5, 0.2, 0, 0.7), 0, 0}, {shared, 0, 0}, {0, 2 * shared, 0}, {0, 0, 0.35}},
			[][]float64{{0.1630854, 0, 0}, {0.9077413, 0, 0}, {0, 1.8154826, 0}, {0, 0, 0.35}}, 1e-6},
		{"pendulum.py", 2e-6, [][]float64{
			{0.38940001, -0.69883305, 3.3461238}, {0.6646675, 2.73365339, 0.37755133}, {6.72773343, 3.96416411, -3.66620334},
			{1.50104984, -0.76547696, -2.80897521}, {-0.38185904, -0.13586185, 0.39492747}},
			[][]float64{{0.3894000, -0.6988331, 3.3461238}, {0.6646675, 2.7336534, 0.3775513}, {6.7277335, 3.9641640, -3.6662034},
				{1.5010498, -0.7654770, -2.8089752}, {-0.3818591, -0.1358619, 0.3949275}}, 2e-6},
		{"swing.py", 1e-7, [][]float64{{-1.02835938, -0.64466302, 0}, {-0.53093447, -0.84741288, 2}, {-0.5352722122}, {0}},
			[][]float64{{-1.0283594, -0.6446630, 0}, {-0.5309345, -0.8474129, 2}, {-0.5352722}, {0}}, 2e-7},
		{"parameters.py", 1e-7, [][]float64{{0.94666985, 1.00277649}, {0.94666985, 0, 36, 1.1}},
			[][]float64{{0.9466699, 1.0027765}, {0.9466699, 0, 36, 1.1}}, 1e-7},
		{"band.py", 3e-7, [][]float64{{0.0766014767, 1.7111735458, 2}, {1 + 0.5*math.Exp(-2.5) + 0.05, -0.6}},
			[][]float64{{0.0766014, 1.7111736, 2}, {1.0910425, -0.6}}, 5e-7},
		{"zero.py", 1e-7, [][]float64{{1, 0.6 * damped(1, 100, 1, 10, 0, 0, 1), 0.8 * damped(1, 100, 1, 10, 0, 0, 1)}, {damped(1, 100, 1, 10, 0, 0, 1)},
			{0.6 * damped(1, 100, 1, 10, 0, 0, 1), 0.8 * damped(1, 100, 1, 10, 0, 0, 1), 0, 0}},
			[][]float64{{1, 0.0917525, 0.1223367}, {0.1529209}, {0.0917525, 0.1223367, 0, 0}}, 2e-7},
		{"variation.py", 1e-7, [][]float64{{damped(2, 50, 1, 0, 0.1, 0, 0.5), damped(2, 100, 1, 0, 0.1, 0, 0.5), damped(2, 200, 1, 0, 0.1, 0, 0.5)}},
			[][]float64{{-0.0678801, -0.0827567, 0.0227836}}, 2e-7},
		{"torsion.py", 1e-7, [][]float64{{4 * math.Pi, 0.08 * math.Pi}, turned(0.25), turned(0.5), turned(0.75), turned(1)},
			[][]float64{{12.56637061, 0.251327412}, {0.25, 0.1108843}, {0.5, 0.0930221}, {0.75, 0.0294766}, {1, 0.1093624}}, 2e-7},
		{"crank.py", 1e-6, [][]float64{crankMotion(0.2, 0.5, 6, 0.4), {-6 * 0.2 * math.Cos(2.4) / math.Sqrt(0.25-0.04*math.Pow(math.Sin(2.4), 2))}},
			[][]float64{{0.3339254336, -0.5622410812, 4.919425437}, {1.8381071774}}, 1e-5},
		{"spin.py", 5e-7, [][]float64{{2 * math.Cos(5), 2 * math.Sin(5), 5}, spinAxis(1.5), {1.5, 3, 4.5}},
			[][]float64{{0.56732143, -1.91784941, 5}, {0.00938424, -0.06641762, 0.99774778}, {1.5, 3, 4.5}}, 5e-6},
		{"statics.py", 1e-9, [][]float64{{0.0075, 0.015, 0.0225}}, [][]float64{{0.0075, 0.015, 0.0225}}, 1e-9},
		{"bodies.py", 0, [][]float64{nil, nil, nil}, [][]float64{
			{-0.39739457, 0.45431402, -0.5995326, -0.48922019, -5.39661213, 2.92829281, -0.28743417, -0.23067364, -3.43014967, 7.72660264, 1.42647781, 4.62821635},
			{1, 0.491016985, 0, 0, 0, 0, 0, 0.340176402, 0, 0, -1.0047616, 0},
			{3, -0.37712714, 0, 0, 0, -4.63776729, 1.02762479, 1.54693205, 0, 1.10949715, -4.09153542, 0}}, 2e-5},
	}
	for i, c := range tests {
		if clitest.LeftOut(i) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "testdata", "items", c.name))
			if err != nil {
				t.Fatal(err)
			}
			got := clitest.PrintedNumbers(t, c.name, string(text))
			if len(got) != len(c.want) || len(got) != len(c.theirs) {
				t.Fatalf("prints %v, want %v", got, c.want)
			}
			for i := range got {
				if c.want[i] != nil {
					clitest.CheckNear(t, "line", got[i], c.tol, c.want[i]...)
				}
				clitest.CheckNear(t, "Exudyn's line", got[i], c.near, c.theirs[i]...)
			}
		})
	}
}

// User functions of Exudyn need not expect the states of the set-up call, which are zero: what they
// raise then does not count. In a run it does.
func TestExudynFunctionsAtSetUp(t *testing.T) {
	text := `import exudyn as exu
from exudyn.itemInterface import *
import numpy as np
SC = exu.SystemContainer()
mbs = SC.AddSystem()
k, d, F0 = 200., 0.8, [0, 0, -9.81]
n0 = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
gr = mbs.AddObject(ObjectGround())
m = mbs.AddObject(MassPoint(nodeNumber=n0, physicsMass=2.))
mg = mbs.AddMarker(MarkerBodyPosition(bodyNumber=gr, localPosition=[0, 0, 0]))
mm = mbs.AddMarker(MarkerBodyPosition(bodyNumber=m, localPosition=[0, 0, 0]))
def springForceUserFunction(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    m_ = mbs.GetObjectParameter(m, 'physicsMass')
    p = mbs.GetNodeOutput(n0, exu.OutputVariableType.Position)
    L = np.sqrt(p[0]**2 + p[1]**2 + p[2]**2)
    if abs((L - 0.8) - deltaL) > 1e-5: raise ValueError('length %g %g' % (L, deltaL))
    ts = mbs.systemData.GetTime()
    return stiffness*deltaL + damping*deltaL_t + 50*deltaL**3*(m_/2.)
mbs.AddObject(SpringDamper(markerNumbers=[mg, mm], stiffness=k, damping=d, referenceLength=0.8, springForceUserFunction=springForceUserFunction))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1.
s.timeIntegration.numberOfSteps = 1000
mbs.SolveDynamic(s)
p = mbs.GetNodeOutput(n0, exu.OutputVariableType.Position)
print('@', p[0])
`
	// x" = -(200 (x-0.8) + 0.8 x' + 50 (x-0.8)^3)/2, x = 1 at rest: Runge-Kutta of order 8 at 1e-12
	clitest.CheckNear(t, "place", clitest.PrintedNumbers(t, "exudyn-set-up.py", text)[0], 1e-6, 0.6633571390050756)
	o := clitest.Run(t, "run", clitest.WriteFile(t, "exudyn-raises.py", strings.Replace(text, "(L - 0.8) - deltaL", "L", 1)))
	if o.Code != 5 || !strings.Contains(o.Errors, "ValueError: length 1") {
		t.Errorf("code %d, want 5 and the script's own words\n%s", o.Code, o.Errors)
	}
}

// An object that can be called may be a routine of a program.
func TestProgramHandsOverObjects(t *testing.T) {
	o := clitest.Run(t, "run", clitest.WriteFile(t, "objects-called.py", `
class Law:
    def __init__(self, k): self.k = k
    def __call__(self, id, time, par, npar, dflag, iflag):
        return [0.0, 0.0, -self.k * py_sysfnc("DZ", [par[0]])[0]]
UNITS(FORCE="NEWTON", MASS="KILOGRAM", LENGTH="METER", TIME="SECOND")
PART(1, GROUND=True)
MARKER(1, PART=1)
for b, k in ((2, 10.), (3, 40.)):
    PART(b, MASS=1.0, IP=(1, 1, 1), CM=10*b, QG=(b, 0, 0.5))
    MARKER(10*b, PART=b)
    MARKER(100 + b, PART=1, FLOATING=True)
    VFORCE(b, I=10*b, JFLOAT=100 + b, RM=1, FUNCTION="USER(%d)" % (10*b), ROUTINE=Law(k))
REQUEST(9, F2="DZ(20)", F3="DZ(30)")
INTEGRATOR(ERROR=1e-8)
SIMULATE("TRANSIENT", END=1.0, DTOUT=0.5)
`), "--out", "objects-called.out")
	if o.Code != 0 {
		t.Fatalf("code %d\n%s", o.Code, o.Errors)
	}
	_, rows := clitest.ReadResults(t, "objects-called.out", 0)
	clitest.CheckNear(t, "DZ", clitest.ParseRow(t, rows[len(rows)-1])[1:], 1e-6, 0.5*math.Cos(math.Sqrt(10)), 0.5*math.Cos(math.Sqrt(40))) // integr_tol 1e-8
}

// TestProgramIsNotSearched: a program that is the deck has modules that routines do not have; check does not warn of them.
func TestProgramIsNotSearched(t *testing.T) {
	if o := clitest.Run(t, "check", filepath.Join(itemsFolder(t), "duffing.py")); o.Code != 0 || strings.Contains(o.Errors, "E804") {
		t.Errorf("%+v", o)
	}
}

// itemsFolder returns the absolute path of testdata/items.
func itemsFolder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../testdata/items")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A place of 1e7 m is not known to 1e-10 m: the error that is asked for grows with the places.
func TestExudynFarAway(t *testing.T) {
	got := clitest.PrintedNumbers(t, "exudyn-far.py", `
import exudyn as exu
from exudyn.utilities import *
SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround(referencePosition=[1e7, 0, 0])
mass = mbs.CreateMassPoint(referencePosition=[1e7, 0, 0], initialDisplacement=[3, 0, 0], physicsMass=2)
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, mass], stiffness=[50, 50, 50])
mbs.Assemble()
mbs.SolveDynamic(exu.SimulationSettings())
print('@', mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Displacement)[0])
`)
	clitest.CheckNear(t, "displacement", got[0], 1e-6, 3*math.Cos(5))
}
