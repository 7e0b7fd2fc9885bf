"""Laws of elements that are functions of the caller: sdk/wire/SESSION.md, Laws."""

from __future__ import annotations

import contextlib
import inspect
import signal
import struct
import threading
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from trammel import frames
from trammel.call import BadReturn, Call
from trammel.call import Retry as Retry
from trammel.plugin import BAD_RETURN, EXCEPTION, RETRY, _Server

from ._errors import ToolError, UsageError

numpy: Any = None
try:
    import numpy as _numpy

    numpy = _numpy
except ImportError:
    pass

Law = Callable[..., Any]

_RECORD = struct.Struct("<IIIIQ8I")  # number of calls, 0, handle, bits, given, length, integers, reals, texts, learned, answers, flags, 0


class _Now(threading.local):
    """The call that is under way in a thread."""

    call: Any = None


_now = _Now()


def _current(name: str) -> Any:
    call = _now.call
    if call is None:
        raise RuntimeError("%s works inside of a law only, while the solver calls it" % name)
    return call


def _place(call: Any, ary: int, what: str, name: str, par: Tuple[Any, ...]) -> int:
    """Return where the values of a query are that is written in this way for the first time."""
    known = call._known
    values, flag = call._query(ary, name, par)
    if flag:
        raise ValueError("%s(%s): the solver does not know it, or not with these numbers" % (what, ", ".join([repr(name)] + [repr(p) for p in par])))
    place = next(k for k, x in enumerate(known) if x[0] is values)
    try:
        call._raw[ary, name, par] = place
    except TypeError:
        pass  # a list or an array
    return place


def sysfnc(name: str, *par: int) -> float:
    """Inside of a law: return the value of a measure, ``sysfnc("DX", 9, 1)``, in the units of the deck."""
    call = _now.call
    try:
        return call._known[call._raw[0, name, par]][0][0]  # type: ignore[no-any-return]
    except (KeyError, TypeError, AttributeError):
        call = _current("sysfnc")
        return float(call._known[_place(call, 0, "sysfnc", name, par)][0][0])


def sysary(name: str, *par: int) -> Any:
    """Inside of a law: return the values of a measure with several, ``sysary("TDISP", 9, 1)``, an array of numpy where that is installed."""
    call = _now.call
    try:
        values = call._known[call._raw[1, name, par]][0]
    except (KeyError, TypeError, AttributeError):
        call = _current("sysary")
        values = call._known[_place(call, 1, "sysary", name, par)][0]
    return list(values) if numpy is None else numpy.array(values)


def modfnc(element: str, id: int, attribute: str) -> str:
    """Inside of a law: return an attribute of an element as text, ``modfnc("Body_Rigid", 3, "mass")``."""
    text, kind = _current("modfnc").modfnc(element, id, attribute)
    if kind < 0:
        raise ValueError("modfnc(%r, %r, %r): the model has no such attribute" % (element, id, attribute))
    return str(text)


def use(name: str, *inputs: Any) -> Any:
    """Inside of a law: call a utility of the solver, ``use("AKISPL", x, 0, 7, 0)``. Returns its outputs in a list, or the only one."""
    return _current("use").use(name, *inputs)


def takes_call(f: Law) -> bool:
    """Report whether a law takes the call, f(t, par, call)."""
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):
        return False
    needed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    if len(needed) > 3:
        raise UsageError("a law is f(t, par) or f(t, par, call), not a function of %d arguments" % len(needed), 2)
    return len(needed) == 3


class _LawCall(Call):
    """A call of a law: places of queries are found by how they are written."""

    def __init__(self, *args: Any) -> None:
        self._raw: Dict[Any, int] = {}
        super().__init__(*args)

    def _forget(self) -> None:
        self._raw.clear()
        super()._forget()


class _Quick:
    """How calls of a handle are taken over that bring nothing new but numbers: by the arguments that are given."""

    def __init__(self, call: Any, f: Law, with_call: bool, handle: int) -> None:
        self.call, self.f, self.with_call = call, f, with_call
        self.forms: Dict[Tuple[int, int, int, int], Tuple[struct.Struct, List[Tuple[str, int]], int]] = {}
        outs = [a for a in call._arguments if a.out]
        self.n = outs[0].n if len(outs) == 1 and outs[0].kind == 1 else 0
        # number of results, 0, handle, status, integers, reals, and the reals
        self.done = struct.Struct("<HHIIIIIIIII%dd" % self.n)
        self.length = 24 + 8 * self.n
        self.handle = handle

    def form(self, key: Tuple[int, int, int, int]) -> Any:
        """Return how the numbers of such a call are unpacked, the scalars among them and where answers begin; None if arrays are among them."""
        given, ints, reals, answers = key
        places: List[Tuple[str, int]] = []
        at = [0, ints]
        for i, a in enumerate(self.call._arguments):
            if given >> i & 1:
                if not self.call._scalar(a):
                    return None
                places.append((a.name, at[a.kind]))
                at[a.kind] += 1
        if at != [ints, ints + reals]:
            return None
        found = struct.Struct("<%di%dx%dd%dd" % (ints, ints % 2 * 4, reals, answers)), places, ints + reals
        self.forms[key] = found
        return found


class Laws(_Server):
    """The functions of a server, by the names of their elements. While the server is waited for it is to them what a solver is to a plugin."""

    call_class = _LawCall

    def __init__(self, server: Any) -> None:
        self.server = server
        self.conn = server  # of the exchanges that calls have
        self.functions: Dict[str, Law] = {}
        self.names: Dict[int, str] = {}  # of handles
        self.places: Dict[int, Any] = {}
        self.quick: Dict[int, Optional[_Quick]] = {}
        self.index = 0
        self.failed: Optional[BaseException] = None  # by a function, since the last message of ours
        self._interrupted = False

    def __bool__(self) -> bool:
        return bool(self.functions)

    def choose(self, functions: Dict[str, Law]) -> None:
        """Take functions in place of those before. Elements keep their handles."""
        self.functions = functions
        for handle, name in self.names.items():
            if name in functions:
                self._bind(handle, functions[name])

    def _bind(self, handle: int, f: Law) -> None:
        call = self.places[handle][0]
        self.places[handle] = call, f
        self.quick[handle] = _Quick(call, f, takes_call(f), handle)

    @contextlib.contextmanager
    def interruptions(self) -> Iterator[None]:
        """Ctrl-C cancels what is under way; it is raised as KeyboardInterrupt in a function, and at the end."""
        self.failed, self._interrupted = None, False
        if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._interrupted:
            self.server.owed = False
            raise KeyboardInterrupt from None

    def _interrupt(self, *_: object) -> None:
        self._interrupted = True
        self.server.cancel()
        if _now.call is not None:
            raise KeyboardInterrupt

    def act(self, kind: int, payload: bytes) -> None:
        """Act on a message that is no reply."""
        if kind == frames.CALL and self._quickly(payload):
            return
        try:
            super().act(kind, payload)
        except frames.Garbled as e:
            raise ToolError("a message of the tool makes no sense: %s" % e) from e

    def function_of(self, routine: str, kind: str) -> Tuple[Optional[Law], str]:
        f = self.functions.get(routine)
        return f, "" if f is not None else "there is no law of %s" % routine

    def open(self, r: Any) -> None:
        start = frames.Reader(r.b)
        handle = start.u32(4)[0]
        self.names[handle] = start.text()
        super().open(r)
        if handle in self.places:
            self._bind(handle, self.places[handle][1])

    def _quickly(self, payload: bytes) -> bool:
        """Make one call that brings nothing new but numbers, and report whether it is one."""
        n, zero, handle, bits, given, _, ints, reals, texts, learned, answers, flags, _ = _RECORD.unpack_from(payload)
        if n != 1 or bits or texts or learned or flags:
            return False
        quick = self.quick.get(handle)
        if quick is None or not quick.n:
            return False
        key = given, ints, reals, answers
        form = quick.forms.get(key) or quick.form(key)
        call = quick.call
        if form is None or call.busy:
            return False
        numbers = form[0].unpack_from(payload, 56)
        for name, at in form[1]:
            setattr(call, name, numbers[at])
        if getattr(call, "iflag", False):
            return False
        at = form[2]
        for known in call._known:
            end = at + len(known[0])
            known[0] = numbers[at:end]
            at = end
        outer, server = _now.call, self.server
        _now.call, call.busy = call, True
        try:
            result = quick.f(call.time, call.par, call) if quick.with_call else quick.f(call.time, call.par)
            if quick.n == 1:
                result = result,
            elif numpy is not None and result.__class__ is numpy.ndarray:
                result = result.tolist()
            try:
                message = quick.done.pack(frames.DONE, 0, quick.length, server.number, 0, 1, 0, handle, 0, 0, quick.n, *result)
            except (struct.error, TypeError):  # it is of another form, or wrong
                result = call._outputs(result[0] if quick.n == 1 else result)[1]
                message = quick.done.pack(frames.DONE, 0, quick.length, server.number, 0, 1, 0, handle, 0, 0, quick.n, *result)
        except BaseException as e:
            status, text = self._failure(call, e)
            self.conn.send(frames.DONE, frames.Writer().u32(1, 0).u32(handle, status, 0, 0).text(text).text("").payload())
            return True
        finally:
            _now.call, call.busy = outer, False
        server.write(message)
        return True

    def make(self, call: Any, function: Law) -> Tuple[int, str, str, Any]:
        """Make a call: status, message, detail, outputs."""
        outer = _now.call
        _now.call = call
        try:
            if numpy is not None and getattr(call, "iflag", False):
                with numpy.errstate(all="ignore"):  # values of queries are 0
                    result = self._value(call, function)
            else:
                result = self._value(call, function)
            return 0, "", "", call._outputs(result)
        except BaseException as e:
            if getattr(call, "iflag", False) and (isinstance(e, ArithmeticError) or "math domain" in str(e)):
                return 0, "", "", call._outputs(None)
            status, text = self._failure(call, e)
            return status, text, "", None
        finally:
            _now.call = outer

    def _value(self, call: Any, function: Law) -> Any:
        return function(call.time, call.par, call) if takes_call(function) else function(call.time, call.par)

    def _failure(self, call: Any, e: BaseException) -> Tuple[int, str]:
        if isinstance(e, (frames.Gone, frames.Garbled, ToolError)):
            raise e
        text = str(e).replace("\n", " ")
        if isinstance(e, Retry):
            return RETRY, text
        self.failed = e
        if isinstance(e, BadReturn):
            return BAD_RETURN, text
        return EXCEPTION, "%s: %s" % (type(e).__name__, text) if text else type(e).__name__
