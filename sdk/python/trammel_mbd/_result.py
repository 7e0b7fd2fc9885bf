"""Results of runs and linearizations."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple

from ._tool import find_tool

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped]


def to_array(numbers: Sequence[float], rows: int, columns: int) -> Any:
    """Return numbers, stored by rows, as an array of numpy of shape (rows, columns), or as a list of rows where numpy is not installed."""
    try:
        import numpy
    except ImportError:
        return [list(numbers[i * columns:(i + 1) * columns]) for i in range(rows)]
    return numpy.array(numbers, dtype=float).reshape(rows, columns)


def _column(table: Any, k: int) -> Any:
    return [row[k] for row in table] if isinstance(table, list) else table[:, k]


class Result:
    """The table of results of a run. Columns are arrays of numpy of shape (rows,), or lists where numpy is not installed."""

    def __init__(self, reply: Dict[str, Any], numbers: Sequence[float], tool: Optional[str] = None) -> None:
        columns = reply.get("columns", [])
        #: Names of the columns, "time" first: "3.F2" is component 2 of the request 3.
        self.columns: List[str] = [c["name"] for c in columns]
        #: Labels of the requests, by the names of the columns that have one.
        self.labels: Dict[str, str] = {c["name"]: c["label"] for c in columns if c.get("label")}
        #: Units, by the names of the columns whose unit is known.
        self.units: Dict[str, str] = {c["name"]: c["unit"] for c in columns if c.get("unit")}
        #: What run.json contains: counts, routines, findings.
        self.document: Dict[str, Any] = reply.get("run", {})
        #: Folder of the files, None unless one was given.
        self.folder: Optional[str] = reply.get("folder")
        self._table = to_array(numbers, reply.get("rows", 0), len(columns))
        self._index = {name: k for k, name in enumerate(self.columns)}
        self._tool = tool

    @property
    def time(self) -> Any:
        """Times of the rows, in the time unit of the deck; shape (rows,)."""
        return self["time"]

    @property
    def status(self) -> str:
        """"ok", "failed", "interrupted", … as run.json has it."""
        return str(self.document.get("status", ""))

    @property
    def exit_code(self) -> int:
        """The code that ``trammel run`` would end with, 0 for a run without errors."""
        return int(self.document.get("exit_code", -1))

    @property
    def warnings(self) -> List[str]:
        """Warnings of the run."""
        return list(self.document.get("warnings") or ())

    def __getitem__(self, name: str) -> Any:
        """Return a column by its name, shape (rows,)."""
        try:
            return _column(self._table, self._index[name])
        except KeyError:
            raise KeyError("there is no column %r; there are %s" % (name, ", ".join(self.columns) or "none")) from None

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self._table)

    def keys(self) -> List[str]:
        return list(self.columns)

    def to_numpy(self) -> Any:
        """Return all columns, shape (rows, columns)."""
        return self._table

    def to_pandas(self) -> "pandas.DataFrame":
        """Return the table as a DataFrame whose index is the time. pandas must be installed."""
        import pandas

        frame = pandas.DataFrame({name: self[name] for name in self.columns})
        return frame.set_index("time")

    def view(self) -> "subprocess.Popen[bytes]":
        """Show the run in the browser. It must have been given a folder, with results="motion" or "all"."""
        if self.folder is None:
            raise ValueError("the run has no folder: give run(folder=…, results=\"motion\")")
        return subprocess.Popen([find_tool(self._tool), "view", self.folder], stdin=subprocess.DEVNULL)

    def __repr__(self) -> str:
        return "<Result %s: %d rows, columns %s>" % (self.status, len(self), ", ".join(self.columns))


class Mode:
    """An eigenvalue with its shape."""

    def __init__(self, info: Dict[str, float], value: complex, shape: List[complex], names: List[Dict[str, Any]]) -> None:
        self.value = value  #: eigenvalue, rad per time unit
        self.real_hz = info["real_hz"]  #: its real part over 2π; negative is stable
        self.imag_hz = info["imag_hz"]  #: its imaginary part over 2π, not negative
        self.frequency_hz = info["frequency_hz"]  #: its magnitude over 2π
        self.damping_ratio = info["damping_ratio"]  #: minus its real part over its magnitude
        #: Components by (element, id, component): ("Body_Rigid", 3, "rx"). Displacements of mass centres and rotations along global axes, states.
        self.shape: Dict[Tuple[str, int, str], complex] = {(n["element"], n["id"], n["component"]): v for n, v in zip(names, shape)}

    def __repr__(self) -> str:
        return "<Mode %.6g Hz, damping ratio %.3g>" % (self.frequency_hz, self.damping_ratio)


class Linearization:
    """z' = A z + B u, y = C z + D u for small changes about a point of the motion. It can be unpacked: ``A, B, C, D = s.linearize()``.

    z are ``states`` (n: positions, their speeds, states of first order), u ``inputs`` (m), y those ``outputs`` that are variables (p).
    """

    def __init__(self, reply: Dict[str, Any], numbers: Sequence[float]) -> None:
        self.time: float = reply["time"]
        self.states: List[str] = reply["states"]  #: "Body_Rigid 3 rx", its speed "Body_Rigid 3 rx'"
        self.inputs: List[str] = reply["inputs"]
        self.outputs: List[str] = reply["outputs"]
        n, m, p = len(self.states), len(self.inputs), len(self.outputs)
        at = 0
        blocks = []
        for rows, columns in ((n, n), (n, m), (p, n), (p, m)):
            blocks.append(to_array(numbers[at:at + rows * columns], rows, columns))
            at += rows * columns
        self.A, self.B, self.C, self.D = blocks  #: shapes (n, n), (n, m), (p, n), (p, m)
        #: By rising frequency, one for each conjugate pair; empty unless requested.
        self.modes: List[Mode] = []
        infos, names = reply.get("modes", []), reply.get("shape", [])
        values = [complex(numbers[at + 2 * k], numbers[at + 2 * k + 1]) for k in range((len(numbers) - at) // 2)]
        for k, info in enumerate(infos):
            first = len(infos) + k * len(names)
            self.modes.append(Mode(info, values[k], values[first:first + len(names)], names))

    def __iter__(self) -> Iterator[Any]:
        return iter((self.A, self.B, self.C, self.D))

    def __repr__(self) -> str:
        return "<Linearization at time %g: %d states, %d inputs, %d outputs>" % (self.time, len(self.states), len(self.inputs), len(self.outputs))
