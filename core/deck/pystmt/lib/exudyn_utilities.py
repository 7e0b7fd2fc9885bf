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
from exudyn.refused import _absent
from math import sin, cos, tan, asin, acos, atan, atan2, exp, sqrt, pi


def _nothing(*args, **kw):
    return None


AnimateSolution = SolutionViewer = PlotSensor = DrawSystemGraph = ShowOnlyObjects = HighlightItem = _nothing


sqrt2 = sqrt(2)


for _n, _why in (("TreeLink", "kinematic trees are not there"), ("CreateTCPIPconnection", "connections to other programs are not there"),
                 ("LoadSolutionFile", "sensors and numpy.loadtxt give what was solved"), ("SaveDictToHDF5", "files of HDF5 are not there"),
                 ("LoadDictFromHDF5", "files of HDF5 are not there"), ("AddSensorRecorder", "a sensor with storeInternal=True keeps what it measures"),
                 ("GenerateStraightLineANCFCable2D", "beams and cables are not there"), ("GenerateStraightBeam", "beams and cables are not there"),
                 ("GenerateSlidingJoint", "beams and cables are not there"), ("GenerateAleSlidingJoint", "beams and cables are not there")):
    globals()[_n] = _absent(_n, "%s of module exudyn.utilities is not supported: %s" % (_n, _why))
