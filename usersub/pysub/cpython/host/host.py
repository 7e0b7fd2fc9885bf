# The side of CPython: executes scripts, hands their functions the arguments of
# routines, takes their results, and gives them the functions that ask the
# solver. Package cpython runs this text inside of the solver's process or in a
# child process; `ask`, a function from bytes to bytes, leads to the solver.
#
# What is called for every evaluation (the functions that make_call writes,
# py_sysfnc, py_sysary) reads and writes shared memory and enters the solver
# only for questions that were not foreseen.
import builtins
import io
import linecache
import math
import os
import struct
import sys
import types

HOST = "<trammel>"  # the name of this file in tracebacks

# ---- messages: lists of None, numbers, texts, arrays and lists ----

_head = struct.Struct("<cI")
_int = struct.Struct("<cq")
_real = struct.Struct("<cd")


class single(float):
    """The result of a utility that gives an array of one: scripts take it as
    a list (value[0]) or as a number (2 * value), and both are right."""
    __slots__ = ()

    def __len__(self):
        return 1

    def __iter__(self):
        return iter((float(self),))

    def __getitem__(self, key):
        return [float(self)][key]


def pack(items):
    out = [_head.pack(b"l", len(items))]
    for x in items:
        if x is None:
            out.append(b"n")
        elif isinstance(x, str):
            text = x.encode("utf-8", "replace")
            out.append(_head.pack(b"s", len(text)))
            out.append(text)
        elif isinstance(x, int) and -2**63 <= x < 2**63:
            out.append(_int.pack(b"i", x))
        elif isinstance(x, (float, int)):
            out.append(_real.pack(b"d", x))
        else:
            out.append(pack(x))
    return b"".join(out)


def unpack(data, at=0):
    return _unpack(data, at)[0]


def _unpack(data, at):
    kind = data[at:at + 1]
    if kind == b"n":
        return None, at + 1
    if kind == b"i":
        return _int.unpack_from(data, at)[1], at + 9
    if kind == b"d":
        return _real.unpack_from(data, at)[1], at + 9
    if kind == b"x":
        return single(_real.unpack_from(data, at)[1]), at + 9
    n = _head.unpack_from(data, at)[1]
    at += 5
    if kind == b"s":
        return data[at:at + n].decode(), at + n
    if kind == b"b":
        return bytes(data[at:at + n]), at + n
    if kind == b"D":
        return list(struct.unpack_from("<%dd" % n, data, at)), at + 8 * n
    items = []
    for _ in range(n):
        x, at = _unpack(data, at)
        items.append(x)
    return items, at


def send(*items):
    """Asks the solver; an answer may be an exception."""
    got = unpack(ask(pack(items)))
    if got and got[0] == "raise":
        raise getattr(builtins, got[1])(got[2])
    if got and got[0] == "stop":
        if NOW is not None:
            global LEFT
            NOW.stop, LEFT = got[1], True
        raise Stop(got[1])
    return got


class Stop(BaseException):
    """Ends a call whatever the script catches."""


# ---- questions ----

NOW = None  # the call that is running


def py_sysfnc(name, ipar, npar=None):
    """py_sysfnc(name, ipar) -> [value, err]"""
    now = NOW
    try:
        at, flag = now.fnc[name, tuple(ipar) if ipar.__class__ is list else ipar]
    except (KeyError, TypeError, AttributeError):
        return _question("py_sysfnc", name, ipar)
    return [now.values[at], flag]


def py_sysary(name, ipar, npar=None):
    """py_sysary(name, ipar) -> ([values], err)"""
    now = NOW
    try:
        at, to, flag = now.ary[name, tuple(ipar) if ipar.__class__ is list else ipar]
    except (KeyError, TypeError, AttributeError):
        return _question("py_sysary", name, ipar)
    return now.values[at:to].tolist(), flag


def py_modfnc(element, id, attribute):
    """py_modfnc(element, id, attribute) -> [text, info]"""
    if NOW is None:
        raise RuntimeError(_early % "py_modfnc")
    if not isinstance(element, str) or not isinstance(attribute, str):
        raise TypeError("py_modfnc() takes the name of an element, its id and the name of an attribute")
    return send("mod", element, _whole("py_modfnc", 2, id), attribute)


_early = "%s() works only while the solver calls a function of the script"
_MOST = 32  # integers of a question
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


def _question(fn, name, ipar):
    """A question that is spelled in a new way or was not foreseen."""
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


# ---- names that scripts use without importing them ----

MATH = ("acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh degrees exp fabs floor fmod hypot log "
        "log10 pi radians sin sinh sqrt tan tanh").split()
UPPER = dict(ABS="abs", ACOS="acos", ASIN="asin", ATAN="atan", ATAN2="atan2", COS="cos", COSH="cosh", EXP="exp",
             LOG="log", LOG10="log10", MAX="max", MIN="min", MOD="fmod", SIN="sin", SINH="sinh", SQRT="sqrt",
             TAN="tan", TANH="tanh", PI="pi")


class Stream(io.TextIOBase):
    """sys.stdout and sys.stderr: whole lines go to the solver."""
    encoding = "utf-8"
    errors = "replace"
    part = ""

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not %s" % type(text).__name__)
        whole, line, self.part = (self.part + text).rpartition("\n")
        if line:
            ask(pack(["out", whole + "\n"]))
        if self.part:
            global LEFT
            LEFT = True
        return len(text)

    def end(self):
        """Ends an unfinished line."""
        if self.part:
            self.write("\n")


OUT = Stream()


def _exit(status=None):
    raise SystemExit(status)


def _hard_exit(name):
    real, mine = getattr(os, name), os.getpid()

    def end(*status):
        if os.getpid() != mine:  # a process that the script forked
            real(*status)
        raise SystemExit(*status)
    return end


def install(utilities, path):
    """utilities: number, name, doc; path: what sys.path must contain."""
    names = {"py_sysfnc": py_sysfnc, "py_sysary": py_sysary, "py_modfnc": py_modfnc}
    for number, name, doc in utilities:
        names[name] = _utility(name, number, doc)
    msolve = types.ModuleType("msolve", "functions that ask the solver")
    msolve.__dict__.update(names)
    msolve.__all__ = list(names)
    sys.modules["msolve"] = msolve
    free = dict(names)
    free.update((n, getattr(math, n)) for n in MATH)
    free["xrange"] = range
    for upper, n in UPPER.items():
        free[upper] = free[n] if n in free else getattr(builtins, n, None) or getattr(math, n)
    free["exit"] = free["quit"] = _exit
    builtins.__dict__.update(free)
    os._exit, os.abort = _hard_exit("_exit"), _hard_exit("abort")
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = OUT
    sys.path.extend(p for p in path if p not in sys.path)
    if not getattr(sys, "argv", None):
        sys.argv = [""]
    sys.dont_write_bytecode = True


# ---- scripts ----

class Script:
    def __init__(self, file, module):
        self.file, self.module = file, module


SCRIPTS = []
CALLS = {}


def open_script(file, src):
    """Executes a module; its place in SCRIPTS is its number."""
    folder = os.path.dirname(file)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = os.path.splitext(os.path.basename(file))[0]
    try:
        lines = io.TextIOWrapper(io.BytesIO(src), encoding=_encoding(src), errors="replace").read().splitlines(True)
        linecache.cache[file] = len(src), None, lines, file  # as it is executed, also when it is edited later
        code = compile(src, file, "exec", dont_inherit=True)
        module = types.ModuleType(name)
        module.__file__ = file
        sys.modules.setdefault(name, module)
        exec(code, module.__dict__)
    except BaseException as e:
        return failed(e)
    finally:
        OUT.end()
    SCRIPTS.append(Script(file, module))
    functions, others = [], []
    for name, x in module.__dict__.items():
        if isinstance(x, types.FunctionType) and x.__code__.co_filename == file:
            functions.append(name)
        elif not name.startswith("__"):
            others.append(name)
    return ["ok", len(SCRIPTS) - 1, sorted(functions), sorted(others)]


def _encoding(src):
    import tokenize
    try:
        return tokenize.detect_encoding(io.BytesIO(src).readline)[0]
    except SyntaxError:
        return "utf-8"


def neighbours(*_):
    """The files of modules that were imported from the folders of scripts."""
    folders = tuple(os.path.dirname(s.file) + os.sep for s in SCRIPTS)
    list = []
    for m in sys.modules.copy().values():
        file = getattr(m, "__file__", None)
        if isinstance(file, str) and file.startswith(folders) and file.endswith(".py"):
            list.append(file)
    return ["ok", sorted(set(list))]


def fits(number, name, routine, inputs):
    """Whether a function can be called with the inputs of a routine."""
    fn = getattr(SCRIPTS[number].module, name)
    if not callable(fn):
        return ["fault", "%s is no function but of type %s" % (name, type(fn).__name__), "", "", 0]
    if not isinstance(fn, types.FunctionType):
        return ["ok"]
    code = fn.__code__
    most = code.co_argcount
    least = most - len(fn.__defaults__ or ())
    n = len(inputs)
    if n >= least and (n <= most or code.co_flags & 0x04):
        return ["ok"]
    takes = _count(most, "argument") if least == most else "%d to %s" % (least, _count(most, "argument"))
    return ["fault", "function %s (line %d) takes %s but %s hands over %d (%s)" % (
        name, code.co_firstlineno, takes, routine, n, ", ".join(inputs)), "",
        "define it as %s(%s)" % (name, ", ".join(inputs)), 0]


# ---- calls ----

class Out:
    __slots__ = "name", "kind", "at", "n", "rows"

    def __init__(self, name, kind, at, n, rows):
        self.name, self.kind, self.at, self.n, self.rows = name, kind, at, n, rows


class Call:
    """One function with the arguments of one element."""
    __slots__ = ("fn", "name", "sig", "reals", "ints", "outs", "iflag", "iord", "idrsel",
                 "fnc", "ary", "values", "stop", "go", "quick", "inputs", "memory")


_none = memoryview(b"").cast("B")


def bind(k, number, name, sig, args, iflag, iord, idrsel):
    """args: [name, kind (i, d or s), out, place, entries or -1 for a scalar, rows, value if that is constant].
    The views of the arguments follow by views()."""
    c = Call()
    c.fn, c.name, c.sig = getattr(SCRIPTS[number].module, name), name, sig
    c.iflag, c.iord, c.idrsel, c.stop = iflag, iord, idrsel, None
    c.fnc, c.ary, c.values = {}, {}, _none
    c.outs = [Out(a[0], a[1], a[3], max(a[4], 1) if a[4] < 0 else a[4], a[5]) for a in args if a[2]]
    c.inputs = [a for a in args if not a[2]]
    CALLS[k] = c
    return ["ok"]


def views(k, reals, ints):
    """Completes a call with its memory and returns the functions that make it, in general and when
    no flag is set: they take nothing and return None, or a message of what went wrong."""
    c = CALLS[k]
    c.reals, c.ints = memoryview(reals).cast("B").cast("d"), memoryview(ints).cast("B").cast("i")
    c.go, c.quick = make_call(c, reals, False), make_call(c, reals, True)
    return c.go, c.quick


def unbind(k):
    CALLS.pop(k, None)
    return ["ok"]


def answers(k, asked, values):
    """asked: [ary, name, par, from, to, flag] of every question."""
    c = CALLS[k]
    c.values = memoryview(values).cast("B").cast("d")
    c.fnc, c.ary = {}, {}
    for ary, name, par, at, to, flag in asked:
        if ary:
            c.ary.setdefault((name, tuple(par)), (at, to, flag))
        else:
            c.fnc.setdefault((name, tuple(par)), (at, flag))
    return ["ok"]


def answers_of(k, asked, values):
    return answers(k, unpack(asked), values)


def make_call(c, raw, quick):
    """Writes the function of a call: what is known now stands in its text. quick: the flags are 0."""
    known = dict(c=c, fn=c.fn, reals=c.reals, ints=c.ints)
    args = []
    for i, (name, kind, _, at, n, _, value) in enumerate(c.inputs):
        v, memory = "v%d" % i, "reals" if kind == "d" else "ints"
        if kind == "s":
            known[v] = value
            args.append(v)
        elif value is not None and n < 0:
            args.append(repr(value))
        elif value is not None:
            known[v] = value
            args.append(repr(value) if all(map(math.isfinite, value)) else v + "[:]")
        elif quick and name in ("dflag", "iflag"):
            args.append("0")
        elif n < 0:
            args.append("%s[%d]" % (memory, at))
        elif n <= 3:
            args.append("[" + ", ".join("%s[%d]" % (memory, at + j) for j in range(n)) + "]")
        else:
            known[v] = getattr(c, memory)[at:at + n].tolist
            args.append(v + "()")
    store = "return finish(c, r)"
    if len(c.outs) == 1 and c.outs[0].kind == "d" and c.sig != "SURSUB":
        o = c.outs[0]
        if o.n == 1:
            store = "if r.__class__ is float: reals[%d] = r\n            else: return finish(c, r)" % o.at
        elif 1 < o.n <= 3 and not o.rows:
            names = ", ".join("r%d" % j for j in range(o.n))
            store = ("if r.__class__ is list and len(r) == %d:\n" % o.n +
                     "                %s = r\n" % names +
                     "                if %s:\n" % " is ".join("r%d.__class__" % j for j in range(o.n)) +
                     "".join("                    reals[%d] = r%d\n" % (o.at + j, j) for j in range(o.n)) +
                     "                else: return finish(c, r)\n"
                     "            else: return finish(c, r)")
            store = store.replace("r%d.__class__:" % (o.n - 1), "r%d.__class__ is float:" % (o.n - 1))
        elif not o.rows and o.n:
            known.update(put=struct.Struct("=%dd" % o.n).pack_into, raw=raw, misfit=(struct.error, TypeError, ValueError))
            store = ("if r.__class__ is list and len(r) == %d:\n"
                     "                try: put(raw, %d, *r)\n"
                     "                except misfit: return finish(c, r)\n"
                     "            else: return finish(c, r)" % (o.n, 8 * o.at))
    # What is known are arguments with defaults: local variables are quicker than global ones.
    text = """
def go(%s):
    global NOW
    outer = NOW
    NOW = c
    try:
        try:
            r = fn(%s)
            %s
            if LEFT: return finish(c, r)
        except BaseException as e:
            return fail(c, e)
    finally:
        NOW = outer
""" % (", ".join("%s=%s" % (n, n) for n in known), ", ".join(args), store)
    exec(compile(text, HOST, "exec"), globals(), known)
    return known["go"]


LEFT = False  # something is to be done behind a call: a part of a line, an order to stop


def tidy():
    global LEFT
    LEFT = False
    OUT.end()


def finish(c, r):
    """Takes the result of a call that is no plain number or list."""
    tidy()
    if c.stop:
        why, c.stop = c.stop, None
        return pack(["fault", why, "", "", 0])
    bad = results(c, r)
    if bad:
        return pack(["bad", bad])
    if not c.outs:
        v = number(r)
        if v:
            return pack(["conclude", v])
    return None


def fail(c, e):
    """What went wrong in a call. In a set-up call arithmetic errors, which
    states of zero easily cause, count as done."""
    tidy()
    message = failed(e)
    if c.stop:
        message[1], c.stop = c.stop, None
        return pack(message)
    if message[4] & ARITHMETIC and c.iflag >= 0 and c.ints[c.iflag]:
        return None
    return pack(message)


# ---- results ----

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


# ---- errors ----

EXITED, ARITHMETIC = 1, 2


def failed(e):
    """["fault", last line, traceback, hint, flags]"""
    import traceback
    kind = 0
    if isinstance(e, SystemExit):
        kind |= EXITED
    if isinstance(e, (ZeroDivisionError, OverflowError, FloatingPointError)):
        kind |= ARITHMETIC
    if isinstance(e, ValueError) and (str(e) == "math domain error" or str(e).startswith("expected a ")):
        kind |= ARITHMETIC
    if isinstance(e, Stop):
        return ["fault", "it asks to stop: %s" % e if not str(e).startswith("it asks") else str(e), "", "", kind]
    tb = e.__traceback__
    while tb is not None and tb.tb_frame.f_code.co_filename == HOST:
        tb = tb.tb_next
    try:
        last = traceback.format_exception_only(type(e), e)[-1].strip()
        detail = "".join(traceback.format_exception(type(e), e, tb)).rstrip("\n")
    except BaseException:  # an exception whose text raises one
        last = detail = type(e).__name__
    detail = _without_host(detail)
    return ["fault", last.replace("\n", " "), detail, _hint(e), kind]


def _without_host(text):
    """A traceback without the calls of this file."""
    keep, skip = [], False
    for line in text.split("\n"):
        if line.startswith('  File "'):
            skip = line.startswith('  File "%s"' % HOST)
        elif not line.startswith("    "):
            skip = False
        if not skip:
            keep.append(line)
    return "\n".join(keep)


def _hint(e):
    if isinstance(e, ImportError) and getattr(e, "name", None) and str(e).startswith("No module named"):
        return "install it for %s (Python %s), or name another interpreter with --python" % (
            sys.executable or "this interpreter", sys.version.split()[0])
    if isinstance(e, NameError) and str(e).startswith("name 'py_"):
        return "no function that asks the solver has this name"
    return ""


def close():
    """Forgets the scripts of this host; the interpreter stays."""
    for s in SCRIPTS:
        folder = os.path.dirname(s.file)
        if folder in sys.path:
            sys.path.remove(folder)
        for name, m in list(sys.modules.items()):
            file = getattr(m, "__file__", None)
            if m is s.module or isinstance(file, str) and os.path.dirname(file) == folder:
                sys.modules.pop(name, None)
    del SCRIPTS[:]
    CALLS.clear()
    return ["ok"]


def handle(data):
    """Carries out a message of the solver that is not a call."""
    m = unpack(data)
    try:
        return pack(REQUESTS[m[0]](*m[1:]))
    except BaseException as e:
        return pack(failed(e))


REQUESTS = {"open": open_script, "install": lambda u, p: (install(u, p), ["ok", sys.version.split()[0], sys.prefix])[1], "fits": fits, "bind": bind,
            "unbind": unbind, "close": close, "neighbours": neighbours}
