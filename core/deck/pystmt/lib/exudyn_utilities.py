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


sqrt2 = sqrt(2)


def TreeLink(*args, **kw):
    raise NotImplementedError("TreeLink is not supported: kinematic trees are not there")


def CreateTCPIPconnection(*args, **kw):
    raise NotImplementedError("CreateTCPIPconnection is not supported: connections to other programs are not there")


def LoadSolutionFile(*args, **kw):
    raise NotImplementedError("LoadSolutionFile is not supported: sensors and numpy.loadtxt give what was solved")


def SaveDictToHDF5(*args, **kw):
    raise NotImplementedError("SaveDictToHDF5 is not supported: files of HDF5 are not there")


LoadDictFromHDF5 = SaveDictToHDF5


def AddSensorRecorder(*args, **kw):
    raise NotImplementedError("AddSensorRecorder is not supported: a sensor with storeInternal=True keeps what it measures")


def GenerateStraightLineANCFCable2D(*args, **kw):
    raise NotImplementedError("GenerateStraightLineANCFCable2D: beams and cables are not supported")


GenerateStraightBeam = GenerateSlidingJoint = GenerateAleSlidingJoint = GenerateStraightLineANCFCable2D
