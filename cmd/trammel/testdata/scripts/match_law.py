def VFOSUB(id, time, par, npar, dflag, iflag):
    z = py_sysfnc("DZ", [par[0]])[0]
    match par[1:npar]:
        case [1.0, k]:
            return [0, 0, -k * z]
        case _:
            raise ValueError("no law")
