# A law that is fitted at set-up to measured points, which lie on a line.
import numpy as np

x = np.linspace(-1, 1, 21)
slope, offset = np.polyfit(x, -28 * x + 3, 1)


def VFOSUB(id, time, par, npar, dflag, iflag):
    z, err = py_sysfnc("DZ", [par[0]])
    return np.array([0, 0, np.polyval([slope, offset], z)])
