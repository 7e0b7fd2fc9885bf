#!/usr/bin/env python3
"""A plugin with the constraint of a bead on a catenary."""
import math

import trammel

plugin = trammel.plugin(name="catenary", version="1.0.0")


@plugin.PFOSUB(takes=[trammel.parameter("marker", doc="the bead", type="id", element="Reference_Marker")])
def catenary(call):
    """height of a marker above the curve y = cosh x"""
    marker = int(call.par[0])
    return call.sysfnc("DY", marker) - math.cosh(call.sysfnc("DX", marker))


if __name__ == "__main__":
    plugin.serve()
