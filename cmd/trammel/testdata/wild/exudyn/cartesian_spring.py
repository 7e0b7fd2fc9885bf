# A mass on a Cartesian spring-damper with three stiffnesses.
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

ground = mbs.CreateGround(referencePosition=[1, 1, 1])
mass = mbs.CreateMassPoint(referencePosition=[1, 1, 1], initialDisplacement=[0.1, 0.2, -0.1], initialVelocity=[0, 1, 2], physicsMass=2.)
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, mass], stiffness=[200, 450, 800], damping=[0, 4, 12])
solve(mbs, 0.9, 90)
print('@', *mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Displacement))
