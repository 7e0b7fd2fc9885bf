"""What is done by a run of the tool of its own: check and convert."""

from __future__ import annotations

import json
import os
from typing import List, Mapping, Optional, Sequence, Union

from ._errors import Diagnostic, TrammelError, UsageError
from ._model import Value, _merge
from ._tool import run_tool, value_options

Path = Union[str, "os.PathLike[str]"]


def check(deck: Path, commands: Optional[Path] = None, *, params: Optional[Mapping[str, Value]] = None, tool: Optional[str] = None,
          options: Sequence[str] = (), **values: Value) -> List[Diagnostic]:
    """Return the problems of a deck, as ``trammel check`` finds them: errors, warnings and notes. The list is empty for a deck without any."""
    arguments = ["check", os.fspath(deck)] + ([] if commands is None else [os.fspath(commands)]) + ["--format", "json"]
    done = run_tool(arguments + value_options(_merge(params, values)) + list(options), tool)
    found = [Diagnostic.from_json(json.loads(line)) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode != 0 and not any(d.severity == "error" for d in found):
        raise _error_of(done.returncode, done.stderr)
    return found


def convert(source: Path, target: Path, *, force: bool = False, lossy: bool = False, params: Optional[Mapping[str, Value]] = None,
            tool: Optional[str] = None, options: Sequence[str] = (), **values: Value) -> List[str]:
    """Write a deck in the format that the suffix of ``target`` names (.xml, .adm, .py). Returns what the tool says about it, line by line.

    force: replace files that exist. lossy: write the deck even where parts of its mechanics are lost, which is an error
    otherwise (exit code 9).
    """
    arguments = ["convert", os.fspath(source), os.fspath(target)] + ["--force"] * force + ["--lossy"] * lossy
    done = run_tool(arguments + value_options(_merge(params, values)) + list(options), tool)
    if done.returncode != 0:
        raise _error_of(done.returncode, done.stderr)
    return done.stderr.splitlines()


def _error_of(code: int, text: str) -> TrammelError:
    kind = UsageError if code == 2 else TrammelError
    return kind(text.strip() or "the tool ends with code %d" % code, code)
