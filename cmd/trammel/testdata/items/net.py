# A net of masses in a plane, as dictionaries and with loops; three of its springs call
# a function.
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nx, ny = 4, 3


def UFspring(mbs, t, itemNumber, u, v, k, d, F0):
    return k * u + d * v + F0


for j in range(ny):
    for i in range(nx):
        if i == 0:
            body = mbs.AddObject({"objectType": "Ground", "referencePosition": [0, j, 0]})
        else:
            node = mbs.AddNode({"nodeType": "Point2D", "referenceCoordinates": [i, j], "initialCoordinates": [0, 0], "name": "at %d %d" % (i, j)})
            body = mbs.AddObject({"objectType": "MassPoint2D", "physicsMass": 10, "nodeNumber": node})
        m = mbs.AddMarker({"markerType": "BodyPosition", "bodyNumber": body, "localPosition": [0, 0, 0]})
        if i > 0:
            mbs.AddLoad({"loadType": "ForceVector", "markerNumber": m, "loadVector": [0, -25, 0]})
for j in range(ny):
    for i in range(nx - 1):
        f = 0
        if j == 1:
            f = UFspring
        mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=[j * nx + i, j * nx + i + 1], stiffness=4000, damping=10, referenceLength=1,
                                                  springForceUserFunction=f))
for j in range(ny - 1):
    for i in range(nx):
        mbs.AddObject(SpringDamper(markerNumbers=[j * nx + i, (j + 1) * nx + i], stiffness=4000, damping=10, referenceLength=1))
        if i + 1 < nx:
            mbs.AddObject(SpringDamper(markerNumbers=[j * nx + i, (j + 1) * nx + i + 1], stiffness=4000, damping=10, referenceLength=2**0.5))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 2
s.timeIntegration.numberOfSteps = 4000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s, solverType=exu.DynamicSolverType.RK44)
tip = mbs.GetNodeNumber("at 3 0")
x = mbs.GetNodeOutput(tip, exu.OutputVariableType.Position)
v = mbs.GetNodeOutput(tip, exu.OutputVariableType.Velocity)
print("@", x[0], x[1], v[0], v[1])
