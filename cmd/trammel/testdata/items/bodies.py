# Rigid bodies: products of inertia, a centre of mass off the reference point, loads that turn
# with the body, springs between bodies, prismatic and generic joints.
import exudyn as exu
from exudyn.utilities import *
SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = mbs.CreateGround()
R = RotationMatrixZ(0.4)
import numpy as np
a = mbs.CreateRigidBody(referencePosition=[0.2,0.1,0.3], referenceRotationMatrix=R, inertia=RigidBodyInertia(3,np.array([[.3,.02,.01],[.02,.4,.03],[.01,.03,.5]]),[.1,.05,-.02]) , initialVelocity=[.1,.2,.3], initialAngularVelocity=[.5,-1,2], gravity=[0,0,-9.81])
mbs.CreateForce(bodyNumber=a, loadVector=[1,2,30], localPosition=[.1,0,.2], bodyFixed=True)
mbs.CreateTorque(bodyNumber=a, loadVector=[.1,.2,.3])
b = mbs.CreateRigidBody(referencePosition=[1,0,0], inertia=InertiaSphere(2,.2), initialVelocity=[0,.5,0])
mbs.CreatePrismaticJoint(bodyNumbers=[g,b], position=[1,0,0], axis=[0,1,0])
mbs.CreateCartesianSpringDamper(bodyNumbers=[a,b], localPosition0=[.1,.1,0], localPosition1=[0,.1,0], stiffness=[20,30,40], damping=[1,1,1], offset=[.5,0,0])
c = mbs.CreateRigidBody(referencePosition=[3,0,0], inertia=InertiaCuboid(500,[.2,.3,.1]), gravity=[0,-9.81,0], initialAngularVelocity=[0,0,1])
mbs.CreateSphericalJoint(bodyNumbers=[g,c], position=[3,.3,.1]) if False else mbs.CreateGenericJoint(bodyNumbers=[g,c], position=[3,0,0], constrainedAxes=[1,0,1,1,1,0])
mbs.CreateSpringDamper(bodyNumbers=[g,c], localPosition0=[3,1,0], localPosition1=[.1,.15,0], stiffness=100, damping=2)
mbs.Assemble()
s=exu.SimulationSettings()
s.timeIntegration.endTime=.8
s.timeIntegration.numberOfSteps=16000
s.timeIntegration.verboseMode=0
s.solutionSettings.writeSolutionToFile=False
mbs.SolveDynamic(s)
o=exu.OutputVariableType
for x in (a,b,c):
    print("@", mbs.GetObjectOutputBody(x,o.Position), mbs.GetObjectOutputBody(x,o.AngularVelocity), mbs.GetObjectOutputBody(x,o.Velocity,localPosition=[.1,.2,.3]), mbs.GetObjectOutputBody(x,o.Acceleration,localPosition=[.1,.2,.3]))
