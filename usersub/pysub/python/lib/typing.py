# Names for annotations. Nothing is checked.


class _Form(object):
    def __init__(self, name):
        self._name = name

    def __getitem__(self, what):
        return self

    def __or__(self, other):
        return self

    def __call__(self, *args, **named):
        return self

    def __repr__(self):
        return "typing." + self._name


Any = _Form("Any")
Union = _Form("Union")
Optional = _Form("Optional")
List = _Form("List")
Dict = _Form("Dict")
Set = _Form("Set")
FrozenSet = _Form("FrozenSet")
Tuple = _Form("Tuple")
Type = _Form("Type")
Callable = _Form("Callable")
Iterable = _Form("Iterable")
Iterator = _Form("Iterator")
Generator = _Form("Generator")
Sequence = _Form("Sequence")
MutableSequence = _Form("MutableSequence")
Mapping = _Form("Mapping")
MutableMapping = _Form("MutableMapping")
Literal = _Form("Literal")
Final = _Form("Final")
ClassVar = _Form("ClassVar")
Annotated = _Form("Annotated")
TypeAlias = _Form("TypeAlias")
Self = _Form("Self")
NoReturn = _Form("NoReturn")
AnyStr = _Form("AnyStr")
Text = str
TYPE_CHECKING = False


class Generic(object):
    pass


class Protocol(object):
    pass


def TypeVar(name, *constraints, **named):
    return _Form(name)


def NewType(name, base):
    return base


def cast(kind, value):
    return value


def overload(function):
    return function


def final(thing):
    return thing
