# Two masses with one coordinate each: a lever couples them, and a third one follows a function.
import exudyn as exu
from exudyn.utilities import *
from math import cos

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

def offset(mbs, t, itemNumber, lOffset):
    return lOffset * (1 - cos(4 * t))


nGround = mbs.AddNode(NodePointGround())
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
markers, nodes = [], []
for mass, x in ((2., 0.1), (3., 0.25), (1., 0.)):
    nodes.append(mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[x])))
    mbs.AddObject(Mass1D(nodeNumber=nodes[-1], physicsMass=mass))
    markers.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[-1], coordinate=0)))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, markers[0]], stiffness=600))
# factor x1 - x0 = 0: the first has 0.4 times the travel of the second
mbs.AddObject(CoordinateConstraint(markerNumbers=[markers[0], markers[1]], factorValue1=0.4))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, markers[2]], offset=0.05, offsetUserFunction=offset))
solve(mbs, 0.8, 80)
print('@', *[mbs.GetNodeOutput(n, exu.OutputVariableType.Coordinates) for n in nodes])
