"""Plugins for trammel in Python: routines in a process of their own.

    import math
    import trammel

    plugin = trammel.plugin(name="acme/bead", version="1.0.0")

    @plugin.PFOSUB
    def catenary(call):
        marker = int(call.par[0])
        return call.sysfnc("DY", marker) - math.cosh(call.sysfnc("DX", marker))

    if __name__ == "__main__":
        plugin.serve()

Nothing but the standard library is needed. Where numpy is installed, real arrays are numpy arrays.
"""

from .call import Call, Retry
from .plugin import Parameter, Plugin, parameter, plugin

__all__ = ["Call", "Parameter", "Plugin", "Retry", "parameter", "plugin"]
__version__ = "0.1.0"
