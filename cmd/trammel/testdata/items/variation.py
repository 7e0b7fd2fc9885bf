# A function builds and solves a model for several stiffnesses; a spring's function works
# with arrays.
import exudyn as exu
from exudyn.utilities import *
import numpy as np


def Frequency(k, m=2.0):
    SC = exu.SystemContainer()
    mbs = SC.AddSystem()
    ground = mbs.CreateGround()
    a = mbs.CreateMassPoint(referencePosition=[1, 0, 0], initialDisplacement=[0.1, 0, 0], physicsMass=m)
    table = np.array([[-1, -k], [0, 0], [1, k]])

    def law(mbs, t, itemNumber, u, v, stiffness, damping, force):
        return np.interp(u, table[:, 0], table[:, 1]) + np.dot([damping, 0], [v, 1])

    mbs.CreateSpringDamper(bodyNumbers=[ground, a], referenceLength=1, damping=1, springForceUserFunction=law)
    mbs.Assemble()
    s = exu.SimulationSettings()
    s.timeIntegration.endTime = 0.5
    s.timeIntegration.numberOfSteps = 10000
    s.timeIntegration.verboseMode = 0
    s.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(s)
    return mbs.GetObjectOutputBody(a, exu.OutputVariableType.Displacement)[0]


result = np.array([Frequency(k) for k in [50., 100., 200.]])
print("@", result[0], result[1], result[2])
