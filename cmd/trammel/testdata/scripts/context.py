# Context managers, exceptions of its own, generators.
from contextlib import contextmanager


class OutOfRange(ValueError):
    def __init__(self, z):
        super().__init__("z is %g" % z)
        self.z = z


log = []


@contextmanager
def watched(z):
    log.append(z)
    try:
        yield -24 * z
    except OutOfRange as e:
        log.append(e.z)
    finally:
        del log[:]


def VFOSUB(id, time, par, npar, dflag, iflag):
    z = py_sysfnc("DZ", [par[0]])[0]
    force = 0.0
    with watched(z) as f:
        force = f
        if abs(z) > 10:
            raise OutOfRange(z)
    return [0, 0, force]
