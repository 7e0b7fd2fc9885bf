"""Diagnostics of decks, and the errors of the tool as exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple


@dataclass(frozen=True)
class Diagnostic:
    """A problem in a deck, as ``trammel check`` reports it. Lines and columns count from 1; 0 where there is no position."""

    code: str  #: such as "B123": ``trammel explain CODE`` prints cause and remedy
    severity: str  #: "error", "warning" or "note"
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    help: str = ""
    notes: Tuple[str, ...] = ()

    @classmethod
    def from_json(cls, x: Dict[str, Any]) -> "Diagnostic":
        """Make a diagnostic of an object of ``trammel check --format json``."""
        notes = []
        for n in x.get("notes") or ():
            notes.append(n if isinstance(n, str) else str(n.get("message", n)))
        return cls(code=x.get("code", ""), severity=x.get("severity", ""), message=x.get("message", ""), file=x.get("file", ""),
                   line=x.get("line", 0), column=x.get("col", 0), end_line=x.get("end_line", 0), end_column=x.get("end_col", 0),
                   help=x.get("help", ""), notes=tuple(notes))

    def __str__(self) -> str:
        at = "%s:%d:%d: " % (self.file, self.line, self.column) if self.file else ""
        return "%s%s: %s [%s]" % (at, self.severity, self.message, self.code)


class TrammelError(Exception):
    """An error of the tool. ``exit_code`` is what ``trammel run`` would end with; ``trammel help exit-codes`` lists them."""

    def __init__(self, message: str, exit_code: int = 1, element: str = "", routine: str = "", time: Optional[float] = None,
                 diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
        self.element = element  #: "Force_SpringDamper 3", "" if unknown
        self.routine = routine  #: of user code
        self.time = time  #: simulated time, None if unknown
        self.diagnostics: List[Diagnostic] = list(diagnostics)

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.message, self.exit_code, self.element, self.routine, self.time, self.diagnostics)


class ToolError(TrammelError):
    """The tool is missing, of another version, or has ended."""


class UsageError(TrammelError, ValueError):
    """A request that makes no sense: an unknown input, a step of length 0 (code 2)."""


class DeckError(TrammelError):
    """The deck has errors (code 3), or its user code cannot be loaded (4). ``diagnostics`` has positions in the deck."""


class RunError(TrammelError):
    """A run or a step failed: user code (5, 8), no convergence (6), and others. ``result`` has the rows up to there, None after a step."""

    result: Any = None


class Cancelled(TrammelError):
    """What was under way was cancelled (code 130)."""


def error_of(x: Dict[str, Any]) -> TrammelError:
    """Return the exception of the object ``error`` of a reply."""
    code = int(x.get("exit_code", 1))
    kind = {2: UsageError, 3: DeckError, 4: DeckError, 130: Cancelled}.get(code, RunError)
    return kind(x.get("message", "unknown error"), code, x.get("element", ""), x.get("routine", ""), x.get("time"),
                [Diagnostic.from_json(d) for d in x.get("diagnostics", ())])
