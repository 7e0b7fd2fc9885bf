import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = mbs.CreateGround()
a = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
n = mbs.AddNode(NodePointGround())
m0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
m1 = mbs.AddMarker(MarkerNodePosition(nodeNumber=0))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[m0, m1], stiffness=100))
mbs.Assemble()
mbs.SolveDynamic()
