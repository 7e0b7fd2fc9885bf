import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = mbs.CreateGround()
a = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
mbs.CreateSpringDamper(bodyNumbers=[g, a], stifness=100, damping=1)
mbs.Assemble()
mbs.SolveDynamic()
