# An elastic pendulum, a rigid one by a distance constraint, and a mass with one
# coordinate between two springs.
import exudyn as exu
from exudyn.utilities import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
g = [0, -9.81, 0]
ground = mbs.CreateGround()
elastic = mbs.CreateMassPoint(referencePosition=[1, 0, 0], physicsMass=12, gravity=g)
oSD = mbs.CreateSpringDamper(bodyNumbers=[ground, elastic], stiffness=500, damping=10)
rigid = mbs.CreateMassPoint(referencePosition=[0.6, -0.8, 2], physicsMass=3, gravity=g)
mbs.CreateDistanceConstraint(bodyNumbers=[ground, rigid], localPosition0=[0, 0, 2])
n = mbs.AddNode(Node1D(referenceCoordinates=[0.5], initialCoordinates=[0.1]))
slider = mbs.AddObject(Mass1D(nodeNumber=n, physicsMass=2, referencePosition=[0, 4, 0]))
mSlider = mbs.AddMarker(MarkerBodyPosition(bodyNumber=slider))
mPost = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 4.3, 0.4]))
mbs.AddObject(SpringDamper(markerNumbers=[mPost, mSlider], referenceLength=0.5, stiffness=300))
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1.2
s.timeIntegration.numberOfSteps = 24000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType
p = mbs.GetObjectOutputBody(elastic, o.Position)
q = mbs.GetObjectOutputBody(rigid, o.Position)
x = mbs.GetNodeOutput(n, o.Coordinates)
d = mbs.GetObjectOutput(oSD, o.Distance)
f = mbs.GetObjectOutput(oSD, o.Force)
print("@", p[0], p[1], d - np.linalg.norm(p))
print("@", q[0], q[1], q[2])
print("@", np.sum(x))
print("@", mbs.GetObjectOutput(oSD, o.ForceLocal) - np.dot(f, p) / d)
