import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = mbs.CreateGround()
a = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
m = mbs.AddMarker(MarkerBodyPosition(bodyNumber=7))
mbs.Assemble()
