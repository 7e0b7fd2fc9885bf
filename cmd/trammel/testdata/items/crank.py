# A slider-crank that is driven by a speed: joints by Create functions, the slider in a prismatic joint.
import exudyn as exu
from exudyn.utilities import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
r, l, speed = 0.2, 0.5, 6.
oGround = mbs.CreateGround()
crank = mbs.CreateRigidBody(referencePosition=[0.5 * r, 0, 0], initialAngularVelocity=[0, 0, speed], initialVelocity=[0, 0.5 * r * speed, 0],
                            inertia=InertiaCuboid(density=7850, sideLengths=[r, 0.02, 0.02]))
rod = mbs.CreateRigidBody(referencePosition=[r + 0.5 * l, 0, 0], initialAngularVelocity=[0, 0, -speed * r / l], initialVelocity=[0, 0.5 * r * speed, 0],
                          inertia=InertiaCuboid(density=7850, sideLengths=[l, 0.02, 0.02]))
slider = mbs.CreateRigidBody(referencePosition=[r + l, 0, 0], inertia=InertiaCuboid(density=7850, sideLengths=[0.1, 0.05, 0.05]))
mbs.CreateRevoluteJoint(bodyNumbers=[oGround, crank], position=[0, 0, 0], axis=[0, 0, 1])
mbs.CreateRevoluteJoint(bodyNumbers=[crank, rod], position=[r, 0, 0], axis=[0, 0, 1])
mGround = mbs.AddMarker(MarkerBodyRigid(bodyNumber=oGround, localPosition=[r + l, 0, 0]))
mSlider = mbs.AddMarker(MarkerBodyRigid(bodyNumber=slider))
mEnd = mbs.AddMarker(MarkerBodyRigid(bodyNumber=rod, localPosition=[0.5 * l, 0, 0]))
mbs.AddObject(GenericJoint(markerNumbers=[mGround, mSlider], constrainedAxes=[0, 1, 1, 1, 1, 1]))
mbs.AddObject(GenericJoint(markerNumbers=[mEnd, mSlider], constrainedAxes=[1, 1, 0, 0, 0, 0]))
mCrank = mbs.AddMarker(MarkerNodeRotationCoordinate(nodeNumber=mbs.GetObject(crank)["nodeNumber"], rotationCoordinate=2))
mFixed = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mFixed, mCrank], velocityLevel=True, offset=speed))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 0.4
s.timeIntegration.numberOfSteps = 4000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType
print("@", mbs.GetObjectOutputBody(slider, o.Position)[0], mbs.GetObjectOutputBody(slider, o.Velocity)[0], mbs.GetObjectOutputBody(slider, o.Acceleration)[0])
print("@", mbs.GetObjectOutputBody(rod, o.AngularVelocity)[2])
