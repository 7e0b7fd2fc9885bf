"""The spring of bad.py as a plugin, with its faults."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, os.environ["BAD_SDK"])
import bad  # noqa: E402
import trammel  # noqa: E402

plugin = trammel.plugin("bad-py", version="1.0.0")


@plugin.PFOSUB
def law(call):
    what, when, marker, along = (int(p) for p in call.par)
    value = call.sysfnc("DY" if along else "DX", marker)
    bad.count += 1
    if bad.count >= when and what > 0:
        return bad.trouble(what)
    return value


plugin.serve()
