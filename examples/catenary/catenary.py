# The bead's constraint as a user subroutine: g = y - cosh(x), where x and y are
# the place of the marker whose id is the first parameter.
from math import cosh


def PFOSUB(id, time, par, npar, dflag, iflag):
    marker = int(par[0])
    [x, errflg] = py_sysfnc("DX", [marker])
    [y, errflg] = py_sysfnc("DY", [marker])
    return y - cosh(x)
