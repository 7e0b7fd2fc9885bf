"""The models of models.go in Exudyn. Reads one case a line, NAME N STEPS END, and answers
each with one line: CPU seconds of its solver, calls of user functions if they are counted,
then x y z of the far end of the last body.

NAME is MODEL/COORDINATES/METHOD, for instance chain/EP/modified. Settings are the best that were
found for each model: its module without range checks, sparse solver from 10 bodies on for chains and
from 30 for strings, modified Newton where it pays, nothing written.
"""
import sys
import time

sys.exudynFast = True
import exudyn as exu  # noqa: E402
import exudyn.itemInterface as item  # noqa: E402
import numpy as np  # noqa: E402
from exudyn.utilities import CreateSymbolicUserFunction, RigidBodyInertia  # noqa: E402

try:
    exu.config.printToConsole = False
except Exception:
    exu.SetWriteToConsole(False)

TYPES = exu.DynamicSolverType
VALUE = exu.OutputVariableType


def chain(mbs, n, coordinates):
    length, width = 0.5, 0.05
    node = {"EP": exu.NodeType.RotationEulerParameters, "LG": exu.NodeType.RotationRotationVector}[coordinates]
    across = (length**2 + width**2) / 12
    inertia = RigidBodyInertia(mass=1, inertiaTensor=np.diag([width**2 / 6, across, across]))
    before = mbs.CreateGround()
    for i in range(n):
        body = mbs.CreateRigidBody(referencePosition=[(i + 0.5) * length, 0, 0], inertia=inertia,
                                   gravity=[0, -9.81, 0], nodeType=node)
        mbs.CreateRevoluteJoint(bodyNumbers=[before, body], position=[i * length, 0, 0], axis=[0, 0, 1],
                                useGlobalFrame=True)
        before = body
    return lambda: mbs.GetObjectOutputBody(before, VALUE.Position, [length / 2, 0, 0])


def tree(mbs, n, _):
    length, width = 0.5, 0.05
    across = (length**2 + width**2) / 12
    node = mbs.AddNode(item.NodeGenericODE2(referenceCoordinates=[0.] * n, initialCoordinates=[0.] * n,
                                            initialCoordinates_t=[0.] * n, numberOfODE2Coordinates=n))
    links = mbs.AddObject(item.ObjectKinematicTree(
        nodeNumber=node, jointTypes=[exu.JointType.RevoluteZ] * n, linkParents=list(range(-1, n - 1)),
        jointTransformations=exu.Matrix3DList([np.eye(3)] * n),
        jointOffsets=exu.Vector3DList([[0, 0, 0]] + [[length, 0, 0]] * (n - 1)),
        linkInertiasCOM=exu.Matrix3DList([np.diag([width**2 / 6, across, across])] * n),
        linkCOMs=exu.Vector3DList([[length / 2, 0, 0]] * n), linkMasses=[1.] * n, gravity=[0, -9.81, 0]))
    end = mbs.AddMarker(item.MarkerKinematicTreeRigid(objectNumber=links, linkNumber=n - 1,
                                                      localPosition=[length, 0, 0]))
    return lambda: mbs.GetMarkerOutput(end, VALUE.Position)


COUNT = [0]


def spring(mbs, t, number, u, v, k, d, force):
    return k * u + d * v + force


def counted(mbs, t, number, u, v, k, d, force):
    COUNT[0] += 1
    return k * u + d * v + force


def string(mbs, n, kind):
    law = {"python": spring, "counted": counted}.get(kind, 0)
    a, mass = 0.1, 0.1
    ground = mbs.AddObject(item.ObjectGround())
    before = mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=ground))
    right = mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=ground, localPosition=[(n + 1) * a, 0, 0]))
    node = None
    for i in range(1, n + 2):
        at = right
        if i <= n:
            node = mbs.AddNode(item.NodePoint(referenceCoordinates=[i * a, 0, 0]))
            body = mbs.AddObject(item.MassPoint(nodeNumber=node, physicsMass=mass))
            at = mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=body))
            mbs.AddLoad(item.LoadForceVector(markerNumber=at, loadVector=[0, -mass * 9.81, 0]))
        con = mbs.AddObject(item.ObjectConnectorSpringDamper(markerNumbers=[before, at], referenceLength=0.09,
                                                             stiffness=1e4, damping=1, springForceUserFunction=law))
        if kind == "symbolic":
            f = CreateSymbolicUserFunction(mbs, spring, "springForceUserFunction", con)
            mbs.SetObjectParameter(con, "springForceUserFunction", f)
            mbs.variables[con] = f  # kept alive
        before = at
    return lambda: mbs.GetNodeOutput(node, VALUE.Position)


def single(mbs, *_):
    ground = mbs.AddObject(item.ObjectGround())
    node = mbs.AddNode(item.NodePoint(referenceCoordinates=[1.05, 0, 0]))
    body = mbs.AddObject(item.MassPoint(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=b)) for b in (ground, body)]
    mbs.AddObject(item.ObjectConnectorSpringDamper(markerNumbers=ends, referenceLength=1, stiffness=100, damping=1))
    return lambda: mbs.GetNodeOutput(node, VALUE.Position)


MODELS = {"chain": chain, "tree": tree, "string": string, "single": single}
METHODS = {"full": TYPES.GeneralizedAlpha, "modified": TYPES.GeneralizedAlpha, "rk44": TYPES.RK44, "rk67": TYPES.RK67,
           "verlet": TYPES.VelocityVerlet, "euler": TYPES.ExplicitEuler}


def run(name, n, steps, end):
    model, coordinates, method = name.split("/")
    model, _, kind = model.partition("-")
    COUNT[0] = 0
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    place = MODELS[model](mbs, n, kind or coordinates)
    mbs.Assemble()
    s = exu.SimulationSettings()
    t = s.timeIntegration
    t.endTime, t.numberOfSteps, t.verboseMode = end, steps, 0
    t.generalizedAlpha.spectralRadius = 0.9
    t.newton.useModifiedNewton = method == "modified"
    if model == "chain" and n == 2:  # its last digits need more than the defaults
        t.newton.relativeTolerance, t.newton.absoluteTolerance = 1e-10, 1e-11
        t.adaptiveStep = False
    t.explicitIntegration.computeEndOfStepAccelerations = False
    t.explicitIntegration.computeMassMatrixInversePerBody = True
    s.solutionSettings.writeSolutionToFile = False
    s.solutionSettings.solutionInformation = ""
    s.displayStatistics = s.displayComputationTime = False
    if n >= (10 if model == "chain" else 30) and model != "tree":
        s.linearSolverType = exu.LinearSolverType.EigenSparse
    begun = time.process_time()
    done = mbs.SolveDynamic(s, solverType=METHODS[method])
    spent = time.process_time() - begun
    return (spent, COUNT[0], *np.asarray(place()).ravel()) if done is not False else None


for line in sys.stdin:
    name, n, steps, end = line.split()
    try:
        r = run(name, int(n), int(steps), float(end))
    except Exception:
        r = None
    print("failed" if r is None else " ".join(repr(x if isinstance(x, int) else float(x)) for x in r), flush=True)
