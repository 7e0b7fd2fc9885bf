# A class derived from list, which the embedded interpreter does not have.
class Forces(list):
    def total(self):
        return sum(self)


def VFOSUB(id, time, par, npar, dflag, iflag):
    z = py_sysfnc("DZ", [par[0]])[0]
    f = Forces()
    for k in (5.0, 7.0):
        f.append(-k * z)
    return [0, 0, f.total()]
