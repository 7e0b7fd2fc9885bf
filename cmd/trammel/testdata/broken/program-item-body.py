import exudyn as exu
from exudyn.itemInterface import *
SC = exu.SystemContainer()
mbs = SC.AddSystem()
n = mbs.AddNode(NodePointSlope1(referenceCoordinates=[1, 0, 0, 1, 0, 0]))
mbs.AddObject(ObjectRigidBody(physicsMass=1, nodeNumber=n))
