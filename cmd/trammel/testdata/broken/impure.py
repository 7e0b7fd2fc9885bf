calls = 0
longest = 0.0


def counts(id, time, par, npar, dflag, iflag):
    global calls
    calls = calls + 1
    [x, errflg] = py_sysfnc("DX", [9])
    return x + 1e-6 * calls


def remembers(id, time, par, npar, dflag, iflag):
    global longest
    [x, errflg] = py_sysfnc("DX", [9])
    if not iflag:
        longest = max(longest, abs(x))
    return longest


def pure(id, time, par, npar, dflag, iflag):
    [x, errflg] = py_sysfnc("DX", [9])
    if time > 1e6:
        import numpy
        return numpy.sin(x)
    return x
