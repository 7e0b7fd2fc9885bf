import numpy as np


def VFOSUB(id, time, par, npar, dflag, iflag):
    """Force of a damper that levels off, along z: par has the markers I and J, the damping at rest and the speed v0."""
    speed, err = py_sysfnc("VZ", [par[0], par[1]])
    return [0.0, 0.0, -par[2] * par[3] * np.tanh(speed / par[3])]
