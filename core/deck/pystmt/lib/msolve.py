# Objects of a model. Each becomes a statement when the model is simulated, or
# at the end of the program; attributes may be set until then. What is changed
# behind a simulation becomes a command. The file is long because what programs
# import under one name stands in one.

from math import cos as _cos, sin as _sin

_entities = []   # in the order of their making
_numbers = {}    # family of ids -> the largest one


class Point:
    def __init__(self, x=0.0, y=0.0, z=0.0, **k):
        if isinstance(x, (list, tuple, Point)):
            x, y, z = x[0], x[1], x[2]
        self.x, self.y, self.z = x, y, z

    def __getitem__(self, i):
        return [self.x, self.y, self.z][i]

    def __len__(self):
        return 3

    def __iter__(self):
        return iter([self.x, self.y, self.z])

    def _make(self, x, y, z):
        return self.__class__(x, y, z)

    def __add__(self, o):
        return self._make(self.x + o[0], self.y + o[1], self.z + o[2])

    def __radd__(self, o):
        return self._make(self.x + o[0], self.y + o[1], self.z + o[2])

    def __sub__(self, o):
        return self._make(self.x - o[0], self.y - o[1], self.z - o[2])

    def __rsub__(self, o):
        return self._make(o[0] - self.x, o[1] - self.y, o[2] - self.z)

    def __mul__(self, f):
        return self._make(self.x * f, self.y * f, self.z * f)

    def __rmul__(self, f):
        return self._make(self.x * f, self.y * f, self.z * f)

    def __truediv__(self, f):
        return self._make(self.x / f, self.y / f, self.z / f)

    def __neg__(self):
        return self._make(-self.x, -self.y, -self.z)

    def __eq__(self, o):
        return self.x == o[0] and self.y == o[1] and self.z == o[2]

    def __ne__(self, o):
        return not self == o

    def __repr__(self):
        return "%s(%r, %r, %r)" % (self.__class__.__name__, self.x, self.y, self.z)

    def copy(self):
        return self._make(self.x, self.y, self.z)

    def dot(self, o):
        return self.x * o[0] + self.y * o[1] + self.z * o[2]

    def cross(self, o):
        return self._make(self.y * o[2] - self.z * o[1], self.z * o[0] - self.x * o[2], self.x * o[1] - self.y * o[0])

    def magnitude(self):
        return (self.x * self.x + self.y * self.y + self.z * self.z) ** 0.5

    def normalize(self):
        return self / self.magnitude()

    def distanceTo(self, o):
        return (self - o).magnitude()

    def along(self, other, distance):
        d = Vector(other[0] - self.x, other[1] - self.y, other[2] - self.z)
        return self + d * (distance / d.magnitude())


class Vector(Point):
    pass


def _plain(v):
    if isinstance(v, Entity):
        return v.id
    if isinstance(v, Point):
        return [v.x, v.y, v.z]
    if isinstance(v, (list, tuple)):
        return [_plain(x) for x in v]
    return v


def _same(a, b):
    if a is b:
        return True
    return not callable(a) and not callable(b) and a == b


class Entity:
    _statement = ""
    _family = ""      # statements that share their ids
    _numbered = True
    _defaults = {}
    _names = {}       # keyword -> the statement's, where it differs

    def __init__(self, *args, **kw):
        d = vars(self)
        d["_site"], d["_sites"], d["_said"] = 0, {}, None
        if "__site__" in kw:
            d["_site"] = kw["__site__"]
        if len(args) > 1:
            raise TypeError("%s takes its id and keywords" % self.__class__.__name__)
        if args:
            d["id"] = args[0]
        for k in kw:
            if k != "__site__":
                d[k] = kw[k]
        if self._numbered:
            family = self._family or self._statement
            last = _numbers.get(family, 0)
            if d.get("id") is None:
                d["id"] = last + 1
            if isinstance(d["id"], int):
                _numbers[family] = max(last, d["id"])
        _entities.append(self)

    def idstring(self):
        return str(self.id)

    def getId(self):
        return self.id

    # _items is what the statement is given: {keyword: (value, the attribute it comes from)}.
    def _items(self):
        d, items = vars(self), {}
        for k in self._defaults:
            items[k] = (self._defaults[k], k)
        for k in d:
            if k[0] != "_" and k not in ("id", "label", "name") and d[k] is not None:
                key = self._names.get(k.lower(), k)
                items[key.upper()] = (_plain(d[k]), k)
        return items

    def _record(self):
        d, items = vars(self), self._items()
        said = d["_said"]
        new = []
        for key in items:
            value, attribute = items[key]
            if said is None or key not in said or not _same(said[key], value):
                new.append((key, value, d["_sites"].get(attribute, 0), attribute))
        if said is not None and not new:
            return
        kept = {}
        for key in items:
            kept[key] = items[key][0]
        d["_said"] = kept
        number = None
        if self._numbered:
            number = d["id"]
        label = None
        if said is None:
            label = d.get("label")
        _record(self._statement, d["_site"], number, label, new)


def _finishEntities():
    for e in _entities:
        e._record()


def _offset(items, origin, vectors):
    # vectors from the origin are points
    q = items.get(origin, ([0.0, 0.0, 0.0], origin))[0]
    for v in vectors:
        if v in items:
            d, attribute = items[v]
            del items[v]
            items[vectors[v]] = ([q[0] + d[0], q[1] + d[1], q[2] + d[2]], attribute)


class Part(Entity):
    _statement = "PART"

    def _items(self):
        items = Entity._items(self)
        _offset(items, "QG", {"ZV": "ZG", "XV": "XG"})
        if items.get("GROUND", (False, ""))[0]:
            return {"GROUND": items["GROUND"]}
        return items


class PointMass(Entity):
    _statement = "POINT_MASS"
    _family = "PART"

    def _items(self):
        items = Entity._items(self)
        _offset(items, "QG", {"ZV": "ZG", "XV": "XG"})
        return items


class FlexBody(Entity):
    _statement = "FLEX_BODY"
    _family = "PART"

    def _items(self):
        items = Entity._items(self)
        _offset(items, "QG", {"ZV": "ZG", "XV": "XG"})
        return items


class Marker(Entity):
    _statement = "MARKER"
    _names = {"usexv": "USEXP", "node": "NODE_ID"}

    def _items(self):
        items = Entity._items(self)
        _offset(items, "QP", {"ZV": "ZP", "XV": "XP"})
        for name in ("BODY", "PART"):
            if name in items:
                value, attribute = items[name]
                del items[name]
                key = "PART"
                if isinstance(vars(self).get(attribute), PointMass):
                    key = "POINT_MASS"
                if isinstance(vars(self).get(attribute), FlexBody):
                    key = "FLEX_BODY"
                items[key] = (value, attribute)
        return items


class Joint(Entity):
    _statement = "JOINT"
    _defaults = {"TYPE": "SPHERICAL"}


class Jprim(Entity):
    _statement = "JPRIM"


class Coupler(Entity):
    _statement = "COUPLER"


class Gear(Entity):
    _statement = "GEAR"


class Gcon(Entity):
    _statement = "GCON"


class Ucon(Entity):
    _statement = "UCON"


class Motion(Entity):
    _statement = "MOTION"
    _defaults = {"DTYPE": "DISPLACEMENT"}

    def _items(self):
        items = Entity._items(self)
        if "JOINT" in items and "JTYPE" not in items:
            j = vars(self)["joint"]
            if isinstance(j, Joint) and str(vars(j).get("type")).upper() == "TRANSLATIONAL":
                items["JTYPE"] = ("TRANSLATIONAL", "joint")
            elif isinstance(j, Joint) and str(vars(j).get("type")).upper() == "REVOLUTE":
                items["JTYPE"] = ("ROTATIONAL", "joint")
        return items


class Sforce(Entity):
    _statement = "SFORCE"


class Mforce(Entity):
    _statement = "MFORCE"


class Vforce(Entity):
    _statement = "VFORCE"
    _family = "VECTOR"


class Vtorque(Entity):
    _statement = "VTORQUE"
    _family = "VECTOR"


class Gforce(Entity):
    _statement = "GFORCE"
    _family = "VECTOR"


class Nforce(Entity):
    _statement = "NFORCE"
    _names = {"imarkers": "I"}


class SpringDamper(Entity):
    _statement = "SPRINGDAMPER"


class Bushing(Entity):
    _statement = "BUSHING"


class Beam(Entity):
    _statement = "BEAM"


class Field(Entity):
    _statement = "FIELD"


class Friction(Entity):
    _statement = "FRICTION"


class Contact(Entity):
    _statement = "CONTACT"


class Pforce(Entity):
    _statement = "PFORCE"


class Yforce(Entity):
    _statement = "YFORCE"


class Variable(Entity):
    _statement = "VARIABLE"


class Diff(Entity):
    _statement = "DIFF"


class Array(Entity):
    _statement = "ARRAY"


class Spline(Entity):
    _statement = "SPLINE"


class Matrix(Entity):
    _statement = "MATRIX"


class String(Entity):
    _statement = "STRING"


class Curve(Entity):
    _statement = "CURVE"


class Surface(Entity):
    _statement = "SURFACE"


class Ptcv(Entity):
    _statement = "PTCV"


class Cvcv(Entity):
    _statement = "CVCV"


class Gse(Entity):
    _statement = "GSE"
    _family = "EQUATIONS"


class Lse(Entity):
    _statement = "LSE"
    _family = "EQUATIONS"


class Tfsiso(Entity):
    _statement = "TFSISO"


class Pinput(Entity):
    _statement = "PINPUT"


class Poutput(Entity):
    _statement = "POUTPUT"


class Sensor(Entity):
    _statement = "SENSOR"
    _names = {"sensor_function": "FUNCTION"}


class Request(Entity):
    _statement = "REQUEST"


class Accgrav(Entity):
    _statement = "ACCGRAV"
    _numbered = False


class Units(Entity):
    _statement = "UNITS"
    _numbered = False


class Integrator(Entity):
    _statement = "INTEGRATOR"
    _numbered = False


class Linear(Entity):
    _statement = "LINEARIZATION"
    _numbered = False


class Pstate(Entity):
    _statement = "PSTATE"


class Equilibrium(Entity):
    _statement = "EQUILIBRIUM"
    _numbered = False


class _Picture(Entity):
    # What is only drawn, or says how results are written.
    def _record(self):
        pass


class Output(_Picture):
    _statement = "OUTPUT"


class H3dOutput(_Picture):
    _statement = "H3DOUTPUT"


class Debug(_Picture):
    _statement = "DEBUG"


class _Shape(Entity):
    # A picture, and what Contact and ProximitySensor touch.
    _statement = "GRAPHICS"


class Box(_Shape):
    _defaults = {"TYPE": "BOX"}


class Sphere(_Shape):
    _defaults = {"TYPE": "SPHERE"}


class Cylinder(_Shape):
    _defaults = {"TYPE": "CYLINDER"}


class Frustum(_Shape):
    _defaults = {"TYPE": "FRUSTUM"}
    _names = {"top_radius": "TOP", "bottom_radius": "BOTTOM"}


class Ellipsoid(_Shape):
    _defaults = {"TYPE": "ELLIPSOID"}


class Plane(_Shape):
    _defaults = {"TYPE": "PLANE"}


class Mesh(_Shape):
    _defaults = {"TYPE": "EXTERNAL"}


def _touches(e, side, shape):
    side = vars(e).get(side)
    return side is shape or isinstance(side, (tuple, list)) and any([x is shape for x in side])


class External(_Shape):
    # Of a file. What it has to be is seen only where a Contact touches it.
    _defaults = {"TYPE": "EXTERNAL"}

    def _items(self):
        items = Entity._items(self)
        for k in ("COLOR", "REFINEMENT_LEVEL", "MATERIAL_INSIDE", "HIDDEN", "VISIBLE"):
            if k in items:
                del items[k]
        return items

    def _record(self):
        for e in _entities:
            if isinstance(e, (Contact, ProximitySensor)) and (_touches(e, "igeom", self) or _touches(e, "jgeom", self)):
                Entity._record(self)
                return


class Outline(_Picture):
    _statement = "GRAPHICS"


class Circle(_Picture):
    _statement = "GRAPHICS"


class Arc(_Picture):
    _statement = "GRAPHICS"


class Line(_Picture):
    _statement = "GRAPHICS"


class ProximitySensor(Entity):
    _statement = "PROXIMITY"


SensorProximity = ProximitySensor


class _Property:
    # An attribute of a Composite, with its value where none is given.
    _plain = None

    def __init__(self, default=None, *args, **kw):
        self._default, self._required = kw.get("default", default), bool(kw.get("required", False))
        if self._default is None:
            self._default = self._plain

    def _check(self, name, value):
        return value


class Double(_Property):
    _plain = 0.0

    def _check(self, name, value):
        if isinstance(value, (str, Entity)) or value is None and self._default is not None:
            raise TypeError("%s is a number, not %r" % (name, value))
        return value


class Int(Double):
    _plain = 0


class Bool(_Property):
    _plain = False


class Str(_Property):
    _plain = ""


class Function(Str):
    pass


class FileName(Str):
    pass


class Location(_Property):
    pass


class Routine(_Property):
    pass


class Reference(_Property):
    # An object of a class.
    def __init__(self, kind=None, *args, **kw):
        _Property.__init__(self, None, *args, **kw)
        self._kind = kind

    def _check(self, name, value):
        kind = self._kind
        if kind is not None and value is not None and not isinstance(value, kind):
            raise TypeError("%s is a %s, not %r" % (name, kind.__name__, value))
        return value


def _properties(kind):
    found = {}
    for name in dir(kind):
        if not name.startswith("__") and isinstance(getattr(kind, name), _Property):
            found[name] = getattr(kind, name)
    return found


class SolverObject:
    def setChildDataValue(self, name, value):
        pass


class Composite(SolverObject):
    # A class of the user's own that makes entities. Its properties are attributes of the class; one that is set later is
    # handed to setChildDataValue, and updateChildren is called.
    def __init__(self, *args, **kw):
        d, known = vars(self), _properties(self.__class__)
        for name in known:
            if known[name]._required and kw.get(name) is None:
                raise TypeError("%s needs %s" % (self.__class__.__name__, name))
            d[name] = known[name]._default
        for name in kw:
            if name != "__site__":
                d[name] = known[name]._check(name, kw[name]) if name in known else kw[name]
        d["_known"] = known
        self.createChildren()
        self.updateChildren()
        d["_made"] = True

    def __setattr__(self, name, value):
        d = vars(self)
        known = d.get("_known", {})
        if name not in known:
            d[name] = value
            return
        d[name] = known[name]._check(name, value)
        if d.get("_made"):
            self.setChildDataValue(name, value)
            self.updateChildren()

    def createChildren(self):
        pass

    def updateChildren(self):
        pass


def Dv(*args, **kw):
    return kw.get("b", 0.0)


# Names of the components of requests, in the order of their numbers.
_NAMES = {
    "DISPLACEMENT": ["MAG", "X", "Y", "Z", "PSI", "THETA", "PHI"],
    "VELOCITY": ["VM", "VX", "VY", "VZ", "WM", "WX", "WY", "WZ"],
    "ACCELERATION": ["ACCM", "ACCX", "ACCY", "ACCZ", "WDTM", "WDTX", "WDTY", "WDTZ"],
    "FORCE": ["FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ"],
}

_RIGID = ["X", "Y", "Z", "E0", "E1", "E2", "E3", "X_dot", "Y_dot", "Z_dot", "wx", "wy", "wz",
          "X_dotdot", "Y_dotdot", "Z_dotdot", "wx_dot", "wy_dot", "wz_dot"]


class _Result:
    # What one object of a simulation has done. The model is solved when that is first read.
    def __init__(self, run):
        self._run = run

    @property
    def times(self):
        return self._run.times

    def getComponent(self, component):
        if component == "times":
            return self.times
        if isinstance(component, str):
            return self._named(component)
        return self._column(int(component))

    def getStep(self, step):
        return [self._column(k)[step] for k in range(self._size())]


class RequestResult(_Result):
    def __init__(self, run, request):
        _Result.__init__(self, run)
        self._request, self._id = request, _plain(request)

    def _names(self):
        kind = str(getattr(self._request, "type", "")).upper()
        for k in _NAMES:
            if kind and k.startswith(kind[:4]):
                return _NAMES[k]
        return ["F%d" % (k + 1) for k in range(8)]

    def _size(self):
        return len(self._names())

    def _named(self, name):
        for names in (self._names(), list(getattr(self._request, "cnames", None) or [])):
            for k in range(len(names)):
                if names[k] == name:
                    return self._column(k)
        raise KeyError("request %s has no component %s; it has %s" % (self._id, name, ", ".join(self._names())))

    def _column(self, k):
        if self._lacks(k):
            return [0.0 for t in self.times]
        return _results(self._run._ask(), self._id, k)

    def _lacks(self, k):
        # an expression that is not given
        given = vars(self._request) if isinstance(self._request, Request) else {}
        mine = [n.lower() for n in given if given[n] not in (None, "")]
        return 0 <= k < 8 and self._names()[0] == "F1" and "f%d" % (k + 1) not in mine and "function" not in mine and (
            [n for n in mine if len(n) == 2 and n[0] == "f"] != [])


class BodyResult(_Result):
    # The centre of mass of a body and its orientation, in global axes: Euler parameters without jumps, E0 not below 0 at
    # the start.
    def __init__(self, run, body, request):
        _Result.__init__(self, run)
        self._body, self._request = body, request
        self._light = isinstance(body, PointMass)
        self._turn = None

    def _size(self):
        return 3 if self._light else len(_RIGID)

    def _named(self, name):
        name = name.replace("\u03c9", "w")
        if name not in _RIGID or self._light and ("w" in name or "E" in name):
            raise KeyError("%s %s has no component %s; it has %s" % (
                self._body.__class__.__name__, self._body.id, name,
                ", ".join([n for n in _RIGID if not self._light or "w" not in n and "E" not in n])))
        return self._value(_RIGID.index(name))

    def _column(self, k):
        if not 0 <= k < self._size():
            raise IndexError("%s %s has the components 0 to %d; others by their names" % (
                self._body.__class__.__name__, self._body.id, self._size() - 1))
        return self._value(k)

    def _value(self, k):
        ticket, r = self._run._askBodies(), self._request
        if k < 3:
            return _results(ticket, r, k)
        if k < 7:
            return self._parameters(ticket)[k - 3]
        if k < 13:
            return _results(ticket, r + 1, k - 7)
        return _results(ticket, r + 2, k - 13)

    def _parameters(self, ticket):
        if self._turn is not None:
            return self._turn
        angles = [_results(ticket, self._request, k) for k in (3, 4, 5)]
        rows, last = [], [1.0, 0.0, 0.0, 0.0]
        for psi, theta, phi in zip(*angles):
            half, plus, minus = theta / 2, (psi + phi) / 2, (psi - phi) / 2
            e = [_cos(half) * _cos(plus), _sin(half) * _cos(minus), _sin(half) * _sin(minus), _cos(half) * _sin(plus)]
            if sum([a * b for a, b in zip(e, last)]) < 0:
                e = [-a for a in e]
            rows.append(e)
            last = e
        self._turn = [[e[k] for e in rows] for k in range(4)]
        return self._turn


_FIRST = 2000000000  # id of the first request for a body


class SimulationResults:
    # Results of a simulation. The model is solved when they are first asked for.
    def __init__(self, ticket, site):
        self._ticket, self._site, self._read, self._measured = ticket, site, False, False
        self._bodies = []
        for e in _entities:
            if isinstance(e, (Part, PointMass)) and not vars(e).get("ground"):
                self._bodies.append((e, _plain(vars(e).get("cm"))))

    def _ask(self):
        self._read = True
        return self._ticket

    def _askBodies(self):
        if not self._measured:
            self._measured = True
            for k in range(len(self._bodies)):
                body, m = self._bodies[k]
                if m is None:
                    continue
                turning = not isinstance(body, PointMass)
                for n, names in enumerate((("DX", "DY", "DZ", "PSI", "THETA", "PHI"), ("VX", "VY", "VZ", "WX", "WY", "WZ"),
                                           ("ACCX", "ACCY", "ACCZ", "WDTX", "WDTY", "WDTZ"))):
                    _measure(self._ticket, _FIRST + 3 * k + n, ["%s(%d)" % (f, m) for f in (names if turning else names[:3])])
        return self._ask()

    def getObject(self, what):
        if isinstance(what, (Part, PointMass)):
            for k in range(len(self._bodies)):
                if self._bodies[k][0] is what:
                    if self._bodies[k][1] is None:
                        raise ValueError("%s %s has no cm: there are no results of it" % (what.__class__.__name__, what.id))
                    return BodyResult(self, what, _FIRST + 3 * k)
            raise ValueError("%s %s is ground, or was not there when the model was simulated" % (what.__class__.__name__, what.id))
        if isinstance(what, Entity) and not isinstance(what, Request):
            raise TypeError("results are those of a Request, a Part or a PointMass, not of a %s" % what.__class__.__name__)
        return RequestResult(self, what)

    @property
    def times(self):
        return _times(self._ask())


Run = SimulationResults


_models = []   # in the order of their making
_runs = []     # of models before the last
_tickets = []  # of all simulations


class Model:
    # A model begins without entities, but for those that were made before the first one.
    def __init__(self, *args, **kw):
        for k in kw:
            if k != "__site__":
                vars(self)[k] = kw[k]
        vars(self)["_run"], vars(self)["_again"] = None, False
        if _models:
            last = _models[-1]
            if vars(last).get("_run") is not None:
                _runs.append(vars(last)["_run"])
            del _entities[:]
            for family in list(_numbers):
                del _numbers[family]
            _fresh()
        _models.append(self)

    def simulate(self, *args, **kw):
        site = kw.get("__site__", 0)
        if _models and _models[-1] is not self:
            _refuse(site, None, "this model cannot be simulated: another Model has been made since", "simulate a model before the next one is made")
        if args:
            kw["type"] = args[0]
        for k in ("onOutputStep", "dsa", "start", "store"):
            if kw.get(k):
                _refuse(site, k, "simulate: %s is not supported" % k, "")
        if vars(self).get("_again"):
            vars(self)["_again"] = False
            _fresh()
            for e in _entities:
                vars(e)["_said"] = None
        _finishEntities()
        kind = str(kw.get("type", "TRANSIENT")).upper()
        items = [("TYPE", kind, 0, "type")]
        still = kind.startswith(("STAT", "EQUIL", "QUASI"))
        for k in ("end", "duration", "steps", "dtout"):
            if k in ("steps", "dtout") and still and kw.get(k) == 0:
                continue  # no rows between
            if kw.get(k) is not None:
                items.append((k.upper(), kw[k], 0, k))
        for k in sorted(kw):
            if k not in ("type", "end", "duration", "steps", "dtout", "returnResults", "label", "name", "__site__", "active_contact_iteration",
                         "onOutputStep", "dsa", "start", "store"):
                items.append((k.upper(), str(kw[k]), 0, k))
        _record("SIMULATE", site, None, None, items)
        r = SimulationResults(_ticket(), site)
        _tickets.append(r._ticket)
        vars(self)["_run"] = r
        return r

    def reset(self, *args, **kw):
        # The next simulation begins at time 0 with the entities as they are then.
        if vars(self).get("_run") is not None:
            _runs.append(vars(self)["_run"])
            vars(self)["_run"], vars(self)["_again"] = None, True

    def generateOutput(self, *args, **kw):
        pass

    def sendToSolver(self, *args, **kw):
        pass


def _finish():
    for r in _runs:
        if not r._read and r._ticket != _tickets[-1]:
            _note(r._site, None, "this simulation is not carried out: another model follows it, and none of its results are read")
    _finishEntities()
