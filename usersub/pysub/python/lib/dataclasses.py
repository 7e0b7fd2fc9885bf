# Classes that hold data: what scripts use of them. Annotations are text.


class _Missing(object):
    def __repr__(self):
        return "<dataclasses.MISSING>"


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    pass


class Field(object):
    def __init__(self, default, default_factory, init, repr, compare, kw_only):
        self.name = None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only


def field(default=MISSING, default_factory=MISSING, init=True, repr=True, compare=True, kw_only=False, hash=None, metadata=None):
    return Field(default, default_factory, init, repr, compare, kw_only)


def _own_fields(cls, kw_only):
    own = cls.__dict__
    found = []
    for name, text in own.get("__annotations__", {}).items():
        if text.replace("typing.", "").startswith("ClassVar"):
            continue
        f = own.get(name, MISSING)
        if not isinstance(f, Field):
            if isinstance(f, (list, dict, set)):
                raise ValueError("mutable default " + str(type(f)) + " for field " + name + " is not allowed: use default_factory")
            f = Field(f, MISSING, True, True, True, False)
        f.name = name
        f.kw_only = f.kw_only or kw_only
        found.append(f)
    return found


def _value(f):
    if f.default_factory is not MISSING:
        return f.default_factory()
    return f.default


def _make_init(cls, all):
    places = [f for f in all if f.init and not f.kw_only]
    names = [f.name for f in all if f.init]

    def __init__(self, *args, **named):
        if len(args) > len(places):
            raise TypeError("__init__() takes " + str(len(places) + 1) + " positional arguments but " + str(len(args) + 1) + " were given")
        given = dict(named)
        for i in range(len(args)):
            if places[i].name in given:
                raise TypeError("__init__() got multiple values for argument '" + places[i].name + "'")
            given[places[i].name] = args[i]
        for name in given:
            if name not in names:
                raise TypeError("__init__() got an unexpected keyword argument '" + name + "'")
        for f in all:
            v = given[f.name] if f.name in given else _value(f)
            if v is not MISSING:
                vars(self)[f.name] = v
            elif f.init:
                raise TypeError("__init__() missing 1 required positional argument: '" + f.name + "'")
        if hasattr(self, "__post_init__"):
            self.__post_init__()
    return __init__


def _key(self):
    return tuple([getattr(self, f.name) for f in self.__dataclass_fields__.values() if f.compare])


def _repr(self):
    parts = [f.name + "=" + repr(getattr(self, f.name)) for f in self.__dataclass_fields__.values() if f.repr]
    return type(self).__name__ + "(" + ", ".join(parts) + ")"


def _eq(self, other):
    if type(self) is not type(other):
        return NotImplemented
    return _key(self) == _key(other)


def _lt(self, other):
    return _key(self) < _key(other)


def _le(self, other):
    return _key(self) <= _key(other)


def _gt(self, other):
    return _key(self) > _key(other)


def _ge(self, other):
    return _key(self) >= _key(other)


def _frozen(self, name, value):
    raise FrozenInstanceError("cannot assign to field '" + name + "'")


def dataclass(cls=None, init=True, repr=True, eq=True, order=False, frozen=False, unsafe_hash=False, slots=False, kw_only=False):
    def make(cls):
        fields = {}
        for base in cls.__bases__:
            fields.update(getattr(base, "__dataclass_fields__", {}))
        for f in _own_fields(cls, kw_only):
            fields[f.name] = f
            if f.default is not MISSING:
                setattr(cls, f.name, f.default)
        needs = False
        for f in fields.values():
            has = f.default is not MISSING or f.default_factory is not MISSING
            if needs and f.init and not has and not f.kw_only:
                raise TypeError("non-default argument '" + f.name + "' follows default argument")
            needs = needs or has and f.init and not f.kw_only
        setattr(cls, "__dataclass_fields__", fields)
        own = cls.__dict__
        if init and "__init__" not in own:
            setattr(cls, "__init__", _make_init(cls, list(fields.values())))
        methods = [(repr, "__repr__", _repr), (eq, "__eq__", _eq), (order, "__lt__", _lt), (order, "__le__", _le),
                   (order, "__gt__", _gt), (order, "__ge__", _ge), (frozen, "__setattr__", _frozen)]
        for wanted, name, function in methods:
            if wanted and name not in own:
                setattr(cls, name, function)
        return cls
    if cls is None:
        return make
    return make(cls)


def fields(thing):
    return tuple(thing.__dataclass_fields__.values())


def is_dataclass(thing):
    return hasattr(thing, "__dataclass_fields__")


def astuple(thing):
    return tuple([getattr(thing, f.name) for f in fields(thing)])


def asdict(thing):
    d = {}
    for f in fields(thing):
        v = getattr(thing, f.name)
        d[f.name] = asdict(v) if is_dataclass(v) else v
    return d


def replace(thing, **changes):
    named = {f.name: getattr(thing, f.name) for f in fields(thing) if f.init}
    named.update(changes)
    return type(thing)(**named)
