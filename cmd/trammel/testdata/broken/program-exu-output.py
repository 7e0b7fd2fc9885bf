import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = mbs.CreateGround()
a = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
c = mbs.CreateSpringDamper(bodyNumbers=[g, a], stiffness=100)
mbs.Assemble()
mbs.SolveDynamic()
print(mbs.GetObjectOutput(c, exu.OutputVariableType.Rotation))
