import numpy as np

STIFFNESS = np.array([[40.0, -12.0, 6.0], [-12.0, 30.0, -8.0], [6.0, -8.0, 20.0]])


def VFOSUB(id, time, par, npar, dflag, iflag):
    place, err = py_sysary("TDISP", [par[0]])
    return -STIFFNESS @ np.array(place)
