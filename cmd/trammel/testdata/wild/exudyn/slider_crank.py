# A slider-crank with joints in space: the energy of the flywheel goes to and fro.
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from math import atan2

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

r, l, J, m, M, w0 = 0.15, 0.5, 0.02, 0.6, 1.5, 20.
ground = mbs.CreateGround()
crank = mbs.CreateRigidBody(inertia=RigidBodyInertia(1., np.diag([J, J, J])), initialAngularVelocity=[0, 0, w0])
rodSpeed = -w0 * r / l  # of its angle, when both are stretched
rod = mbs.CreateRigidBody(inertia=InertiaRodX(m, l), referencePosition=[r + l / 2, 0, 0], initialAngularVelocity=[0, 0, rodSpeed],
                          initialVelocity=[0, w0 * r / 2, 0])
piston = mbs.CreateRigidBody(inertia=InertiaCuboid(M / 0.001, [0.1, 0.1, 0.1]), referencePosition=[r + l, 0, 0])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, crank], position=[0, 0, 0], axis=[0, 0, 1])
mbs.CreateRevoluteJoint(bodyNumbers=[crank, rod], position=[r, 0, 0], axis=[0, 0, 1])
mbs.CreateGenericJoint(bodyNumbers=[rod, piston], position=[r + l, 0, 0], constrainedAxes=[1, 1, 0, 0, 0, 0])
mbs.CreatePrismaticJoint(bodyNumbers=[ground, piston], position=[r + l, 0, 0], axis=[1, 0, 0])
solve(mbs, 0.37, 370)
R = mbs.GetObjectOutputBody(crank, exu.OutputVariableType.RotationMatrix)
w = mbs.GetObjectOutputBody(crank, exu.OutputVariableType.AngularVelocity)
x = mbs.GetObjectOutputBody(piston, exu.OutputVariableType.Position)
print('@', atan2(R[3], R[0]), w[2], x[0])
