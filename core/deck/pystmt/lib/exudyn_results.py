# What a program asks of a system: at the start, while a function of the program
# is called, and at the end of a solution.

import numpy as np
from exudyn.itemInterface import *
from exudyn.itemInterface import _E3, _O3, _plain
from exudyn.model import _OTHER, _THREE, _MASSES, _RIGID, _added, _turned, _matrix, _transposed, _length, _of, _node_of, _carrier, _pose, _rates, \
    _centre, _node_marker, _pair, _ask, _along, _seat, _body_of, _turn, _grounded, _asked_for
from exudyn.generic import _equations_of, _of_generic, _of_generic_node
from exudyn.rigidBodyUtilities import RotationMatrixX, RotationMatrixZ, RotationMatrix2RotXYZ

_OF_BODIES = ("Position", "Displacement", "Velocity", "Acceleration", "Coordinates", "CoordinatesTotal", "Coordinates_t", "Coordinates_tt")
_OF_RIGID = _OF_BODIES + ("RotationMatrix", "Rotation", "AngularVelocity", "AngularVelocityLocal", "AngularAcceleration", "AngularAccelerationLocal",
                          "VelocityLocal", "AccelerationLocal", "DisplacementLocal")
_OF_CONNECTORS = {
    "ConnectorSpringDamper": ("Distance", "Displacement", "Velocity", "Force", "ForceLocal"),
    "ConnectorCartesianSpringDamper": ("Distance", "Displacement", "Velocity", "Force"),
    "ConnectorCoordinateSpringDamper": ("Displacement", "Velocity", "Force"),
    "ConnectorCoordinateSpringDamperExt": ("Displacement", "Velocity", "Force"),
    "ConnectorTorsionalSpringDamper": ("Rotation", "AngularVelocityLocal", "TorqueLocal"),
    "ConnectorLinearSpringDamper": ("DisplacementLocal", "VelocityLocal", "ForceLocal"),
    "ConnectorRigidBodySpringDamper": ("DisplacementLocal", "Rotation", "VelocityLocal", "AngularVelocityLocal", "ForceLocal", "TorqueLocal"),
    "ConnectorRollingDiscPenalty": ("VelocityLocal", "ForceLocal", "Position", "Velocity"), "JointRollingDisc": ("Position", "Velocity", "ForceLocal"),
    "JointGeneric": ("ForceLocal",), "JointRevoluteZ": ("ForceLocal",), "JointPrismaticX": ("ForceLocal",),
    "JointSpherical": ("Force",),
    "ConnectorGravity": ("Distance", "Displacement", "Velocity", "Force"),
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
        return [self._column(mbs, request, p)[self.n] for p in parts]

    def _column(self, mbs, request, p):
        # A component at all output times, kept.
        if mbs._kept.get("ticket") != mbs._ticket:
            mbs._kept.clear()
            mbs._kept["ticket"] = mbs._ticket
        if (request, p) not in mbs._kept:
            mbs._kept[(request, p)] = _results(mbs._ticket, request, p)
        return mbs._kept[(request, p)]


def _three(name, m):
    return [(name + x, [m]) for x in _THREE]


def _motion(mbs, when, k):
    # Place, rotation, velocity and angular velocity of a body; when is None at the
    # start, and "Reference" in the reference configuration.
    if when == "Reference":
        x, R = _pose(mbs, k, False)
        return x, R, _O3, _O3
    if when is None:
        x, R = _pose(mbs, k)
        v, w = _rates(mbs, k)
        return x, R, v, w
    if _grounded(mbs, mbs.objects[k]):
        return _pose(mbs, k)[0], _E3, _O3, _O3
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
    if when is None or when == "Reference":
        return _O3, _O3
    a, b = when.column(mbs, 4 * k + 2, _three("ACC", m), (0, 1, 2)), _O3
    if isinstance(mbs.objects[k], _RIGID):
        b = when.column(mbs, 4 * k + 4, _three("WDT", m), (0, 1, 2))
    return a, b


def _angle(mbs, when, k, n, p):
    # The angle of a body in the plane, or of a rotor, with that of the reference, component p of its node.
    if when == "Reference":
        return n.referenceCoordinates[p]
    if when is None:
        return n.referenceCoordinates[p] + n.initialCoordinates[p]
    m, name, start = _node_marker(mbs, k), mbs._turning.get(k, "A"), 0.0
    markers = [m]
    if name[0] == "F":
        markers.append(int(name[1:]))
        start = _turn(n)
    return when.column(mbs, 4 * k + 4, [("AZ", markers)], (3,))[0] + start


def _parameters(mbs, when, k, n):
    # The rotation parameters of a body in space. At the outputs of a solution they are followed from the start on, as
    # several may mean the same rotation.
    q = n._total()[3:]
    if when == "Reference":
        return n.referenceCoordinates[3:]
    if when is None:
        return q
    if isinstance(when, _Now):
        return n._parameters(_motion(mbs, when, k)[1], q)
    when._column(mbs, 4 * k + 3, 0)
    all = mbs._kept.get(("parameters", k))
    if all is None:
        all = []
        for i in range(len(_times(mbs._ticket))):
            q = n._parameters(_motion(mbs, _Then(i), k)[1], q)
            all.append(q)
        mbs._kept[("parameters", k)] = all
    return all[when.n]


def _coordinates(mbs, when, k, what):
    # Coordinates are displacements from the reference configuration, but for the total ones.
    o, n = mbs.objects[k], _node_of(mbs, k)
    x, R, v, w = _motion(mbs, when, k)
    if what in ("Coordinates", "CoordinatesTotal"):
        if isinstance(o, ObjectRigidBody):
            q = x + _parameters(mbs, when, k, n)
        elif isinstance(o, ObjectRotationalMass1D):
            q = [_angle(mbs, when, k, n, 0)]
        elif isinstance(o, ObjectMass1D):
            e, y = _along(o), _added(x, [-c for c in o.referencePosition])
            q = [sum([e[i] * y[i] for i in range(3)])]
        elif isinstance(o, ObjectRigidBody2D):
            q = [x[0], x[1], _angle(mbs, when, k, n, 2)]
        else:
            q = x[:len(n.referenceCoordinates)]
        if what == "Coordinates":
            q = [q[i] - n.referenceCoordinates[i] for i in range(len(q))]
        return q
    third = w[2]
    if what == "Coordinates_t":
        y = v
        if isinstance(o, ObjectRigidBody):
            return v + n._parameter_rates(_parameters(mbs, when, k, n), R, w)
    else:
        if isinstance(o, ObjectRigidBody) and not isinstance(n, NodeRigidBodyEP):
            _refuse(0, None, "Coordinates_tt of a %s are not supported" % n.__class__.__name__, "ask for Acceleration and AngularAcceleration")
        y, b = _accelerations(mbs, when, k)
        if isinstance(o, ObjectRigidBody):
            p = _parameters(mbs, when, k, n)
            return y + n._parameter_accelerations(p, n._parameter_rates(p, R, w), w, b)
        w = b
        third = w[2]
    if isinstance(o, ObjectRotationalMass1D):
        return [sum([o.referenceRotation[i][2] * w[i] for i in range(3)])]
    if isinstance(o, ObjectMass1D):
        e = _along(o)
        return [sum([e[i] * y[i] for i in range(3)])]
    if isinstance(o, ObjectRigidBody2D):
        return [y[0], y[1], third]
    return y[:len(n.referenceCoordinates)]


def _of_body(mbs, when, k, what, local=_O3, site=0, node=False):
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
        o, n = mbs.objects[k], _node_of(mbs, k)
        if isinstance(o, ObjectRigidBody2D):
            if node:
                return [0.0, 0.0, _angle(mbs, when, k, n, 2)]
            return _angle(mbs, when, k, n, 2) - n.referenceCoordinates[2]
        if isinstance(o, ObjectRotationalMass1D):
            return _angle(mbs, when, k, n, 0)
        if node and isinstance(n, NodeRigidBodyRxyz):
            return _parameters(mbs, when, k, n)
        return RotationMatrix2RotXYZ(R).tolist()
    if what == "DisplacementLocal":
        x0, R0 = _pose(mbs, k, False)
        return _turned(_transposed(R), _added(_added(x, r), [-c for c in _added(x0, _turned(R0, local))]))
    if what == "AngularVelocity":
        return w
    if what == "AngularVelocityLocal":
        return _turned(_transposed(R), w)
    a, b = _accelerations(mbs, when, k)
    if what == "AngularAcceleration":
        return b
    if what == "AngularAccelerationLocal":
        return _turned(_transposed(R), b)
    if what == "AccelerationLocal":
        return _turned(_transposed(R), _added(a, _added(_cross(b, r), _cross(w, _cross(w, r)))))
    return _added(a, _added(_cross(b, r), _cross(w, _cross(w, r))))


def _of_node(mbs, when, n, what, site=0):
    node = _of(mbs.nodes, n, "node")
    if isinstance(node, NodePointGround):
        if what not in _OF_BODIES:
            _has_not(site, "NodePointGround", what, _OF_BODIES)
        if what == "Position":
            return node.referenceCoordinates
        if what[:11] == "Coordinates":
            return []
        return _O3
    if isinstance(node, NodeGenericODE1):
        return _of_rates(mbs, when, n, node, what, site)
    if isinstance(node, NodeGenericData):
        _refuse(site, 1, "the data of a NodeGenericData are not known: the solver here has no such steps", "")
    if isinstance(node, Node1D) and what[:11] != "Coordinates":
        _has_not(site, "Node1D", what, ("Coordinates", "CoordinatesTotal", "Coordinates_t", "Coordinates_tt"))
    if _equations_of(mbs, n) is not None:
        return _of_generic_node(mbs, when, n, node, what, site)
    return _of_body(mbs, when, _carrier(mbs, n, node), what, _O3, site, True)


def _of_rates(mbs, when, n, node, what, site):
    # The coordinates of first order of a node.
    have = ("Coordinates", "CoordinatesTotal", "Coordinates_t")
    if what not in have:
        _has_not(site, "NodeGenericODE1", what, have)
    zeros = [0.0] * node.numberOfODE1Coordinates
    if when == "Reference":
        q = zeros
    elif when is None:
        q = node.initialCoordinates or zeros
        if what == "Coordinates_t":
            _refuse(site, 1, "Coordinates_t of a NodeGenericODE1 are known when the system is solved", "")
    else:
        if n not in mbs._rates:
            _refuse(site, 0, "node %d is of no ObjectGenericODE1" % n, "")
        first, size = mbs._rates[n]
        k = (first - _OTHER - 500000) // 1000
        place, name, request = (first - _OTHER - 500000) % 1000, "DIF", 4 * k + 1
        if what == "Coordinates_t":
            name, request = "DIF1", 4 * k + 2
        q = when.column(mbs, request, [(name, [first + i]) for i in range(size)], [place + i for i in range(size)])
    if what == "CoordinatesTotal":
        q = [q[i] + r for i, r in enumerate(node.referenceCoordinates or zeros)]
    return q


def _of_object(mbs, when, k, what, site=0):
    o = _of(mbs.objects, k, "object")
    if isinstance(o, _MASSES):
        return _of_body(mbs, when, k, what, _O3, site)
    if isinstance(o, ObjectGenericODE2):
        _of_generic(o, what, site)
    if k in mbs._stale and what in ("Force", "ForceLocal", "TorqueLocal"):
        _refuse(site, 1, "%s of a connector that a function before steps changes is not supported" % what, "")
    have = _OF_CONNECTORS.get(o._kind, ())
    if what not in have:
        _has_not(site, o.__class__.__name__, what, have or ("nothing",))
    if o._kind in ("ConnectorRollingDiscPenalty", "JointRollingDisc") and what in ("Position", "Velocity"):
        return _touching(mbs, when, o)[what == "Velocity"]
    if o._kind[:5] == "Joint":
        return _reaction(mbs, when, k, o, what, site)
    if o._kind == "ConnectorRollingDiscPenalty":
        if not isinstance(when, _Then):
            _refuse(site, 1, "%s of a RollingDiscPenalty is known at the end of a solution only" % what, "")
        return when.column(mbs, 4 * k + 1, None, [3 * have.index(what) + c for c in range(3)])
    if o._kind == "ConnectorRigidBodySpringDamper":
        if not isinstance(when, _Then) or callable(o.springForceTorqueUserFunction):
            _refuse(site, 1, "%s of a %s is known at the end of a solution only, and without a user function" % (what, o.__class__.__name__), "")
        place = have.index(what)
        parts = [3 * (place % 2) + c for c in range(3)]
        return when.column(mbs, 4 * k + 1 + place // 2, None, parts)
    if o._kind[:19] == "ConnectorCoordinate" or o._kind in ("ConnectorTorsionalSpringDamper", "ConnectorLinearSpringDamper"):
        if not isinstance(when, _Then):
            _refuse(site, 1, "%s of a %s is known at the end of a solution only" % (what, o.__class__.__name__), "")
        f = when.column(mbs, 4 * k + 1, None, (have.index(what),))[0]
        if what == "TorqueLocal":
            return -f
        return f
    i, j = _pair(mbs, o)
    if when is None or when == "Reference":
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


def _reaction(mbs, when, k, o, what, site):
    # Force of a joint on the body of marker 0; of a rolling disc on the disc: over the rim, ahead and normal to the plane.
    if not isinstance(when, _Then) or what not in _asked_for(mbs, k):
        _refuse(site, 1, "%s of a %s is known at the end of a solution only, and if a SensorObject measures it" % (what, o.__class__.__name__), "")
    if not o.activeConnector:
        return _O3
    return when.column(mbs, 4 * k + 1, None, (0, 1, 2))


def _touching(mbs, when, o):
    # The lowest point of a disc, and its velocity along the plane and over the rim.
    m0, m1 = [mbs.markers[m] for m in o.markerNumbers]
    p0, R0 = _seat(mbs, o.markerNumbers[0])
    k = _body_of(mbs, o.markerNumbers[1])
    x, R, v, w = _motion(mbs, when, k)
    local = _O3
    if isinstance(m1, MarkerBodyPosition):
        local = m1.localPosition
    offset = _turned(R, local)
    n, a = _turned(R0, o.planeNormal), _turned(R, o.discAxis)
    f, da = _cross(a, n), _cross(w, a)
    g, df = _length(f), _cross(da, n)
    dg = sum([f[i] * df[i] for i in range(3)]) / g
    ahead = [c / g for c in f]
    down = _cross(a, ahead)
    rate = _added(_cross(da, ahead), _cross(a, [df[i] / g - f[i] * dg / (g * g) for i in range(3)]))
    point = _added(_added(x, offset), [o.discRadius * c for c in down])
    if o._kind == "ConnectorRollingDiscPenalty":
        point = _added(point, [-c for c in p0])
    return point, _added(_added(v, _cross(w, offset)), [o.discRadius * c for c in rate])


def _at_start(mbs, o, what, site):
    if what not in ("Distance", "Displacement"):
        _refuse(site, 1, "%s of a connector is known when the system is solved" % what, "")
    d = _added(_seat(mbs, o.markerNumbers[1])[0], [-x for x in _seat(mbs, o.markerNumbers[0])[0]])
    if what == "Distance":
        return _length(d)
    return d


def _given(v):
    # Lists as arrays.
    if isinstance(v, (list, tuple)):
        return np.array([float(x) for x in v])
    return v


def _one(v):
    # A vector of one is given as a number.
    if isinstance(v, np.ndarray) and len(v) == 1:
        return float(v[0])
    return v


def _of_sensor(mbs, when, s, site=0):
    if isinstance(s, SensorNode):
        return _of_node(mbs, when, s.nodeNumber, s.outputVariableType, s._site)
    if isinstance(s, SensorBody):
        return _body_output(mbs, when, s.bodyNumber, s.outputVariableType, s.localPosition, s._site)
    if isinstance(s, SensorObject):
        return _of_object(mbs, when, s.objectNumber, s.outputVariableType, s._site)
    if isinstance(s, SensorMarker):
        return _of_marker(mbs, when, s.markerNumber, s.outputVariableType, s._site)
    if isinstance(s, SensorUserFunction):
        return _asked(mbs, when, s)
    load, t = _of(mbs.loads, s.loadNumber, "load"), mbs._time
    if isinstance(when, _Then):
        t = mbs._began + _times(mbs._ticket)[when.n]
    if isinstance(load, LoadCoordinate):
        if callable(load.loadUserFunction):
            return load.loadUserFunction(mbs, t, load.load)
        return load.load
    if callable(load.loadVectorUserFunction):
        return _plainly(load.loadVectorUserFunction(mbs, t, load.loadVector))
    return load.loadVector


def _of_marker(mbs, when, n, what, site=0):
    m = _of(mbs.markers, n, "marker")
    if isinstance(m, (MarkerNodePosition, MarkerNodeCoordinate, MarkerNodeRotationCoordinate)):
        v = _of_node(mbs, when, m.nodeNumber, what, site)
        if isinstance(m, MarkerNodeCoordinate) and what[:11] == "Coordinates":
            return [v[m.coordinate]]
        return v
    local = _O3
    if isinstance(m, MarkerBodyPosition):
        local = m.localPosition
    return _body_output(mbs, when, m.bodyNumber, what, local, site)


def _asked(mbs, when, s):
    # What a function of the program makes of other sensors, at the moment that is asked for.
    if not callable(s.sensorUserFunction):
        _refuse(s._site, "sensorUserFunction", "SensorUserFunction: sensorUserFunction is missing", "")
    before, time = mbs._asked, mbs._time
    mbs._asked = when
    if isinstance(when, _Then):
        mbs._time = mbs._began + _times(mbs._ticket)[when.n]
    try:
        return _plain(s.sensorUserFunction(mbs, mbs._time, s.sensorNumbers or [], s.factors or [], "Current"))
    finally:
        mbs._asked, mbs._time = before, time


def _plainly(v):
    return [float(x) for x in v]


def _body_output(mbs, when, k, what, local, site):
    o = _of(mbs.objects, k, "object")
    if isinstance(o, ObjectGround):
        R = o.referenceRotation
        if what == "RotationMatrix":
            return R[0] + R[1] + R[2]
        if what == "Rotation":
            return RotationMatrix2RotXYZ(R).tolist()
        if what == "Position":
            return _added(o.referencePosition, _turned(o.referenceRotation, local))
        return _O3
    if not isinstance(o, _MASSES):
        _refuse(site, 0, "object %d is a %s, and no body" % (k, o.__class__.__name__), "")
    return _of_body(mbs, when, k, what, local, site)
