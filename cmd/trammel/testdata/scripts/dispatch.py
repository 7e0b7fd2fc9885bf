# Laws by name of the element's branch; a lambda for each.
LAWS = {
    1: lambda z, p: -p[0] * z,
    2: lambda z, p: -p[0] * z if z > 0 else -p[1] * z,
}
DEFAULT = 1


def VFOSUB(id, time, par, npar, dflag, iflag, scale=1.0):
    law = LAWS.get(int(par[1]), LAWS[DEFAULT])
    z = py_sysfnc("DZ", [par[0]])[0]
    return [0, 0, scale * law(z, par[2:npar])]
