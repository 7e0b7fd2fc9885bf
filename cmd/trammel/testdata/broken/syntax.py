from math import sin


def VARSUB(id, time, par, npar, dflag, iflag)
    return sin(time)
