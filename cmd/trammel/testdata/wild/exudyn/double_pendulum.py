# Two mass points on distance constraints in the plane.
import exudyn as exu
from exudyn.utilities import *

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

ground = mbs.CreateGround()
m1 = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=2, gravity=[0, -9.81, 0])
m2 = mbs.CreateMassPoint(referencePosition=[1, -0.7, 0], initialVelocity=[0.5, 0, 0], physicsMass=1, gravity=[0, -9.81, 0])
mbs.CreateDistanceConstraint(bodyNumbers=[ground, m1])
mbs.CreateDistanceConstraint(bodyNumbers=[m1, m2], distance=0.7)
solve(mbs, 1., 200)
p1 = mbs.GetObjectOutputBody(m1, exu.OutputVariableType.Position)
p2 = mbs.GetObjectOutputBody(m2, exu.OutputVariableType.Position)
print('@', p1[0], p1[1], p2[0], p2[1])
