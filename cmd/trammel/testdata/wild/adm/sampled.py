# A controller with an integrator that is sampled: xd = (command, sum of positions), u = (position, speed).


def gse_update(id, time, par, npar, dflag, iflag, n):
    xd, flag = py_sysary("ARRAY", [2])
    u, flag = py_sysary("ARRAY", [1])
    return [-par[0] * u[0] - par[1] * u[1] - par[2] * (xd[1] + 0.05 * u[0]), xd[1] + 0.05 * u[0]]


def gse_output(id, time, par, npar, dflag, iflag, n):
    xd, flag = py_sysary("ARRAY", [2])
    return [xd[0]]
