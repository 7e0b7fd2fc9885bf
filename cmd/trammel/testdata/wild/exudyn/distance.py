# A conical pendulum: a mass on a distance constraint goes round at a constant height.
import exudyn as exu
from exudyn.utilities import *
from math import cos, sin, sqrt

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

L, cone, gravity = 1.3, 0.6, 9.81
w = sqrt(gravity / (L * cos(cone)))
r = L * sin(cone)
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[r, 0, -L * cos(cone)], initialVelocity=[0, w * r, 0], physicsMass=0.7, gravity=[0, 0, -gravity])
mbs.CreateDistanceConstraint(bodyNumbers=[ground, mass])
solve(mbs, 2.3, 115)
print('@', *mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Position))
