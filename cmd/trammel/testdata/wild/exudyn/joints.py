# A body slides down an inclined prismatic joint; another is thrown within the plane that a generic joint leaves it.
import exudyn as exu
from exudyn.utilities import *
from math import cos, sin

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

slope = 0.5
axis = [cos(slope), 0, -sin(slope)]
ground = mbs.CreateGround()
slider = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.2, 0.3]), referencePosition=[0, 1, 0], gravity=[0, 0, -9.81],
                             initialVelocity=[0.5 * x for x in axis])
mbs.CreatePrismaticJoint(bodyNumbers=[ground, slider], position=[0, 1, 0], axis=axis)
thrown = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.1, 0.1, 0.1]), gravity=[0, 3., -9.81], initialVelocity=[2, 0, 4], initialAngularVelocity=[0, 5, 0])
mbs.CreateGenericJoint(bodyNumbers=[ground, thrown], position=[0, 0, 0], constrainedAxes=[0, 1, 0, 1, 0, 1])
solve(mbs, 0.7, 70)
x, y = [mbs.GetObjectOutputBody(b, exu.OutputVariableType.Position) for b in (slider, thrown)]
R = mbs.GetObjectOutputBody(thrown, exu.OutputVariableType.RotationMatrix)
print('@', *x)
print('@', *y, R[0], R[2])
