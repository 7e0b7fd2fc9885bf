# Objects of a model. Each becomes a statement when the model is simulated, or
# at the end of the program; attributes may be set until then. What is changed
# behind a simulation becomes a command. The file is long because what programs
# import under one name stands in one.

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


def _finish():
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


class Marker(Entity):
    _statement = "MARKER"
    _names = {"usexv": "USEXP"}

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


class Outline(_Picture):
    _statement = "GRAPHICS"


class ProximitySensor(Entity):
    _statement = "PROXIMITY"


SensorProximity = ProximitySensor


class Composite:
    # A class of the user's own that makes entities.
    def __init__(self, *args, **kw):
        for k in kw:
            vars(self)[k] = kw[k]
        self.createChildren()

    def createChildren(self):
        pass


def Dv(*args, **kw):
    return kw.get("b", 0.0)


class _Component:
    def __init__(self, ticket, request):
        self.ticket, self.request = ticket, request

    def getComponent(self, k):
        return _results(self.ticket, self.request, k)

    @property
    def times(self):
        return _times(self.ticket)


class Run:
    # Results of a simulation. The model is solved when they are first asked for.
    def __init__(self, ticket):
        self._ticket = ticket

    def getObject(self, request):
        return _Component(self._ticket, _plain(request))

    @property
    def times(self):
        return _times(self._ticket)


class Model:
    def __init__(self, *args, **kw):
        for k in kw:
            if k != "__site__":
                vars(self)[k] = kw[k]

    def simulate(self, *args, **kw):
        _finish()
        if args:
            kw["type"] = args[0]
        kind = str(kw.get("type", "TRANSIENT")).upper()
        items = [("TYPE", kind, 0, "type")]
        for k in ("end", "duration", "steps", "dtout"):
            if kw.get(k) is not None:
                items.append((k.upper(), kw[k], 0, k))
        for k in sorted(kw):
            if k not in ("type", "end", "duration", "steps", "dtout", "returnResults", "label", "name", "__site__"):
                items.append((k.upper(), str(kw[k]), 0, k))
        _record("SIMULATE", kw.get("__site__", 0), None, None, items)
        return Run(_ticket())

    def generateOutput(self, *args, **kw):
        pass

    def sendToSolver(self, *args, **kw):
        pass

    def reset(self, *args, **kw):
        pass
