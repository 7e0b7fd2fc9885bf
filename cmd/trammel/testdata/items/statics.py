# Three masses between walls: their displacements under a load on the last by the static solver.
import exudyn as exu
from exudyn.utilities import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
mLast = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
mWall = mLast
nodes = []
for i in range(3):
    nodes.append(mbs.AddNode(Node1D(referenceCoordinates=[i + 1.])))
    mbs.AddObject(Mass1D(physicsMass=2, nodeNumber=nodes[-1]))
    m = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[-1], coordinate=0))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mLast, m], stiffness=100, damping=0.5))
    mLast = m
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mLast, mWall], stiffness=100))
mbs.AddLoad(LoadCoordinate(markerNumber=mLast, load=3))
mbs.Assemble()
s = exu.SimulationSettings()
s.solutionSettings.writeSolutionToFile = False
s.staticSolver.verboseMode = 0
mbs.SolveStatic(s)
print("@", *[float(mbs.GetNodeOutput(n, exu.OutputVariableType.Coordinates)) for n in nodes])
