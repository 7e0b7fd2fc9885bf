import exudyn as exu
from exudyn.itemInterface import *
SC = exu.SystemContainer()
mbs = SC.AddSystem()
n = mbs.AddNode(NodePoint(referenceCoordinate=[1, 0, 0]))
mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=n + 5))
mbs.Assemble()
mbs.SolveDynamic()
