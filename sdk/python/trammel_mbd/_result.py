"""Results of runs and linearizations."""

from __future__ import annotations

import html
import os
import shutil
import subprocess
import sys
import tempfile
import weakref
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from ._errors import TrammelError
from ._tool import find_tool, run_tool

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped]
    import pyarrow  # type: ignore[import-untyped]


def to_array(numbers: Sequence[float], rows: int, columns: int) -> Any:
    """Return numbers, stored by rows, as an array of numpy of shape (rows, columns), or as a list of rows where numpy is not installed."""
    try:
        import numpy
    except ImportError:
        return [list(numbers[i * columns:(i + 1) * columns]) for i in range(rows)]
    return numpy.array(numbers, dtype=float).reshape(rows, columns)


def _column(table: Any, k: int) -> Any:
    return [row[k] for row in table] if isinstance(table, list) else table[:, k]


_viewed: List["Result"] = []  # results that a process of the tool shows


class Result:
    """The table of results of a run. Columns are arrays of numpy of shape (rows,), or lists where numpy is not installed."""

    def __init__(self, reply: Dict[str, Any], numbers: Sequence[float], tool: Optional[str] = None, temporary: Optional[str] = None) -> None:
        if temporary is not None:  # a folder that is deleted with this object
            weakref.finalize(self, shutil.rmtree, temporary, True)
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

    def to_pyarrow(self) -> "pyarrow.Table":
        """Return the table as a Table of Arrow, with unit and label in the metadata of each field. pyarrow must be installed."""
        import pyarrow

        fields, columns = [], []
        for name in self.columns:
            about = {k: v[name] for k, v in (("unit", self.units), ("label", self.labels)) if name in v}
            fields.append(pyarrow.field(name, pyarrow.float64(), metadata=about or None))
            columns.append(pyarrow.array(self[name], type=pyarrow.float64()))
        return pyarrow.Table.from_arrays(columns, schema=pyarrow.schema(fields))

    def view(self, height: int = 560) -> Union["Page", "subprocess.Popen[bytes]"]:
        """Show the run: motion, plots, facts. In a notebook this returns the page, which the notebook shows where it is the last expression of
        a cell; elsewhere the browser is opened, by a process of the tool that ends when it is terminated.

        The run must have been given results="motion" or "all". height: of the page in a notebook, pixels.
        """
        if in_notebook():
            return self.page(height)
        process = subprocess.Popen([find_tool(self._tool), "view", self._existing_folder()], stdin=subprocess.DEVNULL)
        _viewed.append(self)  # a temporary folder stays until this program ends
        return process

    def page(self, height: int = 560, max_size: float = 8.0) -> "Page":
        """Return the page of the run for notebooks, which needs no tool and no network: what the last expression of a cell returns is shown. It stays in
        the notebook when that is saved; max_size is the size of its data in MB, beyond which rows are left out (a note on the page says so)."""
        with tempfile.TemporaryDirectory() as folder:
            return Page(self.report(os.path.join(folder, "page.html"), max_size), height)

    def report(self, path: Union[str, "os.PathLike[str]"], max_size: float = 24.0) -> str:
        """Write the page of the run as one file, which any browser opens without the tool or a network. Returns its text. max_size: of the data, in MB."""
        done = run_tool(["report", self._existing_folder(), "-o", os.fspath(path), "--max-size", "%g" % max_size], self._tool)
        if done.returncode != 0:
            raise TrammelError(done.stderr.strip() or "the tool ends with code %d" % done.returncode, done.returncode)
        with open(path, encoding="utf-8") as f:
            return f.read()

    def _existing_folder(self) -> str:
        if self.folder is None:
            raise ValueError("the run has no files: give run(results=\"motion\"), or a folder")
        return self.folder

    def _repr_html_(self) -> str:
        """Return the first and last rows as a table, for notebooks."""
        n = len(self)
        shown: List[Optional[int]] = list(range(n))
        if n > 10:
            shown = list(range(5)) + [None] + list(range(n - 3, n))
        head = "".join("<th title=\"%s\">%s%s</th>" % (html.escape(self.labels.get(c, ""), True), html.escape(c), " [%s]" % html.escape(self.units[c]) if c in self.units else "")
                       for c in self.columns)
        rows = "".join("<tr>%s</tr>" % "".join("<td>…</td>" if k is None else "<td>%.6g</td>" % self._table[k][i] for i in range(len(self.columns))) for k in shown)
        return "<p>%s, %d rows</p><table><thead><tr>%s</tr></thead><tbody>%s</tbody></table>" % (html.escape(self.status), n, head, rows)

    def __repr__(self) -> str:
        return "<Result %s: %d rows, columns %s>" % (self.status, len(self), ", ".join(self.columns))


class Page:
    """The page of a run, as a notebook shows it. ``text`` is the file of HTML."""

    def __init__(self, text: str, height: int) -> None:
        self.text = text
        self.height = height

    def _repr_html_(self) -> str:
        return "<iframe srcdoc=\"%s\" style=\"width:100%%;height:%dpx;border:0\" sandbox=\"allow-scripts allow-downloads\"></iframe>" % (html.escape(self.text, True), self.height)

    def __repr__(self) -> str:
        return "<Page of %d bytes>" % len(self.text)


def in_notebook() -> bool:
    """Report whether this program runs in the kernel of a notebook."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return hasattr(shell, "kernel")


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
