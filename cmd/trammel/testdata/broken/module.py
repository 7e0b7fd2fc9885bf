SCALE = 1 / 0


def VARSUB(id, time, par, npar, dflag, iflag):
    return SCALE
