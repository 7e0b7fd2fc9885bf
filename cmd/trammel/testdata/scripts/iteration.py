# An implicit law, solved by Newton's method: two springs in series, 60 and 30 N/m.
import math


def series(z, k1, k2):
    inner = 0.0
    for n in range(20):
        residual = k1 * (z - inner) - k2 * inner
        step = residual / (k1 + k2)
        inner += step
        if math.fabs(step) <= 1e-14 * (1 + math.fabs(inner)):
            break
    else:
        raise RuntimeError("no convergence at %g" % z)
    return -k2 * inner


def VFOSUB(id, time, par, npar, dflag, iflag):
    return [0, 0, series(py_sysfnc("DZ", [par[0]])[0], 60.0, 30.0)]
