# Items of an Exudyn model: nodes, mass points, markers, connectors, loads and
# sensors. A system becomes statements when it is solved. The file is long
# because what programs import under one name stands in one.

import math


class _Names:
    # Every attribute is its own name, as those of an enumeration.
    def __init__(self, kind):
        vars(self)["_kind"] = kind

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return name


class _Settings:
    # Settings that may be nested and of which any may be set.
    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        new = _Settings()
        vars(self)[name] = new
        return new


OutputVariableType = _Names("OutputVariableType")
DynamicSolverType = _Names("DynamicSolverType")
LinearSolverType = _Names("LinearSolverType")
ConfigurationType = _Names("ConfigurationType")
ItemType = _Names("ItemType")
config = _Settings()
sys = {}


class SimulationSettings(_Settings):
    def __init__(self):
        t = self.timeIntegration
        t.startTime, t.endTime, t.numberOfSteps = 0.0, 1.0, 100


def StartRenderer(*args, **kw):
    return False


def StopRenderer(*args, **kw):
    pass


def SetWriteToConsole(*args, **kw):
    pass


def Print(*args, **kw):
    print(*args)


class _Item:
    _given = {}        # parameters and their defaults
    _ignored = ("visualization", "name")

    def __init__(self, **kw):
        d = vars(self)
        d["_site"] = kw.get("__site__", 0)
        for k in self._given:
            d[k] = self._given[k]
        for k in kw:
            if k == "__site__" or k in self._ignored or k[:1] == "V" or k[:4] == "show":
                continue
            if k not in self._given:
                raise TypeError("%s has no parameter %s: it has %s" % (
                    self.__class__.__name__, k, ", ".join(sorted([x for x in self._given]))))
            d[k] = kw[k]


def _vector(v, what):
    if not isinstance(v, (list, tuple)) or len(v) != 3:
        raise ValueError("%s takes a list of 3 numbers" % what)
    return [float(x) for x in v]


def _added(a, b):
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]


# Nodes.

class NodePoint(_Item):
    _given = {"referenceCoordinates": [0.0, 0.0, 0.0], "initialCoordinates": [0.0, 0.0, 0.0],
              "initialVelocities": [0.0, 0.0, 0.0]}

    def _start(self):
        return _added(_vector(self.referenceCoordinates, "referenceCoordinates"),
                      _vector(self.initialCoordinates, "initialCoordinates"))


class NodePointGround(_Item):
    _given = {"referenceCoordinates": [0.0, 0.0, 0.0]}

    def _start(self):
        return _vector(self.referenceCoordinates, "referenceCoordinates")


# Objects.

class ObjectGround(_Item):
    _given = {"referencePosition": [0.0, 0.0, 0.0]}


class ObjectMassPoint(_Item):
    _given = {"nodeNumber": -1, "physicsMass": 0.0}


class MassPoint(ObjectMassPoint):
    pass


class ObjectConnectorSpringDamper(_Item):
    _given = {"markerNumbers": [-1, -1], "referenceLength": 0.0, "stiffness": 0.0, "damping": 0.0, "force": 0.0,
              "velocityOffset": 0.0, "activeConnector": True, "springForceUserFunction": 0}


class SpringDamper(ObjectConnectorSpringDamper):
    pass


class ObjectConnectorCartesianSpringDamper(_Item):
    _given = {"markerNumbers": [-1, -1], "stiffness": [0.0, 0.0, 0.0], "damping": [0.0, 0.0, 0.0],
              "offset": [0.0, 0.0, 0.0], "activeConnector": True}


class CartesianSpringDamper(ObjectConnectorCartesianSpringDamper):
    pass


class ObjectConnectorDistance(_Item):
    _given = {"markerNumbers": [-1, -1], "distance": 0.0, "activeConnector": True}


class DistanceConstraint(ObjectConnectorDistance):
    pass


# Markers.

class MarkerBodyPosition(_Item):
    _given = {"bodyNumber": -1, "localPosition": [0.0, 0.0, 0.0]}


class MarkerBodyMass(_Item):
    _given = {"bodyNumber": -1}


class MarkerNodePosition(_Item):
    _given = {"nodeNumber": -1}


# Loads.

class LoadForceVector(_Item):
    _given = {"markerNumber": -1, "loadVector": [0.0, 0.0, 0.0], "loadVectorUserFunction": 0}


class Force(LoadForceVector):
    pass


class LoadMassProportional(_Item):
    _given = {"markerNumber": -1, "loadVector": [0.0, 0.0, 0.0]}


class Gravity(LoadMassProportional):
    pass


# Sensors.

class SensorNode(_Item):
    _given = {"nodeNumber": -1, "outputVariableType": "", "fileName": "", "writeToFile": True, "storeInternal": False}


class SensorObject(_Item):
    _given = {"objectNumber": -1, "outputVariableType": "", "fileName": "", "writeToFile": True, "storeInternal": False}


class SensorBody(_Item):
    _given = {"bodyNumber": -1, "outputVariableType": "", "localPosition": [0.0, 0.0, 0.0], "fileName": "",
              "writeToFile": True, "storeInternal": False}


class _Look:
    # How an item is drawn.
    def __init__(self, *args, **kw):
        pass


VNodePoint = VNodePointGround = VObjectGround = VObjectMassPoint = VMassPoint = _Look
VObjectConnectorSpringDamper = VSpringDamper = VObjectConnectorCartesianSpringDamper = VCartesianSpringDamper = _Look
VObjectConnectorDistance = VDistanceConstraint = VMarkerBodyPosition = VMarkerBodyMass = VMarkerNodePosition = _Look
VLoadForceVector = VLoadMassProportional = VSensorNode = VSensorObject = VSensorBody = _Look


_GLOBAL = 1        # marker and body of ground
_FLOATING = 2      # marker for reactions of loads
_CENTRE = 1000001  # first marker of a mass centre
_MARKER = 10       # first marker of the program
_BODY = 2          # first body that moves
_THREE = ("X", "Y", "Z")


class MainSystem:
    def __init__(self):
        self.nodes, self.objects, self.markers, self.loads, self.sensors = [], [], [], [], []
        self.variables, self.sys = {}, {}
        self._ticket = None     # of the last solution
        self._live = False      # a function of the program is called by the solver
        self._assembled = False
        self._solved = False
        _systems.append(self)

    # ---- what the program adds

    def _add(self, list, item, bases):
        if not isinstance(item, bases):
            raise TypeError("an item of type %s cannot be added here" % item.__class__.__name__)
        list.append(item)
        self._assembled = False
        return len(list) - 1

    def AddNode(self, item):
        return self._add(self.nodes, item, (NodePoint, NodePointGround))

    def AddObject(self, item):
        return self._add(self.objects, item, (ObjectGround, ObjectMassPoint, ObjectConnectorSpringDamper,
                                              ObjectConnectorCartesianSpringDamper, ObjectConnectorDistance))

    def AddMarker(self, item):
        return self._add(self.markers, item, (MarkerBodyPosition, MarkerBodyMass, MarkerNodePosition))

    def AddLoad(self, item):
        return self._add(self.loads, item, (LoadForceVector, LoadMassProportional))

    def AddSensor(self, item):
        return self._add(self.sensors, item, (SensorNode, SensorObject, SensorBody))

    def CreateGround(self, referencePosition=[0.0, 0.0, 0.0], **kw):
        return self.AddObject(ObjectGround(referencePosition=referencePosition))

    def CreateMassPoint(self, referencePosition=[0.0, 0.0, 0.0], initialDisplacement=[0.0, 0.0, 0.0],
                        initialVelocity=[0.0, 0.0, 0.0], physicsMass=0.0, gravity=[0.0, 0.0, 0.0], **kw):
        site = kw.get("__site__", 0)
        node = self.AddNode(NodePoint(referenceCoordinates=referencePosition, initialCoordinates=initialDisplacement,
                                      initialVelocities=initialVelocity, __site__=site))
        body = self.AddObject(MassPoint(nodeNumber=node, physicsMass=physicsMass, __site__=site))
        if list(gravity) != [0, 0, 0]:
            m = self.AddMarker(MarkerBodyMass(bodyNumber=body))
            self.AddLoad(LoadMassProportional(markerNumber=m, loadVector=gravity, __site__=site))
        return body

    def CreateSpringDamper(self, bodyNumbers=[-1, -1], localPosition0=[0.0, 0.0, 0.0], localPosition1=[0.0, 0.0, 0.0],
                           referenceLength=None, stiffness=0.0, damping=0.0, force=0.0, velocityOffset=0.0,
                           springForceUserFunction=0, **kw):
        site = kw.get("__site__", 0)
        m0 = self.AddMarker(MarkerBodyPosition(bodyNumber=bodyNumbers[0], localPosition=localPosition0, __site__=site))
        m1 = self.AddMarker(MarkerBodyPosition(bodyNumber=bodyNumbers[1], localPosition=localPosition1, __site__=site))
        if referenceLength is None:
            referenceLength = _length(_added(self._place(m1), [-x for x in self._place(m0)]))
        return self.AddObject(ObjectConnectorSpringDamper(
            markerNumbers=[m0, m1], referenceLength=referenceLength, stiffness=stiffness, damping=damping, force=force,
            velocityOffset=velocityOffset, springForceUserFunction=springForceUserFunction, __site__=site))

    def CreateForce(self, bodyNumber=-1, loadVector=[0.0, 0.0, 0.0], localPosition=[0.0, 0.0, 0.0],
                    loadVectorUserFunction=0, **kw):
        site = kw.get("__site__", 0)
        m = self.AddMarker(MarkerBodyPosition(bodyNumber=bodyNumber, localPosition=localPosition, __site__=site))
        return self.AddLoad(LoadForceVector(markerNumber=m, loadVector=loadVector,
                                            loadVectorUserFunction=loadVectorUserFunction, __site__=site))

    # ---- what it may look up and change

    def _of(self, list, n, what):
        if not isinstance(n, int) or n < 0 or n >= len(list):
            raise ValueError("there is no %s %r" % (what, n))
        return list[n]

    def GetObjectParameter(self, n, name):
        return _parameter(self._of(self.objects, n, "object"), name)

    def SetObjectParameter(self, n, name, value):
        item = self._of(self.objects, n, "object")
        _parameter(item, name)
        vars(item)[name] = value

    def GetNodeParameter(self, n, name):
        return _parameter(self._of(self.nodes, n, "node"), name)

    def SetNodeParameter(self, n, name, value):
        item = self._of(self.nodes, n, "node")
        _parameter(item, name)
        vars(item)[name] = value

    def GetLoadParameter(self, n, name):
        return _parameter(self._of(self.loads, n, "load"), name)

    def SetLoadParameter(self, n, name, value):
        item = self._of(self.loads, n, "load")
        _parameter(item, name)
        vars(item)[name] = value

    # ---- the mechanics of it

    def _is_ground(self, body):
        return isinstance(self._of(self.objects, body, "object"), ObjectGround)

    def _node(self, body):
        o = self._of(self.objects, body, "object")
        if not isinstance(o, ObjectMassPoint):
            raise ValueError("object %d is no body" % body)
        n = self._of(self.nodes, o.nodeNumber, "node")
        if not isinstance(n, NodePoint):
            raise ValueError("the node of a mass point is a NodePoint")
        return n

    def _body_of(self, marker):
        # the body of a marker, -1 for ground
        m = self._of(self.markers, marker, "marker")
        if isinstance(m, MarkerNodePosition):
            if isinstance(self._of(self.nodes, m.nodeNumber, "node"), NodePointGround):
                return -1
            for k in range(len(self.objects)):
                if isinstance(self.objects[k], ObjectMassPoint) and self.objects[k].nodeNumber == m.nodeNumber:
                    return k
            raise ValueError("no body has node %d" % m.nodeNumber)
        if self._is_ground(m.bodyNumber):
            return -1
        self._node(m.bodyNumber)
        return m.bodyNumber

    def _place(self, marker):
        m = self._of(self.markers, marker, "marker")
        if isinstance(m, MarkerNodePosition):
            return self._of(self.nodes, m.nodeNumber, "node")._start()
        local = [0.0, 0.0, 0.0]
        if isinstance(m, MarkerBodyPosition):
            local = _vector(m.localPosition, "localPosition")
        if self._is_ground(m.bodyNumber):
            return _added(_vector(self.objects[m.bodyNumber].referencePosition, "referencePosition"), local)
        return _added(self._node(m.bodyNumber)._start(), local)

    def _pair(self, item):
        m = item.markerNumbers
        if not isinstance(m, (list, tuple)) or len(m) != 2:
            raise ValueError("markerNumbers takes a list of 2 markers")
        self._of(self.markers, m[0], "marker")
        self._of(self.markers, m[1], "marker")
        return _MARKER + m[0], _MARKER + m[1]

    def Assemble(self):
        for k in range(len(self.objects)):
            if isinstance(self.objects[k], ObjectMassPoint):
                self._node(k)
            elif not isinstance(self.objects[k], ObjectGround):
                self._pair(self.objects[k])
        for k in range(len(self.markers)):
            self._body_of(k)
        for load in self.loads:
            self._of(self.markers, load.markerNumber, "marker")
        self._assembled = True

    def AssembleSystemInitialize(self):
        self.Assemble()

    # _statements records the system.
    def _statements(self):
        self.Assemble()
        _record("UNITS", 0, None, None, [("SYSTEM", "MKS", 0, "")])
        _record("INTEGRATOR", 0, None, None, [("TYPE", "DSTIFF", 0, ""), ("ERROR", 1e-7, 0, ""), ("HMAX", 1e-2, 0, "")])
        _record("PART", 0, 1, "ground", [("GROUND", True, 0, "")])
        _record("MARKER", 0, _GLOBAL, None, [("PART", 1, 0, "")])
        if self.loads:
            _record("MARKER", 0, _FLOATING, None, [("PART", 1, 0, ""), ("FLOATING", True, 0, "")])
        for k in range(len(self.objects)):
            if isinstance(self.objects[k], ObjectMassPoint):
                self._mass(k)
        for k in range(len(self.markers)):
            m, b = self.markers[k], self._body_of(k)
            where = ("PART", 1, 0, "bodyNumber")
            if b >= 0:
                where = ("POINT_MASS", _BODY + b, 0, "bodyNumber")
            _record("MARKER", m._site, _MARKER + k, None, [where, ("QP", self._place(k), 0, "localPosition")])
        for k in range(len(self.objects)):
            o = self.objects[k]
            if isinstance(o, ObjectConnectorSpringDamper):
                self._spring(k, o)
            elif isinstance(o, ObjectConnectorCartesianSpringDamper):
                self._cartesian(k, o)
            elif isinstance(o, ObjectConnectorDistance) and o.activeConnector:
                i, j = self._pair(o)
                _record("GCON", o._site, k + 1, None, [("FUNCTION", "DM(%d,%d)-(%r)" % (j, i, float(o.distance)), 0, "distance")])
        for k in range(len(self.loads)):
            self._load(k, self.loads[k])

    def _mass(self, k):
        o, n, centre = self.objects[k], self._node(k), _CENTRE + k
        v = _vector(n.initialVelocities, "initialVelocities")
        _record("POINT_MASS", o._site, _BODY + k, "object %d" % k, [
            ("MASS", o.physicsMass, 0, "physicsMass"), ("CM", centre, 0, ""), ("VX", v[0], 0, ""), ("VY", v[1], 0, ""), ("VZ", v[2], 0, "")])
        _record("MARKER", n._site, centre, None, [("POINT_MASS", _BODY + k, 0, ""), ("QP", n._start(), 0, "referenceCoordinates")])
        _record("REQUEST", 0, 2 * k + 1, None, [("F%d" % (i + 1), "D%s(%d)" % (_THREE[i], centre), 0, "") for i in range(3)]
                + [("F%d" % (i + 4), "V%s(%d)" % (_THREE[i], centre), 0, "") for i in range(3)])
        _record("REQUEST", 0, 2 * k + 2, None, [("F%d" % (i + 1), "ACC%s(%d)" % (_THREE[i], centre), 0, "") for i in range(3)])

    # A spring-damper of ours pushes: its preload is the opposite of a force that
    # pulls.
    def _spring(self, k, o):
        i, j = self._pair(o)
        items = [("TYPE", "TRANSLATION", 0, ""), ("I", j, 0, "markerNumbers"), ("J", i, 0, "markerNumbers"),
                 ("K", o.stiffness, 0, "stiffness"), ("C", o.damping, 0, "damping"), ("FORCE", -o.force, 0, "force"),
                 ("LENGTH", o.referenceLength, 0, "referenceLength"), ("VELOCITY_OFFSET", o.velocityOffset, 0, "velocityOffset"),
                 ("ACTIVE", bool(o.activeConnector), 0, "activeConnector")]
        if callable(o.springForceUserFunction):
            items.append(("ROUTINE", _tension(self, k, o), 0, "springForceUserFunction"))
        _record("SPRINGDAMPER", o._site, k + 1, "object %d" % k, items)
        self._between(k, i, j, "SPDP")

    # Requests of a connector from marker i to marker j: distance, displacement,
    # velocity, and the force on j.
    def _between(self, k, i, j, force):
        _record("REQUEST", 0, 2 * k + 1, None, [("F1", "DM(%d,%d)" % (j, i), 0, "")]
                + [("F%d" % (n + 2), "D%s(%d,%d)" % (_THREE[n], j, i), 0, "") for n in range(3)]
                + [("F%d" % (n + 5), "V%s(%d,%d)" % (_THREE[n], j, i), 0, "") for n in range(3)])
        _record("REQUEST", 0, 2 * k + 2, None, [("F%d" % (n + 1), "%s(%d,0,%d,%d)" % (force, k + 1, n + 2, _GLOBAL), 0, "") for n in range(3)])

    def _cartesian(self, k, o):
        i, j = self._pair(o)
        s, d, x = _vector(o.stiffness, "stiffness"), _vector(o.damping, "damping"), _vector(o.offset, "offset")
        other = self._body_of(o.markerNumbers[0])
        where, floating = ("PART", 1, 0, ""), _CENTRE + 500000 + k
        if other >= 0:
            where = ("POINT_MASS", _BODY + other, 0, "")
        _record("MARKER", o._site, floating, None, [where, ("FLOATING", True, 0, "")])
        items = [("I", j, 0, "markerNumbers"), ("JFLOAT", floating, 0, ""), ("RM", _GLOBAL, 0, "")]
        for n in range(3):
            law = "0"
            if o.activeConnector:
                law = "-(%r)*(D%s(%d,%d)-(%r))-(%r)*V%s(%d,%d)" % (s[n], _THREE[n], j, i, x[n], d[n], _THREE[n], j, i)
            items.append(("F" + _THREE[n], law, 0, "stiffness"))
        _record("VFORCE", o._site, k + 1, "object %d" % k, items)
        self._between(k, i, j, "VFORCE")

    def _load(self, k, load):
        marker = load.markerNumber
        f = _vector(load.loadVector, "loadVector")
        body = self._body_of(marker)
        if body < 0:
            return # a load on ground
        items = [("I", _MARKER + marker, 0, "markerNumber"), ("JFLOAT", _FLOATING, 0, ""), ("RM", _GLOBAL, 0, "")]
        if isinstance(load, LoadMassProportional):
            f = [x * self.objects[body].physicsMass for x in f]
        elif callable(load.loadVectorUserFunction):
            items.append(("ROUTINE", _vectorOf(self, load), 0, "loadVectorUserFunction"))
            _record("VFORCE", load._site, 500000 + k, "load %d" % k, items)
            return
        for n in range(3):
            items.append(("F" + _THREE[n], repr(f[n]), 0, "loadVector"))
        _record("VFORCE", load._site, 500000 + k, "load %d" % k, items)

    # ---- solving and results

    def SolveDynamic(self, simulationSettings=None, *args, **kw):
        if simulationSettings is None:
            simulationSettings = SimulationSettings()
        if not self._assembled:
            raise RuntimeError("SolveDynamic: the system is not assembled: call mbs.Assemble()")
        t = simulationSettings.timeIntegration
        _fresh()
        self._statements()
        _record("SIMULATE", kw.get("__site__", 0), None, None, [
            ("TYPE", "TRANSIENT", 0, ""), ("END", t.endTime, 0, ""), ("STEPS", int(t.numberOfSteps), 0, "")])
        self._ticket, self._solved = _ticket(), True
        return True

    def _last(self, request, parts, moving=None):
        return [_results(self._ticket, request, p)[-1] for p in parts]

    def GetNodeOutput(self, nodeNumber, variableType, configuration=None):
        node = self._of(self.nodes, nodeNumber, "node")
        if isinstance(node, NodePointGround):
            return {"Position": node._start()}.get(variableType, [0.0, 0.0, 0.0])
        for k in range(len(self.objects)):
            if isinstance(self.objects[k], ObjectMassPoint) and self.objects[k].nodeNumber == nodeNumber:
                return self._motion(k, node, variableType)
        raise ValueError("no body has node %d" % nodeNumber)

    def _motion(self, k, node, what):
        ref = _vector(node.referenceCoordinates, "referenceCoordinates")
        if what in ("Position", "Displacement", "Coordinates"):
            p = self._values(k, ("DX", "DY", "DZ"), 2 * k + 1, (0, 1, 2), node._start())
            if what == "Position":
                return p
            return _added(p, [-x for x in ref])
        if what in ("Velocity", "Coordinates_t"):
            return self._values(k, ("VX", "VY", "VZ"), 2 * k + 1, (3, 4, 5), _vector(node.initialVelocities, "initialVelocities"))
        if what in ("Acceleration", "Coordinates_tt"):
            return self._values(k, ("ACCX", "ACCY", "ACCZ"), 2 * k + 2, (0, 1, 2), [0.0, 0.0, 0.0])
        raise ValueError("a node of a mass point has no %s" % what)

    # _values are those of a mass point: now, in a function that the solver
    # calls; at the end of the solution; or at the start.
    def _values(self, k, measures, request, parts, start):
        if self._live:
            return [_ask(m, [_CENTRE + k]) for m in measures]
        if self._ticket is None:
            return start
        return self._last(request, parts)

    def GetObjectOutputBody(self, objectNumber, variableType, localPosition=[0.0, 0.0, 0.0], configuration=None):
        if self._is_ground(objectNumber):
            o = self.objects[objectNumber]
            return {"Position": _added(o.referencePosition, localPosition)}.get(variableType, [0.0, 0.0, 0.0])
        v = self._motion(objectNumber, self._node(objectNumber), variableType)
        if variableType == "Position":
            return _added(v, localPosition)
        return v

    def GetObjectOutput(self, objectNumber, variableType, configuration=None):
        o = self._of(self.objects, objectNumber, "object")
        if not isinstance(o, (ObjectConnectorSpringDamper, ObjectConnectorCartesianSpringDamper)):
            raise ValueError("object %d is no spring-damper" % objectNumber)
        i, j = self._pair(o)
        n = 2 * objectNumber + 1
        if self._live:
            if variableType == "Distance":
                return _ask("DM", [j, i])
            if variableType in ("Displacement", "Velocity"):
                return [_ask(variableType[0] + x, [j, i]) for x in _THREE]
            raise ValueError("%s of a connector is not known while it is computed" % variableType)
        if self._ticket is None:
            raise ValueError("the system is not solved yet")
        if variableType == "Distance":
            return self._last(n, (0,))[0]
        if variableType == "Displacement":
            return self._last(n, (1, 2, 3))
        if variableType == "Velocity":
            return self._last(n, (4, 5, 6))
        force = [-x for x in self._last(n + 1, (0, 1, 2))]
        if variableType == "Force":
            return force
        if variableType == "ForceLocal" and isinstance(o, ObjectConnectorSpringDamper):
            d = self._last(n, (1, 2, 3))
            length = _length(d)
            if length == 0:
                return 0.0
            return (force[0] * d[0] + force[1] * d[1] + force[2] * d[2]) / length
        raise ValueError("object %d has no %s" % (objectNumber, variableType))

    def GetSensorValues(self, n, configuration=None):
        s = self._of(self.sensors, n, "sensor")
        if isinstance(s, SensorNode):
            return self.GetNodeOutput(s.nodeNumber, s.outputVariableType)
        if isinstance(s, SensorBody):
            return self.GetObjectOutputBody(s.bodyNumber, s.outputVariableType, s.localPosition)
        return self.GetObjectOutput(s.objectNumber, s.outputVariableType)

    def GetSensorStoredData(self, n):
        s = self._of(self.sensors, n, "sensor")
        if isinstance(s, SensorNode) and s.outputVariableType in ("Position", "Velocity", "Acceleration", "Displacement"):
            for k in range(len(self.objects)):
                if isinstance(self.objects[k], ObjectMassPoint) and self.objects[k].nodeNumber == s.nodeNumber:
                    return self._stored(k, s)
        raise ValueError("sensor %d stores nothing here: it may be a SensorNode of Position, Displacement, Velocity or Acceleration" % n)

    def _stored(self, k, s):
        request, parts, base = 2 * k + 1, (0, 1, 2), [0.0, 0.0, 0.0]
        if s.outputVariableType == "Velocity":
            parts = (3, 4, 5)
        elif s.outputVariableType == "Acceleration":
            request = 2 * k + 2
        elif s.outputVariableType == "Displacement":
            base = self.nodes[s.nodeNumber].referenceCoordinates
        t = _times(self._ticket)
        v = [_results(self._ticket, request, p) for p in parts]
        return [[t[n], v[0][n] - base[0], v[1][n] - base[1], v[2][n] - base[2]] for n in range(len(t))]

    # ---- pictures

    def SolutionViewer(self, *args, **kw):
        pass

    def WaitForUserToContinue(self, *args, **kw):
        pass

    def DrawSystemGraph(self, *args, **kw):
        pass

    def PlotSensor(self, *args, **kw):
        pass


_systems = []


class SystemContainer:
    def __init__(self):
        self.visualizationSettings = _Settings()

    def AddSystem(self):
        return MainSystem()

    def WaitForRenderEngineStopFlag(self, *args, **kw):
        return True

    def Reset(self):
        pass


def _length(d):
    return math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])


def _parameter(item, name):
    if name not in item._given:
        raise ValueError("%s has no parameter %s" % (item.__class__.__name__, name))
    return vars(item)[name]


def _ask(name, par):
    v, err = py_sysfnc(name, par)
    return v


# Routines that call functions of the program.

def _tension(mbs, number, o):
    def SPDSUB(id, time, par, npar, disp, velo, dflag, iflag):
        mbs._live = True
        f = o.springForceUserFunction(mbs, time, number, disp, velo, o.stiffness, o.damping, o.force)
        mbs._live = False
        return f
    return SPDSUB


def _vectorOf(mbs, load):
    def VFOSUB(id, time, par, npar, dflag, iflag):
        mbs._live = True
        f = load.loadVectorUserFunction(mbs, time, load.loadVector)
        mbs._live = False
        return [float(x) for x in f]
    return VFOSUB


class _TestGlobals:
    def __init__(self):
        self.testResult, self.testError, self.useGraphics = None, None, False


exudynTestGlobals = _TestGlobals()


def _finish():
    if exudynTestGlobals.testResult is not None:
        print("testResult = %.15g" % exudynTestGlobals.testResult)
    solved = [m for m in _systems if m._solved]
    if not solved:
        for m in _systems:
            if m._assembled:
                _fresh()
                m._statements()
