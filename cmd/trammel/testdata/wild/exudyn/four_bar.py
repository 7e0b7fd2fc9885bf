# A four-bar linkage in the plane whose crank is turned by a function of the offset of its angle.
import exudyn as exu
from exudyn.utilities import *
from math import atan2, sin, sqrt

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

a, b, c, d = 0.2, 0.7, 0.5, 0.6  # crank, coupler, rocker, frame


def angle(mbs, t, itemNumber, offset):
    return 2 * t + 0.3 * sin(3 * t)


# the start: crank along x, coupler from (a, 0) to P, rocker from (d, 0) to P
e = d - a
x = (b**2 - c**2 + e**2) / (2 * e)
P = [a + x, sqrt(b**2 - x**2)]


def link(p, q, mass):
    length = sqrt((q[0] - p[0])**2 + (q[1] - p[1])**2)
    node = mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, atan2(q[1] - p[1], q[0] - p[0])]))
    body = mbs.AddObject(ObjectRigidBody2D(nodeNumber=node, physicsMass=mass, physicsInertia=mass * length**2 / 12))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[s * length / 2, 0, 0])) for s in (-1, 1)]
    return node, body, ends


ground = mbs.AddObject(ObjectGround())
left = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 0, 0]))
right = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[d, 0, 0]))
crankNode, crank, crankEnds = link([0, 0], [a, 0], 0.5)
_, coupler, couplerEnds = link([a, 0], P, 1.)
rockerNode, rocker, rockerEnds = link([d, 0], P, 0.8)
for pair in ([left, crankEnds[0]], [crankEnds[1], couplerEnds[0]], [couplerEnds[1], rockerEnds[1]], [right, rockerEnds[0]]):
    mbs.AddObject(RevoluteJoint2D(markerNumbers=pair))
nGround = mbs.AddNode(NodePointGround())
fixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
turned = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=crankNode, coordinate=2))
mbs.AddObject(CoordinateConstraint(markerNumbers=[fixed, turned], offset=0, offsetUserFunction=angle))
solve(mbs, 1.3, 130)
tip = mbs.GetObjectOutputBody(rocker, exu.OutputVariableType.Position, localPosition=[c / 2, 0, 0])
print('@', mbs.GetNodeOutput(crankNode, exu.OutputVariableType.CoordinatesTotal)[2], tip[0], tip[1])
