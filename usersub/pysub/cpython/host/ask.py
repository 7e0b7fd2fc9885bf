# Queries and utilities: what scripts call to ask the solver.

NOW = None  # the call that is running


def py_sysfnc(name, ipar, npar=None):
    """py_sysfnc(name, ipar) -> [value, err]"""
    now = NOW
    try:
        at, flag = now.fnc[name, tuple(ipar) if ipar.__class__ is list else ipar]
    except (KeyError, TypeError, AttributeError):
        return _query("py_sysfnc", name, ipar)
    return [now.values[at], flag]


def py_sysary(name, ipar, npar=None):
    """py_sysary(name, ipar) -> ([values], err)"""
    now = NOW
    try:
        at, to, flag = now.ary[name, tuple(ipar) if ipar.__class__ is list else ipar]
    except (KeyError, TypeError, AttributeError):
        return _query("py_sysary", name, ipar)
    return now.values[at:to].tolist(), flag


def py_modfnc(element, id, attribute):
    """py_modfnc(element, id, attribute) -> [text, info]"""
    if NOW is None:
        raise RuntimeError(_early % "py_modfnc")
    if not isinstance(element, str) or not isinstance(attribute, str):
        raise TypeError("py_modfnc() takes the name of an element, its id and the name of an attribute")
    return send("mod", element, _whole("py_modfnc", 2, id), attribute)


_early = "%s() works only while the solver calls a function of the script"
_MOST = 32  # integers of a query
_ALIASES = 4096


def _whole(fn, place, x):
    """A number as the nearest 32-bit integer: parameters are passed straight through."""
    try:
        v = float(x)
        v = math.floor(abs(v) + 0.5) * (1 if v >= 0 else -1)
        if abs(v) < 2**31:
            return int(v)
    except (TypeError, ValueError, OverflowError):
        pass
    raise TypeError("%s(): argument %d must be a number, not %s" % (fn, place, describe(x)))


def _query(fn, name, ipar):
    """A query that is spelled in a new way or was not foreseen."""
    now = NOW
    if now is None:
        raise RuntimeError(_early % fn)
    if not isinstance(name, str):
        raise TypeError("%s(): the name must be str, not %s" % (fn, type(name).__name__))
    items = _sequence(ipar)
    if items is None:
        items = () if ipar is None else (ipar,)
    if len(items) > _MOST:
        raise ValueError("%s(): %d integers are too many, at most %d" % (fn, len(items), _MOST))
    par = tuple([_whole(fn, i + 1, x) for i, x in enumerate(items)])
    key = name.split("\0")[0].strip().upper(), par
    table = now.fnc if fn == "py_sysfnc" else now.ary
    found = table.get(key)
    if found is None:
        if fn == "py_sysfnc":
            return send("fnc", key[0], list(par))
        values, flag = send("ary", key[0], list(par))
        return values, flag
    if len(table) < _ALIASES:
        try:
            table[name, tuple(ipar) if ipar.__class__ is list else ipar] = found
        except TypeError:
            pass  # an array
    if fn == "py_sysfnc":
        return [now.values[found[0]], found[1]]
    return now.values[found[0]:found[1]].tolist(), found[2]


# ---- utilities ----

def _plain(fn, x):
    """An argument of a utility in terms of messages."""
    if x is None or isinstance(x, (str, int, float)):
        return x
    items = _sequence(x)
    if items is not None:
        return [_plain(fn, y) for y in items]
    try:
        return float(x)
    except (TypeError, ValueError):
        raise TypeError("%s(): %s is neither a number nor a text nor a list of these" % (fn, describe(x))) from None


def _utility(name, number, doc):
    def call(*args):
        return send("use", number, name, [_plain(name, x) for x in args])[0]
    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    return call
