"""A plugin with a routine of a state equation: see states.c."""

import os
import sys

here = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(here, "../../../sdk/python"))
import trammel  # noqa: E402

plugin = trammel.plugin(name="tests/states", version="0.1")


@plugin.GSE_DERIV
def deriv(call):
    ns, x = call.use("GSE_NS"), call.use("GSE_X")
    return [ns, call.use("GSE_ND"), call.use("GSE_NI"), call.use("GSE_NO")] + x + call.use("GSE_XD") + call.use("GSE_U") + x[:1] + [ns]


if __name__ == "__main__":
    plugin.serve()
