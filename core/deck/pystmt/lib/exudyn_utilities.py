import exudyn
import numpy as np
from exudyn.itemInterface import *
from exudyn.rigidBodyUtilities import *
from exudyn.system import exudynTestGlobals
import exudyn.graphics as graphics
from math import sin, cos, tan, asin, acos, atan, atan2, exp, sqrt, pi

color4red = color4green = color4blue = color4cyan = color4magenta = color4yellow = color4orange = color4brown = color4grey = [0.5, 0.5, 0.5, 1.0]
color4lightgrey = color4darkgrey = color4black = color4white = color4steelblue = color4lightred = color4lightgreen = color4dodgerblue = color4red
color4default = color4springgreen = color4violet = color4salmon = color4blackrgba = color4darkgrey2 = color4transparent = color4red


def _nothing(*args, **kw):
    return {}


GraphicsDataOrthoCube = GraphicsDataOrthoCubePoint = GraphicsDataSphere = GraphicsDataCylinder = GraphicsDataLine = GraphicsDataQuad = _nothing
GraphicsDataCheckerBoard = GraphicsDataText = GraphicsDataBasis = GraphicsDataRigidLink = GraphicsDataRectangle = GraphicsDataCube = _nothing
GraphicsDataArrow = GraphicsDataFrame = GraphicsDataFromSTLfile = AnimateSolution = SolutionViewer = PlotSensor = DrawSystemGraph = _nothing


def CreateSymbolicUserFunction(mbs, function, userFunctionName, itemIndex=None, verbose=0):
    # A symbolic function is the function itself here.
    return function


def GetOtherMarker(*args, **kw):
    raise NotImplementedError("GetOtherMarker is not supported")


def AddRigidBody(mainSys, inertia, nodeType=None, position=[0, 0, 0], velocity=[0, 0, 0], rotationMatrix=None, rotationParameters=None,
                 angularVelocity=[0, 0, 0], gravity=[0, 0, 0], graphicsDataList=[]):
    if rotationParameters:
        raise NotImplementedError("AddRigidBody: rotationParameters are not supported: give a rotationMatrix")
    if rotationMatrix is None or len(rotationMatrix) == 0:
        rotationMatrix = np.eye(3)
    d = mainSys.CreateRigidBody(inertia=inertia, referencePosition=position, initialVelocity=velocity, referenceRotationMatrix=rotationMatrix,
                                initialAngularVelocity=angularVelocity, gravity=gravity, returnDict=True)
    return [d["nodeNumber"], d["bodyNumber"]]


def AddRevoluteJoint(mbs, body0, body1, point, axis, useGlobalFrame=True, showJoint=True, axisRadius=0.1, axisLength=0.4):
    return mbs.CreateRevoluteJoint(bodyNumbers=[body0, body1], position=point, axis=axis, useGlobalFrame=useGlobalFrame)


def AddPrismaticJoint(mbs, body0, body1, point, axis, useGlobalFrame=True, showJoint=True, axisRadius=0.1, axisLength=0.4):
    return mbs.CreatePrismaticJoint(bodyNumbers=[body0, body1], position=point, axis=axis, useGlobalFrame=useGlobalFrame)
