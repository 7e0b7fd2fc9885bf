import numpy as np

K = np.diag([10.0, 20.0, 33.0])
K[0, 1] = K[1, 0] = 2.0


def VFOSUB(id, time, par, npar, dflag, iflag):
    u = np.array([py_sysfnc(f"D{axis}", [par[0]])[0] for axis in "XYZ"])
    return -K @ u
