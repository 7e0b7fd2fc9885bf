# A rotor without torques: its angular velocity goes round its axis.
import exudyn as exu
from exudyn.utilities import *
import numpy as np

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

A, C = 0.02, 0.035
body = mbs.CreateRigidBody(inertia=RigidBodyInertia(2., np.diag([A, A, C])), referencePosition=[0, 0, 1], initialAngularVelocity=[3, 0, 40],
                           nodeType=exu.NodeType.RotationRotationVector)
sensor = mbs.AddSensor(SensorBody(bodyNumber=body, storeInternal=True, outputVariableType=exu.OutputVariableType.AngularVelocityLocal))
solve(mbs, 2., 200)
last = mbs.GetSensorStoredData(sensor)[-1]
print('@', last[0], last[1], last[2], last[3])
