def VARSUB(id, time, par, npar, dflag, iflag):
    return 1.0
