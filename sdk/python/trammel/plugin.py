"""The table of a plugin, and its life."""

import json
import os
import signal
import struct
import sys
import traceback

from . import frames, script
from .call import Argument, BadReturn, Call, Retry
from .frames import Reader, Writer

COOKIE = "a guide that holds a point to a curve"

# How a call ends; 0 is fine.
EXCEPTION, RETRY, EXITED, NOT_FINITE, BAD_RETURN, TIMED_OUT, UNUSABLE = range(1, 8)


class Parameter(dict):
    """One number of USER(...), as parameter() makes it."""


def parameter(name, unit="", doc="", type="number", element="", at_least=None, above=None, at_most=None, below=None,
              default=None, many=False):
    """Describes a number of USER(...). type is "number", "integer" or "id"; element is the kind of element of an id.
    many, of the last one, stands for any number of values."""
    if type not in ("number", "integer", "id"):
        raise ValueError("type of parameter %s is %r: number, integer or id" % (name, type))
    p = Parameter(name=name)
    for key, value in (("unit", unit), ("doc", doc), ("element", element)):
        if value:
            p[key] = value
    if type != "number":
        p["type"] = type.upper()
    for key, bound, strict, mark in (("min", at_least, above, "aboveMin"), ("max", at_most, below, "belowMax")):
        if bound is not None:
            p[key] = bound
        if strict is not None:
            p[key], p[mark] = strict, True
    if default is not None:
        p["default"] = default
    if many:
        p["many"] = True
    return p


class Plugin:
    """A table of routines. plugin.PFOSUB, plugin.YFOSUB, … decorate the routines of each kind."""

    def __init__(self, name, version="0.0.0", doc=""):
        vendor, _, short = name.rpartition("/")
        self.vendor, self.name, self.version, self.doc = vendor, short, version, doc
        self.routines = {}  # name: (kind, function, description)

    def __getattr__(self, kind):
        if not kind.isupper():
            raise AttributeError("a plugin has no %r" % kind)

        def decorate(function=None, **about):
            if function is not None:
                self.add(kind, function)
                return function
            return lambda f: (self.add(kind, f, **about), f)[1]

        return decorate

    def add(self, kind, function, name=None, doc=None, takes=None, pure=False, states=(), inputs=(), sizes=None):
        """Adds a routine. takes lists its parameters, [] if it has none: decks are checked against it. pure says that
        outputs follow from arguments and answers alone. states and inputs name those of a state equation."""
        name = name or function.__name__
        if name in self.routines:
            raise ValueError("routine %s is there already" % name)
        about = {"name": name, "kind": kind}
        doc = doc if doc is not None else (function.__doc__ or "").strip()
        for key, value in (("doc", doc), ("parameters", takes), ("sizes", sizes)):
            if value:
                about[key] = value
        if takes is not None and not takes:
            about["parameterless"] = True
        if pure:
            about["pure"] = True
        for key, names in (("states", states), ("inputs", inputs)):
            if names:
                about[key] = [{"name": n} for n in names]
        self.routines[name] = (kind, function, about)

    def script(self, path, **kinds):
        """Adds functions of a script that was written for the solver itself: script("road.py", CATENA="PFOSUB")."""
        known = script.load(path)
        for name, kind in kinds.items():
            if not callable(known.get(name)):
                raise ValueError("%s has no function %s" % (path, name))
            self.add(kind, script.routine(known[name]), name=name)

    def describe(self):
        d = {"name": self.name, "version": self.version, "protocol": 1}
        for key, value in (("vendor", self.vendor), ("doc", self.doc)):
            if value:
                d[key] = value
        d["routines"] = [about for _, _, about in self.routines.values()]
        return d

    def serve(self):
        """The whole life of the process: serves the solver, then exits."""
        if os.environ.get("TRAMMEL_PLUGIN") != COOKIE:
            self._refuse('it is started by the solver. In a deck: usrsub_plugin_name="./PROGRAM"')
        offer = os.environ.pop("TRAMMEL_FRAMES", None)
        if offer is None:
            self._refuse("it speaks frames only, and the solver offers none (--plugin-transport auto, memory or pipe)")
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the solver gets it, too, and says what is to be done
        try:
            conn = frames.Conn(frames.Offer(offer))
        except ValueError as e:
            self._refuse(str(e))
        except frames.Gone:
            sys.exit(1)
        os.write(1, b"1|1|unix|frames|grpc\n")
        os.dup2(2, 1)
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(line_buffering=True)
        conn.watch()
        sys.exit(_Server(self, conn).serve())

    def _refuse(self, why):
        sys.exit("%s %s is a plugin for trammel: %s" % (self.name, self.version, why))


def plugin(name, version="0.0.0", doc=""):
    """A plugin; name is "vendor/name"."""
    return Plugin(name, version, doc)


class _Server:
    """One conversation. It is what calls ask."""

    call_class = Call

    def __init__(self, plugin, conn):
        self.plugin, self.conn = plugin, conn
        self.places = {}  # handle: (Call, function)
        self.index = 0  # of the call of the innermost message that is under way

    def serve(self):
        """Serves to the end of the conversation and returns the status of the process."""
        try:
            self.until(None)
        except frames.Gone:
            return 1
        except (frames.Garbled, struct.error) as e:
            try:
                self.conn.send(frames.FAULT, Writer().text(str(e)).payload())
            except frames.Gone:
                pass
            print("a message of the solver makes no sense: %s" % e, file=sys.stderr)
            return 1
        return 0

    def until(self, wanted):
        """Serves messages up to one of a kind and returns its payload; None at the end of the conversation."""
        while True:
            kind, payload = self.conn.receive()
            if kind == wanted:
                return Reader(payload)
            if kind == frames.BYE:
                if wanted is not None:
                    raise frames.Gone()
                return None
            self.act(kind, payload)

    def act(self, kind, payload):
        """Acts on a message that begins an exchange."""
        if kind == frames.CALL:
            self.calls(Reader(payload))
        elif kind == frames.OPEN:
            self.open(Reader(payload))
        elif kind == frames.DESCRIBE:
            self.conn.send(frames.DESCRIPTION, Writer().text(json.dumps(self.plugin.describe())).payload())
        elif kind == frames.FIND:
            self.conn.send(frames.FOUND, Writer().text('{"missing":{"reason":"the plugin executes no scripts"}}').payload())
        else:
            raise frames.Garbled("a message of kind %d came" % kind)

    def open(self, r):
        handle, n = r.u32(2)
        id = struct.unpack_from("<q", r.b, r.take(8))[0]
        routine, kind, element = r.text(), r.text(), r.text()
        if n > 64:
            raise frames.Garbled("OPEN announces %d arguments" % n)
        arguments = []
        for _ in range(n):
            first, entries, _, _ = r.u32(4)
            arguments.append(Argument(first & 255, first >> 8 & 255, entries, r.text()))
            if first & 255 > 2 or first >> 8 > 1:
                raise frames.Garbled("argument %s of OPEN has no known type" % arguments[-1].name)
        r.over()
        function, why = self.function_of(routine, kind)
        if not why:
            self.places[handle] = (self.call_class(self, element, id, arguments), function)
        w = Writer().u32(UNUSABLE if why else 0, 0)
        self.conn.send(frames.OPENED, (w.text(why).text("") if why else w).payload())

    def function_of(self, routine, kind):
        """Returns the function of a routine, and why there is none."""
        has = self.plugin.routines.get(routine)
        if has is None:
            return None, "the plugin has no routine %r, it offers %s" % (routine, ", ".join(sorted(self.plugin.routines)))
        if has[0] != kind:
            return None, "%s is a %s and cannot be called as %s" % (routine, has[0], kind)
        return has[1], ""

    def calls(self, r):
        """Makes the calls of a message. All are taken over before the first is made: a query in it brings others."""
        n, zero = r.u32(2)
        if zero or not 1 <= n <= len(r.b) // 48:
            raise frames.Garbled("CALL announces %d calls" % n)
        taken = [self.take(r) for _ in range(n)]
        r.over()
        outer = self.index
        w = Writer().u32(n, 0)
        for self.index, (handle, place, why) in enumerate(taken):
            status, message, detail, numbers = (UNUSABLE, why, "", None) if why else self.make(*place)
            if status:
                w.u32(handle, status, 0, 0).text(message).text(detail)
            else:
                w.u32(handle, 0, len(numbers[0]), len(numbers[1])).ints(numbers[0]).reals(numbers[1])
        for _, place, why in taken:
            if not why:
                place[0].busy = False
        self.index = outer
        self.conn.send(frames.DONE, w.payload())

    def take(self, r):
        """Takes one call over: its handle, its place, and why it cannot be made."""
        begin = r.at
        handle, bits = r.u32(2)
        given = r.u64()
        length, ints, reals, texts, learned, answers, flags, zero = r.u32(8)
        iv, fv, rv, av = r.ints(ints), r.ints(flags), r.reals(reals), r.reals(answers)
        tv = [r.text() for _ in range(texts)]
        queries = []
        for _ in range(learned):
            ary, n, npar, _ = r.u32(4)
            queries.append((ary, r.text(), r.ints(npar), (0.0,) * min(n, 4097)))
        if zero or bits > 1 or r.at - begin != length:
            raise frames.Garbled("the record of handle %d does not fit" % handle)
        place = self.places.get(handle)
        if place is None:
            return handle, None, "handle %d was never opened" % handle
        call = place[0]
        if call.busy:
            return handle, None, "the routine was called while it was running"
        if bits:
            call._forget()
        for q in queries:
            call._learn(*q, 0)
        if not call._take(given, iv, rv, tv) or not call._answer(av, fv):
            return handle, None, "the call does not fit its arguments"
        call.busy = True
        return handle, place, ""

    def make(self, call, function):
        """Makes a call: status, message, detail, outputs. A child that the routine forked does not speak to the solver."""
        own = os.getpid()
        try:
            results = function(call)
            if os.getpid() != own:
                print("a child that the routine %s forked has returned from it; it is ended here" % function.__name__, file=sys.stderr)
                os._exit(1)
            return 0, "", "", call._outputs(results)
        except (frames.Gone, frames.Garbled):
            raise
        except Retry as e:
            return RETRY, str(e), "", None
        except BadReturn as e:
            return BAD_RETURN, "%s: %s" % (function.__name__, e), "", None
        except SystemExit as e:
            if os.getpid() != own:
                raise
            return EXITED, "it called exit(%s)" % ("" if e.code is None else e.code), "", None
        except BaseException as e:
            sys.stdout.flush()
            if os.getpid() != own:
                traceback.print_exc()
                os._exit(1)
            message = ("%s: %s" % (type(e).__name__, e)).replace("\n", " ")
            return EXCEPTION, message, traceback.format_exc(), None

    # What calls ask.

    def ask(self, kind, name, attribute, par, inputs):
        w = Writer().u32(kind, self.index, len(par), len(inputs)).text(name).text(attribute).ints(par)
        for ints, reals, texts in inputs:
            w.u32(len(ints), len(reals), len(texts), 0).ints(ints).reals(reals)
            for t in texts:
                w.text(t)
        self.conn.send(frames.ASK, w.payload())
        r = self.until(frames.ANSWER)
        flag = struct.unpack_from("<i", r.b, r.take(4))[0]
        values, outputs, _ = r.u32(3)
        text = r.text()
        answer = r.reals(values)
        out = []
        for _ in range(outputs):
            n = r.u32(4)
            out.append((r.ints(n[0]), r.reals(n[1]), [r.text() for _ in range(n[2])]))
        r.over()
        return flag, answer, text, out

    def query(self, call, ary, name, par):
        flag, values, _, _ = self.ask(ary, name, "", par, ())
        return values, flag

    def modfnc(self, element, id, attribute):
        flag, _, text, _ = self.ask(2, element, attribute, (id,), ())
        return text, flag

    def use(self, utility, inputs):
        _, _, _, out = self.ask(3, utility.name, "", (), utility.inputs(inputs))
        result = utility.outputs(out)
        if utility.name == "ERRMES" and inputs[0] and str(inputs[3]).strip().upper() == "STOP":
            raise RuntimeError("it requests a stop: %s" % inputs[1])
        return result
