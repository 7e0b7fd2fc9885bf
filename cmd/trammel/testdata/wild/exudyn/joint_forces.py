# Forces of joints: of a pendulum that turns about y, a body that slides along an axis, a link on a ball joint, a disc that rolls down a slope.
import numpy as np
from math import pi
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
sensors = []


def Body(place, rotation=np.eye(3)):
    inertia = RigidBodyInertia(mass=3, inertiaTensor=np.diag([0.2, 0.3, 0.4]))
    return mbs.CreateRigidBody(inertia=inertia, referencePosition=place, referenceRotationMatrix=rotation, gravity=[0, 0, -9.81])


def Measure(joint, *outputs):
    for v in outputs:
        sensors.append(mbs.AddSensor(SensorObject(objectNumber=joint, storeInternal=True, outputVariableType=v)))


F = exu.OutputVariableType.ForceLocal
b = Body([0.5, 0.2, 0])
mG = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0, 0, 0]))
mB = mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=[-0.5, -0.2, 0]))
A = RotationMatrixX(-pi / 2)
Measure(mbs.AddObject(ObjectJointRevoluteZ(markerNumbers=[mG, mB], rotationMarker0=A, rotationMarker1=A)), F)
c = Body([2, 0.3, -0.1])
mC = mbs.AddMarker(MarkerBodyRigid(bodyNumber=c, localPosition=[0, -0.3, 0.1]))
mH = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[2, 0, 0]))
Measure(mbs.AddObject(ObjectJointPrismaticX(markerNumbers=[mH, mC])), F)
mbs.CreateForce(bodyNumber=c, loadVector=[6, 4, 0])
d = Body([4, 0, -0.7])
mD = mbs.AddMarker(MarkerBodyRigid(bodyNumber=d, localPosition=[0, 0, 0.7]))
mI = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[4, 0, 0]))
Measure(mbs.AddObject(ObjectJointSpherical(markerNumbers=[mI, mD])), exu.OutputVariableType.Force)
disc = mbs.CreateRigidBody(inertia=InertiaCylinder(density=4 / (pi * 0.25**2 * 0.05), length=0.05, outerRadius=0.25, axis=0),
                           referencePosition=[6, 0, 0.25], gravity=[0, 9.81 * np.sin(0.2), -9.81 * np.cos(0.2)])
mP = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0, 0, 0]))
mR = mbs.AddMarker(MarkerBodyRigid(bodyNumber=disc, localPosition=[0, 0, 0]))
Measure(mbs.AddObject(ObjectJointRollingDisc(markerNumbers=[mP, mR], discRadius=0.25)), F)
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.3
settings.timeIntegration.numberOfSteps = 300
mbs.SolveDynamic(settings)
for s in sensors:
    print('@', *mbs.GetSensorValues(s))
print('@', *mbs.GetObjectOutputBody(b, exu.OutputVariableType.Position))
