# A mass on springs along all axes with dry friction, whose law is a function of vectors, and a load that is one.
import numpy as np
import exudyn as exu
from exudyn.utilities import *

SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.CreateGround()
node = mbs.AddNode(NodePoint(referenceCoordinates=[0.5, 0.1, 0]))
body = mbs.AddObject(MassPoint(physicsMass=1.6, nodeNumber=node))
fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
moving = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
along = np.array([1.0, 0, 0])


def UFspring(mbs, t, itemNumber, u, v, k, d, offset):
    return np.array(k) * u + np.array(d) * v + 10 * np.sign(v) * along


def UFload(mbs, t, load):
    return np.sin(3 * t) * np.array(load)


mbs.AddObject(CartesianSpringDamper(markerNumbers=[fixed, moving], stiffness=[500, 40, 10], damping=[1, 0, 0], springForceUserFunction=UFspring))
mbs.AddLoad(Force(markerNumber=moving, loadVector=[0, 0, 2], loadVectorUserFunction=UFload))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 500
settings.timeIntegration.endTime = 5
mbs.SolveDynamic(settings)
print('@', *mbs.GetNodeOutput(node, exu.OutputVariableType.Position))
