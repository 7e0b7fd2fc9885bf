"""The plugin «.ID»."""

import trammel
from trammel import parameter

plugin = trammel.plugin(name="«.ID»", version="0.1.0", doc="A spring with a damper.")


@plugin.SFOSUB(pure=True, doc="force of a spring with a damper", takes=[
    parameter("stiffness", "N/m", "force by length", above=0),
    parameter("length", "m", "where the spring is free", at_least=0),
    parameter("i", doc="one end", type="id", element="Reference_Marker"),
    parameter("j", doc="the other end", type="id", element="Reference_Marker"),
    parameter("damping", "N s/m", "force by speed", at_least=0, default=0),
])
def spring(call):
    """The force along the line between two markers, F = -k (d - l) - c v, with the distance d and its rate v.

    It pushes the markers apart where it is positive."""
    k, l, i, j, c = call.par[:5]
    return -k * (call.sysfnc("DM", i, j) - l) - c * call.sysfnc("VR", i, j)


def serve():
    plugin.serve()
