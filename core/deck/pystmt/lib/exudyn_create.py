# Functions that create several items at once. They are methods of systems.

import numpy as np
from math import atan2
from exudyn.itemInterface import *
from exudyn.itemInterface import _E3, _O3, _checked, _unknown, _plain, _PICTURES
from exudyn.model import _MASSES, _added, _scaled, _turned, _matrix, _transposed, _length, _of, _pose, _seat
from exudyn.refused import _absent
from exudyn.rigidBodyUtilities import RigidBodyInertia, RotationMatrix2RotXYZ, _frameZ

_LIST = ("itemNumbers", "bodyNumbers", "bodyOrNodeList", "bodyList")


def _arguments(what, kw, given):
    # The arguments of a function, checked by their defaults; those of pictures are
    # taken out. None as a default leaves a value as it is.
    site, out = kw.get("__site__", 0), {}
    for k in given:
        out[k] = given[k]
    for k in kw:
        v, key = kw[k], k
        if k in _LIST and "itemNumbers" in given:
            key = "itemNumbers"
        elif k in ("itemNumber", "bodyNumber") and "bodyNumber" in given:
            key = "bodyNumber"
        elif k == "mass" and "physicsMass" in given:
            key = "physicsMass"
        elif k in ("__site__", "drawSize", "color", "show", "graphicsDataList", "graphicsDataUserFunction", "axisRadius", "axisLength", "axesRadius",
                   "axesLength", "jointRadius"):
            continue
        if key not in given:
            _unknown(site, what, k, given)
        if given[key] is not None and v is not None:
            v = _checked(site, what, k, given[key], v)
        out[key] = _plain(v)
    out["__site__"] = site
    return out


def _two(mbs, what, a, rigid=False):
    # Markers at the places of a connector between two bodies; a node may be meant by
    # None only where Exudyn has it, which is not there.
    site, bodies = a["__site__"], a["itemNumbers"]
    if not isinstance(bodies, list) or len(bodies) != 2 or [b for b in bodies if not isinstance(b, int)]:
        _refuse(site, None, "%s takes a list of the numbers of two bodies" % what, "itemNumbers=[body0, body1]")
    for b in bodies:
        o = _of(mbs.objects, b, "object")
        if not isinstance(o, _MASSES + (ObjectGround,)):
            _refuse(site, None, "%s: object %d is a %s, and no body" % (what, b, o.__class__.__name__), "")
    if rigid:
        return bodies
    return [mbs.AddMarker(MarkerBodyPosition(bodyNumber=bodies[i], localPosition=a["localPosition%d" % i], __site__=site)) for i in (0, 1)]


def CreateGround(mbs, referencePosition=_O3, **kw):
    a = _arguments("CreateGround", kw, {"name": "", "referenceRotationMatrix": _E3})
    return mbs.AddObject(ObjectGround(name=a["name"], referencePosition=referencePosition, referenceRotation=a["referenceRotationMatrix"],
                                      __site__=a["__site__"]))


def CreateMassPoint(mbs, **kw):
    a = _arguments("CreateMassPoint", kw, {"name": "", "referencePosition": _O3, "initialDisplacement": _O3, "initialVelocity": _O3,
                                           "physicsMass": 0.0, "gravity": _O3, "create2D": False, "returnDict": False})
    site, node, body, n = a["__site__"], NodePoint, MassPoint, 3
    if a["create2D"]:
        node, body, n = NodePoint2D, MassPoint2D, 2
    nodeNumber = mbs.AddNode(node(name=a["name"], referenceCoordinates=a["referencePosition"][:n], initialCoordinates=a["initialDisplacement"][:n],
                                  initialVelocities=a["initialVelocity"][:n], __site__=site))
    bodyNumber = mbs.AddObject(body(name=a["name"], nodeNumber=nodeNumber, physicsMass=a["physicsMass"], __site__=site))
    return _weighed(mbs, a, nodeNumber, bodyNumber)


def _weighed(mbs, a, node, body):
    # Adds gravity to a new body; returns its number, or a dictionary.
    d = {"nodeNumber": node, "bodyNumber": body}
    if a["gravity"] != [0, 0, 0]:
        m = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
        d["markerBodyMass"] = m
        d["loadNumber"] = mbs.AddLoad(LoadMassProportional(markerNumber=m, loadVector=a["gravity"], __site__=a["__site__"]))
    if a["returnDict"]:
        return d
    return body


def CreateRigidBody(mbs, **kw):
    a = _arguments("CreateRigidBody", kw, {
        "name": "", "referencePosition": _O3, "referenceRotationMatrix": _E3, "initialVelocity": _O3, "initialAngularVelocity": _O3,
        "initialDisplacement": _O3, "initialRotationMatrix": None, "inertia": None, "gravity": _O3, "create2D": False, "returnDict": False,
        "nodeType": None})
    site, J, R = a["__site__"], a["inertia"], a["referenceRotationMatrix"]
    if a["initialRotationMatrix"] is not None:
        _checked(site, "CreateRigidBody", "initialRotationMatrix", _E3, a["initialRotationMatrix"])
    if not isinstance(J, RigidBodyInertia):
        _refuse(site, "inertia", "CreateRigidBody needs an inertia", "as InertiaCuboid(density, sideLengths), or RigidBodyInertia(mass, inertiaTensor, com)")
    if a["create2D"]:
        return _plane(mbs, a, J, R)
    node = mbs.AddNode(_node(a, R))
    body = mbs.AddObject(ObjectRigidBody(name=a["name"], nodeNumber=node, physicsMass=J.mass, physicsInertia=J.GetInertia6D(),
                                         physicsCenterOfMass=J.com, __site__=site))
    return _weighed(mbs, a, node, body)


def _node(a, R):
    # A node with a reference frame, a start away from it, and velocities in the axes of ground.
    R, site, kinds = _plain(R), a["__site__"], {"RotationEulerParameters": NodeRigidBodyEP, "RotationRxyz": NodeRigidBodyRxyz,
                                                "RotationRotationVector": NodeRigidBodyRotVecLG}
    kind = a["nodeType"] or "RotationEulerParameters"
    if kind not in kinds:
        _refuse(site, "nodeType", "CreateRigidBody: the nodeType %s is not supported" % kind, "it may be " + ", ".join(sorted(kinds)))
    turned = a["initialRotationMatrix"]
    if turned is None:
        turned = _E3
    place = a["referencePosition"]
    n = kinds[kind](name=a["name"], __site__=site)
    n._set((place, R), (_added(place, a["initialDisplacement"] or _O3), _matrix(R, turned)), a["initialVelocity"], a["initialAngularVelocity"])
    return n


def _angle(site, key, A):
    # The angle of a rotation about z.
    if max(abs(A[2][0]), abs(A[2][1]), abs(A[0][2]), abs(A[1][2]), abs(A[2][2] - 1)) > 1e-13:
        _refuse(site, key, "CreateRigidBody: a body in the plane turns about z only, which %s does not" % key, "")
    return atan2(A[1][0], A[0][0])


def _plane(mbs, a, J, R):
    # A body in the plane.
    site, angle = a["__site__"], _angle(a["__site__"], "referenceRotationMatrix", R)
    for key in ("referencePosition", "initialDisplacement", "initialVelocity"):
        if a[key] is not None and abs(a[key][2]) > 1e-14:
            _refuse(site, key, "CreateRigidBody: a body in the plane has no component z, which %s has" % key, "")
    if abs(a["initialAngularVelocity"][0]) + abs(a["initialAngularVelocity"][1]) > 1e-14:
        _refuse(site, "initialAngularVelocity", "CreateRigidBody: a body in the plane turns about z only, which initialAngularVelocity does not", "")
    if _length(_plain(J.com)) > 1e-14:
        _refuse(site, "inertia", "CreateRigidBody: the centre of mass of a body in the plane is its reference point", "")
    x, u, v = a["referencePosition"], a["initialDisplacement"] or _O3, a["initialVelocity"]
    turn = 0.0
    if a["initialRotationMatrix"] is not None:
        turn = _angle(site, "initialRotationMatrix", a["initialRotationMatrix"]) - angle
    node = mbs.AddNode(NodeRigidBody2D(name=a["name"], referenceCoordinates=[x[0], x[1], angle], initialCoordinates=[u[0], u[1], turn],
                                       initialVelocities=[v[0], v[1], a["initialAngularVelocity"][2]], __site__=site))
    body = mbs.AddObject(ObjectRigidBody2D(name=a["name"], nodeNumber=node, physicsMass=J.mass, physicsInertia=J.GetInertia6D()[2], __site__=site))
    return _weighed(mbs, a, node, body)


def CreateSpringDamper(mbs, **kw):
    a = _arguments("CreateSpringDamper", kw, {
        "name": "", "itemNumbers": None, "localPosition0": _O3, "localPosition1": _O3, "referenceLength": None, "stiffness": 0.0,
        "damping": 0.0, "force": 0.0, "velocityOffset": 0.0, "springForceUserFunction": 0})
    m0, m1 = _two(mbs, "CreateSpringDamper", a)
    length = a["referenceLength"]
    if length is None:
        length = _reference(mbs, m0, m1)
    return mbs.AddObject(ObjectConnectorSpringDamper(
        name=a["name"], markerNumbers=[m0, m1], referenceLength=length, stiffness=a["stiffness"], damping=a["damping"], force=a["force"],
        velocityOffset=a["velocityOffset"], springForceUserFunction=a["springForceUserFunction"], __site__=a["__site__"]))


def _reference(mbs, m0, m1):
    # The distance of two markers in the reference configuration.
    return _length(_added(_seat(mbs, m1, False)[0], _scaled(_seat(mbs, m0, False)[0], -1)))


def CreateCartesianSpringDamper(mbs, **kw):
    a = _arguments("CreateCartesianSpringDamper", kw, {
        "name": "", "itemNumbers": None, "localPosition0": _O3, "localPosition1": _O3, "stiffness": _O3, "damping": _O3, "offset": _O3,
        "springForceUserFunction": 0})
    return mbs.AddObject(ObjectConnectorCartesianSpringDamper(
        name=a["name"], markerNumbers=_two(mbs, "CreateCartesianSpringDamper", a), stiffness=a["stiffness"], damping=a["damping"],
        offset=a["offset"], springForceUserFunction=a["springForceUserFunction"], __site__=a["__site__"]))


def CreateDistanceConstraint(mbs, **kw):
    a = _arguments("CreateDistanceConstraint", kw, {"name": "", "itemNumbers": None, "localPosition0": _O3, "localPosition1": _O3, "distance": None})
    m0, m1 = _two(mbs, "CreateDistanceConstraint", a)
    distance = a["distance"]
    if distance is None:
        distance = _reference(mbs, m0, m1)
    return mbs.AddObject(ObjectConnectorDistance(name=a["name"], markerNumbers=[m0, m1], distance=distance, __site__=a["__site__"]))


def CreateForce(mbs, **kw):
    a = _arguments("CreateForce", kw, {"name": "", "bodyNumber": -1, "loadVector": _O3, "localPosition": _O3, "bodyFixed": False,
                                       "loadVectorUserFunction": 0})
    m = mbs.AddMarker(MarkerBodyPosition(bodyNumber=a["bodyNumber"], localPosition=a["localPosition"], __site__=a["__site__"]))
    return mbs.AddLoad(LoadForceVector(name=a["name"], markerNumber=m, loadVector=a["loadVector"], bodyFixed=a["bodyFixed"],
                                       loadVectorUserFunction=a["loadVectorUserFunction"], __site__=a["__site__"]))


def CreateTorque(mbs, **kw):
    a = _arguments("CreateTorque", kw, {"name": "", "bodyNumber": -1, "loadVector": _O3, "localPosition": _O3, "bodyFixed": False,
                                        "loadVectorUserFunction": 0})
    m = mbs.AddMarker(MarkerBodyRigid(bodyNumber=a["bodyNumber"], localPosition=a["localPosition"], __site__=a["__site__"]))
    return mbs.AddLoad(LoadTorqueVector(name=a["name"], markerNumber=m, loadVector=a["loadVector"], bodyFixed=a["bodyFixed"],
                                        loadVectorUserFunction=a["loadVectorUserFunction"], __site__=a["__site__"]))


def _joint_frames(mbs, what, a, frame):
    # Markers of a joint at a place, and its frame as seen from each: place and
    # frame are those of ground in the reference configuration, or of body 0.
    bodies, site = _two(mbs, what, a, True), a["__site__"]
    x, R = _pose(mbs, bodies[0], False)
    place, frame = a["position"], _plain(frame)
    if not a["useGlobalFrame"]:
        place, frame = _added(x, _turned(R, place)), _matrix(R, frame)
    markers, turns = [], []
    for b in bodies:
        x, R = _pose(mbs, b, False)
        back = _transposed(R)
        markers.append(mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=_turned(back, _added(place, _scaled(x, -1))), __site__=site)))
        turns.append(_matrix(back, frame))
    return {"name": a["name"], "markerNumbers": markers, "rotationMarker0": turns[0], "rotationMarker1": turns[1], "__site__": site}


_JOINT = {"name": "", "itemNumbers": None, "position": _O3, "useGlobalFrame": True}


def _joined(first, more):
    d = {}
    for x in (first, more):
        for k in x:
            d[k] = x[k]
    return d


def _with(more):
    return _joined(_JOINT, more)


def CreateRevoluteJoint(mbs, **kw):
    a = _arguments("CreateRevoluteJoint", kw, _with({"axis": [0.0, 0.0, 1.0]}))
    return mbs.AddObject(ObjectJointRevoluteZ(**_joint_frames(mbs, "CreateRevoluteJoint", a, _frameZ(a["axis"]))))


def CreatePrismaticJoint(mbs, **kw):
    a = _arguments("CreatePrismaticJoint", kw, _with({"axis": [1.0, 0.0, 0.0]}))
    z = _plain(_frameZ(a["axis"]))
    return mbs.AddObject(ObjectJointPrismaticX(**_joint_frames(mbs, "CreatePrismaticJoint", a, [[r[2], r[0], r[1]] for r in z])))


def CreateSphericalJoint(mbs, **kw):
    a = _arguments("CreateSphericalJoint", kw, _with({"constrainedAxes": [1.0] * 3}))
    d = _joint_frames(mbs, "CreateSphericalJoint", a, _E3)
    return mbs.AddObject(ObjectJointSpherical(name=d["name"], markerNumbers=d["markerNumbers"], constrainedAxes=a["constrainedAxes"], __site__=a["__site__"]))


def CreateGenericJoint(mbs, **kw):
    a = _arguments("CreateGenericJoint", kw, _with({"rotationMatrixAxes": _E3, "constrainedAxes": [1.0] * 6}))
    d = _joint_frames(mbs, "CreateGenericJoint", a, a["rotationMatrixAxes"])
    return mbs.AddObject(ObjectJointGeneric(constrainedAxes=a["constrainedAxes"], **d))


def CreateTorsionalSpringDamper(mbs, **kw):
    a = _arguments("CreateTorsionalSpringDamper", kw, _with({
        "axis": [0.0, 0.0, 1.0], "stiffness": 0.0, "damping": 0.0, "offset": 0.0, "velocityOffset": 0.0, "torque": 0.0, "springTorqueUserFunction": 0,
        "unlimitedRotations": True}))
    d = _joint_frames(mbs, "CreateTorsionalSpringDamper", a, _frameZ(a["axis"]))
    for k in ("stiffness", "damping", "offset", "velocityOffset", "torque", "springTorqueUserFunction"):
        d[k] = a[k]
    return mbs.AddObject(ObjectConnectorTorsionalSpringDamper(**d))


def CreateRigidBodySpringDamper(mbs, **kw):
    a = _arguments("CreateRigidBodySpringDamper", kw, {
        "name": "", "itemNumbers": None, "localPosition0": None, "localPosition1": None, "stiffness": [[0.0] * 6] * 6, "damping": [[0.0] * 6] * 6,
        "offset": [0.0] * 6, "rotationMatrixJoint": _E3, "useGlobalFrame": True, "intrinsicFormulation": False, "springForceTorqueUserFunction": 0})
    bodies, site = _two(mbs, "CreateRigidBodySpringDamper", a, True), a["__site__"]
    markers, turns = [], []
    for i in (0, 1):
        markers.append(mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[i], localPosition=a["localPosition%d" % i] or _O3, __site__=site)))
    back = [_transposed(_pose(mbs, b, False)[1]) for b in bodies]
    frame = a["rotationMatrixJoint"]
    if not a["useGlobalFrame"]:
        frame = _matrix(_pose(mbs, bodies[0], False)[1], frame)
    return mbs.AddObject(ObjectConnectorRigidBodySpringDamper(
        name=a["name"], markerNumbers=markers, stiffness=a["stiffness"], damping=a["damping"], offset=a["offset"],
        rotationMarker0=_matrix(back[0], frame), rotationMarker1=_matrix(back[1], frame), intrinsicFormulation=a["intrinsicFormulation"],
        springForceTorqueUserFunction=a["springForceTorqueUserFunction"], __site__=site))


_DISC = {"name": "", "itemNumbers": None, "axisPosition": _O3, "axisVector": [1.0, 0.0, 0.0], "discRadius": 0.0, "planePosition": _O3,
         "planeNormal": [0.0, 0.0, 1.0], "activeConnector": True}


def _rolling(mbs, what, a):
    bodies, site = _two(mbs, what, a, True), a["__site__"]
    markers = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[0], localPosition=a["planePosition"], __site__=site)),
               mbs.AddMarker(MarkerBodyRigid(bodyNumber=bodies[1], localPosition=a["axisPosition"], __site__=site))]
    return {"name": a["name"], "markerNumbers": markers, "discRadius": a["discRadius"], "discAxis": a["axisVector"], "planeNormal": a["planeNormal"],
            "activeConnector": a["activeConnector"], "__site__": site}


def CreateRollingDisc(mbs, **kw):
    a = _arguments("CreateRollingDisc", kw, _joined(_DISC, {"constrainedAxes": [1.0] * 3, "discWidth": 0.1}))
    return mbs.AddObject(ObjectJointRollingDisc(constrainedAxes=a["constrainedAxes"], **_rolling(mbs, "CreateRollingDisc", a)))


def CreateRollingDiscPenalty(mbs, **kw):
    more = {"contactStiffness": 0.0, "contactDamping": 0.0, "dryFriction": [0.0, 0.0], "dryFrictionAngle": 0.0, "dryFrictionProportionalZone": 0.0,
            "viscousFriction": [0.0, 0.0], "rollingFrictionViscous": 0.0, "useLinearProportionalZone": False}
    a = _arguments("CreateRollingDiscPenalty", kw, _joined(_joined(_DISC, more), {"discWidth": 0.1}))
    d = _rolling(mbs, "CreateRollingDiscPenalty", a)
    d["nodeNumber"] = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
    for k in more:
        d[k] = a[k]
    return mbs.AddObject(ObjectConnectorRollingDiscPenalty(**d))


def CreateCoordinateConstraint(mbs, **kw):
    a = _arguments("CreateCoordinateConstraint", kw, {"name": "", "itemNumbers": None, "coordinates": None, "offset": 0.0, "factor1": 1.0, "factorValue1": 1.0,
                                                      "velocityLevel": False})
    if "factorValue1" in kw:
        a["factor1"] = a["factorValue1"]
    site, markers = a["__site__"], []
    if isinstance(a["itemNumbers"], list) and None in a["itemNumbers"] and len(a["itemNumbers"]) == 2:  # ground
        bodies = a["itemNumbers"]
        for b in bodies:
            if b is not None and not isinstance(_of(mbs.objects, b, "object"), _MASSES):
                _refuse(site, None, "CreateCoordinateConstraint: object %d is no body" % b, "")
    else:
        bodies = _two(mbs, "CreateCoordinateConstraint", a, True)
    for i in (0, 1):
        if bodies[i] is None or isinstance(mbs.objects[bodies[i]], ObjectGround):
            node, c = mbs.AddNode(NodePointGround()), 0
        else:
            node, c = mbs.objects[bodies[i]].nodeNumber, a["coordinates"][i]
        markers.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=c, __site__=site)))
    return mbs.AddObject(ObjectConnectorCoordinate(name=a["name"], markerNumbers=markers, offset=a["offset"], factor1=a["factor1"],
                                                   velocityLevel=a["velocityLevel"], __site__=site))


FUNCTIONS = {}
for f in (CreateGround, CreateMassPoint, CreateRigidBody, CreateSpringDamper, CreateCartesianSpringDamper, CreateDistanceConstraint, CreateForce,
          CreateTorque, CreateRevoluteJoint, CreatePrismaticJoint, CreateSphericalJoint, CreateGenericJoint, CreateTorsionalSpringDamper,
          CreateCoordinateConstraint, CreateRigidBodySpringDamper, CreateRollingDisc, CreateRollingDiscPenalty):
    FUNCTIONS[f.__name__] = f
ABSENT = {}
for n in ("CreateLinearSpringDamper", "CreateSphereSphereContact",
          "CreateSphereQuadContact", "CreateSphereTriangleContact", "CreateKinematicTree",
          "CreateFFRFReducedOrderObject", "CreateDistanceSensor", "CreateDistanceSensorGeometry", "AddGeneralContact"):
    ABSENT[n] = _absent(n, "%s is not supported" % n, "there are " + ", ".join(sorted(FUNCTIONS)))
_LINEAR = "trammel convert makes a deck of the model; Simulate analysis_type=LINEAR gives its eigenvalues and matrices"
_FUNCTIONS = "functions may be given to springs and loads"
for n, _help in (("DeleteObject", "activeConnector=False takes a connector out"), ("DeleteLoad", ""), ("DeleteSensor", ""),
                 ("ComputeLinearizedSystem", _LINEAR), 
                 ("SetPostStepUserFunction", _FUNCTIONS), ("SetPreNewtonUserFunction", _FUNCTIONS), ("SetPostNewtonUserFunction", _FUNCTIONS),
                 ("SetPreNewtonResidualUserFunction", _FUNCTIONS), ("SetSystemJacobianUserFunction", _FUNCTIONS)):
    ABSENT[n] = _absent(n, "%s is not supported" % n, _help)
