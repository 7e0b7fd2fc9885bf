# A mass on a spring rubs against a band that moves evenly: friction by a function of
# module physics, as a coordinate spring.
import exudyn as exu
from exudyn.utilities import *
from exudyn.physics import RegularizedFriction, StribeckFunction

SC = exu.SystemContainer()
mbs = SC.AddSystem()
nGround = mbs.AddNode(NodePointGround())
mG = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
nMass = mbs.AddNode(NodePoint(referenceCoordinates=[0.5, 0, 0]))
mbs.AddObject(MassPoint(physicsMass=0.5, nodeNumber=nMass))
nBand = mbs.AddNode(NodePoint(initialVelocities=[4, 0, 0]))
mbs.AddObject(MassPoint(physicsMass=0.5, nodeNumber=nBand))
mMass = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nMass, coordinate=0))
mBand = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nBand, coordinate=0))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mG, mBand], velocityLevel=True, offset=4))
mbs.variables["friction"] = 10.


def UFspring(mbs, t, itemNumber, u, v, k, d, offset):
    return RegularizedFriction(vel=v, muDynamic=mbs.variables["friction"], muStaticOffset=4, velStatic=0.5, velDynamic=2, muViscous=0.5) + 0 * u


mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mBand, mMass], springForceUserFunction=UFspring))
mbs.AddObject(CoordinateSpringDamper(markerNumbers=[mG, mMass], stiffness=400))
mbs.AddLoad(LoadCoordinate(markerNumber=mMass, load=20))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.5
s.timeIntegration.numberOfSteps = 20000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType
print("@", mbs.GetNodeOutput(nMass, o.Displacement)[0], mbs.GetNodeOutput(nMass, o.Velocity)[0], mbs.GetNodeOutput(nBand, o.Displacement)[0])
print("@", StribeckFunction(0.3, 1, 0.5, 0.2, 0.1, 0.05), StribeckFunction(-0.02, 1, 0.5, 0.2, 0.1, 0.05))
