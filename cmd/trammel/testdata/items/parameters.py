# Parameters that are read and changed, variables, an inactive spring, an offset of the
# velocity, and a function that asks where another mass is.
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
oG = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0]))
mbs.variables["k"] = 90.
nodes = []
for i in range(2):
    n = mbs.AddNode(NodePoint(referenceCoordinates=[1, 2 * i, 0], initialVelocities=[0.3, 0, 0]))
    mbs.AddObject(MassPoint(nodeNumber=n, physicsMass=1))
    nodes += [n]


def Follows(mbs, t, itemNumber, u, v, k, d, F0):
    other = mbs.GetNodeOutput(nodes[0], exu.OutputVariableType.Position)[0]
    L0 = mbs.GetObjectParameter(itemNumber, "referenceLength")
    return mbs.variables["k"] * (u + L0 - other) + d * v + 0 * mbs.systemData.GetTime()


m = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=oG)), mbs.AddMarker(MarkerBodyPosition(bodyNumber=oG, localPosition=[0, 2, 0]))]
p = [mbs.AddMarker(MarkerNodePosition(nodeNumber=n)) for n in nodes]
first = mbs.AddObject(SpringDamper(markerNumbers=[m[0], p[0]], referenceLength=0.9, stiffness=1, damping=2, velocityOffset=0.25, name="first"))
idle = mbs.AddObject(SpringDamper(markerNumbers=[m[0], p[0]], referenceLength=3, stiffness=1e5))
second = mbs.AddObject(SpringDamper(markerNumbers=[m[1], p[1]], referenceLength=1, springForceUserFunction=Follows))
mbs.SetObjectParameter(mbs.GetObjectNumber("first"), "stiffness", 36)
mbs.SetObjectParameter(idle, "activeConnector", False)
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1.1
s.timeIntegration.numberOfSteps = 11000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType
print("@", mbs.GetNodeOutput(nodes[0], o.Position)[0], mbs.GetNodeOutput(nodes[1], o.Position)[0])
print("@", mbs.GetObjectOutput(idle, o.Distance), mbs.GetObjectOutput(idle, o.ForceLocal), mbs.GetObjectParameter(first, "stiffness"),
      mbs.systemData.GetTime())
