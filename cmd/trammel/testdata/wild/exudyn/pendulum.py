# A rod on a revolute joint, let go at 1.2 rad from the vertical, for half a period: it stops on the other side.
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics
from math import cos, pi, sin, sqrt

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

L, m, gravity, start = 0.8, 3., 9.81, 1.2
inertia = InertiaRodX(m, L)
half = pi / sqrt(m * gravity * L / 2 / (m * L**2 / 3))
a, b = 1., cos(start / 2)
while a - b > 1e-15:
    a, b = (a + b) / 2, sqrt(a * b)
half /= a
direction = [sin(start), -cos(start), 0]
ground = mbs.CreateGround()
rod = mbs.CreateRigidBody(inertia=inertia, referencePosition=[L / 2 * x for x in direction], referenceRotationMatrix=RotationMatrixZ(start - pi / 2),
                          gravity=[0, -gravity, 0], graphicsDataList=[graphics.Brick(size=[L, 0.1, 0.1], color=graphics.color.red)])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, rod], position=[0, 0, 0], axis=[0, 0, 1], useGlobalFrame=True)
solve(mbs, half, 200)
tip = mbs.GetObjectOutputBody(rod, exu.OutputVariableType.Position, localPosition=[L / 2, 0, 0])
print('@', half, tip[0], tip[1])
