# A body on a revolute joint with a torsional spring, a damper and a torque, over more than a turn.
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from math import pi

SC = exu.SystemContainer()
mbs = SC.AddSystem()

def solve(mbs, end, steps):
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = end
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.verboseMode = 1
    settings.solutionSettings.solutionWritePeriod = end / steps
    settings.solutionSettings.sensorsWritePeriod = end / steps
    mbs.SolveDynamic(settings)

J, k, d, torque = 0.3, 5., 0.2, 8.
ground = mbs.CreateGround()
wheel = mbs.CreateRigidBody(inertia=RigidBodyInertia(1., np.diag([J, J, J])), initialAngularVelocity=[0, 0, 30.])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, wheel], position=[0, 0, 0], axis=[0, 0, 1])
spring = mbs.CreateTorsionalSpringDamper(bodyNumbers=[ground, wheel], position=[0, 0, 0], axis=[0, 0, 1], stiffness=k, damping=d)
mbs.CreateTorque(bodyNumber=wheel, loadVector=[0, 0, torque])
sensor = mbs.AddSensor(SensorObject(objectNumber=spring, storeInternal=True, outputVariableType=exu.OutputVariableType.Rotation))
solve(mbs, 1.1, 110)
print('@', int(max(mbs.GetSensorStoredData(sensor)[:, 1]) > 2 * pi), mbs.GetObjectOutput(spring, exu.OutputVariableType.Rotation))
