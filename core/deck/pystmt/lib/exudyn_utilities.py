import exudyn
import numpy as np
from exudyn.basicUtilities import *
from exudyn.advancedUtilities import *
from exudyn.itemInterface import *
from exudyn.rigidBodyUtilities import *
from exudyn.graphicsDataUtilities import *
from exudyn.joints import *
from exudyn.system import exudynTestGlobals
import exudyn.graphics as graphics
from math import sin, cos, tan, asin, acos, atan, atan2, exp, sqrt, pi


def _nothing(*args, **kw):
    return None


AnimateSolution = SolutionViewer = PlotSensor = DrawSystemGraph = ShowOnlyObjects = HighlightItem = _nothing


def AddSensorRecorder(*args, **kw):
    raise NotImplementedError("AddSensorRecorder is not supported: a sensor with storeInternal=True keeps what it measures")


def GenerateStraightLineANCFCable2D(*args, **kw):
    raise NotImplementedError("GenerateStraightLineANCFCable2D: beams and cables are not supported")


GenerateStraightBeam = GenerateSlidingJoint = GenerateAleSlidingJoint = GenerateStraightLineANCFCable2D
