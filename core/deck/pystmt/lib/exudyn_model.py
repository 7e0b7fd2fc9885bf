# What an Exudyn system becomes: statements of bodies, markers, forces and
# constraints, and the requests that its results are read from.

import numpy as np
from math import asin, cos, sin, pi
from exudyn.itemInterface import *
from exudyn.itemInterface import _E3, _O3, _RigidNode
from exudyn.rigidBodyUtilities import RotationMatrixZ, _frameZ
from exudyn.live import _of, _ask, _Live, _write
from exudyn.generic import _POINT, _equations_of, _kept

_GLOBAL = 1        # marker and body of ground
_FLOATING = 2      # marker for reactions on ground
_MARKER = 10       # first marker of the program
_BODY = 2          # first body that moves
_CENTRE = 1000001  # first marker of a centre of mass
_NODE = 1500001    # first marker of the node of a rigid body
_OTHER = 2000001   # first marker of joints
_FORCE = 500000    # first force that is not an object of the program
_THREE = ("X", "Y", "Z")
_MASSES = (ObjectMassPoint, ObjectRigidBody, ObjectRigidBody2D, ObjectRotationalMass1D)
_RIGID = (ObjectRigidBody, ObjectRigidBody2D, ObjectRotationalMass1D)
_NODES = {"MassPoint": NodePoint, "MassPoint2D": NodePoint2D, "Mass1D": Node1D, "RotationalMass1D": Node1D, "RigidBody": _RigidNode,
          "RigidBody2D": NodeRigidBody2D}
_OF_NODES = (MarkerNodePosition, MarkerNodeCoordinate, MarkerNodeRotationCoordinate, MarkerNodeCoordinates)
_OF_COORDINATES = (MarkerNodeCoordinate, MarkerNodeRotationCoordinate, MarkerNodeCoordinates, MarkerObjectODE2Coordinates)


def _added(a, b):
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]


def _scaled(a, f):
    return [a[0] * f, a[1] * f, a[2] * f]


def _turned(R, v):
    return [R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2] for i in range(3)]


def _matrix(A, B):
    return [[sum([A[i][k] * B[k][j] for k in range(3)]) for j in range(3)] for i in range(3)]


def _transposed(A):
    return [[A[j][i] for j in range(3)] for i in range(3)]


def _length(d):
    return (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) ** 0.5


# ---- looking up

def _grounded(mbs, o):
    # A mass point whose node is ground stays where it is.
    return isinstance(o, ObjectMassPoint) and isinstance(_of(mbs.nodes, o.nodeNumber, "node", o, "nodeNumber"), NodePointGround)


def _node_of(mbs, body):
    o = mbs.objects[body]
    n = _of(mbs.nodes, o.nodeNumber, "node", o, "nodeNumber")
    if _grounded(mbs, o):
        return n
    if not isinstance(n, _NODES[o._kind]):
        _refuse(o._site, "nodeNumber", "%s: its node is a %s" % (o.__class__.__name__, n.__class__.__name__), "it takes a " + {
            "RigidBody": "NodeRigidBodyEP, NodeRigidBodyRxyz or NodeRigidBodyRotVecLG"}.get(o._kind, _NODES[o._kind].__name__))
    return n


def _carrier(mbs, node, item):
    # The body of a node.
    for k in range(len(mbs.objects)):
        if isinstance(mbs.objects[k], _MASSES) and mbs.objects[k].nodeNumber == node:
            return k
        if isinstance(mbs.objects[k], ObjectGenericODE2) and node in (mbs.objects[k].nodeNumbers or []):
            return k
    _refuse(item._site, "nodeNumber", "%s: no body has node %d" % (item.__class__.__name__, node), "")


def _body_of(mbs, marker):
    # The body of a marker, -1 for ground.
    return _body_under(mbs, mbs.markers[marker])


def _body_under(mbs, m):
    if isinstance(m, MarkerObjectODE2Coordinates):
        if not isinstance(_of(mbs.objects, m.objectNumber, "object", m, "objectNumber"), _MASSES + (ObjectGenericODE2,)):
            _refuse(m._site, "objectNumber", "MarkerObjectODE2Coordinates: object %d is a %s, and no body" % (
                m.objectNumber, mbs.objects[m.objectNumber].__class__.__name__), "")
        return m.objectNumber
    if isinstance(m, _OF_NODES):
        if isinstance(_of(mbs.nodes, m.nodeNumber, "node", m, "nodeNumber"), NodePointGround):
            return -1
        return _carrier(mbs, m.nodeNumber, m)
    o = _of(mbs.objects, m.bodyNumber, "object", m, "bodyNumber")
    if isinstance(o, ObjectGround) or _grounded(mbs, o):
        return -1
    if not isinstance(o, _MASSES):
        _refuse(m._site, "bodyNumber", "%s: object %d is a %s, and no body" % (m.__class__.__name__, m.bodyNumber, o.__class__.__name__), "")
    return m.bodyNumber


# ---- where things are, in the reference configuration or at the start

def _pose(mbs, body, start=True):
    # Place of the reference point and rotation of a body.
    o, n = mbs.objects[body], None
    if isinstance(o, ObjectGround):
        return o.referencePosition, o.referenceRotation
    n = _node_of(mbs, body)
    if isinstance(n, _RigidNode):
        return n._pose(start)
    q = n.referenceCoordinates
    if start and not isinstance(n, NodePointGround):
        q = [q[i] + n.initialCoordinates[i] for i in range(len(q))]
    if isinstance(n, (NodePoint, NodePointGround)):
        return q, _E3
    if isinstance(n, NodePoint2D):
        return [q[0], q[1], 0.0], _E3
    if isinstance(o, ObjectRotationalMass1D):
        return o.referencePosition, _matrix(o.referenceRotation, RotationMatrixZ(q[0]).tolist())
    if isinstance(n, Node1D):
        return _added(o.referencePosition, _scaled(_along(o), q[0])), _E3
    return [q[0], q[1], 0.0], RotationMatrixZ(q[2]).tolist()


def _rates(mbs, body):
    # Velocity of the reference point and angular velocity at the start.
    o, n = mbs.objects[body], _node_of(mbs, body)
    if isinstance(n, _RigidNode):
        return n._rates()
    v = n.initialVelocities
    if isinstance(o, ObjectRotationalMass1D):
        return _O3, [row[2] * v[0] for row in o.referenceRotation]
    if isinstance(n, NodePoint):
        return v, _O3
    if isinstance(n, NodePoint2D):
        return [v[0], v[1], 0.0], _O3
    if isinstance(n, Node1D):
        return _scaled(_along(o), v[0]), _O3
    return [v[0], v[1], 0.0], [0.0, 0.0, v[2]]


def _along(o):
    # The direction of a mass with one coordinate.
    return [row[0] for row in o.referenceRotation]


def _seat(mbs, marker, start=True):
    # Place and rotation of a marker.
    m = mbs.markers[marker]
    if isinstance(m, _OF_NODES):
        b = _body_of(mbs, marker)
        if b < 0:
            return mbs.nodes[m.nodeNumber].referenceCoordinates, _E3
        if isinstance(mbs.objects[b], ObjectGenericODE2):
            n = mbs.nodes[m.nodeNumber]
            q = n.referenceCoordinates
            if start:
                q = [q[i] + n.initialCoordinates[i] for i in range(len(q))]
            return (q + _O3)[:3], _E3
        return _pose(mbs, b, start)
    local = _O3
    if isinstance(m, MarkerBodyPosition):
        local = m.localPosition
    elif not isinstance(mbs.objects[m.bodyNumber], ObjectGround):
        local = _centre(mbs.objects[m.bodyNumber])
    x, R = _pose(mbs, m.bodyNumber, start)
    return _added(x, _turned(R, local)), R


def _centre(o):
    if isinstance(o, ObjectRigidBody):
        return o.physicsCenterOfMass
    if isinstance(o, ObjectRigidBody2D):
        return [o.physicsCenterOfMass[0], o.physicsCenterOfMass[1], 0.0]
    return _O3


def _node_marker(mbs, body):
    if isinstance(mbs.objects[body], _RIGID):
        return _NODE + body
    return _CENTRE + body


def _pair(mbs, o):
    # The ids of the markers of a connector.
    for m in o.markerNumbers:
        _of(mbs.markers, m, "marker", o, "markerNumbers")
    return _MARKER + o.markerNumbers[0], _MARKER + o.markerNumbers[1]


# ---- statements

class _Writer:
    # Writes a system; counts what has no number in the program.
    def __init__(self, mbs):
        self.mbs = mbs
        mbs._equations.clear()
        self.forces, self.others, self.floating = _FORCE, _OTHER, False
        self.turning = mbs._turning = {}  # measures of the angles of rotors, by their numbers
        self.frames, self.tips = {}, {}  # body, place and rotation of markers of our own, and markers along their axes

    def owner(self, body, key=""):
        if body < 0:
            return ("PART", 1, 0, key)
        if isinstance(self.mbs.objects[body], _RIGID):
            return ("PART", _BODY + body, 0, key)
        return ("POINT_MASS", _BODY + body, 0, key)

    def marker(self, site, id, body, x, R, key=""):
        items = [self.owner(body, key), ("QP", x, 0, "localPosition")]
        if R != _E3 and (body < 0 or isinstance(self.mbs.objects[body], _RIGID)):
            items.append(("ZP", _added(x, [R[i][2] for i in range(3)]), 0, ""))
            items.append(("XP", _added(x, [R[i][0] for i in range(3)]), 0, ""))
        _write("MARKER", site, id, None, items)

    def model(self):
        mbs = self.mbs
        _write("UNITS", 0, None, None, [("SYSTEM", "MKS", 0, "")])
        _write("INTEGRATOR", 0, None, None, mbs._integrator())
        _write("PART", 0, 1, "ground", [("GROUND", True, 0, "")])
        _write("MARKER", 0, _GLOBAL, None, [("PART", 1, 0, "")])
        for k in range(len(mbs.objects)):
            self.number(k)
            if isinstance(mbs.objects[k], _MASSES) and not _grounded(mbs, mbs.objects[k]):
                self.body(k)
            elif isinstance(mbs.objects[k], ObjectGenericODE2):
                _kept(mbs, k).record(self)
        for k in range(len(mbs.markers)):
            m = mbs.markers[k]
            if not isinstance(m, _OF_COORDINATES):
                x, R = _seat(mbs, k)
                if not self.carried(k, m, x):
                    self.marker(m._site, _MARKER + k, _body_of(mbs, k), x, R, "bodyNumber")
        for k in range(len(mbs.objects)):
            o = mbs.objects[k]
            self.number(k)
            for kind, write in _WRITERS:
                if isinstance(o, kind):
                    write(self, k, o)
                    break
        for n, load in enumerate(mbs.loads):
            self.number(len(mbs.objects) + n)
            self.load(load)

    # Where functions before steps may switch connectors off, ids do not depend on others.
    def number(self, k):
        if self.mbs._preStep:
            self.others, self.forces = _OTHER + 100 * k, _FORCE + 100 * k

    # A marker on a node of generic equations, if its place is that of a mass point.
    def carried(self, k, m, x):
        b = _body_of(self.mbs, k)
        if b < 0 or not isinstance(self.mbs.objects[b], ObjectGenericODE2):
            return False
        node = self.mbs.nodes[m.nodeNumber]
        if not isinstance(node, (NodePoint, NodePoint2D)) or isinstance(m, MarkerNodeRigid):
            _refuse(m._site, "nodeNumber", "%s: node %d is a %s" % (m.__class__.__name__, m.nodeNumber, node.__class__.__name__),
                    "markers on nodes of generic equations are MarkerNodePosition of a NodePoint or a NodePoint2D, and MarkerNodeCoordinate")
        for p in _kept(self.mbs, b).points:
            if p[3] == m.nodeNumber:
                _write("MARKER", m._site, _MARKER + k, None, [("POINT_MASS", p[0], 0, "nodeNumber"), ("QP", x, 0, "nodeNumber")])
                return True
        used = [o for o in self.mbs.objects if k in (vars(o).get("markerNumbers") or [])]
        if used:
            _refuse(m._site, "nodeNumber", "MarkerNodePosition: connectors at a node of generic equations with a mass matrix that couples coordinates are not supported",
                    "loads and MarkerNodeCoordinate are")
        return True

    def body(self, k):
        o, (x, R), (v, w) = self.mbs.objects[k], _pose(self.mbs, k), _rates(self.mbs, k)
        c = _turned(R, _centre(o))
        u = _added(v, [w[1] * c[2] - w[2] * c[1], w[2] * c[0] - w[0] * c[2], w[0] * c[1] - w[1] * c[0]])
        items = [("MASS", o.physicsMass, 0, "physicsMass"), ("CM", _CENTRE + k, 0, ""), ("VX", u[0], 0, ""), ("VY", u[1], 0, ""), ("VZ", u[2], 0, "")]
        name = "POINT_MASS"
        if isinstance(o, _RIGID):
            name = "PART"
            items += [("IP", _inertia(o), 0, "physicsInertia"), ("WX", w[0], 0, ""), ("WY", w[1], 0, ""), ("WZ", w[2], 0, ""), ("WM", _GLOBAL, 0, "")]
        _write(name, o._site, _BODY + k, o.name or "object %d" % k, items)
        self.marker(o._site, _CENTRE + k, k, _added(x, c), R)
        if isinstance(o, _RIGID):
            self.marker(o._site, _NODE + k, k, x, R)
        self.planar(k, o)
        m = _node_marker(self.mbs, k)
        self.request(4 * k + 1, ["D%s(%d)" % (n, m) for n in _THREE] + ["V%s(%d)" % (n, m) for n in _THREE])
        self.request(4 * k + 2, ["ACC%s(%d)" % (n, m) for n in _THREE])
        if isinstance(o, _RIGID):
            self.request(4 * k + 3, ["%s(%d)" % (n, m) for n in ("PSI", "THETA", "PHI", "WX", "WY", "WZ")])
            self.request(4 * k + 4, ["WDT%s(%d)" % (n, m) for n in _THREE] + [_measure("D", self.turning.get(k, "A"), m)])

    def planar(self, k, o):
        # Bodies with fewer coordinates are kept to their plane or line.
        m = _node_marker(self.mbs, k)
        if isinstance(o, (ObjectMassPoint2D, ObjectRigidBody2D)):
            self.primitive(o, "INPLANE", m, _GLOBAL)
        if isinstance(o, ObjectRigidBody2D):
            self.primitive(o, "PARALLEL_AXES", m, _GLOBAL)
        if isinstance(o, ObjectRigidBody2D) and abs(_turn(_node_of(self.mbs, k))) > 3:
            # A measure of the angle begins between -180 and 180 degrees: this one begins at 0.
            self.others += 1
            self.marker(o._site, self.others, -1, *_pose(self.mbs, k))
            self.turning[k] = "F%d" % self.others
        if isinstance(o, ObjectRotationalMass1D):
            self.others += 1
            frame = self.others
            self.marker(o._site, frame, -1, *_pose(self.mbs, k))
            self.turning[k] = "F%d" % frame
            self.primitive(o, "ATPOINT", m, frame)
            self.primitive(o, "PARALLEL_AXES", m, frame)
        if isinstance(o, ObjectMass1D):
            e = _along(o)
            self.others += 1
            _write("MARKER", o._site, self.others, None, [("PART", 1, 0, ""), ("QP", o.referencePosition, 0, ""), ("ZP", _added(o.referencePosition, e), 0, "")])
            self.primitive(o, "INLINE", m, self.others)

    def primitive(self, o, type, i, j):
        self.others += 1
        _write("JPRIM", o._site, self.others, None, [("TYPE", type, 0, ""), ("I", i, 0, "markerNumbers"), ("J", j, 0, "markerNumbers")])

    def request(self, id, laws):
        _write("REQUEST", 0, id, None, [("F%d" % (n + 1), laws[n], 0, "") for n in range(len(laws))])

    # Requests of a connector from marker i to marker j: distance, displacement,
    # velocity, and the force on j.
    def between(self, k, i, j, force):
        self.request(4 * k + 1, ["DM(%d,%d)" % (j, i)] + ["D%s(%d,%d)" % (n, j, i) for n in _THREE] + ["V%s(%d,%d)" % (n, j, i) for n in _THREE])
        self.request(4 * k + 2, ["%s(%d,0,%d,%d)" % (force, k + 1, n, _GLOBAL) for n in (2, 3, 4)])

    # A spring-damper of ours pushes: its preload is the opposite of a force that
    # pulls.
    def spring(self, k, o):
        i, j = _pair(self.mbs, o)
        items = [("TYPE", "TRANSLATION", 0, ""), ("I", j, 0, "markerNumbers"), ("J", i, 0, "markerNumbers"),
                 ("K", o.stiffness, 0, "stiffness"), ("C", o.damping, 0, "damping"), ("FORCE", -o.force, 0, "force"),
                 ("LENGTH", o.referenceLength, 0, "referenceLength"), ("VELOCITY_OFFSET", o.velocityOffset, 0, "velocityOffset"),
                 ("ACTIVE", bool(o.activeConnector), 0, "activeConnector")]
        if callable(o.springForceUserFunction):
            items.append(("ROUTINE", _tension(self.mbs, k, o), 0, "springForceUserFunction"))
        _write("SPRINGDAMPER", o._site, k + 1, o.name or "object %d" % k, items)
        self.between(k, i, j, "SPDP")

    def second(self, k, o):
        _kept(self.mbs, k).forces(self)

    # Equations of first order: one DIFF for each coordinate, numbered on from the first.
    def rates(self, k, o):
        mbs, start = self.mbs, []
        for n in o.nodeNumbers or []:
            node = _of(mbs.nodes, n, "node", o, "nodeNumbers")
            if not isinstance(node, NodeGenericODE1):
                _refuse(o._site, "nodeNumbers", "ObjectGenericODE1: node %d is a %s" % (n, node.__class__.__name__), "it takes NodeGenericODE1")
            size = node.numberOfODE1Coordinates
            first = node.initialCoordinates or [0.0] * size
            if len(first) != size:
                _refuse(node._site, "initialCoordinates", "NodeGenericODE1: %d initial coordinates for %d coordinates" % (len(first), size), "")
            mbs._rates[n] = (_OTHER + 500000 + 1000 * k + len(start), size)
            start += [float(x) for x in first]
        ids = [_OTHER + 500000 + 1000 * k + i for i in range(len(start))]
        A, b = o.systemMatrix or [], o.rhsVector or []
        for what, v in (("systemMatrix", A), ("rhsVector", b)):
            if len(v) not in (0, len(start)):
                _refuse(o._site, what, "ObjectGenericODE1: %s has %d rows for %d coordinates" % (what, len(v), len(start)), "")
        for i, x in enumerate(start):
            law = ["(%r)*DIF(%d)" % (float(A[i][j]), ids[j]) for j in range(len(start)) if A and A[i][j]]
            if b:
                law.append("(%r)" % float(b[i]))
            items = [("IC", x, 0, "")]
            if callable(o.rhsUserFunction):
                items.append(("ROUTINE", _rate(mbs, k, o, ids, i), 0, "rhsUserFunction"))
            else:
                items.append(("FUNCTION", "+".join(law) or "0", 0, "systemMatrix"))
            _write("DIFF", o._site, ids[i], None, items)
        if len(start) > 6:
            _refuse(o._site, "nodeNumbers", "ObjectGenericODE1: more than 6 coordinates are not supported", "use several objects")
        self.request(4 * k + 1, ["DIF(%d)" % i for i in ids])
        self.request(4 * k + 2, ["DIF1(%d)" % i for i in ids])

    # The force on marker 1 is the opposite of k (p1 - p0 - offset) + d (v1 - v0),
    # that on marker 0 acts at marker 0. Both in the axes of ground.
    def cartesian(self, k, o):
        i, j = _pair(self.mbs, o)
        self.push(o, k + 1, j, self.law(k, o, i, j, -1))
        if _body_of(self.mbs, o.markerNumbers[0]) >= 0:
            self.forces += 1
            self.push(o, self.forces, i, self.law(k, o, i, j, 1))
        self.between(k, i, j, "VFORCE")

    def law(self, k, o, i, j, sign):
        if o.activeConnector and callable(o.springForceUserFunction):
            return [("ROUTINE", _cartesian(self.mbs, k, o, i, j, sign), 0, "springForceUserFunction")]
        items = []
        for n in range(3):
            x, law = _THREE[n], "0"
            if o.activeConnector:
                law = "(%r)*((%r)*(D%s(%d,%d)-(%r))+(%r)*V%s(%d,%d))" % (float(sign), float(o.stiffness[n]), x, j, i, float(o.offset[n]), float(o.damping[n]), x, j, i)
            items.append(("F" + x, law, 0, "stiffness"))
        return items

    # A force on marker i whose reaction is on ground.
    def push(self, o, id, i, laws, name="VFORCE", rm=_GLOBAL):
        if not self.floating:
            self.floating = True
            _write("MARKER", 0, _FLOATING, None, [("PART", 1, 0, ""), ("FLOATING", True, 0, "")])
        _write(name, o._site, id, o.name or None, [("I", i, 0, "markerNumber"), ("JFLOAT", _FLOATING, 0, ""), ("RM", rm, 0, "")] + laws)

    # Coordinates: a list of (factor, measure, marker) and a constant; the sum of
    # the measures less the constant is the coordinate. pushes name the forces that do
    # work along it.
    def coordinate(self, o, marker):
        mbs, m = self.mbs, _of(self.mbs.markers, marker, "marker", o, "markerNumbers")
        if not isinstance(m, (MarkerNodeCoordinate, MarkerNodeRotationCoordinate)):
            _refuse(o._site, "markerNumbers", "%s: marker %d is a %s" % (o.__class__.__name__, marker, m.__class__.__name__),
                    "it takes a MarkerNodeCoordinate or a MarkerNodeRotationCoordinate")
        return self.measured(o, m)

    def measured(self, o, m):
        mbs = self.mbs
        b = _body_under(mbs, m)
        if b < 0:
            return [], 0.0, []
        if isinstance(mbs.objects[b], ObjectGenericODE2):
            return self.of_equations(o, m, m.nodeNumber, vars(m).get("coordinate"))
        if isinstance(m, MarkerNodeRotationCoordinate):
            return self.turn(o, m, b)
        c, (x, R) = m.coordinate, _pose(mbs, b, False)
        id, body, n = _node_marker(mbs, b), mbs.objects[b], mbs.nodes[m.nodeNumber]
        if isinstance(body, ObjectRotationalMass1D) and c == 0:
            e = [row[2] for row in body.referenceRotation]
            return ([(1.0, self.turning[b], id)], n.referenceCoordinates[0] - _turn(n),
                    [("VTORQUE", "T" + _THREE[i], e[i], id) for i in range(3) if e[i] != 0])
        if isinstance(body, ObjectMass1D) and c == 0:
            e = _along(body)
            return ([(e[n], _THREE[n], id) for n in range(3) if e[n] != 0], sum([e[n] * x[n] for n in range(3)]),
                    [("VFORCE", "F" + _THREE[n], e[n], id) for n in range(3) if e[n] != 0])
        if isinstance(body, ObjectRigidBody2D) and c == 2:
            return [self.angle(b, id)], n.referenceCoordinates[2] - self.before(b, n), [("VTORQUE", "TZ", 1.0, id)]
        if isinstance(n, NodeRigidBodyRxyz) and c in (3, 5) and isinstance(o, ObjectConnectorCoordinate):
            return [(1.0, "R" + _THREE[c - 3], id)], n.referenceCoordinates[c], []
        most = 3
        if isinstance(body, (ObjectMassPoint2D, ObjectRigidBody2D)):
            most = 2
        if isinstance(body, (ObjectMass1D, ObjectRotationalMass1D)) or c < 0 or c >= most:
            _refuse(m._site, "coordinate", "MarkerNodeCoordinate: coordinate %d of a %s is not supported" % (c, n.__class__.__name__),
                    "places may be meant, the angle of a NodeRigidBody2D, and the coordinate of a Node1D")
        return [(1.0, _THREE[c], id)], x[c], [("VFORCE", "F" + _THREE[c], 1.0, id)]

    def of_equations(self, o, m, node, c):
        e = _equations_of(self.mbs, node)
        if not isinstance(c, int) or c < 0 or c >= len(self.mbs.nodes[node].referenceCoordinates):
            _refuse(m._site, "coordinate", "%s: node %d has no coordinate %r" % (m.__class__.__name__, node, c), "")
        if e.varying:
            _refuse(o._site, "markerNumbers", "%s: it acts on a coordinate of generic equations whose mass matrix is a function, which is not supported" % o.__class__.__name__, "")
        parts, off = e.parts(e.first[node] + c)
        return parts, off, [("VFORCE", "F" + axis, f, marker) for f, axis, marker in parts]

    # An angle about an axis of ground: its rate is a component of the angular velocity, and its force a torque.
    def turn(self, o, m, body):
        c, id, b = m.rotationCoordinate, _node_marker(self.mbs, body), self.mbs.objects[body]
        if not isinstance(b, (ObjectRigidBody, ObjectRigidBody2D)) or c not in (0, 1, 2) or isinstance(b, ObjectRigidBody2D) and c != 2:
            _refuse(m._site, "rotationCoordinate", "MarkerNodeRotationCoordinate: rotation %d of a %s is not supported" % (c, b.__class__.__name__), "")
        name = "R" + _THREE[c]
        if isinstance(b, ObjectRigidBody2D):
            return [self.angle(body, id)], -self.before(body, self.mbs.nodes[m.nodeNumber]), [("VTORQUE", "TZ", 1.0, id)]
        return [(1.0, name, id)], 0.0, [("VTORQUE", "T" + _THREE[c], 1.0, id)]

    def angle(self, body, id):
        return 1.0, self.turning.get(body, "A"), id

    def before(self, body, n):
        # The angle of a body in the plane at which its measure is 0.
        if body in self.turning:
            return _turn(n)
        return 0.0

    def pull(self, o, pushes, law):
        # Forces that do the work of law along a coordinate.
        for name, component, f, marker in pushes:
            self.forces += 1
            self.push(o, self.forces, marker, [(component, "(%r)*(%s)" % (float(f), law), 0, "stiffness")], name)

    # f = k (q - offset) + d (q' - velocity offset) of q = factor1 q1 - factor0 q0
    # acts against q.
    def coordinates(self, k, o):
        q0, c0, p0 = self.coordinate(o, o.markerNumbers[0])
        q1, c1, p1 = self.coordinate(o, o.markerNumbers[1])
        f0, f1, vo, more = 1.0, 1.0, 0.0, ""
        if [p for p in q0 + q1 if p[1] == "RY"]:
            _refuse(o._site, "markerNumbers", "%s: the rotation about y of a body in space is not supported" % o.__class__.__name__, "those about x and z are")
        if isinstance(o, ObjectConnectorCoordinateSpringDamperExt):
            f0, f1, vo = o.factor0, o.factor1, o.velocityOffset
        parts = [(f1 * f, m, id) for f, m, id in q1] + [(-f0 * f, m, id) for f, m, id in q0]
        q, v = _sum(parts, "D") + "-(%r)" % (f1 * c1 - f0 * c0), _sum(parts, "V")
        law = "0"
        if o.activeConnector:
            law = "(%r)*(%s-(%r))+(%r)*(%s-(%r))" % (float(o.stiffness), q, float(o.offset), float(o.damping), v, float(vo))
            if isinstance(o, ObjectConnectorCoordinateSpringDamperExt):
                law += self.friction(o, q, v)
            if callable(o.springForceUserFunction):
                _write("VARIABLE", o._site, k + 1, None, [("ROUTINE", _generalized(self.mbs, k, o, parts, f1 * c1 - f0 * c0), 0, "springForceUserFunction")])
                law = "VARVAL(%d)" % (k + 1)
        self.pull(o, p1, "-(%r)*(%s)" % (float(f1), law))
        self.pull(o, p0, "(%r)*(%s)" % (float(f0), law))
        self.request(4 * k + 1, [q, v, law])

    # Friction with a band in which it is proportional to the speed, and stops that push back.
    def friction(self, o, q, v):
        law = ""
        if (o.fDynamicFriction or o.fStaticFrictionOffset or o.fViscousFriction) and o.frictionProportionalZone <= 0:
            _refuse(o._site, "frictionProportionalZone", "%s: friction that sticks is not supported" % o.__class__.__name__,
                    "a positive frictionProportionalZone makes it a function of the speed")
        if o.fDynamicFriction or o.fStaticFrictionOffset or o.fViscousFriction:
            d, s, z, f, e = [float(x) for x in (o.fDynamicFriction, o.fStaticFrictionOffset, o.frictionProportionalZone, o.fViscousFriction,
                                                o.exponentialDecayStatic)]
            far = "(ABS(%s)-(%r))" % (v, z)
            law += "+IF(%s:(%s)/(%r)*(%r),(%s)/(%r)*(%r),SIGN(1,%s)*((%r)+(%r)*%s+(%r)*EXP(-%s/(%r))))" % (
                far, v, z, d + s, v, z, d + s, v, d, f, far, s, far, e)
        if o.useLimitStops:
            k, c = float(o.limitStopsStiffness), float(o.limitStopsDamping)
            for end, first in ((float(o.limitStopsUpper), False), (float(o.limitStopsLower), True)):
                push = "(%r)*(%s-(%r))+(%r)*(%s)" % (k, q, end, c, v)
                if first:
                    law += "+IF(%s-(%r):%s,0,0)" % (q, end, push)
                else:
                    law += "+IF(%s-(%r):0,0,%s)" % (q, end, push)
        return law

    # factor1 q1 - q0 = offset; at the level of velocities the offset is that of
    # the rate, and the start stays.
    def fixed(self, k, o):
        if not o.activeConnector:
            return
        q0, c0, p0 = self.coordinate(o, o.markerNumbers[0])
        q1, c1, p1 = self.coordinate(o, o.markerNumbers[1])
        parts = [(o.factor1 * f, m, id) for f, m, id in q1] + [(-f, m, id) for f, m, id in q0]
        if not parts:
            _refuse(o._site, "markerNumbers", "CoordinateConstraint: both coordinates are of ground", "")
        turns = [p for p in parts if p[1][0] == "R"]
        law = "%s-(%r)-(%r)" % (_sum(parts, "D"), o.factor1 * c1 - c0, float(o.offset))
        if callable(o.offsetUserFunction) or callable(o.offsetUserFunction_t):
            if o.velocityLevel or not callable(o.offsetUserFunction):
                _refuse(o._site, "offsetUserFunction_t", "CoordinateConstraint: functions of the offset of a velocity are not supported",
                        "give the offset itself by offsetUserFunction, with velocityLevel=False")
            routine = _offset(self.mbs, k, o, parts, o.factor1 * c1 - c0)
            _write("GCON", o._site, k + 1, o.name or None, [("ROUTINE", routine, 0, "offsetUserFunction")])
            return
        elif o.velocityLevel and turns:
            law = "%s-(%r)" % (_sum(parts, "V"), float(o.offset))
        elif [p for p in turns if p[1] == "RY"]:
            _refuse(o._site, "markerNumbers", "CoordinateConstraint: the rotation about y of a body in space is not supported", "those about x and z are")
        elif o.velocityLevel:
            start = sum([f * _started(self.mbs, m, id) for f, m, id in parts])
            law = "%s-(%r)-(%r)*TIME" % (_sum(parts, "D"), start, float(o.offset))
        _write("GCON", o._site, k + 1, o.name or None, [("FUNCTION", law, 0, "offset")])

    # The coordinates of a marker with those of the reference: parts of each and what is taken off them.
    def vector(self, o, marker):
        mbs, m = self.mbs, self.mbs.markers[marker]
        if isinstance(m, MarkerObjectODE2Coordinates):
            body = mbs.objects[_body_under(mbs, m)]
            nodes = vars(body).get("nodeNumbers") or [vars(body).get("nodeNumber")]
        elif isinstance(m, MarkerNodeCoordinates):
            nodes = [m.nodeNumber]
        else:
            _refuse(o._site, "markerNumbers", "%s: marker %d is a %s" % (o.__class__.__name__, marker, m.__class__.__name__),
                    "it takes a MarkerNodeCoordinates or a MarkerObjectODE2Coordinates")
        all = []
        for n in nodes:
            node = _of(mbs.nodes, n, "node", m, "nodeNumber")
            if isinstance(node, NodePointGround):
                continue
            if isinstance(node, _RigidNode):
                _refuse(m._site, "nodeNumber", "%s: the coordinates of a %s are not supported" % (m.__class__.__name__, node.__class__.__name__), "")
            for c in range(len(node.referenceCoordinates)):
                parts, off, pushes = self.measured(o, MarkerNodeCoordinate(nodeNumber=n, coordinate=c, __site__=m._site))
                all.append((parts, off - node.referenceCoordinates[c]))
        return all

    def vectors(self, k, o):
        q0, q1 = [self.vector(o, m) for m in o.markerNumbers]
        tables = {}
        for name, q in (("scalingMarker0", q0), ("scalingMarker1", q1), ("quadraticTermMarker0", q0), ("quadraticTermMarker1", q1)):
            tables[name] = vars(o)[name]
            if tables[name] is None or len(tables[name]) == 0:
                tables[name] = []
        rows = max([len(t) for t in tables.values()])
        if rows == 0:
            _refuse(o._site, "scalingMarker0", "CoordinateVectorConstraint: it has no equations", "the rows of scalingMarker0 say how many there are")
        if o.velocityLevel:
            _refuse(o._site, "velocityLevel", "CoordinateVectorConstraint: velocityLevel=True is not supported", "")
        if not o.activeConnector:
            return
        for r in range(rows):
            self.others += 1
            if callable(o.constraintUserFunction):
                items = [("ROUTINE", _row(self.mbs, k, o, q0 + q1, r), 0, "constraintUserFunction")]
            else:
                items = [("FUNCTION", self.quadratic(o, r, tables, q0, q1), 0, "scalingMarker0")]
            _write("GCON", o._site, self.others, o.name or None, items)

    def quadratic(self, o, r, tables, q0, q1):
        law = "-(%r)" % float((o.offset if o.offset is not None and len(o.offset) else [0.0] * (r + 1))[r])
        for sign, end, q in ((-1.0, "0", q0), (1.0, "1", q1)):
            for name, form in (("scalingMarker", "+(%r)*(%s)"), ("quadraticTermMarker", "+(%r)*(%s)**2")):
                table = tables[name + end]
                if not table:
                    continue
                if r >= len(table) or len(table[r]) != len(q):
                    _refuse(o._site, name + end, "CoordinateVectorConstraint: %s does not have a row of %d numbers for each equation" % (name + end, len(q)), "")
                for f, (parts, off) in zip(table[r], q):
                    if f:
                        law += form % (sign * float(f), "%s-(%r)" % (_sum(parts, "D"), float(off)))
        return law

    def distance(self, k, o):
        i, j = _pair(self.mbs, o)
        if o.activeConnector:
            _write("GCON", o._site, k + 1, o.name or None, [("FUNCTION", "DM(%d,%d)-(%r)" % (j, i, float(o.distance)), 0, "distance")])
        self.request(4 * k + 1, ["DM(%d,%d)" % (j, i)] + ["D%s(%d,%d)" % (n, j, i) for n in _THREE] + ["V%s(%d,%d)" % (n, j, i) for n in _THREE])

    # Between bodies in the plane.
    def flat(self, k, o):
        for m in o.markerNumbers:
            b = _body_of(self.mbs, m)
            if b >= 0 and not isinstance(self.mbs.objects[b], (ObjectRigidBody2D, ObjectMassPoint2D)):
                _refuse(o._site, "markerNumbers", "%s: object %d is a %s" % (o.__class__.__name__, b, self.mbs.objects[b].__class__.__name__),
                        "it holds bodies in the plane: a joint in space is made by CreateRevoluteJoint or CreatePrismaticJoint")

    def pin(self, k, o):
        i, j = _pair(self.mbs, o)
        self.flat(k, o)
        if o.activeConnector:
            self.primitive(o, "INLINE", j, self.directed(o, o.markerNumbers[0], [0.0, 0.0, 1.0]))

    def slider(self, k, o):
        i, j = _pair(self.mbs, o)
        self.flat(k, o)
        for m in o.markerNumbers:
            b = _body_of(self.mbs, m)
            if b >= 0 and isinstance(self.mbs.objects[b], ObjectMassPoint2D) and (m == o.markerNumbers[1] or o.constrainRotation):
                _refuse(o._site, "markerNumbers", "PrismaticJoint2D: object %d is a mass point" % b, "it takes a body that can turn")
        if o.activeConnector:
            normal = self.directed(o, o.markerNumbers[1], o.normalMarker1)
            self.primitive(o, "INPLANE", i, normal)
            if o.constrainRotation:
                self.primitive(o, "PERPENDICULAR", self.directed(o, o.markerNumbers[0], o.axisMarker0), normal)

    def directed(self, o, marker, axis):
        # A marker at the place of another, its axis z along an axis of the other.
        x, R = _seat(self.mbs, marker)
        A = _matrix(R, _frameZ(axis).tolist())
        self.others += 1
        self.marker(o._site, self.others, _body_of(self.mbs, marker), x, A)
        self.frames[self.others] = (_body_of(self.mbs, marker), x, A)
        return self.others

    # The frame of a connector at one of its markers, its axis z being axis n of
    # the marker turned by a rotation.
    def frame(self, o, marker, rotation, n):
        x, R = _seat(self.mbs, marker)
        A = _matrix(R, rotation)
        if n < 2: # x -> z or y -> z by turning the axes round
            A = [[row[(n + 1) % 3], row[(n + 2) % 3], row[n]] for row in A]
        self.others += 1
        self.marker(o._site, self.others, _body_of(self.mbs, marker), x, A)
        self.frames[self.others] = (_body_of(self.mbs, marker), x, A)
        return self.others

    def joint(self, k, o):
        i, j = _pair(self.mbs, o)
        if not o.activeConnector:
            return
        for m in o.markerNumbers:
            if not isinstance(self.mbs.markers[m], (MarkerBodyRigid, MarkerNodeRigid)) and not isinstance(o, ObjectJointSpherical):
                _refuse(o._site, "markerNumbers", "%s: marker %d is a %s" % (o.__class__.__name__, m, self.mbs.markers[m].__class__.__name__),
                        "it takes a MarkerBodyRigid or a MarkerNodeRigid")
        if isinstance(o, ObjectJointGeneric) and (callable(o.offsetUserFunction) or callable(o.offsetUserFunction_t)):
            _refuse(o._site, "offsetUserFunction", "GenericJoint: functions of the offset are not supported", "")
        axes = [int(x) for x in o.constrainedAxes] + [0, 0, 0]
        held = self.gap(o, axes)
        first = self.hold(o, axes[:3], ["", "INPLANE", "INLINE", "ATPOINT"])
        if sum(axes[3:6]) == 1: # an axis of the one stays normal to an axis of the other
            free = [n for n in range(3) if not axes[3 + n]]
            m0, m1 = o.markerNumbers
            if held != 0:
                i, j = self.frame(o, m0, o.rotationMarker0, free[0]), self.frame(o, m1, o.rotationMarker1, free[1])
                self.along_axis(j, "X")
                self.others += 1
                _write("GCON", o._site, self.others, o.name or None, [("FUNCTION", "DZ(%d,%d,%d)-(%r)" % (self.tip, j, i, held), 0, "constrainedAxes")])
                self.reaction(k, o, first)
                return
            self.primitive(o, "PERPENDICULAR", self.frame(o, m1, o.rotationMarker1, free[1]), self.frame(o, m0, o.rotationMarker0, free[0]))
            self.reaction(k, o, first)
            return
        self.hold(o, axes[3:6], ["", "", "PARALLEL_AXES", "ORIENTATION"])
        self.reaction(k, o, first)

    # The force on the body of marker 0 along the axes of the joint there, if a sensor asks for it: that of the primitive that holds places.
    # (TorqueLocal of Exudyn is of multipliers, and not along the axes of the joint.)
    def reaction(self, k, o, places):
        if not _asked_for(self.mbs, k):
            return
        f = _GLOBAL # of a ball joint
        if not isinstance(o, ObjectJointSpherical):
            f = self.frame(o, o.markerNumbers[0], o.rotationMarker0, 2)
        laws = ["0"] * 3
        if places is not None:
            laws = ["-JPRIM(%d,0,%d,%d)" % (places, c, f) for c in (2, 3, 4)]
        self.request(4 * k + 1, laws)

    # A joint that is open at the start: constraints at the level of velocities leave it so, which is there for one rotation
    # held alone (the cosine of the angle is returned); others would close it at once by a jump.
    def gap(self, o, axes):
        (x, P), (y, Q) = [_seat(self.mbs, m) for m in o.markerNumbers]
        P, Q = _matrix(P, o.rotationMarker0), _matrix(Q, o.rotationMarker1)
        d = _turned(_transposed(P), _added(y, _scaled(x, -1)))
        R, turns = _matrix(_transposed(P), Q), axes[3:6]
        free = [n for n in range(3) if not turns[n]]
        open = [abs(d[n]) for n in range(3) if axes[n]]
        if sum(turns) == 3:
            open += [abs(R[i][j]) for i in range(3) for j in range(3) if i != j]
        elif sum(turns) == 2:
            open += [abs(R[free[0]][n]) for n in range(3) if turns[n]]
        elif sum(turns) == 1:
            c = R[free[0]][free[1]]
            if abs(c) > 1e-9 and self.mbs._index2:
                return c
            open.append(abs(c))
        if open and max(open) > 1e-3:
            _refuse(o._site, None, "%s: the joint is open by %.3g at the start, which is not supported" % (o.__class__.__name__, max(open)),
                    "place the bodies so that joints are closed")
        return 0

    def hold(self, o, axes, primitives):
        # Holds some of three axes: the odd one out is along z.
        n, type = sum(axes), primitives[sum(axes)]
        if type == "":
            return None
        odd = 2
        if n == 1:
            odd = axes.index(1)
        elif n == 2:
            odd = axes.index(0)
        m0, m1 = o.markerNumbers
        self.primitive(o, type, self.frame(o, m1, o.rotationMarker1, odd), self.frame(o, m0, o.rotationMarker0, odd))
        return self.others

    # A torque about axis z of marker 0, tension positive: it acts against the
    # angle of marker 1.
    def torsional(self, k, o):
        i, j = self.frame(o, o.markerNumbers[0], o.rotationMarker0, 2), self.frame(o, o.markerNumbers[1], o.rotationMarker1, 2)
        law = "0"
        if o.activeConnector:
            law = "-(%r)*(AZ(%d,%d)-(%r))-(%r)*(WZ(%d,%d,%d)-(%r))-(%r)" % (
                float(o.stiffness), j, i, float(o.offset), float(o.damping), j, i, i, float(o.velocityOffset), float(o.torque))
        items = [("TYPE", "ROTATIONAL", 0, ""), ("I", j, 0, "markerNumbers"), ("J", i, 0, "markerNumbers")]
        if o.activeConnector and callable(o.springTorqueUserFunction):
            items.append(("ROUTINE", _twist(self.mbs, k, o, i, j), 0, "springTorqueUserFunction"))
        else:
            items.append(("FUNCTION", law, 0, "stiffness"))
        _write("SFORCE", o._site, k + 1, o.name or None, items)
        self.request(4 * k + 1, ["AZ(%d,%d)" % (j, i), "WZ(%d,%d,%d)" % (j, i, i), "SFORCE(%d,0,8,%d)" % (k + 1, i)])

    # Along an axis of marker 0: x is the displacement of marker 1 along it, v the difference of the velocities. The force acts
    # at both markers along the axis.
    def linear(self, k, o):
        i, j = self.directed(o, o.markerNumbers[0], o.axisMarker0), _pair(self.mbs, o)[1]
        x, v = "DZ(%d,%d,%d)" % (j, i, i), "(%s)" % "+".join(["(%s)*%s" % (self.along_axis(i, n), "V%s(%d,%d)" % (n, j, i)) for n in _THREE])
        law = "0"
        if o.activeConnector:
            law = "(%r)*(%s-(%r))+(%r)*(%s-(%r))+(%r)" % (float(o.stiffness), x, float(o.offset), float(o.damping), v, float(o.velocityOffset), float(o.force))
            if callable(o.springForceUserFunction):
                _write("VARIABLE", o._site, k + 1, None, [("ROUTINE", _slide(self.mbs, k, o, i, j, self.tip), 0, "springForceUserFunction")])
                law = "VARVAL(%d)" % (k + 1)
        self.push(o, k + 1, j, [("FZ", "-(%s)" % law, 0, "stiffness")], "VFORCE", i)
        if _body_of(self.mbs, o.markerNumbers[0]) >= 0:
            self.forces += 1
            self.push(o, self.forces, i, [("FZ", law, 0, "stiffness")], "VFORCE", i)
        self.request(4 * k + 1, [x, v, law])

    def along_axis(self, i, n):
        # The component of axis z of a marker along an axis of ground: by a marker a length of 1 along it.
        if self.tips.get(i) is None:
            body, x, R = self.frames[i]
            self.others += 1
            self.marker(0, self.others, body, _added(x, [row[2] for row in R]), R)
            self.tips[i] = self.others
        self.tip = self.tips[i]
        return "D%s(%d,%d)" % (n, self.tip, i)

    # Six components in the frame of marker 0: displacement and velocity of marker 1, the angles X, Y, Z and the angular
    # velocity. Forces and torques act at both markers.
    def bushing(self, k, o):
        if o.intrinsicFormulation:
            _refuse(o._site, "intrinsicFormulation", "RigidBodySpringDamper: intrinsicFormulation=True is not supported", "")
        if callable(o.postNewtonStepUserFunction):
            _refuse(o._site, "postNewtonStepUserFunction", "RigidBodySpringDamper: functions after Newton's method are not supported", "")
        i, j = self.frame(o, o.markerNumbers[0], o.rotationMarker0, 2), self.frame(o, o.markerNumbers[1], o.rotationMarker1, 2)
        self.along_axis(j, "X")
        q = ["D%s(%d,%d,%d)" % (n, j, i, i) for n in _THREE] + [
            "AX(%d,%d)" % (j, i), "ASIN(MAX(-1,MIN(1,DX(%d,%d,%d))))" % (self.tip, j, i), "AZ(%d,%d)" % (j, i)]
        # The difference of the velocities in ground, and not that of places in a frame that turns.
        axes = [self.column(i, n) for n in range(3)]
        v = ["(%s)" % "+".join(["(%s)*V%s(%d,%d)" % (axes[n][c], _THREE[c], j, i) for c in range(3)]) for n in range(3)]
        w = ["W%s(%d,%d,%d)" % (n, j, i, i) for n in _THREE]
        laws = []
        for r in range(6):
            terms = ["(%r)*(%s-(%r))" % (float(o.stiffness[r][c]), q[c], float(o.offset[c])) for c in range(6) if o.stiffness[r][c]]
            terms += ["(%r)*%s" % (float(o.damping[r][c]), (v + w)[c]) for c in range(6) if o.damping[r][c]]
            laws.append("+".join(terms) or "0")
        if o.activeConnector and callable(o.springForceTorqueUserFunction):
            self.asked(k, o, i, j)
            return
        if not o.activeConnector:
            laws = ["0"] * 6
        names = ["F" + n for n in _THREE] + ["T" + n for n in _THREE]
        self.push(o, k + 1, j, [(names[r], "-(%s)" % laws[r], 0, "stiffness") for r in range(6)], "GFORCE", i)
        if _body_of(self.mbs, o.markerNumbers[0]) >= 0:
            self.forces += 1
            self.push(o, self.forces, i, [(names[r], laws[r], 0, "stiffness") for r in range(6)], "GFORCE", i)
        self.request(4 * k + 1, q)
        self.request(4 * k + 2, v + w)
        self.request(4 * k + 3, laws)

    def asked(self, k, o, i, j):
        # Six components by a function of the program.
        tip, ends = self.tip, [self.tips["%d.%d" % (i, n)] for n in range(3)]
        for sign, marker, id in ((-1, j, k + 1), (1, i, None)):
            if id is None:
                if _body_of(self.mbs, o.markerNumbers[0]) < 0:
                    continue
                self.forces += 1
                id = self.forces
            laws = [("ROUTINE", _six(self.mbs, k, o, i, j, tip, ends, sign), 0, "springForceTorqueUserFunction")]
            self.push(o, id, marker, laws, "GFORCE", i)

    def column(self, i, n):
        # The components in ground of axis n of a marker.
        body, x, R = self.frames[i]
        key = "%d.%d" % (i, n)
        if self.tips.get(key) is None:
            self.others += 1
            self.marker(0, self.others, body, _added(x, [row[n] for row in R]), R)
            self.tips[key] = self.others
        return ["D%s(%d,%d)" % (c, self.tips[key], i) for c in _THREE]

    # A disc on a plane. The plane is axes x and y of a marker of ground, axis z its normal. Of the axis of the disc (ax, ay, az) and
    # s, the length of its part in the plane, come the way down the disc to the lowest point, (az ax, az ay, -s s)/s, and the
    # directions forward, (ay, -ax, 0)/s, and sideways, (ax, ay, 0)/s.
    def disc(self, o):
        m0, m1 = o.markerNumbers
        _pair(self.mbs, o)
        if _body_of(self.mbs, m0) >= 0:
            _refuse(o._site, "markerNumbers", "%s: marker %d moves" % (o.__class__.__name__, m0), "the plane on which a disc rolls is ground here")
        b = _body_of(self.mbs, m1)
        if b < 0 or not isinstance(self.mbs.objects[b], ObjectRigidBody):
            _refuse(o._site, "markerNumbers", "%s: marker %d is on no rigid body in space" % (o.__class__.__name__, m1), "")
        g, w = self.directed(o, m0, o.planeNormal), self.directed(o, m1, o.discAxis)
        self.along_axis(w, "X")
        a = [self.variable(o, "D%s(%d,%d,%d)" % (n, self.tip, w, g)) for n in _THREE]
        s = self.variable(o, "SQRT(%s**2+%s**2)" % (a[0], a[1]))
        r = float(o.discRadius)
        down = ["(%s*%s/%s)" % (a[2], a[0], s), "(%s*%s/%s)" % (a[2], a[1], s), "(-%s)" % s]
        v, w3 = ["V%s(%d,%d,%d)" % (n, w, g, g) for n in _THREE], ["W%s(%d,%d,%d)" % (n, w, g, g) for n in _THREE]
        touch = ["(%s+(%r)*(%s*%s-%s*%s))" % (v[n], r, w3[(n + 1) % 3], down[(n + 2) % 3], w3[(n + 2) % 3], down[(n + 1) % 3]) for n in range(3)]
        side = "((%s*%s+%s*%s)/%s)" % (touch[0], a[0], touch[1], a[1], s)
        ahead = "((%s*%s-%s*%s)/%s)" % (touch[0], a[1], touch[1], a[0], s)
        return g, w, a, s, down, [side, ahead, touch[2]]

    def variable(self, o, law):
        # A name for an expression that occurs often; constraints take none, and get the expression.
        if isinstance(o, ObjectJointRollingDisc):
            return "(%s)" % law
        self.others += 1
        _write("VARIABLE", o._site, self.others, None, [("FUNCTION", law, 0, "")])
        return "VARVAL(%d)" % self.others

    def rolling(self, k, o):
        g, w, a, s, down, slip = self.disc(o)
        if not o.activeConnector:
            return
        ids = []
        for n in (0, 1):
            if o.constrainedAxes[n]:
                self.others += 1
                ids.append(self.others)
                _write("GCON", o._site, self.others, o.name or None, [("FUNCTION", slip[n], 0, "discRadius"), ("I", w, 0, "markerNumbers")])
        if o.constrainedAxes[2]:
            x, R = _seat(self.mbs, o.markerNumbers[1])
            y, N = _seat(self.mbs, o.markerNumbers[0])
            n, e = [_scaled(c, 1 / _length(c)) for c in (_turned(N, o.planeNormal), _turned(R, o.discAxis))]
            along = sum([n[c] * e[c] for c in range(3)])
            start = sum([n[c] * (x[c] - y[c]) for c in range(3)]) - o.discRadius * max(0.0, 1 - along * along) ** 0.5
            self.others += 1
            _write("GCON", o._site, self.others, o.name or None, [
                ("FUNCTION", "DZ(%d,%d,%d)-(%r)*%s-(%r)" % (w, g, g, float(o.discRadius), s, float(start)), 0, "discRadius"), ("I", w, 0, "markerNumbers")])
            ids.append(self.others)
        if "ForceLocal" in _asked_for(self.mbs, k):
            F = ["(%s)" % "+".join(["GCON(%d,0,%d,%d)" % (i, c, g) for i in ids]) for c in (2, 3, 4)]
            self.request(4 * k + 1, ["(%s*%s+%s*%s)/%s" % (F[0], a[0], F[1], a[1], s), "(%s*%s-%s*%s)/%s" % (F[0], a[1], F[1], a[0], s), F[2]])

    def rubbing(self, k, o):
        g, w, a, s, down, slip = self.disc(o)
        zone, rough = float(o.dryFrictionProportionalZone), [float(x) for x in o.dryFriction + o.viscousFriction]
        if zone <= 0 and [x for x in rough if x]:
            _refuse(o._site, "dryFrictionProportionalZone", "RollingDiscPenalty: friction that sticks is not supported",
                    "a positive dryFrictionProportionalZone makes it a function of the speed")
        gap = self.variable(o, "DZ(%d,%d,%d)-(%r)*%s" % (w, g, g, float(o.discRadius), s))
        slip = [self.variable(o, x) for x in slip]
        push = "0"
        if o.activeConnector:
            push = self.variable(o, "IF(%s:-(%r)*%s-(%r)*%s,0,0)" % (gap, float(o.contactStiffness), gap, float(o.contactDamping), slip[2]))
        if zone > 0 and o.activeConnector:
            speed = self.variable(o, "SQRT(%s**2+%s**2)" % (slip[0], slip[1]))
            inner = "(2-%s/(%r))/(%r)" % (speed, zone, zone)
            if o.useLinearProportionalZone:
                inner = "1/(%r)" % zone
            # Beyond the zone the law is that of its edge: 1/speed, which is finite there.
            f = self.variable(o, "-ABS(%s)*IF(%s-(%r):%s,1/(%r),1/MAX(%s,(%r)))" % (push, speed, zone, inner, zone, speed, zone))
            c, d = cos(o.dryFrictionAngle), sin(o.dryFrictionAngle)
            along = ["((%r)*%s-(%r)*%s)" % (c, slip[0], d, slip[1]), "((%r)*%s+(%r)*%s)" % (d, slip[0], c, slip[1])]
            rub = [self.variable(o, "((%r)+(%r)*%s)*%s*%s" % (rough[n], rough[2 + n], speed, f, along[n])) for n in (0, 1)]
            rub = [self.variable(o, "(%r)*%s+(%r)*%s" % (c, rub[0], d, rub[1])), self.variable(o, "(%r)*%s-(%r)*%s" % (c, rub[1], d, rub[0]))]
        else:
            rub = ["0", "0"]
        force = [self.variable(o, "(%s*%s+%s*%s)/%s" % (rub[0], a[0], rub[1], a[1], s)), self.variable(o, "(%s*%s-%s*%s)/%s" % (rub[0], a[1], rub[1], a[0], s)), push]
        r, v = float(o.discRadius), ["V%s(%d,%d,%d)" % (n, w, g, g) for n in _THREE]
        laws = [("T" + _THREE[n], "(%r)*(%s*%s-%s*%s)" % (r, down[(n + 1) % 3], force[(n + 2) % 3], down[(n + 2) % 3], force[(n + 1) % 3]), 0, "discRadius") for n in range(3)]
        still = float(o.rollingFrictionViscous)
        for n in range(3):
            law = force[n]
            if still and n < 2:
                law += "-(%r)*ABS(%s)*%s" % (still, push, v[n])
            laws.append(("F" + _THREE[n], law, 0, "contactStiffness"))
        self.push(o, k + 1, w, laws, "GFORCE", g)
        self.request(4 * k + 1, slip + [rub[0], rub[1], push])

    # Two masses attract each other; below a distance the force is made finite.
    def attraction(self, k, o):
        i, j = _pair(self.mbs, o)
        law, d = "0", "DM(%d,%d)" % (j, i)
        if o.activeConnector:
            law = "-(%r)/(%s**2)" % (float(o.gravitationalConstant * o.mass0 * o.mass1), d)
            least = float(o.minDistanceRegularization)
            if least > 0:
                law = "-(%r)/(%s**2+MAX(0,(%r)-%s)**2)" % (float(o.gravitationalConstant * o.mass0 * o.mass1), d, least, d)
        _write("SFORCE", o._site, k + 1, o.name or None, [("TYPE", "TRANSLATION", 0, ""), ("I", j, 0, "markerNumbers"), ("J", i, 0, "markerNumbers"),
                                                           ("FUNCTION", law, 0, "gravitationalConstant")])
        self.between(k, i, j, "SFORCE")

    def load(self, load):
        mbs = self.mbs
        _of(mbs.markers, load.markerNumber, "marker", load, "markerNumber")
        if isinstance(load, LoadCoordinate):
            self.along(load)
            return
        if isinstance(mbs.markers[load.markerNumber], _OF_COORDINATES):
            _refuse(load._site, "markerNumber", "%s: marker %d is a %s" % (load.__class__.__name__, load.markerNumber, mbs.markers[load.markerNumber].__class__.__name__),
                    "a LoadCoordinate acts on coordinates")
        body = _body_of(mbs, load.markerNumber)
        if body < 0:
            return # a load on ground
        if isinstance(mbs.objects[body], ObjectGenericODE2):
            self.on_node(load)
            return
        name, c, rm, f = "VFORCE", "F", _GLOBAL, 1.0
        if isinstance(load, LoadTorqueVector):
            name, c = "VTORQUE", "T"
            if not isinstance(mbs.objects[body], _RIGID):
                _refuse(load._site, "markerNumber", "LoadTorqueVector: marker %d is on a mass point" % load.markerNumber, "a torque acts on a rigid body")
        if isinstance(load, LoadMassProportional):
            f = mbs.objects[body].physicsMass
        elif load.bodyFixed:
            rm = _MARKER + load.markerNumber
        self.forces += 1
        laws = [(c + _THREE[n], repr(float(f * load.loadVector[n])), 0, "loadVector") for n in range(3)]
        if callable(load.loadVectorUserFunction):
            laws = [("ROUTINE", _vectorOf(mbs, load, f), 0, "loadVectorUserFunction")]
        self.push(load, self.forces, _MARKER + load.markerNumber, laws, name, rm)

    # A force at a node of generic equations.
    def on_node(self, load):
        m = self.mbs.markers[load.markerNumber]
        if not isinstance(load, LoadForceVector):
            _refuse(load._site, "markerNumber", "%s: marker %d is on a node of generic equations, where a force may act, and nothing else" % (
                load.__class__.__name__, load.markerNumber), "")
        for c in range(len(self.mbs.nodes[m.nodeNumber].referenceCoordinates)):
            for name, component, f, marker in self.of_equations(load, m, m.nodeNumber, c)[2]:
                self.forces += 1
                law = (component, repr(f * float(load.loadVector[c])), 0, "loadVector")
                if callable(load.loadVectorUserFunction):
                    law = ("ROUTINE", _entry(self.mbs, load, component, f, c), 0, "loadVectorUserFunction")
                self.push(load, self.forces, marker, [law], name)

    def along(self, load):
        q, c, pushes = self.coordinate(load, load.markerNumber)
        if callable(load.loadUserFunction):
            for name, component, f, marker in pushes:
                self.forces += 1
                self.push(load, self.forces, marker, [("ROUTINE", _component(self.mbs, load, component, f), 0, "loadUserFunction")], name)
        else:
            self.pull(load, pushes, repr(float(load.load)))


_WRITERS = (
    (ObjectGenericODE1, _Writer.rates), (ObjectGenericODE2, _Writer.second), (ObjectConnectorSpringDamper, _Writer.spring), (ObjectConnectorCartesianSpringDamper, _Writer.cartesian),
    (ObjectConnectorCoordinateSpringDamper, _Writer.coordinates), (ObjectConnectorCoordinateSpringDamperExt, _Writer.coordinates),
    (ObjectConnectorCoordinate, _Writer.fixed), (ObjectConnectorCoordinateVector, _Writer.vectors), (ObjectConnectorDistance, _Writer.distance),
    (ObjectConnectorTorsionalSpringDamper, _Writer.torsional), (ObjectConnectorLinearSpringDamper, _Writer.linear),
    (ObjectConnectorRigidBodySpringDamper, _Writer.bushing), (ObjectConnectorGravity, _Writer.attraction),
    ((ObjectJointGeneric, ObjectJointRevoluteZ, ObjectJointSpherical), _Writer.joint),
    (ObjectJointRollingDisc, _Writer.rolling), (ObjectConnectorRollingDiscPenalty, _Writer.rubbing), (ObjectJointRevolute2D, _Writer.pin), (ObjectJointPrismatic2D, _Writer.slider))


def _asked_for(mbs, k):
    # What sensors ask for of a connector.
    return [s.outputVariableType for s in mbs.sensors if isinstance(s, SensorObject) and s.objectNumber == k]


def _inertia(o):
    # Moments xx, yy, zz and products xy, xz, yz about the centre of mass; a
    # product is the integral itself, and not an entry of the tensor.
    if isinstance(o, ObjectRotationalMass1D):
        return [o.physicsInertia] * 3 + [0.0] * 3
    if isinstance(o, ObjectRigidBody2D):
        c = o.physicsCenterOfMass
        return [o.physicsInertia - o.physicsMass * (c[0] ** 2 + c[1] ** 2)] * 3 + [0.0] * 3
    (xx, yy, zz, yz, xz, xy), m, c = o.physicsInertia, o.physicsMass, o.physicsCenterOfMass
    return [xx - m * (c[1] ** 2 + c[2] ** 2), yy - m * (c[0] ** 2 + c[2] ** 2), zz - m * (c[0] ** 2 + c[1] ** 2),
            -(xy + m * c[0] * c[1]), -(xz + m * c[0] * c[2]), -(yz + m * c[1] * c[2])]


def _measure(kind, m, id):
    # D or V of a direction X, Y, Z, of the angle A about z, of an angle RX, RY, RZ of a body in space, or of the angle
    # about axis z of a marker, F and its number.
    if m == "A":
        return {"D": "AZ(%d)", "V": "WZ(%d)"}[kind] % id
    if m[0] == "R":
        return {"D": "A%s(%d)", "V": "W%s(%d)"}[kind] % (m[1], id)
    if m[0] == "F":
        frame = int(m[1:])
        if kind == "D":
            return "AZ(%d,%d)" % (id, frame)
        return "WZ(%d,%d,%d)" % (id, frame, frame)
    return "%s%s(%d)" % (kind, m, id)


def _turn(n):
    # The angle of a node at the start.
    return n.referenceCoordinates[-1] + n.initialCoordinates[-1]


def _sum(parts, kind):
    if not parts:
        return "0"
    return "+".join(["(%r)*%s" % (float(f), _measure(kind, m, id)) for f, m, id in parts])


def _started(mbs, m, id):
    # The value of a measure at the start.
    if id >= _POINT:
        e = _kept(mbs, (id - _POINT) // 1000)
        return e.started(id, _THREE.index(m))
    body = id - _CENTRE
    if id >= _NODE:
        body = id - _NODE
    if m == "A":
        n = _node_of(mbs, body)
        return _turn(n)
    if m[0] == "F":
        return 0.0
    return _pose(mbs, body)[0][_THREE.index(m)]


# ---- routines that call functions of the program

def _tension(mbs, number, o):
    def SPDSUB(id, time, par, npar, disp, velo, dflag, iflag):
        with _Live(mbs, time, iflag):
            return o.springForceUserFunction(mbs, mbs._began + time, number, disp, velo, o.stiffness, o.damping, o.force)
    return SPDSUB


def _cartesian(mbs, number, o, i, j, sign):
    def VFOSUB(id, time, par, npar, dflag, iflag):
        u = np.array([_ask("D" + _THREE[n], [j, i]) - o.offset[n] for n in range(3)])
        v = np.array([_ask("V" + x, [j, i]) for x in _THREE])
        with _Live(mbs, time, iflag):
            f = o.springForceUserFunction(mbs, mbs._began + time, number, u, v, o.stiffness, o.damping, o.offset)
            return [sign * float(x) for x in f]
    return VFOSUB


def _along_parts(parts, c, rate=True):
    # A coordinate less a constant, and its rate; without a rate no velocity is asked for, which would make a constraint
    # one of velocities.
    q, v = -c, 0.0
    for f, m, marker in parts:
        markers, kinds = [marker], ("D" + m, "V" + m)
        if m == "A":
            kinds = ("AZ", "WZ")
        elif m[0] == "R":
            kinds = ("A" + m[1], "W" + m[1])
        elif m[0] == "F":
            kinds, markers = ("AZ", "WZ"), [marker, int(m[1:])]
        q += f * _ask(kinds[0], markers)
        if rate:
            v += f * _ask(kinds[1], markers + markers[1:])
    return q, v


def _generalized(mbs, number, o, parts, c):
    extended = isinstance(o, ObjectConnectorCoordinateSpringDamperExt)

    def VARSUB(id, time, par, npar, dflag, iflag):
        q, v = _along_parts(parts, c)
        with _Live(mbs, time, iflag):
            if extended:
                return float(o.springForceUserFunction(
                    mbs, mbs._began + time, number, q, v, o.stiffness, o.damping, o.offset, o.velocityOffset, o.fDynamicFriction, o.fStaticFrictionOffset,
                    o.exponentialDecayStatic, o.fViscousFriction, o.frictionProportionalZone))
            return float(o.springForceUserFunction(mbs, mbs._began + time, number, q, v, o.stiffness, o.damping, o.offset))
    return VARSUB


def _offset(mbs, number, o, parts, c):
    def GCOSUB(id, time, par, npar, dflag, iflag):
        q = _along_parts(parts, c, False)[0]
        with _Live(mbs, time, iflag):
            return q - float(o.offsetUserFunction(mbs, mbs._began + time, number, o.offset))
    return GCOSUB


def _row(mbs, number, o, coordinates, r):
    # Row r of a function of the coordinates of two markers. Velocities are not known to it: with them the constraint would be one of velocities.
    def GCOSUB(id, time, par, npar, dflag, iflag):
        q = np.array([_along_parts(parts, off, False)[0] for parts, off in coordinates])
        with _Live(mbs, time, iflag):
            return float(o.constraintUserFunction(mbs, mbs._began + time, number, q, np.zeros(len(q)), False)[r])
    return GCOSUB


def _rate(mbs, number, o, ids, i):
    def DIFSUB(id, time, par, npar, dflag, iflag):
        x = np.array([_ask("DIF", [k]) for k in ids])
        with _Live(mbs, time, iflag):
            f = float(o.rhsUserFunction(mbs, mbs._began + time, number, x)[i])
            if o.systemMatrix:
                f += sum([float(a) * y for a, y in zip(o.systemMatrix[i], x)])
            if o.rhsVector:
                f += float(o.rhsVector[i])
            return f
    return DIFSUB


def _slide(mbs, number, o, i, j, tip):
    def VARSUB(id, time, par, npar, dflag, iflag):
        v = sum([_ask("D" + x, [tip, i]) * _ask("V" + x, [j, i]) for x in _THREE])
        with _Live(mbs, time, iflag):
            return float(o.springForceUserFunction(mbs, mbs._began + time, number, _ask("DZ", [j, i, i]), v, o.stiffness, o.damping, o.offset))
    return VARSUB


def _six(mbs, number, o, i, j, tip, ends, sign):
    def GFOSUB(id, time, par, npar, dflag, iflag):
        u = np.array([_ask("D" + x, [j, i, i]) for x in _THREE])
        a = np.array([_ask("AX", [j, i]), asin(max(-1.0, min(1.0, _ask("DX", [tip, j, i])))), _ask("AZ", [j, i])])
        w = np.array([_ask("W" + x, [j, i, i]) for x in _THREE])
        x = np.array([_ask("V" + x, [j, i]) for x in _THREE])
        R = np.array([[_ask("D" + c, [ends[n], i]) for c in _THREE] for n in range(3)])
        with _Live(mbs, time, iflag):
            f = o.springForceTorqueUserFunction(mbs, mbs._began + time, number, u, a, R.dot(x), w, o.stiffness, o.damping, o.rotationMarker0, o.rotationMarker1, o.offset)
            return [sign * float(y) for y in f]
    return GFOSUB


def _twist(mbs, number, o, i, j):
    def SFOSUB(id, time, par, npar, dflag, iflag):
        a, w = _ask("AZ", [j, i]), _ask("WZ", [j, i, i])
        with _Live(mbs, time, iflag):
            return -float(o.springTorqueUserFunction(mbs, mbs._began + time, number, a, w, o.stiffness, o.damping, o.offset))
    return SFOSUB


def _vectorOf(mbs, load, factor):
    def VFOSUB(id, time, par, npar, dflag, iflag):
        with _Live(mbs, time, iflag):
            return [factor * float(x) for x in load.loadVectorUserFunction(mbs, mbs._began + time, load.loadVector)]
    return VFOSUB


def _entry(mbs, load, component, factor, c):
    def VFOSUB(id, time, par, npar, dflag, iflag):
        with _Live(mbs, time, iflag):
            f = factor * float(load.loadVectorUserFunction(mbs, mbs._began + time, load.loadVector)[c])
            return [f * (component[1] == x) for x in _THREE]
    return VFOSUB


def _component(mbs, load, component, factor):
    def VFOSUB(id, time, par, npar, dflag, iflag):
        with _Live(mbs, time, iflag):
            f = factor * float(load.loadUserFunction(mbs, mbs._began + time, load.load))
            return [f * (component[1] == x) for x in _THREE]
    return VFOSUB
