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
from exudyn.refused import _absent

for _table in (_create.FUNCTIONS, _create.ABSENT):
    for _name in _table:
        setattr(MainSystem, _name, _table[_name])

__version__ = "1.10 (trammel)"


class _Info:
    # Counts of what the library holds: nothing, here.
    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return 0


class _Config(_Any):
    # Settings of the library; those of its output are taken and passed over.
    def Version(self, addDetails=False):
        return __version__

    def Help(self, *args, **kw):
        pass

    def Print(self, *args, **kw):
        print(*args)


class _Special(_Any):
    def InfoStat(self, *args, **kw):
        return _Info()


config, special, experimental = _Config(), _Special(), _Any()
sys = {}
variables = {}


def GetVersionString(addDetails=False):
    return __version__


def InfoStat(*args, **kw):
    return _Info()


def Help(*args, **kw):
    pass


class _Vectors:
    # A list of vectors or matrices.
    def __init__(self, items=[]):
        self._items = [np.array(x, dtype=float) for x in items]

    def Append(self, item):
        self._items.append(np.array(item, dtype=float))

    append = Append

    def __len__(self):
        return len(self._items)

    def __getitem__(self, k):
        return self._items[k]

    def __setitem__(self, k, item):
        self._items[k] = np.array(item, dtype=float)

    def __iter__(self):
        return iter(self._items)

    def GetPythonObject(self):
        return [x for x in self._items]


Vector2DList = Vector3DList = Vector6DList = VectorList = Matrix3DList = Matrix6DList = MatrixList = _Vectors


def _refusing(name, why):
    return _absent(name, "exudyn.%s is not supported: %s" % (name, why))


MatrixContainer = _refusing("MatrixContainer", "systems of matrices are not there")
MainSolverImplicitSecondOrder = _refusing("MainSolverImplicitSecondOrder", "mbs.SolveDynamic solves a system")
MainSolverExplicit = _refusing("MainSolverExplicit", "mbs.SolveDynamic solves a system")
MainSolverStatic = _refusing("MainSolverStatic", "mbs.SolveStatic finds a static position")
GeneralContact = _refusing("GeneralContact", "contacts of many bodies are not there")
BeamSection = _refusing("BeamSection", "beams and cables are not there")
BeamSectionGeometry = _refusing("BeamSectionGeometry", "beams and cables are not there")


def ComputeSystemDegreeOfFreedom(mbs, *args, **kw):
    return mbs.ComputeSystemDegreeOfFreedom(*args, **kw)


def ComputeODE2Eigenvalues(mbs, *args, **kw):
    return mbs.ComputeODE2Eigenvalues(*args, **kw)


ComputeLinearizedSystem = _create.ABSENT["ComputeLinearizedSystem"]


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

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return _drawn


class _Drawn:
    # What is called or set to draw.
    def __call__(self, *args, **kw):
        return self

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return self

    def __len__(self):
        return 0


_drawn = _Drawn()


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
