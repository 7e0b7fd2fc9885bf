# A function of the expression language, as vendors' pages use it: without an import.
def VFOSUB(id, time_in, par, npar, dflag, iflag):
    z = py_sysfnc("DZ", [par[0]])
    return [0, 0, AKISPL(z[0], 0, 100, 0) + 4 * cos(pi / 2)]
