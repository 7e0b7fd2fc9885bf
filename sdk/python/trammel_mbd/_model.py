"""Models and sessions."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union, overload

from ._errors import Diagnostic, RunError, UsageError
from ._laws import Law, takes_call
from ._result import Linearization, Result
from ._wire import Server, names_of

Value = Union[float, int, str, bool]
Inputs = Union[Mapping[str, float], Sequence[float], None]
_F = TypeVar("_F", bound=Law)

_NAN = float("nan")


def _merge(params: Optional[Mapping[str, Value]], more: Mapping[str, Value]) -> Dict[str, Any]:
    """Return values by parameters and by keywords, numbers of numpy as those of Python."""
    values: Dict[str, Any] = {}
    for name, value in list((params or {}).items()) + list(more.items()):
        item = getattr(value, "item", None)
        values[name] = item() if callable(item) else value
    return values


class Model:
    """A deck with values of its parameters. ``load`` makes it; ``with`` or ``close`` ends its process."""

    def __init__(self, source: Dict[str, Any], values: Dict[str, Any], tool: Optional[str], options: Sequence[str], laws: Dict[str, Law]) -> None:
        for f in laws.values():
            takes_call(f)
        self._source, self._values, self._tool, self._options, self._laws = source, values, tool, list(options), laws
        self._server = Server(tool, options)
        self._server.laws.choose(laws)
        try:
            self._take(self._server.request("load", values=values, laws=list(laws) or None, **source)[0])
        except BaseException:
            self._server.close()
            raise

    def _take(self, reply: Dict[str, Any]) -> None:
        info = reply["info"]
        self.path: str = info["deck"]  #: of the deck
        #: Parameters: objects with name, value, default, unit, min, max.
        self.parameters: List[Dict[str, Any]] = info["parameters"]
        self.inputs: List[str] = names_of(info["inputs"])  #: of all plants
        self.outputs: List[str] = names_of(info["outputs"])  #: of all plants, then components of requests
        self.bodies: List[str] = names_of(info["bodies"])
        self.integrator: str = info["integrator"]  #: of runs
        #: Warnings and notes of the deck.
        self.diagnostics: List[Diagnostic] = [Diagnostic.from_json(d) for d in reply["diagnostics"]]

    def set(self, params: Optional[Mapping[str, Value]] = None, **values: Value) -> None:
        """Set parameters (``k=2000.0``) and attributes (``{"Force_SpringDamper/3.stiffness": 2000.0}``), beside those set before."""
        new = _merge(params, values)
        self._take(self._server.request("set", values=new)[0])
        self._values.update(new)

    @overload
    def law(self, element: str) -> Callable[[_F], _F]: ...

    @overload
    def law(self, element: str, f: Optional[Law]) -> None: ...

    def law(self, element: str, f: Any = ...) -> Any:
        """Let a function of this program be the law of an element, in place of what the deck has: ``m.law("Force_Scalar_TwoBody/3", f)``, or
        ``@m.law("Force_Scalar_TwoBody/3")`` before the function. None gives the element its own law back.

        f(t, par) is called with the time and the numbers of USER(...), an array of numpy where that is installed. It returns what the element wants,
        in the units of the deck: a number, or a sequence for an element with several components (force and torque along the axes of its reference marker).
        f(t, par, call) gets all arguments of the routine as attributes of call, ``call.states`` and others (``trammel explain SFOSUB``).
        Inside of it ``tm.sysfnc("DX", 9, 1)``, ``tm.sysary``, ``tm.modfnc`` and ``tm.use`` ask the solver. It is called many times in a step, also
        for trial steps and differences: its value should follow from its arguments and what it asks. ``raise tm.Retry()`` requests a shorter step.

        Runs, linearizations and sessions that begin later have the law. An exception in f ends what is under way with RunError, whose
        ``__cause__`` it is.
        """
        if f is ...:
            def decorate(g: _F) -> _F:
                self.law(element, g)
                return g

            return decorate
        if f is not None:
            takes_call(f)
        new = {name: g for name, g in self._laws.items() if name.lower() != element.lower()}
        if f is not None:
            new[element] = f
        self._server.laws.choose(new)
        try:
            self._take(self._server.request("laws", laws=list(new))[0])
        except BaseException:
            self._server.laws.choose(self._laws)
            raise
        self._laws = new
        return None

    def run(self, end: Optional[float] = None, steps: Optional[int] = None, dt: Optional[float] = None, folder: Union[str, "os.PathLike[str]", None] = None,
            results: Optional[str] = None) -> Result:
        """Carry out the deck from its start, as ``trammel run`` does, and return the table of its requests.

        end: of the last transient analysis, in the time unit of the deck. steps: number of its output steps, or dt: the time between
        them. results: how much is written into files, for ``Result.view`` and other programs: "none", "requests", "motion" or "all"; folder: where they
        are, a temporary folder that is deleted with the Result unless given. What is not given is what the deck says.

        A run that fails raises RunError, whose ``result`` has the rows up to there. Ctrl-C cancels the run.
        """
        where = None if folder is None else os.path.abspath(os.fspath(folder))
        temporary = None
        if where is None and results is not None:
            temporary = tempfile.mkdtemp(prefix="trammel-")
            where = os.path.join(temporary, os.path.splitext(os.path.basename(self.path))[0])
        try:
            reply, numbers = self._server.request("run", end=end, steps=steps, dt=dt, folder=where, results=results)
        except RunError as e:
            failed, rows = getattr(e, "reply")
            e.result = Result(failed, rows, self._tool, temporary)
            raise
        except BaseException:
            if temporary is not None:
                shutil.rmtree(temporary, ignore_errors=True)
            raise
        return Result(reply, numbers, self._tool, temporary)

    def session(self, inputs: Optional[Sequence[str]] = None, outputs: Optional[Sequence[str]] = None, integrator: Optional[str] = None) -> "Session":
        """Begin to step the model, in a process of its own: see Session.

        inputs: variables, by label or as "Reference_Variable 3"; all plant inputs unless given. outputs: variables and components of
        requests ("3.F2"); all plant outputs, then all requests unless given. integrator: a name such as "RADAU" or
        "AUTO" instead of the method for sessions.
        """
        return Session(self._source, dict(self._values), inputs, outputs, integrator, self._tool, self._options, dict(self._laws))

    def linearize(self, modes: bool = False) -> Linearization:
        """Linearize about the point where the motion begins: see Session.linearize."""
        return Linearization(*self._server.request("linearize", modes=modes))

    def close(self) -> None:
        """End the process of the model. Sessions have their own."""
        self._server.close()

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<Model %s>" % self.path


class State:
    """The state of a session: Session.save makes it, Session.restore takes it. It may be pickled, and restored by a session of another process."""

    def __init__(self, content: Dict[str, Any], time: float) -> None:
        self._content = content
        self.time = time

    def __repr__(self) -> str:
        return "<State at time %g>" % self.time


class Session:
    """A model that is stepped: inputs are set, outputs are read. ``Model.session`` makes it; ``with`` or ``close`` ends its process.

    An input that was never set has the value of its own expression in the deck; one that was set keeps its value until it is set again, and is constant over
    each step.
    """

    def __init__(self, source: Dict[str, Any], values: Dict[str, Any], inputs: Optional[Sequence[str]], outputs: Optional[Sequence[str]],
                 integrator: Optional[str], tool: Optional[str], options: Sequence[str], laws: Dict[str, Law]) -> None:
        self._server = Server(tool, options)
        self._server.laws.choose(laws)
        try:
            self._server.request("load", values=values, laws=list(laws) or None, **source)
            reply = self._server.request("begin", inputs=None if inputs is None else list(inputs), outputs=None if outputs is None else list(outputs),
                                         integrator=integrator)
            self._take(*reply)
        except BaseException:
            self._server.close()
            raise

    def _take(self, reply: Dict[str, Any], numbers: Tuple[float, ...]) -> None:
        self.inputs: List[str] = names_of(reply["inputs"])  #: names, in the order of lists of inputs
        self.outputs: List[str] = names_of(reply["outputs"])  #: names, in the order of lists of outputs
        #: Units of the outputs, by the names of those whose unit is known.
        self.units: Dict[str, str] = {n: x["unit"] for n, x in zip(self.outputs, reply["outputs"]) if x.get("unit")}
        self.time: float = reply["time"]  #: time reached, in the time unit of the deck
        self.stopped: bool = reply["stopped"]  #: a sensor has ended the run: further steps do nothing
        self.values: Tuple[float, ...] = numbers  #: of the outputs at that time
        self._positions = {name: k for k, name in enumerate(self.inputs)}
        for k, x in enumerate(reply["inputs"]):
            self._positions.setdefault(x["name"], k)

    def step(self, dt: float, inputs: Inputs = None) -> Dict[str, float]:
        """Set inputs and integrate over dt, in the time unit of the deck. Returns the outputs by their names.

        inputs: values by names; those that are missing stay as they are. Or a sequence of all, in the order of ``inputs``.
        After an error, or Ctrl-C, the session is at the last step that was completed, and may continue.
        """
        return dict(zip(self.outputs, self.step_values(dt, inputs)))

    def step_values(self, dt: float, inputs: Inputs = None) -> Tuple[float, ...]:
        """Do what ``step`` does, and return the outputs in the order of ``outputs``."""
        if inputs is None:
            list_of: Sequence[float] = ()
        elif isinstance(inputs, Mapping):
            list_of = self._place(inputs)
        else:
            list_of = inputs
        self.stopped, self.time, self.values = self._server.step(dt, list_of)
        return self.values

    def _place(self, inputs: Mapping[str, float]) -> List[float]:
        placed = [_NAN] * len(self.inputs)
        for name, value in inputs.items():
            k = self._positions.get(name)
            if k is None:
                raise UsageError("there is no input %r; there are %s" % (name, ", ".join(self.inputs) or "none"), 2)
            placed[k] = value
        return placed

    @property
    def named(self) -> Dict[str, float]:
        """The outputs at the time reached, by their names."""
        return dict(zip(self.outputs, self.values))

    def save(self) -> State:
        """Return the state reached. Steps behind ``save`` and behind ``restore`` are equal to the last bit."""
        return State(self._server.request("save")[0]["state"], self.time)

    def restore(self, state: State) -> None:
        """Go back, or ahead, to a state that a session of the same deck with the same values has saved."""
        self._take(*self._server.request("restore", state=state._content))

    def reset(self, params: Optional[Mapping[str, Value]] = None, **values: Value) -> None:
        """Go back to the start, with no input set. With values the model is built again."""
        new = _merge(params, values)
        self._take(*self._server.request("reset", values=new or None))

    def linearize(self, modes: bool = False) -> Linearization:
        """Linearize about the time reached, with the inputs as they are; with modes also find eigenvalues and mode shapes."""
        return Linearization(*self._server.request("linearize", modes=modes))

    def close(self) -> None:
        """End the process of the session."""
        self._server.close()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<Session at time %g: inputs %s; outputs %s>" % (self.time, ", ".join(self.inputs) or "none", ", ".join(self.outputs) or "none")


def load(deck: Union[str, "os.PathLike[str]", None] = None, commands: Union[str, "os.PathLike[str]", None] = None, *, text: Optional[str] = None,
         name: Optional[str] = None, params: Optional[Mapping[str, Value]] = None, laws: Optional[Mapping[str, Law]] = None, tool: Optional[str] = None,
         options: Sequence[str] = (), **values: Value) -> Model:
    """Load a deck: MotionSolve XML, Adams (``commands`` is its .acf), a program of msolve or Exudyn.

    values: parameters by keywords, ``load("deck.xml", k=2000.0)``. params: parameters and attributes, ``{"Force_SpringDamper/3.stiffness": 2000.0}``.
    text: the deck itself, instead of a path; the suffix of ``name`` says its format ("deck.xml").
    laws: functions that are laws of elements from the start, as Model.law gives them: user subroutines that the deck names there are not needed.
    options: of ``trammel serve``, such as ``["--isolate", "all"]``. tool: path of the program, found by itself unless given.

    A deck with errors raises DeckError, whose ``diagnostics`` have positions in it.
    """
    source = {"deck": None if deck is None else os.path.abspath(os.fspath(deck)), "commands": None if commands is None else os.path.abspath(os.fspath(commands)),
              "text": text, "name": name}
    return Model(source, _merge(params, values), tool, options, dict(laws or {}))
