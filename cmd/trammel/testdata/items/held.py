# Springs and coordinate constraints: a mass that may move along x only hangs between
# two springs; two masses share a motion; a third one moves evenly.
import exudyn as exu
from exudyn.itemInterface import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
mGround = mbs.AddMarker(MarkerNodePosition(nodeNumber=nGround))


def Free(n, axes):
    # leaves a point only some of its axes
    for i in range(3):
        if i not in axes:
            m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=i))
            mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, m]))


n = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialCoordinates=[0.2, 0, 0]))
mbs.AddObject(MassPoint(nodeNumber=n, physicsMass=1))
mN = mbs.AddMarker(MarkerNodePosition(nodeNumber=n))
mbs.AddObject(SpringDamper(markerNumbers=[mGround, mN], stiffness=100, referenceLength=1))
mbs.AddLoad(Force(markerNumber=mN, loadVector=[5, -3, 2]))
Free(n, [0])

a = mbs.AddNode(NodePoint(referenceCoordinates=[0, 5, 0], initialVelocities=[1, 0, 0]))
b = mbs.AddNode(NodePoint(referenceCoordinates=[0, 7, 0], initialVelocities=[0, 2, 0]))
mbs.AddObject(MassPoint(nodeNumber=a, physicsMass=2))
mbs.AddObject(MassPoint(nodeNumber=b, physicsMass=3))
Free(a, [0])
Free(b, [1])
ma = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=a, coordinate=0))
mb = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=b, coordinate=1))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mb, ma], factorValue1=2, offset=0))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, ma], stiffness=56, damping=0, offset=0.5))

c = mbs.AddNode(NodePoint(referenceCoordinates=[0, 0, 9], initialVelocities=[0, 0, 0.5]))
mbs.AddObject(MassPoint(nodeNumber=c, physicsMass=1))
Free(c, [2])
mc = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=c, coordinate=2))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, mc], offset=0.5, velocityLevel=True))
mbs.AddLoad(LoadCoordinate(markerNumber=mc, load=100))

mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.7
s.timeIntegration.numberOfSteps = 7000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType.Coordinates
for node in (n, a, b, c):
    q = mbs.GetNodeOutput(node, o)
    print("@", q[0], q[1], q[2])
