import sys


def depth(table, key):
    return table[key]


def setup(id, time, par, npar, dflag, iflag):
    return depth({}, "stiffness")


def raises(id, time, par, npar, dflag, iflag):
    [x, errflg] = py_sysfnc("DX", [9])
    if time > 0.25:
        return depth({}, "damping")
    return x


def exits(id, time, par, npar, dflag, iflag):
    [x, errflg] = py_sysfnc("DX", [9])
    if time > 0.25:
        sys.exit(3)
    return x


def wrong(id, time, par, npar, dflag, iflag):
    if iflag or time < 0.25:
        return 0.0
    return [1.0, 2.0, "three"]


def nan(id, time, par, npar, dflag, iflag):
    [x, errflg] = py_sysfnc("DX", [9])
    if time > 0.25:
        return x * float("nan")
    return x


def descends(id, file_name, block_name):
    return py_put_spline(id, [0.0, 2.0, 1.0, 3.0], [0.0, 1.0, 4.0, 9.0], 0.0)


def absent(id, file_name, block_name):
    raise ValueError("no block " + block_name + " in " + file_name)


def forgets(id, par, npar):
    return 0
