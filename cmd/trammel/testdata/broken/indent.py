def VARSUB(id, time, par, npar, dflag, iflag):
    x = 1.0
      return x
