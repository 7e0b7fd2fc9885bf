# A spring of length 0 whose ends meet at the start.
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
oGround = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[0, 0, 0]))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[-1, 0, 0]))
c = mbs.AddObject(SpringDamper(markerNumbers=[m0, m1], referenceLength=0, stiffness=100, damping=1))
mbs.AddLoad(Force(markerNumber=m1, loadVector=[0, 6, 8]))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.numberOfSteps = 20000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType
p = mbs.GetNodeOutput(node, o.Position)
print("@", p[0], p[1], p[2])
print("@", mbs.GetObjectOutput(c, o.Distance))
d = mbs.GetObjectOutput(c, o.Displacement)
f = mbs.GetObjectOutput(c, o.Force)
v = mbs.GetObjectOutput(c, o.Velocity)
print("@", d[1], d[2], v[1] * 8 - v[2] * 6, f[1] * 8 - f[2] * 6)
