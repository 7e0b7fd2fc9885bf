# Cartesian springs: one that is linear in each direction, and one with a function of
# the user, each with a mass point.
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
esym = exu.symbolic
ground = mbs.CreateGround(referencePosition=[0, 0, 0])
a = mbs.CreateMassPoint(referencePosition=[0.5, 0, 0], initialDisplacement=[0.02, 0.03, -0.01], initialVelocity=[0, 0.1, 0.2], physicsMass=2)
mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, a], stiffness=[200, 50, 98], damping=[0, 2, 0], offset=[0.5, 0, 0])
b = mbs.CreateMassPoint(referencePosition=[0, 0, 1], initialDisplacement=[0.1, 0, 0], initialVelocity=[0, 0.5, 0], physicsMass=1)


def law(mbs, t, itemNumber, u, v, k, d, offset):
    return [k[0] * u[0] + 100 * u[0]**3, k[1] * u[1], k[2] * (u[2] - offset[2])]


c = mbs.CreateCartesianSpringDamper(bodyNumbers=[ground, b], stiffness=[10, 25, 30], offset=[0, 0, 1])
mbs.SetObjectParameter(c, "springForceUserFunction", law)
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1
s.timeIntegration.numberOfSteps = 4000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s, solverType=exu.DynamicSolverType.RK67)
n = mbs.GetObject(a)["nodeNumber"]
p = mbs.GetNodeOutput(n, exu.OutputVariableType.Displacement)
q = mbs.GetObjectOutputBody(b, exu.OutputVariableType.Position)
print("@", p[0], p[1], p[2])
print("@", q[0], q[1], q[2])
