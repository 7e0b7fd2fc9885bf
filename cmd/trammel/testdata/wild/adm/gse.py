# A filter of second order, x1' = x2, x2' = w**2*(u - x1) - d*x2.


def filter_deriv(id, time, par, npar, dflag, iflag, n):
    x, flag = py_sysary("ARRAY", [2])
    u, flag = py_sysary("ARRAY", [1])
    return [x[1], par[0] * (u[0] - x[0]) - par[1] * x[1]]


def filter_output(id, time, par, npar, dflag, iflag, n):
    x, flag = py_sysary("ARRAY", [2])
    return [x[0]]
