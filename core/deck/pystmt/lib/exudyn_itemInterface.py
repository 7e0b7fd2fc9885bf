# The items of an Exudyn model: nodes, objects, markers, loads and sensors. An
# item knows its parameters, and by their defaults what may be given for them.

import numpy as np

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


def _plain(v):
    # Arrays as lists, and a list of its own of a list.
    if isinstance(v, np.ndarray):
        return v.tolist()
    if isinstance(v, (list, tuple)):
        return [_plain(x) for x in v]
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


class NodeRigidBody(_Item):
    # A rigid body in space as CreateRigidBody makes it: places, rotations and
    # the angular velocity in the axes of ground.
    _kind = "RigidBody"
    _given = {"referencePosition": _O3, "referenceRotation": _E3, "displacement": _O3, "rotation": _E3, "velocity": _O3,
              "angularVelocity": _O3}


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
    _given = {"nodeNumber": -1, "physicsMass": 0.0, "physicsInertia": 0.0}
    _alias = {"mass": "physicsMass", "inertia": "physicsInertia"}


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


class ObjectConnectorCoordinateSpringDamperExt(_Item):
    _kind = "ConnectorCoordinateSpringDamperExt"
    _given = {"markerNumbers": [-1, -1], "stiffness": 0.0, "damping": 0.0, "offset": 0.0, "velocityOffset": 0.0,
              "factor0": 1.0, "factor1": 1.0, "activeConnector": True}


class ObjectConnectorTorsionalSpringDamper(_Item):
    _kind = "ConnectorTorsionalSpringDamper"
    _given = {"markerNumbers": [-1, -1], "stiffness": 0.0, "damping": 0.0, "offset": 0.0, "velocityOffset": 0.0, "torque": 0.0,
              "rotationMarker0": _E3, "rotationMarker1": _E3, "activeConnector": True, "springTorqueUserFunction": 0}


class ObjectConnectorCoordinate(_Item):
    _kind = "ConnectorCoordinate"
    _given = {"markerNumbers": [-1, -1], "offset": 0.0, "factor1": 1.0, "velocityLevel": False, "activeConnector": True}
    _alias = {"factorValue1": "factor1"}


class ObjectConnectorDistance(_Item):
    _kind = "ConnectorDistance"
    _given = {"markerNumbers": [-1, -1], "distance": 0.0, "activeConnector": True}


class ObjectJointGeneric(_Item):
    _kind = "JointGeneric"
    _given = {"markerNumbers": [-1, -1], "constrainedAxes": [1.0] * 6, "rotationMarker0": _E3, "rotationMarker1": _E3,
              "activeConnector": True}


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


# Short names.

Point, Point2D, PointGround, Rigid2D = NodePoint, NodePoint2D, NodePointGround, NodeRigidBody2D
MassPoint, MassPoint2D, Mass1D, RigidBody, RigidBody2D = (ObjectMassPoint, ObjectMassPoint2D, ObjectMass1D, ObjectRigidBody,
                                                          ObjectRigidBody2D)
SpringDamper, CartesianSpringDamper = ObjectConnectorSpringDamper, ObjectConnectorCartesianSpringDamper
CoordinateSpringDamper, CoordinateSpringDamperExt = ObjectConnectorCoordinateSpringDamper, ObjectConnectorCoordinateSpringDamperExt
TorsionalSpringDamper, CoordinateConstraint = ObjectConnectorTorsionalSpringDamper, ObjectConnectorCoordinate
DistanceConstraint, GenericJoint, SphericalJoint = ObjectConnectorDistance, ObjectJointGeneric, ObjectJointSpherical
RevoluteJointZ, PrismaticJointX = ObjectJointRevoluteZ, ObjectJointPrismaticX
Force, Torque, Gravity = LoadForceVector, LoadTorqueVector, LoadMassProportional

VNodePoint = VNodePoint2D = VNodePointGround = VNodeRigidBody2D = VObjectGround = VObjectMassPoint = VMassPoint = _Look
VObjectMassPoint2D = VMassPoint2D = VObjectMass1D = VMass1D = VObjectRigidBody = VRigidBody = VObjectRigidBody2D = VRigidBody2D = _Look
VObjectConnectorSpringDamper = VSpringDamper = VObjectConnectorCartesianSpringDamper = VCartesianSpringDamper = _Look
VObjectConnectorCoordinateSpringDamper = VCoordinateSpringDamper = VObjectConnectorCoordinateSpringDamperExt = _Look
VCoordinateSpringDamperExt = VObjectConnectorTorsionalSpringDamper = VTorsionalSpringDamper = VObjectConnectorCoordinate = _Look
VCoordinateConstraint = VObjectConnectorDistance = VDistanceConstraint = VObjectJointGeneric = VGenericJoint = _Look
VObjectJointRevoluteZ = VRevoluteJointZ = VObjectJointPrismaticX = VPrismaticJointX = VObjectJointSpherical = VSphericalJoint = _Look
VMarkerBodyPosition = VMarkerBodyRigid = VMarkerBodyMass = VMarkerNodePosition = VMarkerNodeRigid = VMarkerNodeCoordinate = _Look
VLoadForceVector = VLoadTorqueVector = VLoadMassProportional = VLoadCoordinate = _Look
VSensorNode = VSensorObject = VSensorBody = VSensorLoad = _Look


# Items of Exudyn that are not there.

_SUPPORTED = {
    "node": "NodePoint, NodePoint2D, Node1D, NodePointGround, NodeRigidBody2D; a rigid body in space is made by CreateRigidBody",
    "object": "ObjectGround, MassPoint, MassPoint2D, Mass1D, RigidBody2D, SpringDamper, CartesianSpringDamper, CoordinateSpringDamper, "
              "CoordinateSpringDamperExt, TorsionalSpringDamper, CoordinateConstraint, DistanceConstraint, GenericJoint, RevoluteJointZ, "
              "PrismaticJointX, SphericalJoint",
    "marker": "MarkerBodyPosition, MarkerBodyRigid, MarkerBodyMass, MarkerNodePosition, MarkerNodeRigid, MarkerNodeCoordinate",
    "load": "LoadForceVector, LoadTorqueVector, LoadMassProportional, LoadCoordinate",
    "sensor": "SensorNode, SensorObject, SensorBody, SensorLoad"}


def _absent(name, family):
    def make(*args, **kw):
        _refuse(kw.get("__site__", 0), None, "the item %s is not supported" % name, "%ss here are %s" % (family, _SUPPORTED[family]))
    return make


NodeRigidBodyEP = RigidEP = _absent("NodeRigidBodyEP", "node")
NodeRigidBodyRxyz = RigidRxyz = _absent("NodeRigidBodyRxyz", "node")
NodeRigidBodyRotVecLG = RigidRotVecLG = _absent("NodeRigidBodyRotVecLG", "node")
NodeGenericData = _absent("NodeGenericData", "node")
NodeGenericODE1 = _absent("NodeGenericODE1", "node")
NodeGenericODE2 = _absent("NodeGenericODE2", "node")
NodePoint2DSlope1 = Point2DS1 = _absent("NodePoint2DSlope1", "node")
ObjectRotationalMass1D = Rotor1D = _absent("ObjectRotationalMass1D", "object")
ObjectGenericODE1 = _absent("ObjectGenericODE1", "object")
ObjectGenericODE2 = _absent("ObjectGenericODE2", "object")
ObjectKinematicTree = KinematicTree = _absent("ObjectKinematicTree", "object")
ObjectANCFCable2D = Cable2D = _absent("ObjectANCFCable2D", "object")
ObjectANCFBeam = ANCFBeam = _absent("ObjectANCFBeam", "object")
ObjectFFRFreducedOrder = CMSobject = _absent("ObjectFFRFreducedOrder", "object")
ObjectConnectorLinearSpringDamper = LinearSpringDamper = _absent("ObjectConnectorLinearSpringDamper", "object")
ObjectConnectorRigidBodySpringDamper = RigidBodySpringDamper = _absent("ObjectConnectorRigidBodySpringDamper", "object")
ObjectConnectorCoordinateVector = CoordinateVectorConstraint = _absent("ObjectConnectorCoordinateVector", "object")
ObjectConnectorGravity = ConnectorGravity = _absent("ObjectConnectorGravity", "object")
ObjectConnectorHydraulicActuatorSimple = HydraulicActuatorSimple = _absent("ObjectConnectorHydraulicActuatorSimple", "object")
ObjectContactCoordinate = _absent("ObjectContactCoordinate", "object")
ObjectContactSphereSphere = _absent("ObjectContactSphereSphere", "object")
ObjectJointRevolute2D = RevoluteJoint2D = _absent("ObjectJointRevolute2D", "object")
ObjectJointPrismatic2D = PrismaticJoint2D = _absent("ObjectJointPrismatic2D", "object")
ObjectJointRollingDisc = RollingDiscJoint = _absent("ObjectJointRollingDisc", "object")
MarkerNodeRotationCoordinate = _absent("MarkerNodeRotationCoordinate", "marker")
MarkerNodeCoordinates = _absent("MarkerNodeCoordinates", "marker")
MarkerSuperElementPosition = _absent("MarkerSuperElementPosition", "marker")
SensorMarker = _absent("SensorMarker", "sensor")
SensorUserFunction = _absent("SensorUserFunction", "sensor")
SensorSuperElement = _absent("SensorSuperElement", "sensor")


# Items as dictionaries: {"nodeType": "Point", …}.

_FAMILIES = {
    "node": [NodePoint, NodePoint2D, Node1D, NodePointGround, NodeRigidBody2D, NodeRigidBody],
    "object": [ObjectGround, ObjectMassPoint, ObjectMassPoint2D, ObjectMass1D, ObjectRigidBody, ObjectRigidBody2D,
               ObjectConnectorSpringDamper, ObjectConnectorCartesianSpringDamper, ObjectConnectorCoordinateSpringDamper,
               ObjectConnectorCoordinateSpringDamperExt, ObjectConnectorTorsionalSpringDamper, ObjectConnectorCoordinate,
               ObjectConnectorDistance, ObjectJointGeneric, ObjectJointRevoluteZ, ObjectJointPrismaticX, ObjectJointSpherical],
    "marker": [MarkerBodyPosition, MarkerBodyRigid, MarkerBodyMass, MarkerNodePosition, MarkerNodeRigid, MarkerNodeCoordinate],
    "load": [LoadForceVector, LoadTorqueVector, LoadMassProportional, LoadCoordinate],
    "sensor": [SensorNode, SensorObject, SensorBody, SensorLoad]}


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
            family, ", ".join([k._kind for k in kinds if k is not NodeRigidBody])))
    if [k for k in kinds if isinstance(item, k)]:
        return item
    _refuse(site, 0, "%s cannot be added as a %s" % (_told(item), family), "%ss here are %s" % (family, _SUPPORTED[family]))
