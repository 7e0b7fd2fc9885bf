# Two masses in a row, with and without dampers.
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

nGround = mbs.AddNode(NodePointGround())
last = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
for m, k in ((2., 300.), (1., 100.)):
    node = mbs.AddNode(Node1D(referenceCoordinates=[0]))
    mbs.AddObject(Mass1D(nodeNumber=node, physicsMass=m))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddObject(CoordinateSpringDamper(markerNumbers=[last, marker], stiffness=k, damping=0.01 * k))
    last = marker
mbs.Assemble()
print('@', *mbs.ComputeODE2Eigenvalues()[0])
print('@', *mbs.ComputeODE2Eigenvalues(convert2Frequencies=True, numberOfEigenvalues=1)[0])
values = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True, useAbsoluteValues=False)[0]
print('@', *sorted([x.real for x in values]), sum([x.imag for x in values]))
print('@', mbs.ComputeSystemDegreeOfFreedom()['degreeOfFreedom'])
