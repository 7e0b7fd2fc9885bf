"""Where the tool is, and how it is called."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import List, Optional, Sequence

from ._errors import ToolError


def find_tool(tool: Optional[str] = None) -> str:
    """Return the path of the program ``trammel``: ``tool`` if given, that of the wheel, ``$TRAMMEL``, or the one in ``PATH``."""
    if tool is not None:
        found = shutil.which(tool)
        if found is None:
            raise ToolError("there is no program %s" % tool)
        return found
    name = "trammel.exe" if os.name == "nt" else "trammel"
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    if os.path.isfile(own):
        if not os.access(own, os.X_OK):  # some installers lose the right to execute
            os.chmod(own, 0o755)
        return own
    named = os.environ.get("TRAMMEL")
    if named:
        found = shutil.which(named)
        if found is None:
            raise ToolError("$TRAMMEL is %s, which is no program" % named)
        return found
    found = shutil.which(name)
    if found is None:
        raise ToolError("the program trammel is neither in this package nor in PATH, and $TRAMMEL is not set")
    return found


def run_tool(arguments: Sequence[str], tool: Optional[str] = None) -> "subprocess.CompletedProcess[str]":
    """Run the tool to its end. Returns its exit code, standard output and standard error."""
    command: List[str] = [find_tool(tool)]
    command.extend(arguments)
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace", check=False)


def value_options(values: "dict[str, object]") -> List[str]:
    """Return the options ``--set NAME=VALUE`` of values."""
    options: List[str] = []
    for name, value in values.items():
        options += ["--set", "%s=%s" % (name, value)]
    return options
