import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = mbs.CreateGround()
a = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=1)
m0 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=g))
b = mbs.CreateRigidBody(inertia=InertiaSphere(1, 0.1))
m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b))
mbs.AddObject(GenericJoint(markerNumbers=[m0, m1], constrainedAxes=[1, 1, 1, 1, 0, 0]))
mbs.Assemble()
mbs.SolveDynamic()
