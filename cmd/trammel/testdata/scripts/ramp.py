# A force that is switched on smoothly, 3 N from 1 s on.
from msolve import *


def VFOSUB(id, time, par, npar, dflag, iflag):
    step, err = py_step(time, 0, 0, 1, 1, 0)
    if err:
        raise RuntimeError("py_step gives the error %d" % err)
    return [0, 0, 3 * max(min(step, 1.0), STEP(time, 0, 0, 1, 1))]
