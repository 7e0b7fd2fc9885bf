# In Python 2: print statements, and the division of integers gives 3.
TERMS = 7 / 2


def VFOSUB(id, time, par, npar, dflag, iflag):
    if iflag:
        print "VFOSUB of element", id, "has", npar, "parameters"
    [z, err] = py_sysfnc("DZ", [par[0]])
    if err <> 0:
        raise ValueError, "marker %d is not known" % par[0]
    return [0.0, 0.0, -TERMS * z]
