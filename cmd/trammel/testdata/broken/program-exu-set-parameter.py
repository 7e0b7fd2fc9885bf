import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = mbs.CreateGround()
a = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
mbs.SetObjectParameter(1, "mas", 3)
