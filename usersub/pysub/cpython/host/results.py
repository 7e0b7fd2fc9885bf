# Results of functions that are no plain numbers or lists, and what is wrong with them.

def number(x):
    """The value of a number, None for anything else."""
    if isinstance(x, (float, int)):
        try:
            return float(x)
        except OverflowError:
            return math.inf if x > 0 else -math.inf
    if isinstance(x, (str, bytes, list, tuple, dict, set)) or x is None or isinstance(x, complex):
        return None
    if getattr(x, "shape", ()) != ():
        return None
    try:
        return float(x)
    except (TypeError, ValueError):
        return None


def _sequence(x):
    """The items of a list, a tuple, an array or an iterator; None for anything else."""
    if isinstance(x, (list, tuple)):
        return x
    if isinstance(x, (str, bytes, dict)) or x is None or isinstance(x, float):
        return None
    shape = getattr(x, "shape", None)
    if shape is not None:
        return x.tolist() if shape != () else None
    if hasattr(x, "__iter__") or hasattr(x, "__getitem__") and hasattr(x, "__len__"):
        return list(x)
    return None


def results(c, r):
    """Writes what a function returned into the outputs; "" or what is wrong."""
    items = _sequence(r)
    setup = c.iflag >= 0 and c.ints[c.iflag]
    if setup and (r is None or c.sig == "UCOSUB"):
        return ""
    if setup and number(r) is not None and (len(c.outs) != 1 or c.outs[0].n != 1):
        return ""
    if not c.outs:
        if r is None or number(r) is not None:
            return ""
        return "%s must return nothing or a status but returned %s" % (c.name, describe(r))
    if len(c.outs) == 1:
        bad = output(c, c.outs[0], r, items)
        return complain(c, r, bad) if bad else ""
    if items is None or len(items) != len(c.outs):
        return complain(c, r, "")
    for o, x in zip(c.outs, items):
        sub = _sequence(x)
        if (x is None or sub is not None and len(sub) == 0) and spared(c, o):
            continue
        bad = output(c, o, x, sub)
        if bad:
            return complain(c, r, o.name + ": " + bad)
    return ""


def spared(c, o):
    if c.sig == "UCOSUB":
        wanted = dict(array=0, scalar=1, xmatrx=2)
        return o.name == "xmatrx" or c.ints[c.idrsel + wanted[o.name]] == 0
    return c.sig == "MFOSUB" and o.kind == "d"


PLAIN = {float, int}  # what long lists are stored of at once


def output(c, o, x, items):
    if o.kind == "i":
        return flag(c, o, x, items)
    v = number(x)
    if v is not None:
        if o.n != 1:
            return "it is one number"
        c.reals[o.at] = v
        return ""
    if items is None:
        return "" if x is None and o.n == 0 else "it is " + describe(x)
    if o.rows and len(items) == o.rows and _sequence(items[0]) is not None:
        return by_rows(c, o, items)
    n = wanted(c, o, len(items))
    if len(items) != n:
        return "it has " + _count(len(items), "value")
    if n > 8 and PLAIN.issuperset(map(type, items)):
        try:
            c.reals[o.at:o.at + n] = array.array("d", items)
            return ""
        except OverflowError:
            pass  # an integer that is infinite as a real number
    for k, y in enumerate(items):
        v = number(y)
        if v is None:
            for j in range(o.n):
                c.reals[o.at + j] = 0.0
            return "item %d is %s" % (k, describe(y))
        c.reals[o.at + k] = v
    return ""


def by_rows(c, o, rows):
    """A matrix given as a list of rows; it is stored by columns."""
    width = o.n // o.rows
    for i, row in enumerate(rows):
        items = _sequence(row)
        if items is None or len(items) != width:
            what = describe(row) if items is None else "of " + _count(len(items), "value")
            return "row %d is %s, not a list of %s" % (i, what, _count(width, "number"))
        for j, y in enumerate(items):
            v = number(y)
            if v is None:
                return "item %d of row %d is %s" % (j, i, describe(y))
            c.reals[o.at + i + j * o.rows] = v
    return ""


def wanted(c, o, given):
    if c.sig != "SURSUB":
        return o.n
    order = c.ints[c.iord]
    if given == 9 or given == 5 and order == 0:
        return given
    return min(max(3 * (order + 1), 3), 9)


def flag(c, o, x, items):
    if items is not None and len(items) == 1:
        x = items[0]
    if x is None:
        c.ints[o.at] = 0
        return ""
    v = number(x)
    if v is None or not abs(v) < 2**31:
        return "it is " + describe(x)
    c.ints[o.at] = int(math.floor(v + 0.5))
    return ""


def complain(c, r, bad):
    want = []
    for o in c.outs:
        w = "a list of %s (%s)" % (_count(o.n, "number"), o.name)
        if o.kind == "i":
            w = "an integer (%s)" % o.name
        elif c.sig == "SURSUB":
            w = "a list of 3, 6 or 9 numbers (values) for iord 0, 1 or 2"
        elif o.n == 1 and len(c.outs) == 1:
            w = "a number (%s)" % o.name
        want.append(w)
    text = want[0] if len(want) == 1 else "a list of %d: [%s]" % (len(want), ", ".join(want))
    s = "%s must return %s but returned %s" % (c.name, text, describe(r))
    if bad and bad != "it is " + describe(r):
        s += "; " + bad
    if r is None:
        s += " (a return statement is missing)"
    return s


def _count(n, what):
    return "1 " + what if n == 1 else "%d %ss" % (n, what)


def describe(x):
    if x is None:
        return "None"
    if isinstance(x, str):
        return 'the text "%s"' % x
    if isinstance(x, list):
        return "a list of " + _count(len(x), "item")
    if isinstance(x, tuple):
        return "a tuple of " + _count(len(x), "item")
    if isinstance(x, (int, float)) and not isinstance(x, bool):
        return "the number %s" % x
    shape = getattr(x, "shape", None)
    if isinstance(shape, tuple):
        return "an array of shape %s" % (shape,)
    return "an object of type " + type(x).__name__
