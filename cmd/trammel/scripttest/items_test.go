package scripttest

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// oscillation is x and its rates of the example at time t:
// x = 1 + 0.05 exp(-t/2) (cos wt + sin wt / 2w) with w² = 100 - 1/4.
func oscillation(t float64) (x, v, a float64) {
	w := math.Sqrt(99.75)
	e := 0.05 * math.Exp(-t/2)
	x = 1 + e*(math.Cos(w*t)+math.Sin(w*t)/(2*w))
	v = -e * 100 / w * math.Sin(w*t)
	return x, v, -100*(x-1) - v
}

// TestMiniExample: it prints the position at 1 s within 1e-5 of
// 0.973539559054649, and all outputs follow the closed form. The force is 100 times the
// error of the position.
func TestMiniExample(t *testing.T) {
	x, v, a := oscillation(1)
	if math.Abs(x-0.973539559054649) > 1e-15 {
		t.Fatal(x)
	}
	example, err := os.ReadFile("../../../examples/spring-mass/items-program.py")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"mini.py":    fmt.Sprintf(clitest.MiniExample, "") + "exudynTestGlobals.testResult = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[0]\n",
		"example.py": string(example),
	} {
		o := clitest.Run(t, "run", clitest.WriteFile(t, name, text))
		_, rest, _ := strings.Cut(o.Errors, "testResult = ")
		result, _, _ := strings.Cut(rest, "\n")
		if got, err := strconv.ParseFloat(result, 64); err != nil || math.Abs(got-x) > 1e-5 || o.Code != 0 {
			t.Errorf("%s: code %d, printed %q, want %.15g\n%s", name, o.Code, result, x, o.Errors)
		}
	}
	outputs := `o = exu.OutputVariableType
for what in (o.Position, o.Displacement, o.Velocity, o.Acceleration):
    print("@", mbs.GetNodeOutput(node, what))
for what in (o.Distance, o.Displacement, o.Velocity, o.Force, o.ForceLocal):
    print("@", mbs.GetObjectOutput(c, what))
`
	f := 100*(x-1) + v
	scripts := map[string]string{
		"plain.py":  fmt.Sprintf(clitest.MiniExample, "") + outputs,
		"custom.py": "def UF(mbs, t, itemNumber, u, v, k, d, F0):\n    return k*u + d*v + F0 + 0*mbs.GetObjectParameter(itemNumber, 'referenceLength')\n" + fmt.Sprintf(clitest.MiniExample, ", springForceUserFunction = UF") + outputs,
		"asks.py":   "def UF(mbs, t, n, u, v, k, d, F0):\n    return k*(mbs.GetNodeOutput(0+1, exu.OutputVariableType.Position)[0] - 1) + d*v\n" + fmt.Sprintf(clitest.MiniExample, ", springForceUserFunction = UF") + outputs,
		"force.py":  fmt.Sprintf(strings.Replace(clitest.MiniExample, "referenceLength = 1,", "referenceLength = 1.1,", 1), ", force = 10, velocityOffset = 0") + outputs,
		"offset.py": fmt.Sprintf(strings.Replace(clitest.MiniExample, "referenceLength = 1,", "referenceLength = 1 - 0.02,", 1), ", velocityOffset = 2") + outputs,
		"objects.py": strings.NewReplacer("oGround", "g", "mbs", "sys1").Replace("import exudyn as exu\nfrom exudyn.utilities import *\nsys1 = exu.SystemContainer().AddSystem()\ng = sys1.AddObject(ObjectGround())\n" +
			fmt.Sprintf(clitest.MiniExample, "") + outputs),
	}
	for i, name := range slices.Sorted(maps.Keys(scripts)) {
		with := scripts[name]
		if clitest.LeftOut(i) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := clitest.PrintedNumbers(t, name, with)
			if len(p) != 9 {
				t.Fatalf("%v", p)
			}
			clitest.CheckNear(t, "Position", p[0], 1e-6, x, 0, 0)
			clitest.CheckNear(t, "Displacement", p[1], 1e-6, x-1.05, 0, 0)
			clitest.CheckNear(t, "Velocity", p[2], 1e-5, v, 0, 0)
			clitest.CheckNear(t, "Acceleration", p[3], 1e-4, a, 0, 0)
			clitest.CheckNear(t, "Distance", p[4], 1e-6, x)
			clitest.CheckNear(t, "connector's Displacement", p[5], 1e-6, x, 0, 0)
			clitest.CheckNear(t, "connector's Velocity", p[6], 1e-5, v, 0, 0)
			clitest.CheckNear(t, "Force", p[7], 1e-4, f, 0, 0)
			clitest.CheckNear(t, "ForceLocal", p[8], 1e-4, f)
		})
	}
}

// TestItems: the other items and functions. A mass of 2 kg falls; one hangs on a
// Cartesian spring; one is kept at a distance; an inactive spring does nothing;
// loads of functions; sensors.
func TestItems(t *testing.T) {
	p := clitest.PrintedNumbers(t, "items.py", `import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
o = exu.OutputVariableType
ground = mbs.CreateGround(referencePosition=[0, 0, 0])
falls = mbs.CreateMassPoint(referencePosition=[1, 0, 0], initialVelocity=[0, 1, 0], physicsMass=2, gravity=[0, 0, -10])
idle = mbs.CreateSpringDamper(bodyNumbers=[ground, falls], stiffness=1e6)
mbs.SetObjectParameter(idle, "activeConnector", False)

n = mbs.AddNode(NodePoint(referenceCoordinates=[0, 3, 0]))
hangs = mbs.AddObject(MassPoint(nodeNumber=n, physicsMass=1, visualization=VMassPoint(show=False)))
a = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 2, 0]))
b = mbs.AddMarker(MarkerNodePosition(nodeNumber=n))
mbs.AddObject(CartesianSpringDamper(markerNumbers=[a, b], stiffness=[4, 4, 4], offset=[0, 0.5, 0]))

pushed = mbs.CreateMassPoint(referencePosition=[0, 0, 5], physicsMass=1)
mbs.CreateForce(bodyNumber=pushed, loadVector=[6, 0, 0], loadVectorUserFunction=lambda mbs, t, f: [f[0] * t, 0, 0])

end = mbs.CreateMassPoint(referencePosition=[1, 0, 9], initialVelocity=[0, 2, 0], physicsMass=3)
c = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 0, 9]))
d = mbs.AddMarker(MarkerBodyPosition(bodyNumber=end))
mbs.AddObject(DistanceConstraint(markerNumbers=[c, d], distance=1))

s = mbs.AddSensor(SensorNode(nodeNumber=n, outputVariableType=o.Position, storeInternal=True))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.5
settings.timeIntegration.numberOfSteps = 20
settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.GeneralizedAlpha)
print("@", mbs.GetObjectOutputBody(falls, o.Position))
print("@", mbs.GetSensorValues(s))
print("@", mbs.GetObjectOutputBody(pushed, o.Position))
print("@", mbs.GetObjectOutputBody(end, o.Position))
stored = mbs.GetSensorStoredData(s)
print("@", len(stored), stored[10])
`)
	if len(p) != 5 {
		t.Fatalf("%v", p)
	}
	clitest.CheckNear(t, "falling", p[0], 1e-6, 1, 0.5, -1.25)
	clitest.CheckNear(t, "hanging", p[1], 1e-6, 0, 2.5+0.5*math.Cos(1), 0)
	clitest.CheckNear(t, "pushed", p[2], 1e-6, 0.125, 0, 5)
	clitest.CheckNear(t, "at a distance", p[3], 1e-6, math.Cos(1), math.Sin(1), 9)
	clitest.CheckNear(t, "stored", p[4], 1e-6, 21, 0.25, 0, 2.5+0.5*math.Cos(0.5), 0)
}
