def law(*parts):
    def total(z, v):
        return sum(p(z, v) for p in parts)
    return total


def spring(k):
    return lambda z, v: -k * z


def damper(d):
    return lambda z, v: -d * v


chosen = law(spring(30.0), spring(20.0), damper(2.0))


def VFOSUB(id, time, par, npar, dflag, iflag):
    m = par[0]
    return [0, 0, chosen(py_sysfnc("DZ", [m])[0], py_sysfnc("VZ", [m])[0])]
