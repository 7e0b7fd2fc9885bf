# Imports a script of the folder, which keeps count of its calls.
import law_of_neighbour as law
from law_of_neighbour import K


def VFOSUB(id, time, par, npar, dflag, iflag):
    f = law.force(py_sysfnc("DZ", [par[0]])[0])
    assert law.calls > 0 and K == 18
    return [0, 0, f]
