# A Duffing oscillator: a coordinate spring and a load with functions of the user.
import exudyn as exu
from exudyn.itemInterface import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
mass, k, d, load, omega = 1.5, 900.0, 2.0, 50.0, 21.0


def spring(mbs, t, itemNumber, u, v, k, d, offset):
    return 0.2 * k * u + 40 * k * u**3 + d * v


def push(mbs, t, load):
    return load * np.sin(omega * t)


n = mbs.AddNode(Point(referenceCoordinates=[0.3, 0, 0]))
nGround = mbs.AddNode(NodePointGround(referenceCoordinates=[0, 0, 0]))
mbs.AddObject(MassPoint(physicsMass=mass, nodeNumber=n))
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
mMass = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, mMass], stiffness=k, damping=d, springForceUserFunction=spring))
mbs.AddLoad(LoadCoordinate(markerNumber=mMass, load=load, loadUserFunction=push))
mbs.Assemble()

s = exu.SimulationSettings()
s.timeIntegration.endTime = 1.5
s.timeIntegration.numberOfSteps = 6000
s.solutionSettings.writeSolutionToFile = False
s.timeIntegration.verboseMode = 0
mbs.SolveDynamic(s, solverType=exu.DynamicSolverType.RK44)
x = mbs.GetNodeOutput(n, exu.OutputVariableType.Position)
v = mbs.GetNodeOutput(n, exu.OutputVariableType.Velocity)
print("@", x[0] - 0.3, v[0])
