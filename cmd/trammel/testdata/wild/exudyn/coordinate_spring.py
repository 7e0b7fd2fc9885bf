# An oscillator of one coordinate between two springs, one of them by a function.
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

def law(mbs, t, itemNumber, u, v, k, d, offset):
    return k * (u - offset) + d * v


nGround = mbs.AddNode(NodePointGround())
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
node = mbs.AddNode(Node1D(referenceCoordinates=[1], initialCoordinates=[0.03], initialVelocities=[-0.4]))
mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=2.))
marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, marker], stiffness=300, damping=2, offset=0.1))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, marker], stiffness=500, damping=1, offset=0.2, springForceUserFunction=law))
mbs.AddLoad(LoadCoordinate(markerNumber=marker, load=40.))
solve(mbs, 0.7, 70)
print('@', mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates), mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates_t))
