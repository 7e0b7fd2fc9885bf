# Constraints of vectors of coordinates: two masses of which one has 2/3 of the travel of the other, one that a quadratic equation holds,
# and a pendulum whose length a function keeps.
import numpy as np
import exudyn as exu
from exudyn.itemInterface import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nodes, all, one = [], [], []
for mass, reference, start in ((2.0, 0.5, 0.0), (1.5, 0.25, 0.0), (1.0, 0.25, 0.25)):
    nodes.append(mbs.AddNode(Node1D(referenceCoordinates=[reference], initialCoordinates=[start])))
    mbs.AddObject(ObjectMass1D(nodeNumber=nodes[-1], physicsMass=mass))
    all.append(mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=nodes[-1])))
    one.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[-1], coordinate=0)))
nGround = mbs.AddNode(NodePointGround())
mGround = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=nGround))
# coordinates are those with the reference
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[all[0], all[1]], scalingMarker0=np.array([[2.0]]), scalingMarker1=np.array([[3.0]]),
                                         offset=np.array([3 * 0.25 - 2 * 0.5])))
mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[mGround, all[2]], scalingMarker1=np.array([[1.0]]), quadraticTermMarker1=np.array([[0.5]]),
                                         offset=np.array([0.625])))
mbs.AddLoad(LoadCoordinate(markerNumber=one[0], load=7))
mbs.AddLoad(LoadCoordinate(markerNumber=one[2], load=3))

L = 0.6
n = mbs.AddNode(NodePoint2D(referenceCoordinates=[L, 0]))
b = mbs.AddObject(ObjectMassPoint2D(nodeNumber=n, physicsMass=1.2))
mbs.AddLoad(Force(markerNumber=mbs.AddMarker(MarkerNodePosition(nodeNumber=n)), loadVector=[0, -1.2 * 9.81, 0]))


def Length(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [np.sqrt(q[0]**2 + q[1]**2) - L]


def Jacobian(mbs, t, itemNumber, q, q_t, velocityLevel):
    return np.array([[q[0], q[1]]]) / np.sqrt(q[0]**2 + q[1]**2)


mbs.AddObject(CoordinateVectorConstraint(markerNumbers=[mGround, mbs.AddMarker(MarkerObjectODE2Coordinates(objectNumber=b))],
                                         scalingMarker0=np.zeros((1, 2)), constraintUserFunction=Length, jacobianUserFunction=Jacobian))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.7
settings.timeIntegration.numberOfSteps = 70
mbs.SolveDynamic(settings)
print('@', *[mbs.GetNodeOutput(k, exu.OutputVariableType.Coordinates) for k in nodes])
print('@', *mbs.GetNodeOutput(n, exu.OutputVariableType.Position))
