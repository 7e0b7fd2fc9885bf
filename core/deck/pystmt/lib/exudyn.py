# What Exudyn programs import. Items, what becomes of them and what they give
# stand in modules of their own.

import math
import numpy as np
from exudyn.settings import *
from exudyn.settings import _Any
from exudyn.itemInterface import *
from exudyn.system import MainSystem, SystemData, exudynTestGlobals
import exudyn.create as _create
import exudyn.symbolic as symbolic
import exudyn.graphics as graphics

for _table in (_create.FUNCTIONS, _create.ABSENT):
    for _name in _table:
        setattr(MainSystem, _name, _table[_name])

__version__ = "1.10 (trammel)"
config = _Any()
special = _Any()
experimental = _Any()
sys = {}
variables = {}


def GetVersionString(addDetails=False):
    return __version__


def RequireVersion(version):
    pass


def InvalidIndex():
    return -1


def _index(n=-1):
    return int(n)


NodeIndex = ObjectIndex = MarkerIndex = LoadIndex = SensorIndex = _index


class _Renderer:
    def Start(self, *args, **kw):
        return False

    def Stop(self, *args, **kw):
        pass

    def Attach(self, *args, **kw):
        pass

    def IsActive(self):
        return False

    def DoIdleTasks(self, *args, **kw):
        pass

    def SetState(self, *args, **kw):
        pass

    def GetState(self):
        return {}

    def ZoomAll(self):
        pass


def StartRenderer(*args, **kw):
    return False


def StopRenderer(*args, **kw):
    pass


def IsRendererActive():
    return False


def DoRendererIdleTasks(*args, **kw):
    pass


def SetWriteToConsole(*args, **kw):
    pass


def SetWriteToFile(*args, **kw):
    pass


def SetOutputPrecision(*args, **kw):
    pass


def SuppressWarnings(*args, **kw):
    pass


def Print(*args, **kw):
    print(*args)


def SolveDynamic(mbs, *args, **kw):
    return mbs.SolveDynamic(*args, **kw)


def SolveStatic(mbs, *args, **kw):
    return mbs.SolveStatic(*args, **kw)


class SystemContainer:
    def __init__(self):
        self.visualizationSettings = _Any()
        self.renderer = _Renderer()
        self._list = []

    def AddSystem(self):
        self._list.append(MainSystem())
        return self._list[-1]

    def GetSystem(self, systemNumber):
        return self._list[systemNumber]

    def NumberOfSystems(self):
        return len(self._list)

    # The call of old scripts.
    def TimeIntegrationSolve(self, mbs, solver, simulationSettings, __site__=0):
        return mbs.SolveDynamic(simulationSettings, solverType=solver, __site__=__site__)

    def WaitForRenderEngineStopFlag(self, *args, **kw):
        return True

    def GetRenderState(self):
        return {}

    def SetRenderState(self, state):
        pass

    def RedrawAndSaveImage(self, *args, **kw):
        pass

    def Reset(self):
        self._list = []
