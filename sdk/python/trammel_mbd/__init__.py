"""trammel, a multibody dynamics solver, from Python.

>>> import trammel_mbd as tm
>>> m = tm.load("deck.xml", k=2000.0)
>>> r = m.run(end=5.0, steps=500)
>>> r.time, r["3.F2"]

Numbers are in the units of the deck; angles in rad.
"""

from ._commands import check, convert
from ._env import Env
from ._errors import Cancelled, DeckError, Diagnostic, RunError, ToolError, TrammelError, UsageError
from ._laws import Retry, modfnc, sysary, sysfnc, use
from ._model import Model, Session, State, load
from ._result import Linearization, Mode, Result
from ._tool import find_tool
from ._wire import RunWarning

__version__ = "0.1.0"

__all__ = ["Cancelled", "DeckError", "Diagnostic", "Env", "Linearization", "Mode", "Model", "Result", "Retry", "RunError", "RunWarning", "Session", "State",
           "ToolError", "TrammelError", "UsageError", "check", "convert", "find_tool", "load", "modfnc", "sysary", "sysfnc", "use"]
