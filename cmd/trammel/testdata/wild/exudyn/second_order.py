# Equations of second order with coupled masses, with a spring, a load and a function; the same with a function for the masses;
# two nodes of points; a coordinate that is tied to another.
import numpy as np
import exudyn as exu
from exudyn.itemInterface import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
M = np.array([[2.0, 0.8], [0.8, 1.5]])
K = np.array([[300.0, -40.0], [-40.0, 180.0]])
D = np.array([[1.2, 0.0], [0.0, 0.6]])


def Push(mbs, t, itemNumber, q, q_t):
    return np.array([0.0, 7 * np.sin(5 * t) - 20 * q[1]**3])


def Masses(mbs, t, itemNumber, q, q_t):
    return M


def PushAll(mbs, t, itemNumber, q, q_t):
    f = Push(mbs, t, itemNumber, q, q_t)
    return [f[0] + 9 - 25 * (q[0] - 0.02) - 0.5 * q_t[0], f[1]]


def Node():
    return mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, referenceCoordinates=[1, 2], initialCoordinates=[0.1, -0.2],
                                       initialCoordinates_t=[0.5, 1.0]))


n0, n1 = Node(), Node()
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n0], massMatrix=M, stiffnessMatrix=K, dampingMatrix=D, forceVector=[3, -2], forceUserFunction=Push))
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[n1], stiffnessMatrix=K, dampingMatrix=D, forceVector=[3, -2], forceUserFunction=PushAll,
                                massMatrixUserFunction=Masses))
nGround = mbs.AddNode(NodePointGround())
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
m0 = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n0, coordinate=0))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, m0], stiffness=25, damping=0.5, offset=0.02))
mbs.AddLoad(LoadCoordinate(markerNumber=m0, load=9))

# points: |--m--m, which fall in y
p0 = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
p1 = mbs.AddNode(NodePoint(referenceCoordinates=[2, 0, 0], initialCoordinates=[0.05, 0, 0]))
I, Z = np.eye(3), np.zeros((3, 3))
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[p0, p1], massMatrix=np.block([[0.5 * I, Z], [Z, 0.5 * I]]),
                                stiffnessMatrix=np.block([[400 * I, -200 * I], [-200 * I, 200 * I]])))
mp = mbs.AddMarker(MarkerNodePosition(nodeNumber=p1))
mbs.AddLoad(Force(markerNumber=mp, loadVector=[0, -2, 0]))

# a coordinate of mass 3 with a spring of 60, tied to a mass of 2 that moves twice as far
g = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=1, referenceCoordinates=[0], initialCoordinates=[0.1], initialCoordinates_t=[0]))
mbs.AddObject(ObjectGenericODE2(nodeNumbers=[g], massMatrix=[[3.0]], stiffnessMatrix=[[60.0]]))
n = mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[0.2]))
mbs.AddObject(Mass1D(nodeNumber=n, physicsMass=2))
mg = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=g, coordinate=0))
mn = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mn, mg], factorValue1=2))

s = mbs.AddSensor(SensorNode(nodeNumber=n0, storeInternal=True, outputVariableType=exu.OutputVariableType.Coordinates_t))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.9
settings.timeIntegration.numberOfSteps = 90
mbs.SolveDynamic(settings)
C = exu.OutputVariableType.Coordinates
print('@', *mbs.GetNodeOutput(n0, C), *mbs.GetNodeOutput(n1, C))
print('@', *mbs.GetSensorStoredData(s)[-1])
print('@', *mbs.GetNodeOutput(p1, exu.OutputVariableType.Position), *mbs.GetNodeOutput(p0, exu.OutputVariableType.Displacement))
print('@', mbs.GetNodeOutput(g, C), mbs.GetNodeOutput(n, C))
mbs.SolveStatic()
print('@', *mbs.GetNodeOutput(p1, exu.OutputVariableType.Displacement))
