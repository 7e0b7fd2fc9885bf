# What a program asks of a system: at the start, while a function of the program
# is called, and at the end of a solution.

import numpy as np
from exudyn.itemInterface import *
from exudyn.itemInterface import _E3, _O3
from exudyn.model import _THREE, _MASSES, _RIGID, _added, _turned, _matrix, _transposed, _length, _of, _node_of, _carrier, _pose, _rates, \
    _centre, _node_marker, _pair, _ask, _along
from exudyn.rigidBodyUtilities import RotationMatrixX, RotationMatrixZ, RotationMatrix2RotXYZ

_OF_BODIES = ("Position", "Displacement", "Velocity", "Acceleration", "Coordinates", "Coordinates_t", "Coordinates_tt")
_OF_RIGID = _OF_BODIES + ("RotationMatrix", "Rotation", "AngularVelocity", "AngularVelocityLocal", "AngularAcceleration", "VelocityLocal")
_OF_CONNECTORS = {
    "ConnectorSpringDamper": ("Distance", "Displacement", "Velocity", "Force", "ForceLocal"),
    "ConnectorCartesianSpringDamper": ("Distance", "Displacement", "Velocity", "Force"),
    "ConnectorCoordinateSpringDamper": ("Displacement", "Velocity", "Force"),
    "ConnectorCoordinateSpringDamperExt": ("Displacement", "Velocity", "Force"),
    "ConnectorTorsionalSpringDamper": ("Rotation", "AngularVelocityLocal", "TorqueLocal"),
    "ConnectorDistance": ("Distance", "Displacement", "Velocity")}


def _has_not(site, what, name, have):
    _refuse(site, 1, "%s has no output %s" % (what, name), "it has " + ", ".join(have))


class _Now:
    # The answers while a function of the program is called.
    def column(self, mbs, request, measures, parts):
        return [_ask(m[0], m[1]) for m in measures]


class _Then:
    # The answers at output time n of the last solution.
    def __init__(self, n=-1):
        self.n = n

    def column(self, mbs, request, measures, parts):
        return [_results(mbs._ticket, request, p)[self.n] for p in parts]


def _three(name, m):
    return [(name + x, [m]) for x in _THREE]


def _motion(mbs, when, k):
    # Place, rotation, velocity and angular velocity of a body; when is None at the
    # start.
    if when is None:
        x, R = _pose(mbs, k)
        v, w = _rates(mbs, k)
        return x, R, v, w
    m, rigid = _node_marker(mbs, k), isinstance(mbs.objects[k], _RIGID)
    x = when.column(mbs, 4 * k + 1, _three("D", m), (0, 1, 2))
    v = when.column(mbs, 4 * k + 1, _three("V", m), (3, 4, 5))
    if not rigid:
        return x, _E3, v, _O3
    angles = when.column(mbs, 4 * k + 3, [("PSI", [m]), ("THETA", [m]), ("PHI", [m])], (0, 1, 2))
    R = RotationMatrixZ(angles[0]).dot(RotationMatrixX(angles[1])).dot(RotationMatrixZ(angles[2])).tolist()
    return x, R, v, when.column(mbs, 4 * k + 3, _three("W", m), (3, 4, 5))


def _cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _accelerations(mbs, when, k):
    m = _node_marker(mbs, k)
    if when is None:
        return _O3, _O3
    a, b = when.column(mbs, 4 * k + 2, _three("ACC", m), (0, 1, 2)), _O3
    if isinstance(mbs.objects[k], _RIGID):
        b = when.column(mbs, 4 * k + 4, _three("WDT", m), (0, 1, 2))
    return a, b


def _coordinates(mbs, when, k, what):
    # Coordinates are displacements from the reference configuration.
    o, n = mbs.objects[k], _node_of(mbs, k)
    if isinstance(o, ObjectRigidBody):
        _refuse(0, None, "the coordinates of a rigid body in space are not supported", "ask for Position and Rotation")
    x, R, v, w = _motion(mbs, when, k)
    turn, third = 0.0, 0.0
    if what == "Coordinates":
        y = _added(x, [-c for c in _pose(mbs, k, False)[0]])
        if isinstance(o, ObjectRigidBody2D):
            third = n.initialCoordinates[2]
            if when is not None:
                third = when.column(mbs, 4 * k + 4, [("AZ", [_node_marker(mbs, k)])], (3,))[0] - n.referenceCoordinates[2]
    elif what == "Coordinates_t":
        y, third = v, w[2]
    else:
        y, b = _accelerations(mbs, when, k)
        third = b[2]
    if isinstance(o, ObjectMass1D):
        e = _along(o)
        return [sum([e[i] * y[i] for i in range(3)])]
    if isinstance(o, ObjectRigidBody2D):
        return [y[0], y[1], third]
    if isinstance(o, ObjectMassPoint2D):
        return y[:2]
    return y


def _of_body(mbs, when, k, what, local=_O3, site=0):
    rigid = isinstance(mbs.objects[k], _RIGID)
    have = _OF_BODIES
    if rigid:
        have = _OF_RIGID
    if what not in have:
        _has_not(site, mbs.objects[k].__class__.__name__, what, have)
    if what[:11] == "Coordinates":
        return _coordinates(mbs, when, k, what)
    x, R, v, w = _motion(mbs, when, k)
    r = local
    if rigid:
        r = _turned(R, local)
    if what == "Position":
        return _added(x, r)
    if what == "Displacement":
        x0, R0 = _pose(mbs, k, False)
        return _added(_added(x, r), [-c for c in _added(x0, _turned(R0, local))])
    if what in ("Velocity", "VelocityLocal"):
        v = _added(v, _cross(w, r))
        if what == "VelocityLocal":
            return _turned(_transposed(R), v)
        return v
    if what == "RotationMatrix":
        return R[0] + R[1] + R[2]
    if what == "Rotation":
        return RotationMatrix2RotXYZ(R).tolist()
    if what == "AngularVelocity":
        return w
    if what == "AngularVelocityLocal":
        return _turned(_transposed(R), w)
    a, b = _accelerations(mbs, when, k)
    if what == "AngularAcceleration":
        return b
    return _added(a, _added(_cross(b, r), _cross(w, _cross(w, r))))


def _of_node(mbs, when, n, what, site=0):
    node = _of(mbs.nodes, n, "node")
    if isinstance(node, NodePointGround):
        if what not in _OF_BODIES:
            _has_not(site, "NodePointGround", what, _OF_BODIES)
        if what == "Position":
            return node.referenceCoordinates
        return _O3
    return _of_body(mbs, when, _carrier(mbs, n, node), what, _O3, site)


def _of_object(mbs, when, k, what, site=0):
    o = _of(mbs.objects, k, "object")
    if isinstance(o, _MASSES):
        return _of_body(mbs, when, k, what, _O3, site)
    have = _OF_CONNECTORS.get(o._kind, ())
    if what not in have:
        _has_not(site, o.__class__.__name__, what, have or ("nothing",))
    if o._kind[:19] == "ConnectorCoordinate" or o._kind == "ConnectorTorsionalSpringDamper":
        if not isinstance(when, _Then):
            _refuse(site, 1, "%s of a %s is known at the end of a solution only" % (what, o.__class__.__name__), "")
        f = when.column(mbs, 4 * k + 1, None, (have.index(what),))[0]
        if what == "TorqueLocal":
            return -f
        return f
    i, j = _pair(mbs, o)
    if when is None:
        return _at_start(mbs, o, what, site)
    if what == "Distance":
        return when.column(mbs, 4 * k + 1, [("DM", [j, i])], (0,))[0]
    if what == "Displacement":
        return when.column(mbs, 4 * k + 1, [("D" + x, [j, i]) for x in _THREE], (1, 2, 3))
    if what == "Velocity":
        return when.column(mbs, 4 * k + 1, [("V" + x, [j, i]) for x in _THREE], (4, 5, 6))
    if isinstance(when, _Now):
        _refuse(site, 1, "%s of a connector is not known while forces are computed" % what, "Distance, Displacement and Velocity are")
    force = [-x for x in when.column(mbs, 4 * k + 2, None, (0, 1, 2))]
    if what == "Force":
        return force
    d = when.column(mbs, 4 * k + 1, None, (1, 2, 3))
    length = _length(d)
    if length == 0:
        return 0.0
    return sum([force[n] * d[n] for n in range(3)]) / length


def _at_start(mbs, o, what, site):
    if what not in ("Distance", "Displacement"):
        _refuse(site, 1, "%s of a connector is known when the system is solved" % what, "")
    from exudyn.model import _seat
    d = _added(_seat(mbs, o.markerNumbers[1])[0], [-x for x in _seat(mbs, o.markerNumbers[0])[0]])
    if what == "Distance":
        return _length(d)
    return d


def _given(v):
    # Lists as arrays.
    if isinstance(v, list):
        return np.array([float(x) for x in v])
    return v


def _of_sensor(mbs, when, s, site=0):
    if isinstance(s, SensorNode):
        return _of_node(mbs, when, s.nodeNumber, s.outputVariableType, s._site)
    if isinstance(s, SensorBody):
        return _body_output(mbs, when, s.bodyNumber, s.outputVariableType, s.localPosition, s._site)
    if isinstance(s, SensorObject):
        return _of_object(mbs, when, s.objectNumber, s.outputVariableType, s._site)
    load, t = _of(mbs.loads, s.loadNumber, "load"), mbs._time
    if isinstance(when, _Then):
        t = _times(mbs._ticket)[when.n]
    if isinstance(load, LoadCoordinate):
        if callable(load.loadUserFunction):
            return load.loadUserFunction(mbs, t, load.load)
        return load.load
    if callable(load.loadVectorUserFunction):
        return _plainly(load.loadVectorUserFunction(mbs, t, load.loadVector))
    return load.loadVector


def _plainly(v):
    return [float(x) for x in v]


def _body_output(mbs, when, k, what, local, site):
    o = _of(mbs.objects, k, "object")
    if isinstance(o, ObjectGround):
        if what == "Position":
            return _added(o.referencePosition, _turned(o.referenceRotation, local))
        return _O3
    if not isinstance(o, _MASSES):
        _refuse(site, 0, "object %d is a %s, and no body" % (k, o.__class__.__name__), "")
    return _of_body(mbs, when, k, what, local, site)
