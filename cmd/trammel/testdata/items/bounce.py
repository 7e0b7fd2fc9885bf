# A mass falls on a spring that only pushes.
import exudyn as exu
from exudyn.itemInterface import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
mbs.variables["contacts"] = 0


def UF(mbs, t, itemNumber, u, v, k, d, F0):
    if u >= 0:
        return 0.
    mbs.variables["contacts"] += 1
    return min(k * u + d * v, 0.)


ground = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint(referenceCoordinates=[0, 1, 0]))
body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
mMass = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
mbs.AddObject(SpringDamper(markerNumbers=[m0, m1], referenceLength=0.1, stiffness=1e4, damping=5, springForceUserFunction=UF))
mbs.AddLoad(Gravity(markerNumber=mMass, loadVector=[0, -9.81, 0]))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 2
s.timeIntegration.numberOfSteps = 100000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(simulationSettings=s)
print("@", mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[1], mbs.GetNodeOutput(node, exu.OutputVariableType.Velocity)[1],
      int(mbs.variables["contacts"] > 0))
