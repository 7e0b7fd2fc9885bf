# A mass on a spring whose force is a function of the script, with a damper and a constant force.
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

m, k, d, f = 1.6, 4000., 8., 80.


def springForce(mbs, t, itemNumber, u, v, stiffness, damping, force):
    return stiffness * u + damping * v


ground = mbs.CreateGround(referencePosition=[0, 0, 0])
mass = mbs.CreateMassPoint(referencePosition=[0.5, 0, 0], initialDisplacement=[0.02, 0, 0], initialVelocity=[0.3, 0, 0], physicsMass=m)
mbs.CreateSpringDamper(bodyNumbers=[ground, mass], referenceLength=0.5, stiffness=k, damping=d, springForceUserFunction=springForce)
mbs.CreateForce(bodyNumber=mass, loadVector=[f, 0, 0])
solve(mbs, 0.3, 300)
print('@', mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Displacement, localPosition=[0, 0, 0])[0])
