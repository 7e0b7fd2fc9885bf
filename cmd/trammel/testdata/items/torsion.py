# A disc on a shaft: a revolute joint, a torsional spring with a damper, and a torque on the disc.
import exudyn as exu
from exudyn.utilities import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
oGround = mbs.CreateGround()
inertia = InertiaCylinder(density=1000, length=0.1, outerRadius=0.2, axis=2)
disc = mbs.CreateRigidBody(referencePosition=[0, 0, 0], inertia=inertia, gravity=[0, 0, -9.81])
mbs.CreateRevoluteJoint(bodyNumbers=[oGround, disc], position=[0, 0, 0], axis=[0, 0, 1])
mGround = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround))
mDisc = mbs.AddMarker(MarkerBodyRigid(bodyNumber=disc))
mbs.AddObject(TorsionalSpringDamper(markerNumbers=[mGround, mDisc], stiffness=20, damping=0.3))
mbs.CreateTorque(bodyNumber=disc, loadVector=[0, 0, 1.5])
sDisc = mbs.AddSensor(SensorBody(bodyNumber=disc, outputVariableType=exu.OutputVariableType.Rotation, storeInternal=True))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1
s.timeIntegration.numberOfSteps = 4000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
s.solutionSettings.sensorsWritePeriod = 0.25
mbs.SolveDynamic(s)
print("@", inertia.Mass(), inertia.GetInertia6D()[2])
for row in mbs.GetSensorStoredData(sDisc)[1:]:
    print("@", row[0], row[3])
