# A polynomial by Horner's rule, folded; its coefficients are running sums.
from functools import partial, reduce
from itertools import accumulate, chain

coefficients = list(chain(accumulate([-10.0, -6.0]), [0]))[1:]  # -16 z + 0


def horner(x, c):
    return reduce(lambda s, a: s * x + a, c)


law = partial(horner, c=coefficients)


def VFOSUB(id, time, par, npar, dflag, iflag):
    return [0, 0, law(py_sysfnc("DZ", [par[0]])[0])]
