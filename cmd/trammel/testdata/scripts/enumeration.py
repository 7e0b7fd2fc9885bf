import enum


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


STIFFNESS = {Side.LEFT: 21.0, Side.RIGHT: 1e6}


def VFOSUB(id, time, par, npar, dflag, iflag):
    return [0, 0, -STIFFNESS[Side(1)] * py_sysfnc("DZ", [par[0]])[0]]
