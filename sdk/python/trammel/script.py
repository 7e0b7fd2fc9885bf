"""Scripts with user subroutines, as routines of a plugin: plugin.script(path, CATENA="PFOSUB").

A function gets its inputs by position and returns its outputs; it asks with py_sysfnc, py_sysary, py_modfnc and py_ with the name of
a utility, which are there without an import, as are the functions of math.
"""

import math

from .utilities import TABLE, utility

_calls = []  # that are under way, the innermost last


class One(list):
    """An array of one, which is a number as well."""

    def __float__(self):
        return float(self[0])

    def __mul__(self, other):
        return list(self) * other if isinstance(other, int) else self[0] * other

    __rmul__ = __mul__


def _plain(value):
    """A list of one as list and number."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return One(value) if isinstance(value, list) and len(value) == 1 else value


def _now():
    if not _calls:
        raise RuntimeError("the solver can be queried in a call only")
    return _calls[-1]


def _list(ipar):
    return list(ipar) if hasattr(ipar, "__len__") else [ipar]


def py_sysfnc(name, ipar):
    return list(_now().try_sysfnc(name, _list(ipar)))


def py_sysary(name, ipar):
    values, flag = _now().try_sysary(name, _list(ipar))
    return [float(v) for v in values], flag


def py_modfnc(element, id, attribute):
    return list(_now().modfnc(element, id, attribute))


def _utility(name):
    def call(*inputs):
        result = _now().use(name, *inputs)
        if isinstance(result, list) and len(utility(name).results) > 1:
            return [_plain(v) for v in result]
        return _plain(result)

    return call


def names():
    """What a script finds without an import."""
    known = {k: v for k, v in vars(math).items() if not k.startswith("_")}
    for name in TABLE:
        known["py_" + name.lower()] = _utility(name)
    known["py_gtcrv"] = known.pop("py_gtcurv")
    known.update(py_sysfnc=py_sysfnc, py_sysary=py_sysary, py_modfnc=py_modfnc)
    return known


def load(path):
    """Executes a script and returns its names."""
    with open(path, encoding="utf-8") as f:
        code = compile(f.read(), path, "exec")
    known = names()
    known["__name__"], known["__file__"] = "script", path
    exec(code, known)
    return known


def routine(function):
    """A function of a script as a routine of a plugin."""

    def call_with(call):
        _calls.append(call)
        try:
            return function(*(_value(getattr(call, a.name)) for a in call._arguments if not a.out and a.name != "area"))
        except (ArithmeticError, ValueError) as e:
            # All states are 0 when the solver finds out what a routine asks.
            if getattr(call, "iflag", 0) and (isinstance(e, ArithmeticError) or "math domain" in str(e)):
                return None
            raise
        finally:
            _calls.pop()

    call_with.__name__ = function.__name__
    call_with.__doc__ = function.__doc__
    return call_with


def _value(v):
    return v.tolist() if hasattr(v, "tolist") else v
