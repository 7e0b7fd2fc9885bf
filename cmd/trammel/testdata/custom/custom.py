def LAW(id, time, par, npar, dflag, iflag):
    v, err = py_cusfnc("SPRING", [par[0]])
    return 1e9 if err else v

def SPRING(id, time, par, npar, dflag, iflag):
    x, err = py_sysfnc("DX", [30])
    return -par[0]*x

def BAD(id, time, par, npar, dflag, iflag):
    if iflag or time < 0.5:
        return 0.0
    raise ValueError("no such force")
