# An oscillator under a load that is a function of time, and a body under a torque that turns with it.
import exudyn as exu
from exudyn.utilities import *
import numpy as np
from math import sin

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

def load(mbs, t, loadVector):
    return [loadVector[0] * sin(7 * t), 0, 0]


def torque(mbs, t, loadVector):
    return [0, 0, loadVector[2] * t]


ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2.)
mbs.CreateSpringDamper(bodyNumbers=[ground, mass], referenceLength=1, stiffness=800)
mbs.CreateForce(bodyNumber=mass, loadVector=[50, 0, 0], loadVectorUserFunction=load)
rotor = mbs.CreateRigidBody(inertia=RigidBodyInertia(1., np.diag([0.4, 0.4, 0.5])), referencePosition=[0, 2, 0])
mbs.CreateTorque(bodyNumber=rotor, loadVector=[0, 0, 6], loadVectorUserFunction=torque, bodyFixed=True)
solve(mbs, 1.2, 120)
print('@', mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Displacement)[0], mbs.GetObjectOutputBody(rotor, exu.OutputVariableType.AngularVelocity)[2])
