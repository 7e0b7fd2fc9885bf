# A system of items, and what programs do with it.

import os
import numpy as np
from exudyn.itemInterface import *
from exudyn.itemInterface import _checked, _item, _unknown, _plain
from exudyn.model import _MASSES, _Writer, _of, _node_of, _pair, _body_of, _seat
from exudyn.results import _Now, _Then, _body_output, _given, _one, _of_node, _of_object, _of_sensor, _of_marker
from exudyn.live import _changes
from exudyn.steps import _Steps
from exudyn.settings import SimulationSettings, _EXPLICIT

_systems = []


def _number_of(list, name, what):
    for k in range(len(list)):
        if list[k].name == name:
            return k
    raise ValueError("there is no %s of name %r" % (what, name))


def _dictionary(item, family):
    d = {"name": item.name, family + "Type": item._kind}
    for k in item._given:
        d[k] = vars(item)[k]
    return d


def _parameter(item, name, site):
    name = item._alias.get(name, name)
    if name != "name" and name not in item._given:
        _refuse(site, 1, "%s has no parameter %s" % (item.__class__.__name__, name), "it has " + ", ".join(sorted(item._given)))
    return name


def _change(item, name, value, site):
    if name[:1] == "V":
        return # how it is drawn
    name = _parameter(item, name, site)
    if vars(item)[name] is not value:
        _changes[0] += 1
    if name != "name":
        value = _checked(site, item.__class__.__name__, name, item._given[name], value)
    vars(item)[name] = value


class SystemData:
    # States of the whole system.
    def __init__(self, mbs):
        self._mbs = mbs

    def GetTime(self, configuration=None):
        return self._mbs._time

    def SetTime(self, newTime, configuration=None):
        self._mbs._time = float(newTime)

    def _moving(self):
        return [n for n in range(len(self._mbs.nodes)) if not isinstance(self._mbs.nodes[n], (NodePointGround, NodeGenericODE1, NodeGenericData))]

    def _all(self, what, configuration):
        mbs, q = self._mbs, []
        for n in self._moving():
            q += _of_node(mbs, mbs._when(configuration, 0), n, what)
        return np.array([float(x) for x in q])

    def GetODE2Coordinates(self, configuration=None):
        return self._all("Coordinates", configuration)

    def GetODE2CoordinatesTotal(self, configuration=None):
        return self._all("CoordinatesTotal", configuration)

    def GetODE2Coordinates_t(self, configuration=None):
        return self._all("Coordinates_t", configuration)

    def GetODE1Coordinates(self, configuration=None):
        mbs, q = self._mbs, []
        for n in range(len(mbs.nodes)):
            if isinstance(mbs.nodes[n], NodeGenericODE1):
                q += _of_node(mbs, mbs._when(configuration, 0), n, "Coordinates")
        return np.array([float(x) for x in q])

    def GetODE2Coordinates_tt(self, configuration=None):
        return self._all("Coordinates_tt", configuration)

    # The coordinates of the start are those of the nodes.
    def _set(self, name, values, configuration, site):
        if configuration != "Initial":
            _refuse(site, None, "coordinates may be set as those of the start only", "configuration=exu.ConfigurationType.Initial")
        values, at = _plain(values), 0
        for n in self._moving():
            node = self._mbs.nodes[n]
            k = len(node.referenceCoordinates)
            _change(node, name, [float(x) for x in values[at:at + k]], site)
            at += k
        if at != len(values):
            _refuse(site, 0, "the system has %d coordinates, not %d" % (at, len(values)), "")

    def SetODE2Coordinates(self, coordinates, configuration=None, __site__=0):
        self._set("initialCoordinates", coordinates, configuration, __site__)

    def SetODE2Coordinates_t(self, coordinates, configuration=None, __site__=0):
        self._set("initialVelocities", coordinates, configuration, __site__)

    def GetSystemState(self, configuration=None):
        q = [self.GetODE2Coordinates(configuration), self.GetODE2Coordinates_t(configuration)]
        return q + [np.zeros(len(q[0])), np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0)]

    def SetSystemState(self, systemStateList, configuration=None, __site__=0):
        self._set("initialCoordinates", systemStateList[0], configuration, __site__)
        self._set("initialVelocities", systemStateList[1], configuration, __site__)

    # Which coordinates a load depends on is found here.
    def AddODE2LoadDependencies(self, *args, **kw):
        pass

    # The places of coordinates among all of them.
    def GetNodeLTGODE2(self, nodeNumber):
        first = self._mbs.GetNodeODE2Index(nodeNumber)
        node = self._mbs.nodes[nodeNumber]
        if isinstance(node, (NodePointGround, NodeGenericODE1, NodeGenericData)):
            return []
        return [first + k for k in range(len(node.referenceCoordinates))]

    def GetObjectLTGODE2(self, objectNumber):
        o, places = _of(self._mbs.objects, objectNumber, "object"), []
        if isinstance(o, _MASSES):
            return self.GetNodeLTGODE2(o.nodeNumber)
        if isinstance(o, ObjectGenericODE2):
            for n in o.nodeNumbers or []:
                places += self.GetNodeLTGODE2(n)
        for m in vars(o).get("markerNumbers", []):
            b = _body_of(self._mbs, m)
            if b >= 0:
                places += self.GetObjectLTGODE2(b)
        return places

    def NumberOfNodes(self):
        return len(self._mbs.nodes)

    def NumberOfObjects(self):
        return len(self._mbs.objects)

    def NumberOfMarkers(self):
        return len(self._mbs.markers)

    def NumberOfLoads(self):
        return len(self._mbs.loads)

    def NumberOfSensors(self):
        return len(self._mbs.sensors)

    def Info(self):
        print(self._mbs)


def _equations(o):
    # How many equations of constraints an object has, and how many of them hold something.
    n = {"ConnectorCoordinate": 1, "ConnectorDistance": 1, "JointGeneric": 6, "JointRevoluteZ": 5, "JointPrismaticX": 5, "JointSpherical": 3,
         "JointRevolute2D": 2, "JointPrismatic2D": 2, "JointRollingDisc": 3}.get(o._kind, 0)
    if n == 0:
        return 0, 0
    if not o.activeConnector:
        return n, 0
    if o._kind in ("JointGeneric", "JointSpherical", "JointRollingDisc"):
        return n, int(sum(o.constrainedAxes))
    if o._kind == "JointPrismatic2D" and not o.constrainRotation:
        return 2, 1
    return n, n


def _eigenvalues(parts, damped):
    # Of pairs i w, -i w those with i w are given; a real pair r, -r is given by both.
    pairs = [(parts[k], parts[k + 1]) for k in range(0, len(parts), 2)]
    if damped:
        return [complex(a, b) for a, b in pairs] + [complex(a, -b) for a, b in pairs if b > 0]
    real = sorted([a for a, b in pairs if b == 0])
    return [b * b for a, b in pairs if b > 0] + [-a * a for a in real[:len(real) // 2]]


class _Shapes:
    # Shapes of modes, which are not there.
    def _none(self, *args):
        raise NotImplementedError("the eigenvectors of ComputeODE2Eigenvalues are not supported: its eigenvalues are there")

    __getitem__ = __len__ = __iter__ = _none

    def __getattr__(self, name):
        if name[:1] == "_":
            raise AttributeError(name)
        self._none()


class _Sys:
    # What functions keep for a system. The inside of a solver is not among it.
    def __init__(self):
        self._kept = {}

    def __getitem__(self, key):
        if key in ("dynamicSolver", "staticSolver") and key not in self._kept:
            raise NotImplementedError("mbs.sys[%r] is not supported: the steps of the solver here are its own" % key)
        return self._kept[key]

    def __setitem__(self, key, value):
        self._kept[key] = value

    def __contains__(self, key):
        return key in self._kept

    def __len__(self):
        return len(self._kept)

    def __iter__(self):
        return iter([k for k in self._kept])

    def get(self, key, otherwise=None):
        return self._kept.get(key, otherwise)

    def keys(self):
        return self._kept.keys()


class MainSystem:
    def __init__(self):
        self.nodes, self.objects, self.markers, self.loads, self.sensors = [], [], [], [], []
        self.variables, self.sys = {}, _Sys()
        self.systemData = SystemData(self)
        self.interactiveMode = False
        self._ticket = None     # of the last solution
        self._time = 0.0
        self._live = False      # a function of the program is called by the solver
        self._assembled = False
        self._solved = False
        self._method = "DSTIFF"
        self._equations = {}    # of second order, by the numbers of their objects
        self._preStep = 0       # a function of the program before steps
        self._selected = None   # rows of results that are those of outputs, None for all
        self._stale = set()     # connectors whose law has been changed within a solution
        self._rates = {}        # first element and number of the coordinates of first order of nodes
        self._index2 = False    # constraints are those of velocities
        self._step = 1e-2       # of the settings: ours are no longer
        self._kept = {}         # components of results that were read
        self._turning = {}
        self._solutions = {}    # of files of coordinates: the solution and the time at which it began
        self._written = None    # the solution whose files of sensors are written
        self._asked = False     # the moment that a function of a sensor is to be answered for
        self._began = 0.0       # the time at which the last solution began
        _systems.append(self)

    def __repr__(self):
        return "<systemData:\n  nodes: %d\n  objects: %d\n  markers: %d\n  loads: %d\n  sensors: %d\n>" % (
            len(self.nodes), len(self.objects), len(self.markers), len(self.loads), len(self.sensors))

    # ---- what the program adds

    def _add(self, family, list, item, site):
        list.append(_item(family, item, site))
        self._assembled = False
        return len(list) - 1

    def AddNode(self, item, __site__=0):
        return self._add("node", self.nodes, item, __site__)

    def AddObject(self, item, __site__=0):
        return self._add("object", self.objects, item, __site__)

    def AddMarker(self, item, __site__=0):
        return self._add("marker", self.markers, item, __site__)

    def AddLoad(self, item, __site__=0):
        return self._add("load", self.loads, item, __site__)

    def AddSensor(self, item, __site__=0):
        n = self._add("sensor", self.sensors, item, __site__)
        if self.sensors[n].fileName:
            _note(self.sensors[n]._site, "fileName", "files of sensors are written when numpy.loadtxt reads one of them")
        return n

    def Reset(self):
        self.nodes, self.objects, self.markers, self.loads, self.sensors = [], [], [], [], []
        self._assembled = self._solved = False
        self._preStep = 0

    # ---- what it may look up and change

    def GetNode(self, n):
        return _dictionary(_of(self.nodes, n, "node"), "node")

    def GetObject(self, n):
        return _dictionary(_of(self.objects, n, "object"), "object")

    def GetMarker(self, n):
        return _dictionary(_of(self.markers, n, "marker"), "marker")

    def GetLoad(self, n):
        return _dictionary(_of(self.loads, n, "load"), "load")

    def GetSensor(self, n):
        return _dictionary(_of(self.sensors, n, "sensor"), "sensor")

    def GetNodeODE2Index(self, nodeNumber):
        _of(self.nodes, nodeNumber, "node")
        return sum([len(self.nodes[n].referenceCoordinates) for n in self.systemData._moving() if n < nodeNumber])

    def GetNodeNumber(self, name):
        return _number_of(self.nodes, name, "node")

    def GetObjectNumber(self, name):
        return _number_of(self.objects, name, "object")

    def GetMarkerNumber(self, name):
        return _number_of(self.markers, name, "marker")

    def GetLoadNumber(self, name):
        return _number_of(self.loads, name, "load")

    def GetSensorNumber(self, name):
        return _number_of(self.sensors, name, "sensor")

    def GetObjectParameter(self, objectNumber, parameterName, __site__=0):
        item = _of(self.objects, objectNumber, "object")
        return vars(item)[_parameter(item, parameterName, __site__)]

    def SetObjectParameter(self, objectNumber, parameterName, value, __site__=0):
        _change(_of(self.objects, objectNumber, "object"), parameterName, value, __site__)

    def GetNodeParameter(self, nodeNumber, parameterName, __site__=0):
        item = _of(self.nodes, nodeNumber, "node")
        return vars(item)[_parameter(item, parameterName, __site__)]

    def SetNodeParameter(self, nodeNumber, parameterName, value, __site__=0):
        _change(_of(self.nodes, nodeNumber, "node"), parameterName, value, __site__)

    def GetMarkerParameter(self, markerNumber, parameterName, __site__=0):
        item = _of(self.markers, markerNumber, "marker")
        return vars(item)[_parameter(item, parameterName, __site__)]

    def SetMarkerParameter(self, markerNumber, parameterName, value, __site__=0):
        _change(_of(self.markers, markerNumber, "marker"), parameterName, value, __site__)

    def GetLoadParameter(self, loadNumber, parameterName, __site__=0):
        item = _of(self.loads, loadNumber, "load")
        return vars(item)[_parameter(item, parameterName, __site__)]

    def SetLoadParameter(self, loadNumber, parameterName, value, __site__=0):
        _change(_of(self.loads, loadNumber, "load"), parameterName, value, __site__)

    # A function that is called before each step of the settings.
    def SetPreStepUserFunction(self, value, __site__=0):
        if not callable(value) and value != 0:
            _refuse(__site__, 0, "SetPreStepUserFunction takes a function, or 0 for none", "")
        self._preStep = value

    def GetPreStepUserFunction(self, *args):
        return self._preStep

    # ---- solving

    def Assemble(self):
        for k in range(len(self.objects)):
            if isinstance(self.objects[k], _MASSES):
                _node_of(self, k)
            elif not isinstance(self.objects[k], (ObjectGround, ObjectGenericODE1, ObjectGenericODE2)):
                _pair(self, self.objects[k])
        for k in range(len(self.markers)):
            _body_of(self, k)
        for load in self.loads:
            _of(self.markers, load.markerNumber, "marker", load, "markerNumber")
        self._assembled = True

    def AssembleSystemInitialize(self):
        self.Assemble()

    def _integrator(self):
        # The error is above the rounding of the largest coordinate.
        size = max([abs(x) for n in self.nodes for x in (vars(n).get("referenceCoordinates") or [0.0])[:3]] + [1.0])
        return [("TYPE", self._method, 0, ""), ("ERROR", max(1e-10, 1e-14 * size), 0, ""), ("HMAX", max(1e-2, self._step), 0, "")]

    # _statements records the system.
    def _statements(self):
        self.Assemble()
        _Writer(self).model()

    def SolveDynamic(self, simulationSettings=None, solverType="GeneralizedAlpha", storeSolver=True, updateInitialValues=False,
                     showHints=False, showCausingItems=True, autoAssemble=True, experimentalNewSolver=False, __site__=0):
        simulationSettings = self._prepare("SolveDynamic", simulationSettings, __site__)
        t = simulationSettings.timeIntegration
        if solverType == "GeneralizedAlpha" and t.generalizedAlpha.useNewmark:
            solverType = "Newmark"
        self._choose(solverType, __site__)
        self._index2 = bool(t.generalizedAlpha.useIndex2Constraints) or solverType in _EXPLICIT + ("TrapezoidalIndex2",)
        self._step = (t.endTime - t.startTime) / max(1, t.numberOfSteps)
        steps, self._began = simulationSettings._outputs(self.sensors), float(t.startTime)
        self._selected, self._stale = None, set()
        if self._preStep:
            s = _Steps(self, simulationSettings, __site__)
            s.run()
            self._selected = s.selected(steps)
            if updateInitialValues:
                self._go_on()
            return True
        _fresh()
        self._statements()
        _record("SIMULATE", __site__, None, None, [
            ("TYPE", "TRANSIENT", 0, ""), ("END", t.endTime - t.startTime, 0, ""), ("STEPS", steps, 0, "")])
        self._ticket, self._solved, self._time = _ticket(), True, t.endTime
        if simulationSettings._file():
            self._solutions[os.path.abspath(simulationSettings._file())] = (self._ticket, self._began)
        if updateInitialValues:
            self._go_on()
        return True

    # Our methods control their error: the steps of the settings are output times.
    def _choose(self, solver, site):
        self._method = "DSTIFF"
        if solver in _EXPLICIT and not [o for o in self.objects if self._holds(o)]:
            self._method = "ABAM"
        if solver != "GeneralizedAlpha":
            _note(site, "solverType", "%s is not there: %s is used, with steps of its own for an error of 1e-10" % (solver, self._method))

    def _holds(self, o):
        return isinstance(o, (ObjectConnectorCoordinate, ObjectConnectorDistance, ObjectJointGeneric, ObjectJointRevoluteZ, ObjectJointSpherical,
                              ObjectMassPoint2D, ObjectMass1D, ObjectRigidBody2D))

    def SolveStatic(self, simulationSettings=None, updateInitialValues=False, storeSolver=True, showHints=False, showCausingItems=True, autoAssemble=True,
                    __site__=0):
        self._prepare("SolveStatic", simulationSettings, __site__)
        _fresh()
        self._statements()
        _record("EQUILIBRIUM", 0, None, None, [("ERROR", 1e-6, 0, ""), ("IMBALANCE", 1e-6, 0, "")])
        _record("SIMULATE", __site__, None, None, [("TYPE", "STATIC", 0, "")])
        self._ticket, self._solved, self._time, self._began = _ticket(), True, 1.0, 0.0
        if updateInitialValues:
            self._go_on()
        return True

    def _prepare(self, what, simulationSettings, site):
        if simulationSettings is None:
            simulationSettings = SimulationSettings()
        if not isinstance(simulationSettings, SimulationSettings):
            _refuse(site, 0, "%s takes settings made by exudyn.SimulationSettings()" % what, "")
        if not self._assembled:
            _refuse(site, None, "%s: the system is not assembled" % what, "call mbs.Assemble() before")
        return simulationSettings

    # The state at the end of a solution becomes that of the start.
    def _go_on(self):
        s = self.systemData
        q, v = s.GetODE2Coordinates(), s.GetODE2Coordinates_t()
        self.systemData.SetODE2Coordinates(q, "Initial")
        self.systemData.SetODE2Coordinates_t(v, "Initial")

    # Degrees of freedom and what is redundant among the equations of constraints.
    def ComputeSystemDegreeOfFreedom(self, simulationSettings=None, threshold=1e-12, verbose=False, useSVD=False, autoAssemble=True, __site__=0):
        self._step = 1e-2
        _fresh()
        self._statements()
        coordinates = sum([len(self.nodes[n].referenceCoordinates) for n in self.systemData._moving()])
        equations = sum([len(self.nodes[n].referenceCoordinates) == 7 for n in self.systemData._moving()])
        pure = 0
        for o in self.objects:
            all, held = _equations(o)
            equations, pure = equations + all, pure + all - held
        dof = _freedom(_ticket())
        redundant = dof - coordinates + equations - pure
        if verbose:
            for what, n in (("ODE2 coordinates          ", coordinates), ("total constraints         ", equations), ("redundant constraints     ", redundant),
                            ("pure algebraic constraints", pure), ("degree of freedom         ", dof)):
                print("%s= %d" % (what, n))
        return {"degreeOfFreedom": dof, "redundantConstraints": redundant, "nODE2": coordinates, "nODE1": len(self.systemData.GetODE1Coordinates("Initial")),
                "nAE": equations, "nPureAE": pure}

    # Eigenvalues about the start. Without damping they are the squares of the circular frequencies, negative where the
    # stiffness is; shapes are not there.
    def ComputeODE2Eigenvalues(self, simulationSettings=None, useSparseSolver=False, numberOfEigenvalues=0, constrainedCoordinates=[],
                               convert2Frequencies=False, useAbsoluteValues=True, computeComplexEigenvalues=False, ignoreAlgebraicEquations=False,
                               singularValuesTolerance=1e-12, autoAssemble=True, __site__=0):
        if len(constrainedCoordinates):
            _refuse(__site__, "constrainedCoordinates", "ComputeODE2Eigenvalues: constrainedCoordinates are not supported", "add constraints to the system")
        if ignoreAlgebraicEquations and [o for o in self.objects if _equations(o)[1]]:
            _refuse(__site__, "ignoreAlgebraicEquations", "ComputeODE2Eigenvalues: ignoreAlgebraicEquations is not supported where there are constraints", "")
        self._step = 1e-2
        _fresh()
        self._statements()
        words = [("EIGENSOL", True, 0, "")]
        if not computeComplexEigenvalues:
            words.append(("NODAMPIN", True, 0, ""))
        _record("LINEAR", __site__, None, None, words)
        parts, self._solved = _eigen(_ticket()), True
        values = _eigenvalues(parts, computeComplexEigenvalues)
        if useAbsoluteValues:
            values = sorted([abs(x) for x in values])
        elif not computeComplexEigenvalues:
            values = sorted(values)
        if convert2Frequencies and computeComplexEigenvalues:
            values = [x / (2 * np.pi) for x in values]
        elif convert2Frequencies:
            values = [abs(x) ** 0.5 / (2 * np.pi) for x in values]
        if numberOfEigenvalues:
            values = values[:numberOfEigenvalues]
        if computeComplexEigenvalues and not useAbsoluteValues:
            return [values, _Shapes()]
        return [np.array(values), _Shapes()]

    # ---- results

    def _when(self, configuration, site):
        if configuration == "Initial":
            return None
        if configuration == "Reference":
            return configuration
        if configuration not in (None, "Current", "StartOfStep", "Visualization"):
            _refuse(site, "configuration", "the configuration %s is not supported" % configuration, "Current, Initial, Reference and Visualization are")
        if self._asked is not False:
            return self._asked
        if self._live:
            return _Now()
        if self._ticket is None:
            return None
        return _Then()

    def GetNodeOutput(self, nodeNumber, variableType, configuration=None, __site__=0):
        return _one(_given(_of_node(self, self._when(configuration, __site__), nodeNumber, variableType, __site__)))

    def GetObjectOutputBody(self, objectNumber, variableType, localPosition=[0.0, 0.0, 0.0], configuration=None, __site__=0):
        return _given(_body_output(self, self._when(configuration, __site__), objectNumber, variableType, _plain(localPosition), __site__))

    def GetObjectOutput(self, objectNumber, variableType, configuration=None, __site__=0):
        return _given(_of_object(self, self._when(configuration, __site__), objectNumber, variableType, __site__))

    def GetMarkerOutput(self, markerNumber, variableType, configuration=None, __site__=0):
        return _given(_of_marker(self, self._when(configuration, __site__), markerNumber, variableType, __site__))

    def GetSensorValues(self, sensorNumber, configuration=None, __site__=0):
        return _one(_given(_of_sensor(self, self._when(configuration, __site__), _of(self.sensors, sensorNumber, "sensor"), __site__)))

    # Rows of time and values at all output times.
    def GetSensorStoredData(self, sensorNumber, __site__=0):
        s = _of(self.sensors, sensorNumber, "sensor")
        if not s.storeInternal:
            _refuse(__site__, 0, "sensor %d stores nothing" % sensorNumber, "give it storeInternal=True")
        if self._ticket is None:
            _refuse(__site__, None, "GetSensorStoredData: the system is not solved yet", "")
        return np.array(self._rows(s))

    def _rows(self, s):
        rows = []
        times = _times(self._ticket)
        for n in self._selected or range(len(times)):
            t = times[n]
            v = _of_sensor(self, _Then(n), s)
            if not isinstance(v, list):
                v = [v]
            rows.append([self._began + t] + v)
        return rows

    # ---- pictures

    def SolutionViewer(self, *args, **kw):
        pass

    def WaitForUserToContinue(self, *args, **kw):
        pass

    def SendRedrawSignal(self, *args, **kw):
        pass

    def DrawSystemGraph(self, *args, **kw):
        pass

    def PlotSensor(self, *args, **kw):
        pass

    # ---- files of sensors

    # Writes the files of the last solution that are not written yet: name is that which the program reads.
    def _write(self, name):
        if self._ticket is None:
            return
        if os.path.abspath(name) in self._solutions:
            self._write_coordinates(os.path.abspath(name))
        if self._written == self._ticket or not [s for s in self.sensors if s.fileName and s.writeToFile and os.path.abspath(name) == os.path.abspath(s.fileName)]:
            return
        self._written = self._ticket
        for s in self.sensors:
            if s.fileName and s.writeToFile:
                folder = os.path.dirname(s.fileName)
                if folder and not os.path.exists(folder):
                    os.makedirs(folder)
                with open(s.fileName, "w") as f:
                    f.write("#sensor %s: time and %s\n" % (s.name, vars(s).get("outputVariableType", "values")))
                    for row in self._rows(s):
                        f.write(",".join(["%.15g" % x for x in row]) + "\n")

    # The file of a solution: time, coordinates, and their first and second derivatives.
    def _write_coordinates(self, file):
        s, last = self.systemData, (self._ticket, self._began, self._asked)
        if not os.path.exists(os.path.dirname(file)):
            os.makedirs(os.path.dirname(file))
        self._ticket, self._began = self._solutions.pop(file)
        try:
            with open(file, "w") as f:
                f.write("#time, coordinates, their first and their second derivatives of %d nodes\n" % len(s._moving()))
                for n, t in enumerate(_times(self._ticket)):
                    self._asked = _Then(n)
                    row = [self._began + t] + s.GetODE2Coordinates().tolist() + s.GetODE2Coordinates_t().tolist() + s.GetODE2Coordinates_tt().tolist()
                    f.write(",".join(["%.15g" % x for x in row]) + "\n")
        finally:
            self._ticket, self._began, self._asked = last

    def GetRenderEngineStopFlag(self):
        return False

    def SetRenderEngineStopFlag(self, flag):
        pass


class _TestGlobals:
    def __init__(self):
        self.testResult, self.testError, self.useGraphics, self.performTests = None, None, False, False


exudynTestGlobals = _TestGlobals()

_loadtxt = np.loadtxt


# A program that reads a file may mean that of a sensor.
def _load(fname, *args, **kw):
    if isinstance(fname, str):
        for m in _systems:
            m._write(fname)
    return _loadtxt(fname, *args, **kw)


np.loadtxt = _load

_remove = os.remove


# So may one that removes it.
def _unlink(path, *args, **kw):
    if isinstance(path, str):
        for m in _systems:
            m._write(path)
    return _remove(path, *args, **kw)


os.remove = _unlink


def _finish():
    if exudynTestGlobals.testResult is not None:
        print("testResult = %.15g" % exudynTestGlobals.testResult)
    solved = [m for m in _systems if m._solved]
    if not solved:
        for m in _systems:
            if m._assembled:
                _fresh()
                m._statements()
