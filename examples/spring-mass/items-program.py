# One mass on a spring-damper in the items of Exudyn. The law of the spring is a
# function; the place of the mass at the default end time of 1 s is printed.

def tension(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + damping * deltaL_t + force


node = mbs.AddNode(NodePoint(referenceCoordinates=[1.05, 0, 0]))
oMassPoint = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))

m0 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oGround, localPosition=[0, 0, 0]))
m1 = mbs.AddMarker(MarkerBodyPosition(bodyNumber=oMassPoint, localPosition=[0, 0, 0]))

mbs.AddObject(ObjectConnectorSpringDamper(markerNumbers=[m0, m1],
                                          referenceLength=1,  # shorter than the distance at the start
                                          stiffness=100, damping=1,
                                          springForceUserFunction=tension))

mbs.Assemble()
mbs.SolveDynamic()

exudynTestGlobals.testResult = mbs.GetNodeOutput(node, exu.OutputVariableType.Position)[0]
