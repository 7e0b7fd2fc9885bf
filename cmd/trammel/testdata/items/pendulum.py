# A rigid pendulum on a revolute joint with a torsional spring, and a body whose motion a
# spring-damper between points off its centre makes.
import exudyn as exu
from exudyn.utilities import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
oGround = mbs.CreateGround()
L = 0.8
inertia = InertiaCuboid(density=1000, sideLengths=[L, 0.05, 0.05])
rod = mbs.CreateRigidBody(referencePosition=[0.5 * L, 0, 0], inertia=inertia, initialAngularVelocity=[0, 0, 0.5],
                          initialVelocity=[0, 0.5 * 0.5 * L, 0], gravity=[0, -9.81, 0])
mbs.CreateRevoluteJoint(bodyNumbers=[oGround, rod], position=[0, 0, 0], axis=[0, 0, 1])
mbs.CreateTorsionalSpringDamper(bodyNumbers=[oGround, rod], position=[0, 0, 0], axis=[0, 0, 1], stiffness=4, damping=0.3)

J = RigidBodyInertia(mass=2, inertiaTensor=np.diag([0.02, 0.05, 0.06]))
body = mbs.CreateRigidBody(referencePosition=[0, 3, 0], inertia=J, initialAngularVelocity=[1, 2, 3])
m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[1, 3, 0.5]))
m1 = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[0.2, 0.1, 0]))
mbs.AddObject(SpringDamper(markerNumbers=[m0, m1], referenceLength=0.7, stiffness=60, damping=1.5, force=2, velocityOffset=0.2))
sTip = mbs.AddSensor(SensorBody(bodyNumber=body, localPosition=[0.2, 0.1, 0], storeInternal=True,
                                outputVariableType=exu.OutputVariableType.Velocity))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1
s.timeIntegration.numberOfSteps = 20000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType
p = mbs.GetObjectOutputBody(rod, o.Position, localPosition=[0.5 * L, 0, 0])
w = mbs.GetObjectOutputBody(rod, o.AngularVelocity)
print("@", p[0], p[1], w[2])
x = mbs.GetObjectOutputBody(body, o.Position)
w = mbs.GetObjectOutputBody(body, o.AngularVelocityLocal)
r = mbs.GetObjectOutputBody(body, o.Rotation)
v = mbs.GetSensorValues(sTip)
print("@", x[0], x[1], x[2])
print("@", w[0], w[1], w[2])
print("@", r[0], r[1], r[2])
print("@", v[0], v[1], v[2])
