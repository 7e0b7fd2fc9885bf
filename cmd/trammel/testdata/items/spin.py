# A free symmetric body turns without a torque: its axis goes round the fixed direction of the angular momentum.
import exudyn as exu
from exudyn.utilities import *
import numpy as np

SC = exu.SystemContainer()
mbs = SC.AddSystem()
inertia = RigidBodyInertia(mass=2, com=[0, 0, 0], inertiaTensor=np.diag([0.3, 0.3, 0.5]))
body = mbs.CreateRigidBody(referencePosition=[0, 0, 0], initialVelocity=[1, 2, 3], initialAngularVelocity=[2, 0, 5], inertia=inertia,
                           nodeType=exu.NodeType.RotationEulerParameters)
mbs.Assemble()
s = exu.SimulationSettings()
s.timeIntegration.endTime = 1.5
s.timeIntegration.numberOfSteps = 6000
s.timeIntegration.verboseMode = 0
s.solutionSettings.writeSolutionToFile = False
mbs.SolveDynamic(s)
o = exu.OutputVariableType
print("@", *mbs.GetObjectOutputBody(body, o.AngularVelocityLocal))
print("@", *mbs.GetObjectOutputBody(body, o.RotationMatrix)[[2, 5, 8]])
print("@", *mbs.GetObjectOutputBody(body, o.Position))
