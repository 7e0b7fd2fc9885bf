# Functions that add a body or a joint with its markers, and the arguments that joints have.

import numpy as np
from exudyn.rigidBodyUtilities import RotXYZ2RotationMatrix, EulerParameters2RotationMatrix, RotationVector2RotationMatrix, RigidBodyInertia
from exudyn.itemInterface import *
from exudyn.itemInterface import _E3
from exudyn.model import _transposed, _matrix, _turned, _added, _scaled, _pose, _seat, _of


def _rotated(nodeType, rotationMatrix, rotationParameters):
    # The rotation that is given by a matrix, or by the parameters of a kind of nodes.
    if rotationMatrix is not None and len(rotationMatrix):
        return rotationMatrix
    if rotationParameters is None or len(rotationParameters) == 0:
        return np.eye(3)
    if len(rotationParameters) == 4:
        return EulerParameters2RotationMatrix(rotationParameters)
    if nodeType == "RotationRotationVector":
        return RotationVector2RotationMatrix(rotationParameters)
    return RotXYZ2RotationMatrix(rotationParameters)


def AddRigidBody(mainSys, inertia, nodeType="RotationEulerParameters", position=[0, 0, 0], velocity=[0, 0, 0], rotationMatrix=[], rotationParameters=[],
                 angularVelocity=[0, 0, 0], gravity=[0, 0, 0], graphicsDataList=[]):
    d = mainSys.CreateRigidBody(inertia=inertia, nodeType=nodeType, referencePosition=position, initialVelocity=velocity,
                                referenceRotationMatrix=_rotated(nodeType, rotationMatrix, rotationParameters),
                                initialAngularVelocity=angularVelocity, gravity=gravity, returnDict=True)
    return [d["nodeNumber"], d["bodyNumber"]]


def GetRigidBodyNode(nodeType, position=[0, 0, 0], velocity=[0, 0, 0], rotationMatrix=[], rotationParameters=[], angularVelocity=[0, 0, 0]):
    from exudyn.create import _node
    return _node({"name": "", "nodeType": nodeType, "referencePosition": position, "initialVelocity": velocity, "initialAngularVelocity": angularVelocity,
                  "initialDisplacement": None, "initialRotationMatrix": None, "__site__": 0}, _rotated(nodeType, rotationMatrix, rotationParameters))


def AddRevoluteJoint(mbs, body0, body1, point, axis, useGlobalFrame=True, showJoint=True, axisRadius=0.1, axisLength=0.4):
    return mbs.CreateRevoluteJoint(bodyNumbers=[body0, body1], position=point, axis=axis, useGlobalFrame=useGlobalFrame)


def AddPrismaticJoint(mbs, body0, body1, point, axis, useGlobalFrame=True, showJoint=True, axisRadius=0.1, axisLength=0.4):
    return mbs.CreatePrismaticJoint(bodyNumbers=[body0, body1], position=point, axis=axis, useGlobalFrame=useGlobalFrame)


def GetOtherMarker(mbs, bodyNumber, existingMarker, show=True):
    # A marker of another body at the place of one that there is.
    x, R = _pose(mbs, bodyNumber, False)
    place, turned = _seat(mbs, existingMarker, False)
    return mbs.AddMarker(MarkerBodyPosition(bodyNumber=bodyNumber, localPosition=_turned(_transposed(R), _added(place, _scaled(x, -1)))))


def GetJointArgs(mbs, markerNumber0=None, markerNumber1=None, rotationMarker0=None, rotationMarker1=None, bodyNumber0=None, bodyNumber1=None):
    # The arguments of a joint of a marker that there is and a new one of another body at the same place, with the same axes.
    if (markerNumber0 is None) == (markerNumber1 is None):
        raise ValueError("GetJointArgs takes markerNumber0 and bodyNumber1, or markerNumber1 and bodyNumber0")
    old, turn, body = markerNumber0, rotationMarker0, bodyNumber1
    if old is None:
        old, turn, body = markerNumber1, rotationMarker1, bodyNumber0
    if body is None:
        raise ValueError("GetJointArgs: the number of the other body is missing")
    if turn is None:
        turn = _E3
    x, R = _pose(mbs, body, False)
    place, axes = _seat(mbs, old, False)
    back = _transposed(R)
    new = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=_turned(back, _added(place, _scaled(x, -1)))))
    turns = [turn, np.array(_matrix(_matrix(back, axes), [list(row) for row in turn]))]
    markers = [old, new]
    if markerNumber0 is None:
        turns, markers = [turns[1], turns[0]], [new, old]
    return {"markerNumbers": markers, "rotationMarker0": turns[0], "rotationMarker1": turns[1]}
