# A mass on a spring that breaks at 0.3; a mass that a constraint holds until 0.2 and that then falls; ground that turns for the eye.
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
nodes, markers = [], []
for x, v in ((0.1, 0.0), (0.0, 0.0)):
    nodes.append(mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[x], initialVelocities=[v])))
    mbs.AddObject(ObjectMass1D(nodeNumber=nodes[-1], physicsMass=2))
    markers.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[-1], coordinate=0)))
mbs.AddLoad(LoadCoordinate(markerNumber=markers[1], load=-2 * 9.81))
oHeld = mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, markers[1]]))
oSpring = mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mGround, markers[0]], stiffness=200))
oTurning = mbs.AddObject(ObjectGround())
calls = []


def Before(mbs, t):
    # t is the end of the step, the state that of its start
    calls.append([t, mbs.GetNodeOutput(nodes[0], exu.OutputVariableType.Coordinates)])
    if t > 0.301:
        mbs.SetObjectParameter(oSpring, 'stiffness', 0.0)
    if t > 0.201:
        mbs.SetObjectParameter(oHeld, 'activeConnector', False)
    mbs.SetObjectParameter(oTurning, 'referenceRotation', RotationMatrixZ(t))
    return t < 0.595


mbs.SetPreStepUserFunction(Before)
s = mbs.AddSensor(SensorNode(nodeNumber=nodes[0], storeInternal=True, outputVariableType=exu.OutputVariableType.Coordinates))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.endTime = 0.8
settings.timeIntegration.numberOfSteps = 80
settings.solutionSettings.sensorsWritePeriod = 0.02
mbs.SolveDynamic(settings)
C, V = exu.OutputVariableType.Coordinates, exu.OutputVariableType.Coordinates_t
print('@', mbs.systemData.GetTime(), len(calls), *calls[0], *calls[20])
print('@', mbs.GetNodeOutput(nodes[0], C), mbs.GetNodeOutput(nodes[0], V), mbs.GetNodeOutput(nodes[1], C))
rows = mbs.GetSensorStoredData(s)
print('@', len(rows), *rows[5])
