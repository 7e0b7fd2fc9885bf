# A disc rolls down a slope, which is a gravity that is not normal to the plane.
import exudyn as exu
from exudyn.utilities import *
from math import cos, pi, sin

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

m, r, slope = 4., 0.25, 0.2
inertia = InertiaCylinder(density=m / (pi * r**2 * 0.05), length=0.05, outerRadius=r, axis=0)
ground = mbs.CreateGround()
disc = mbs.CreateRigidBody(inertia=inertia, referencePosition=[0, 0, r], gravity=[0, 9.81 * sin(slope), -9.81 * cos(slope)])
mbs.CreateRollingDisc(bodyNumbers=[ground, disc], axisPosition=[0, 0, 0], axisVector=[1, 0, 0], planePosition=[0, 0, 0], planeNormal=[0, 0, 1], discRadius=r)
solve(mbs, 1.5, 150)
x = mbs.GetObjectOutputBody(disc, exu.OutputVariableType.Position)
w = mbs.GetObjectOutputBody(disc, exu.OutputVariableType.AngularVelocity)
print('@', x[0], x[1], x[2], w[0])
