# The items of an Exudyn model: nodes, objects, markers, loads and sensors. An
# item knows its parameters, and by their defaults what may be given for them.

import exudyn  # programs take its name from here
import numpy as np
from exudyn.refused import _absent
from math import pi
from exudyn.rigidBodyUtilities import EulerParameters2RotationMatrix, RotationMatrix2EulerParameters, EulerParameters2G, AngularVelocity2EulerParameters_t, \
    RotXYZ2RotationMatrix, RotationMatrix2RotXYZ, RotXYZ2G, AngularVelocity2RotXYZ_t, RotationVector2RotationMatrix, RotationMatrix2RotationVector

_PICTURES = ("visualization", "drawSize", "color", "graphicsData", "show", "bodyFixedVisualization")


class _Look:
    # How an item is drawn.
    def __init__(self, *args, **kw):
        pass


def _nearest(word, names):
    # The name that is the same but for its case, or differs in one letter.
    for n in names:
        if n.lower() == word.lower() or len(word) > 3 and _differ(n.lower(), word.lower()) < 3:
            return n
    return None


def _differ(a, b):
    if abs(len(a) - len(b)) > 2:
        return 9
    row = [k for k in range(len(b) + 1)]
    for i in range(len(a)):
        last, row[0] = row[0], i + 1
        for j in range(len(b)):
            here = row[j + 1]
            cost = last
            if a[i] != b[j]:
                cost = 1 + min(last, row[j], here)
            row[j + 1] = cost
            last = here
    return row[len(b)]


def _unknown(site, what, word, names):
    # Refuses a parameter, naming those that there are.
    help = "it has " + ", ".join(sorted(names))
    near = _nearest(word, names)
    if near:
        help = "did you mean " + near + "? " + help
    _refuse(site, "=" + word, "%s has no parameter %s" % (what, word), help)


_SCALARS = ()
if hasattr(np, "generic"):
    _SCALARS = (np.generic,)


def _plain(v):
    # Arrays as lists, and a list of its own of a list; numbers of numpy as plain ones.
    if isinstance(v, np.ndarray):
        return v.tolist()
    if isinstance(v, (list, tuple)):
        return [_plain(x) for x in v]
    if _SCALARS and isinstance(v, _SCALARS):
        return v.item()
    return v


def _is_number(v):
    return isinstance(v, (int, float))


def _told(v):
    if isinstance(v, (_Item, _Look)):
        return v.__class__.__name__
    if callable(v):
        return "a function"
    return repr(v)


def _checked(site, what, name, default, v):
    # The value for a parameter, of the kind of its default.
    v = _plain(v)
    wanted = None
    if default is None:
        return v
    if name[-12:] == "UserFunction" or name[-14:] == "UserFunction_t":
        if not callable(v) and v != 0:
            wanted = "a function, or 0 for none"
    elif isinstance(default, bool):
        if v not in (True, False, 0, 1):
            wanted = "True or False"
        v = bool(v)
    elif isinstance(default, str):
        if not isinstance(v, str):
            wanted = "a string"
    elif isinstance(default, float):
        if not _is_number(v):
            wanted = "a number"
    elif isinstance(default, int):
        if isinstance(v, float) or not isinstance(v, int):
            wanted = "the number of an item"
    elif isinstance(default, list) and default and isinstance(default[0], list):
        if not isinstance(v, list) or len(v) != len(default) or [r for r in v if not isinstance(r, list) or len(r) != len(default[0])]:
            wanted = "%d rows of %d numbers" % (len(default), len(default[0]))
    elif isinstance(default, list):
        whole = default and default[0] == -1 and isinstance(default[0], int)
        if not isinstance(v, list) or len(v) != len(default) or [x for x in v if not _is_number(x) or whole and isinstance(x, float)]:
            wanted = "a list of %d numbers" % len(default)
            if whole:
                wanted = "a list of %d numbers of items" % len(default)
    if wanted:
        _refuse(site, name, "%s: %s takes %s, not %s" % (what, name, wanted, _told(v)), "")
    return v


class _Item:
    _given = {}        # parameters and their defaults
    _alias = {}        # other names of them
    _kind = ""

    def __init__(self, *args, **kw):
        d, what = vars(self), self.__class__.__name__
        site = kw.get("__site__", 0)
        d["_site"], d["name"] = site, ""
        if args:
            _refuse(site, 0, "%s: parameters are given by name" % what, "it has " + ", ".join(sorted([x for x in self._given])))
        for k in self._given:
            d[k] = self._given[k]
        for k in kw:
            v = kw[k]
            k = self._alias.get(k, k)
            if k == "__site__" or k in _PICTURES or k[:1] == "V":
                continue
            if k == "name":
                d["name"] = v
            elif k in self._given:
                d[k] = _checked(site, what, k, self._given[k], v)
            else:
                _unknown(site, what, k, self._given)

    def __repr__(self):
        return "%s(%s)" % (self.__class__.__name__, ", ".join(["%s=%r" % (k, vars(self)[k]) for k in sorted(self._given)]))


_O3 = [0.0, 0.0, 0.0]
_E3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


# Nodes.

class NodePoint(_Item):
    _kind = "Point"
    _given = {"referenceCoordinates": _O3, "initialCoordinates": _O3, "initialVelocities": _O3}


class NodePoint2D(_Item):
    _kind = "Point2D"
    _given = {"referenceCoordinates": [0.0, 0.0], "initialCoordinates": [0.0, 0.0], "initialVelocities": [0.0, 0.0]}


class Node1D(_Item):
    _kind = "1D"
    _given = {"referenceCoordinates": [0.0], "initialCoordinates": [0.0], "initialVelocities": [0.0]}


class NodePointGround(_Item):
    _kind = "PointGround"
    _given = {"referenceCoordinates": _O3}


class NodeRigidBody2D(_Item):
    # x, y and the angle about z
    _kind = "RigidBody2D"
    _given = {"referenceCoordinates": _O3, "initialCoordinates": _O3, "initialVelocities": _O3}


# A rigid body in space: three coordinates of its position, then its rotation parameters. Rotations and the angular velocity that come of
# them are in the axes of ground.

class _RigidNode(_Item):
    def _total(self, start=True):
        # The coordinates with those of the reference.
        if not start:
            return self.referenceCoordinates
        return [self.referenceCoordinates[i] + self.initialCoordinates[i] for i in range(len(self.referenceCoordinates))]

    def _pose(self, start=True):
        q = self._total(start)
        return q[:3], self._matrix(q[3:])

    def _rates(self):
        q, v = self._total(), self.initialVelocities
        return v[:3], self._angular(q[3:], v[3:])

    def _set(self, reference, start, velocity, angular):
        # Sets the coordinates by places and rotations in the reference and at the start.
        p = self._parameters(reference[1])
        q = self._parameters(start[1], p)
        self.referenceCoordinates = _plain(reference[0]) + p
        self.initialCoordinates = [start[0][i] - reference[0][i] for i in range(3)] + [q[i] - p[i] for i in range(len(p))]
        self.initialVelocities = _plain(velocity) + self._parameter_rates(q, start[1], angular)


class NodeRigidBodyEP(_RigidNode):
    _kind = "RigidBodyEP"
    _given = {"referenceCoordinates": _O3 + [0.0] * 4, "initialCoordinates": _O3 + [0.0] * 4, "initialVelocities": _O3 + [0.0] * 4,
              "addConstraintEquation": True}

    def _matrix(self, p):
        n = sum([x * x for x in p]) ** 0.5
        if n == 0:
            _refuse(self._site, "referenceCoordinates", "NodeRigidBodyEP: the Euler parameters are all 0", "without a rotation they are 1, 0, 0, 0")
        return EulerParameters2RotationMatrix([x / n for x in p]).tolist()

    def _angular(self, p, v):
        n = sum([x * x for x in p])
        return [x / n for x in EulerParameters2G(p).dot(v).tolist()]

    def _parameters(self, R, near=None):
        # Of the two sets that mean the same rotation the one that is nearer.
        p = RotationMatrix2EulerParameters(R).tolist()
        if near is not None and sum([p[i] * near[i] for i in range(4)]) < 0:
            p = [-x for x in p]
        return p

    def _parameter_rates(self, p, R, w):
        return AngularVelocity2EulerParameters_t(w, p).tolist()

    def _parameter_accelerations(self, p, v, w, b):
        return [x + y for x, y in zip(AngularVelocity2EulerParameters_t(b, p).tolist(), AngularVelocity2EulerParameters_t(w, v).tolist())]


class NodeRigidBodyRxyz(_RigidNode):
    _kind = "RigidBodyRxyz"
    _given = {"referenceCoordinates": _O3 + _O3, "initialCoordinates": _O3 + _O3, "initialVelocities": _O3 + _O3}

    def _matrix(self, p):
        return RotXYZ2RotationMatrix(p).tolist()

    def _angular(self, p, v):
        return RotXYZ2G(p).dot(v).tolist()

    def _parameters(self, R, near=None):
        # Of all angles that mean the same rotation the nearest.
        p = RotationMatrix2RotXYZ(R).tolist()
        if near is None:
            return p
        best = None
        for q in (p, [p[0] + pi, pi - p[1], p[2] + pi]):
            q = [q[i] - 2 * pi * round((q[i] - near[i]) / (2 * pi)) for i in range(3)]
            far = sum([(q[i] - near[i]) ** 2 for i in range(3)])
            if best is None or far < best:
                best, p = far, q
        return p

    def _parameter_rates(self, p, R, w):
        return AngularVelocity2RotXYZ_t(w, p).tolist()


class NodeRigidBodyRotVecLG(_RigidNode):
    # The velocities of the rotation are the angular velocity in the axes of the body.
    _kind = "RigidBodyRotVecLG"
    _given = {"referenceCoordinates": _O3 + _O3, "initialCoordinates": _O3 + _O3, "initialVelocities": _O3 + _O3}

    def _matrix(self, p):
        return RotationVector2RotationMatrix(p).tolist()

    def _angular(self, p, v):
        return RotationVector2RotationMatrix(p).dot(v).tolist()

    def _parameters(self, R, near=None):
        return RotationMatrix2RotationVector(R).tolist()

    def _parameter_rates(self, p, R, w):
        return np.array(R).T.dot(w).tolist()


class NodeGenericODE1(_Item):
    # Coordinates with a first derivative.
    _kind = "GenericODE1"
    _given = {"referenceCoordinates": None, "initialCoordinates": None, "numberOfODE1Coordinates": 0}


class NodeGenericODE2(_Item):
    # Coordinates of second order without a place.
    _kind = "GenericODE2"
    _given = {"referenceCoordinates": None, "initialCoordinates": None, "initialCoordinates_t": None, "numberOfODE2Coordinates": 0}
    _alias = {"initialVelocities": "initialCoordinates_t"}

    def __init__(self, *args, **kw):
        _Item.__init__(self, *args, **kw)
        for name in ("referenceCoordinates", "initialCoordinates", "initialCoordinates_t"):
            q = vars(self)[name]
            if q is None or len(q) == 0:
                q = [0.0] * self.numberOfODE2Coordinates
            if len(q) != self.numberOfODE2Coordinates:
                _refuse(self._site, name, "NodeGenericODE2: %s has %d values for %d coordinates" % (name, len(q), self.numberOfODE2Coordinates),
                        "numberOfODE2Coordinates says how many there are")
            vars(self)[name] = [float(x) for x in q]


class NodeGenericData(_Item):
    # Data of contacts and friction between steps, which our integrator does not need.
    _kind = "GenericData"
    _given = {"initialCoordinates": None, "numberOfDataCoordinates": 0}


# Objects.

class ObjectGround(_Item):
    _kind = "Ground"
    _given = {"referencePosition": _O3, "referenceRotation": _E3}


class ObjectMassPoint(_Item):
    _kind = "MassPoint"
    _given = {"nodeNumber": -1, "physicsMass": 0.0}
    _alias = {"mass": "physicsMass"}


class ObjectMassPoint2D(ObjectMassPoint):
    _kind = "MassPoint2D"


class ObjectMass1D(ObjectMassPoint):
    _kind = "Mass1D"
    _given = {"nodeNumber": -1, "physicsMass": 0.0, "referencePosition": _O3, "referenceRotation": _E3}


class ObjectRigidBody(_Item):
    # physicsInertia: xx, yy, zz, yz, xz, xy about the reference point
    _kind = "RigidBody"
    _given = {"nodeNumber": -1, "physicsMass": 0.0, "physicsInertia": [0.0] * 6, "physicsCenterOfMass": _O3}
    _alias = {"mass": "physicsMass", "inertia": "physicsInertia", "centerOfMass": "physicsCenterOfMass"}


class ObjectRigidBody2D(_Item):
    # physicsInertia: about the reference point, where the centre of mass is
    _kind = "RigidBody2D"
    _given = {"nodeNumber": -1, "physicsMass": 0.0, "physicsInertia": 0.0, "physicsCenterOfMass": [0.0, 0.0]}
    _alias = {"mass": "physicsMass", "inertia": "physicsInertia", "centerOfMass": "physicsCenterOfMass"}


class ObjectRotationalMass1D(_Item):
    # A rotor: it turns about the axis z of its reference frame.
    _kind = "RotationalMass1D"
    _given = {"nodeNumber": -1, "physicsInertia": 0.0, "referencePosition": _O3, "referenceRotation": _E3}
    _alias = {"inertia": "physicsInertia"}
    physicsMass = 1.0  # its place is held: any mass will do


class ObjectGenericODE1(_Item):
    # x' = A x + b + a function of x, for the coordinates x of nodes, without those of the reference.
    _kind = "GenericODE1"
    _given = {"nodeNumbers": None, "systemMatrix": None, "rhsVector": None, "rhsUserFunction": 0}


class ObjectGenericODE2(_Item):
    # M q'' + D q' + K q = f + a function, for the coordinates q of nodes, without those of the reference. The function of the jacobian
    # is for the method of solution, and is passed over.
    _kind = "GenericODE2"
    _given = {"nodeNumbers": None, "massMatrix": None, "stiffnessMatrix": None, "dampingMatrix": None, "forceVector": None, "forceUserFunction": 0,
              "massMatrixUserFunction": 0, "jacobianUserFunction": 0, "coordinateIndexPerNode": None, "tempCoordinates": None,
              "tempCoordinates_t": None, "tempCoordinates_tt": None, "useFirstNodeAsReferenceFrame": False}


class ObjectConnectorSpringDamper(_Item):
    _kind = "ConnectorSpringDamper"
    _given = {"markerNumbers": [-1, -1], "referenceLength": 0.0, "stiffness": 0.0, "damping": 0.0, "force": 0.0,
              "velocityOffset": 0.0, "activeConnector": True, "springForceUserFunction": 0}


class ObjectConnectorCartesianSpringDamper(_Item):
    _kind = "ConnectorCartesianSpringDamper"
    _given = {"markerNumbers": [-1, -1], "stiffness": _O3, "damping": _O3, "offset": _O3, "activeConnector": True,
              "springForceUserFunction": 0}


class ObjectConnectorCoordinateSpringDamper(_Item):
    _kind = "ConnectorCoordinateSpringDamper"
    _given = {"markerNumbers": [-1, -1], "stiffness": 0.0, "damping": 0.0, "offset": 0.0, "activeConnector": True,
              "springForceUserFunction": 0}


class ObjectConnectorLinearSpringDamper(_Item):
    # Along an axis of marker 0.
    _kind = "ConnectorLinearSpringDamper"
    _given = {"markerNumbers": [-1, -1], "stiffness": 0.0, "damping": 0.0, "axisMarker0": [1.0, 0.0, 0.0], "offset": 0.0, "velocityOffset": 0.0,
              "force": 0.0, "activeConnector": True, "springForceUserFunction": 0}


class ObjectConnectorRigidBodySpringDamper(_Item):
    # Six forces and torques in the axes of the joint frame of marker 0.
    _kind = "ConnectorRigidBodySpringDamper"
    _given = {"markerNumbers": [-1, -1], "nodeNumber": -1, "stiffness": [[0.0] * 6] * 6, "damping": [[0.0] * 6] * 6, "rotationMarker0": _E3,
              "rotationMarker1": _E3, "offset": [0.0] * 6, "intrinsicFormulation": False, "activeConnector": True, "springForceTorqueUserFunction": 0,
              "postNewtonStepUserFunction": 0}


class ObjectConnectorGravity(_Item):
    _kind = "ConnectorGravity"
    _given = {"markerNumbers": [-1, -1], "gravitationalConstant": 6.67430e-11, "mass0": 0.0, "mass1": 0.0, "minDistanceRegularization": 0.0,
              "activeConnector": True}


class ObjectConnectorCoordinateSpringDamperExt(_Item):
    _kind = "ConnectorCoordinateSpringDamperExt"
    _given = {"markerNumbers": [-1, -1], "stiffness": 0.0, "damping": 0.0, "offset": 0.0, "velocityOffset": 0.0,
              "factor0": 1.0, "factor1": 1.0, "activeConnector": True, "nodeNumber": -1, "fDynamicFriction": 0.0, "fStaticFrictionOffset": 0.0,
              "stickingStiffness": 0.0, "stickingDamping": 0.0, "exponentialDecayStatic": 1e-3, "fViscousFriction": 0.0, "frictionProportionalZone": 0.0,
              "limitStopsUpper": 0.0, "limitStopsLower": 0.0, "limitStopsStiffness": 0.0, "limitStopsDamping": 0.0, "useLimitStops": False,
              "springForceUserFunction": 0}


class ObjectConnectorTorsionalSpringDamper(_Item):
    _kind = "ConnectorTorsionalSpringDamper"
    _given = {"markerNumbers": [-1, -1], "stiffness": 0.0, "damping": 0.0, "offset": 0.0, "velocityOffset": 0.0, "torque": 0.0, "nodeNumber": -1,
              "rotationMarker0": _E3, "rotationMarker1": _E3, "activeConnector": True, "springTorqueUserFunction": 0}


class ObjectConnectorCoordinate(_Item):
    _kind = "ConnectorCoordinate"
    _given = {"markerNumbers": [-1, -1], "offset": 0.0, "factor1": 1.0, "velocityLevel": False, "activeConnector": True,
              "offsetUserFunction": 0, "offsetUserFunction_t": 0}
    _alias = {"factorValue1": "factor1"}


class ObjectConnectorCoordinateVector(_Item):
    # X1 q1 + Q1 q1**2 - X0 q0 - Q0 q0**2 = offset for the coordinates of two markers, with those of the reference; or a function that is zero.
    _kind = "ConnectorCoordinateVector"
    _given = {"markerNumbers": [-1, -1], "scalingMarker0": None, "scalingMarker1": None, "quadraticTermMarker0": None, "quadraticTermMarker1": None,
              "offset": None, "velocityLevel": False, "constraintUserFunction": 0, "jacobianUserFunction": 0, "activeConnector": True}


class ObjectConnectorDistance(_Item):
    _kind = "ConnectorDistance"
    _given = {"markerNumbers": [-1, -1], "distance": 0.0, "activeConnector": True}


class ObjectJointGeneric(_Item):
    _kind = "JointGeneric"
    _given = {"markerNumbers": [-1, -1], "constrainedAxes": [1.0] * 6, "rotationMarker0": _E3, "rotationMarker1": _E3,
              "activeConnector": True, "offsetUserFunctionParameters": [0.0] * 6, "offsetUserFunction": 0, "offsetUserFunction_t": 0,
              "alternativeConstraints": False}


class ObjectJointRevoluteZ(_Item):
    _kind = "JointRevoluteZ"
    _given = {"markerNumbers": [-1, -1], "rotationMarker0": _E3, "rotationMarker1": _E3, "activeConnector": True}
    constrainedAxes = [1, 1, 1, 1, 1, 0]


class ObjectJointPrismaticX(ObjectJointRevoluteZ):
    _kind = "JointPrismaticX"
    constrainedAxes = [0, 1, 1, 1, 1, 1]


class ObjectJointSpherical(_Item):
    _kind = "JointSpherical"
    _given = {"markerNumbers": [-1, -1], "constrainedAxes": [1.0] * 3, "activeConnector": True}
    rotationMarker0 = rotationMarker1 = _E3


class ObjectJointRollingDisc(_Item):
    # A disc of body 1 rolls on a plane of body 0 without slipping.
    _kind = "JointRollingDisc"
    _given = {"markerNumbers": [-1, -1], "constrainedAxes": [1.0] * 3, "activeConnector": True, "discRadius": 0.0, "discAxis": [1.0, 0.0, 0.0],
              "planeNormal": [0.0, 0.0, 1.0]}


class ObjectConnectorRollingDiscPenalty(_Item):
    # A disc that touches a plane by a spring, with friction.
    _kind = "ConnectorRollingDiscPenalty"
    _given = {"markerNumbers": [-1, -1], "nodeNumber": -1, "discRadius": 0.0, "discAxis": [1.0, 0.0, 0.0], "planeNormal": [0.0, 0.0, 1.0],
              "dryFrictionAngle": 0.0, "contactStiffness": 0.0, "contactDamping": 0.0, "dryFriction": [0.0, 0.0], "dryFrictionProportionalZone": 0.0,
              "viscousFriction": [0.0, 0.0], "rollingFrictionViscous": 0.0, "useLinearProportionalZone": False, "activeConnector": True}


class ObjectJointRevolute2D(_Item):
    _kind = "JointRevolute2D"
    _given = {"markerNumbers": [-1, -1], "activeConnector": True}


class ObjectJointPrismatic2D(_Item):
    # Marker 1 stays on the line through marker 0 that a normal of its own body stands on.
    _kind = "JointPrismatic2D"
    _given = {"markerNumbers": [-1, -1], "axisMarker0": [1.0, 0.0, 0.0], "normalMarker1": [0.0, 1.0, 0.0], "constrainRotation": True,
              "activeConnector": True}


# Markers.

class MarkerBodyPosition(_Item):
    _kind = "BodyPosition"
    _given = {"bodyNumber": -1, "localPosition": _O3}

    def __init__(self, *args, **kw):
        kw.pop("bodyFixed", None)  # of old scripts
        _Item.__init__(self, *args, **kw)


class MarkerBodyRigid(MarkerBodyPosition):
    _kind = "BodyRigid"


class MarkerBodyMass(_Item):
    _kind = "BodyMass"
    _given = {"bodyNumber": -1}


class MarkerNodePosition(_Item):
    _kind = "NodePosition"
    _given = {"nodeNumber": -1}


class MarkerNodeRigid(MarkerNodePosition):
    _kind = "NodeRigid"


class MarkerNodeCoordinate(_Item):
    _kind = "NodeCoordinate"
    _given = {"nodeNumber": -1, "coordinate": -1}


class MarkerNodeCoordinates(_Item):
    # All coordinates of a node.
    _kind = "NodeCoordinates"
    _given = {"nodeNumber": -1}


class MarkerObjectODE2Coordinates(_Item):
    # All coordinates of a body.
    _kind = "ObjectODE2Coordinates"
    _given = {"objectNumber": -1}


class MarkerNodeRotationCoordinate(_Item):
    # The angular velocity about an axis of ground, and the torque about it.
    _kind = "NodeRotationCoordinate"
    _given = {"nodeNumber": -1, "rotationCoordinate": -1}


# Loads.

class LoadForceVector(_Item):
    _kind = "ForceVector"
    _given = {"markerNumber": -1, "loadVector": _O3, "bodyFixed": False, "loadVectorUserFunction": 0}


class LoadTorqueVector(_Item):
    _kind = "TorqueVector"
    _given = {"markerNumber": -1, "loadVector": _O3, "bodyFixed": False, "loadVectorUserFunction": 0}


class LoadMassProportional(_Item):
    _kind = "MassProportional"
    _given = {"markerNumber": -1, "loadVector": _O3, "loadVectorUserFunction": 0}


class LoadCoordinate(_Item):
    _kind = "Coordinate"
    _given = {"markerNumber": -1, "load": 0.0, "loadUserFunction": 0}


# Sensors.

class SensorNode(_Item):
    _kind = "Node"
    _given = {"nodeNumber": -1, "outputVariableType": "", "fileName": "", "writeToFile": True, "storeInternal": False}


class SensorObject(_Item):
    _kind = "Object"
    _given = {"objectNumber": -1, "outputVariableType": "", "fileName": "", "writeToFile": True, "storeInternal": False}


class SensorBody(_Item):
    _kind = "Body"
    _given = {"bodyNumber": -1, "outputVariableType": "", "localPosition": _O3, "fileName": "", "writeToFile": True,
              "storeInternal": False}


class SensorLoad(_Item):
    _kind = "Load"
    _given = {"loadNumber": -1, "fileName": "", "writeToFile": True, "storeInternal": False}


class SensorMarker(_Item):
    _kind = "Marker"
    _given = {"markerNumber": -1, "outputVariableType": "", "fileName": "", "writeToFile": True, "storeInternal": False}


class SensorUserFunction(_Item):
    _kind = "UserFunction"
    _given = {"sensorNumbers": None, "factors": None, "fileName": "", "writeToFile": True, "sensorUserFunction": 0, "storeInternal": False}


# Short names.

Point, Point2D, PointGround, Rigid2D = NodePoint, NodePoint2D, NodePointGround, NodeRigidBody2D
RigidEP, RigidRxyz, RigidRotVecLG = NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG
MassPoint, MassPoint2D, Mass1D, Rotor1D, RigidBody, RigidBody2D = (ObjectMassPoint, ObjectMassPoint2D, ObjectMass1D, ObjectRotationalMass1D, ObjectRigidBody,
                                                                   ObjectRigidBody2D)
SpringDamper, CartesianSpringDamper = ObjectConnectorSpringDamper, ObjectConnectorCartesianSpringDamper
CoordinateSpringDamper, CoordinateSpringDamperExt = ObjectConnectorCoordinateSpringDamper, ObjectConnectorCoordinateSpringDamperExt
TorsionalSpringDamper, CoordinateConstraint = ObjectConnectorTorsionalSpringDamper, ObjectConnectorCoordinate
LinearSpringDamper, RigidBodySpringDamper, ConnectorGravity = (ObjectConnectorLinearSpringDamper, ObjectConnectorRigidBodySpringDamper,
                                                               ObjectConnectorGravity)
CoordinateVectorConstraint = ObjectConnectorCoordinateVector
DistanceConstraint, GenericJoint, SphericalJoint = ObjectConnectorDistance, ObjectJointGeneric, ObjectJointSpherical
RevoluteJointZ, PrismaticJointX, RevoluteJoint2D, PrismaticJoint2D = ObjectJointRevoluteZ, ObjectJointPrismaticX, ObjectJointRevolute2D, ObjectJointPrismatic2D
RollingDiscJoint, RollingDiscPenalty = ObjectJointRollingDisc, ObjectConnectorRollingDiscPenalty
Force, Torque, Gravity = LoadForceVector, LoadTorqueVector, LoadMassProportional


_FAMILIES = {
    "node": [NodePoint, NodePoint2D, Node1D, NodePointGround, NodeRigidBody2D, NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG, NodeGenericODE1,
             NodeGenericODE2,             NodeGenericData],
    "object": [ObjectGround, ObjectMassPoint, ObjectMassPoint2D, ObjectMass1D, ObjectRotationalMass1D, ObjectRigidBody, ObjectRigidBody2D,
               ObjectGenericODE1, ObjectGenericODE2, ObjectConnectorSpringDamper, ObjectConnectorCartesianSpringDamper, ObjectConnectorLinearSpringDamper, ObjectConnectorRigidBodySpringDamper,
               ObjectConnectorGravity, ObjectConnectorCoordinateSpringDamper, ObjectConnectorCoordinateSpringDamperExt,
               ObjectConnectorTorsionalSpringDamper, ObjectConnectorCoordinate, ObjectConnectorCoordinateVector, ObjectConnectorDistance, ObjectJointGeneric, ObjectJointRevoluteZ,
               ObjectJointPrismaticX, ObjectJointSpherical, ObjectJointRevolute2D, ObjectJointPrismatic2D,
               ObjectJointRollingDisc, ObjectConnectorRollingDiscPenalty],
    "marker": [MarkerBodyPosition, MarkerBodyRigid, MarkerBodyMass, MarkerNodePosition, MarkerNodeRigid, MarkerNodeCoordinate, MarkerNodeRotationCoordinate,
               MarkerNodeCoordinates, MarkerObjectODE2Coordinates],
    "load": [LoadForceVector, LoadTorqueVector, LoadMassProportional, LoadCoordinate],
    "sensor": [SensorNode, SensorObject, SensorBody, SensorLoad, SensorMarker, SensorUserFunction]}


def _supported(family):
    return "%ss here are %s" % (family, ", ".join([k.__name__ for k in _FAMILIES[family]]))


# Items of Exudyn that are not there, by their long and their short names.

_ABSENT = {
    "node": "NodePoint2DSlope1/Point2DS1 NodePointSlope1 NodePointSlope12 NodePointSlope23 NodeGenericAE",
    "object": "ObjectKinematicTree/KinematicTree ObjectFFRF ObjectFFRFreducedOrder/CMSobject ObjectANCFCable/Cable "
              "ObjectANCFCable2D/Cable2D ObjectALEANCFCable2D/ALECable2D ObjectANCFBeam/ANCFBeam ObjectANCFThinPlate ObjectBeamGeometricallyExact2D/Beam2D "
              "ObjectBeamGeometricallyExact/Beam3D ObjectConnectorHydraulicActuatorSimple/HydraulicActuatorSimple ObjectConnectorReevingSystemSprings/ReevingSystemSprings "
              "ObjectContactConvexRoll ObjectContactCoordinate ObjectContactCircleCable2D ObjectContactFrictionCircleCable2D ObjectContactSphereSphere "
              "ObjectContactSphereTorus ObjectContactSphereTriangle ObjectContactCurveCircles/CamFollowerContactPlanar "
              "ObjectJointSliding/SlidingJoint ObjectJointSliding2D/SlidingJoint2D ObjectJointALEMoving2D/ALEMovingJoint2D",
    "marker": "MarkerNodeODE1Coordinate MarkerBodiesRelativeTranslationCoordinate MarkerBodiesRelativeRotationCoordinate "
              "MarkerSuperElementPosition MarkerSuperElementRigid MarkerKinematicTreeRigid MarkerBodyCable2DShape "
              "MarkerBodyCable2DCoordinates MarkerBodyBeamShape",
    "sensor": "SensorSuperElement SensorKinematicTree"}


for _family in _FAMILIES:
    for _names in _ABSENT.get(_family, "").split():
        for _name in _names.split("/"):
            globals()[_name] = _absent(_name, "the item %s is not supported" % _names.split("/")[0], _supported(_family))
            globals()["V" + _name] = _Look
for _name in [_n for _n in globals()]:
    if _name[0] in "NOMLSPRCTDGFV" and isinstance(globals()[_name], type) and issubclass(globals()[_name], _Item):
        globals()["V" + _name] = _Look


# Items as dictionaries: {"nodeType": "Point", …}.


def _item(family, item, site):
    # The item that is added to a family of them.
    kinds = _FAMILIES[family]
    if isinstance(item, dict):
        kind = item.get(family + "Type")
        for k in kinds:
            if kind is not None and k._kind == kind:
                d = {"__site__": site}
                for x in item:
                    if x != family + "Type":
                        d[x] = item[x]
                return k(**d)
        _refuse(site, 0, "the %sType %r is not supported" % (family, kind), "%sType may be %s" % (
            family, ", ".join([k._kind for k in kinds])))
    if [k for k in kinds if isinstance(item, k)]:
        return item
    _refuse(site, 0, "%s cannot be added as a %s" % (_told(item), family), _supported(family))
