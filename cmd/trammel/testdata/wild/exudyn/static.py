# Static positions: a mass on a spring that turns into the direction of the force, and a lever on a torsional spring.
import exudyn as exu
from exudyn.utilities import *
from math import atan2

SC = exu.SystemContainer()
mbs = SC.AddSystem()

gravity = [3., -9.81, 0]
ground = mbs.CreateGround()
mass = mbs.CreateMassPoint(referencePosition=[0.1, -1, 0], physicsMass=5., gravity=gravity)
mbs.CreateSpringDamper(bodyNumbers=[ground, mass], referenceLength=1., stiffness=1000., damping=10)
# the node is held in its plane
nGround = mbs.AddNode(NodePointGround())
mGround = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nGround, coordinate=0))
mZ = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.GetObject(mass)['nodeNumber'], coordinate=2))
mbs.AddObject(CoordinateConstraint(markerNumbers=[mGround, mZ]))
lever = mbs.CreateRigidBody(inertia=InertiaCuboid(1000, [0.4, 0.05, 0.05]), referencePosition=[2, 0, 0])
mbs.CreateRevoluteJoint(bodyNumbers=[ground, lever], position=[2, 0, 0], axis=[0, 0, 1])
mbs.CreateTorsionalSpringDamper(bodyNumbers=[ground, lever], position=[2, 0, 0], axis=[0, 0, 1], stiffness=50., damping=1.)
mbs.CreateForce(bodyNumber=lever, localPosition=[0.2, 0, 0], loadVector=[0, 100., 0])
mbs.Assemble()
settings = exu.SimulationSettings()
settings.staticSolver.newton.relativeTolerance = 1e-10
settings.staticSolver.numberOfLoadSteps = 5
mbs.SolveStatic(settings)
x = mbs.GetObjectOutputBody(mass, exu.OutputVariableType.Position)
R = mbs.GetObjectOutputBody(lever, exu.OutputVariableType.RotationMatrix)
print('@', x[0], x[1], atan2(R[3], R[0]))
