# Routines that define inequalities, and forces beside them: see README.md.
from math import sqrt


def ask(what, i, j):
    v, errflg = py_sysfnc(what, [i, j])
    return v


# A rope between markers par[0] and par[1] of the length par[2]: g <= 0.
def ROPE(id, time, par, npar, dflag, iflag):
    return ask("DM", int(par[0]), int(par[1])) - par[2]


# A stop below marker par[0] at the height par[1]: g = height - z <= 0.
def STOP(id, time, par, npar, dflag, iflag):
    return par[1] - ask("DZ", int(par[0]), 0)


# The slip of marker par[0] along x, a row of velocity level: with a bounded multiplier it is dry friction.
def SLIP(id, time, par, npar, dflag, iflag):
    return ask("VX", int(par[0]), 0)


# A rope again, by coordinates: the squared distance of the centre of part par[0] from the origin less par[1] squared.
def REACH(id, time, q, par, npar, idrsel, iflag):
    if iflag:
        py_ucovar(id, 3*[int(par[0])], [11, 12, 13])
        return [0.0, [], []]
    f = q[0]*q[0] + q[1]*q[1] + q[2]*q[2] - par[1]*par[1]
    return [f, [2*q[0], 2*q[1], 2*q[2]], [2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0]]


# An angular velocity par[0], its rate.
def DRIVE(id, time, par, npar, iord, iflag):
    if iord == 0:
        return par[0]
    return 0.0


# The torque of a spring par[2] about z between markers par[0] and par[1].
def TWIST(id, time, par, npar, dflag, iflag):
    return -par[2]*ask("AZ", int(par[0]), int(par[1]))


# A hook that moves along x with the speed par[1] from the time par[2] on pulls marker par[0] by a stiff spring par[3] and a damper par[4].
def PULL(id, time, par, npar, dflag, iflag):
    t = time - par[2]
    u = 0.0
    v = 0.0
    if t > 0:
        u = par[1]*t
        v = par[1]
    return [par[3]*(u - ask("DX", int(par[0]), 0)) + par[4]*(v - ask("VX", int(par[0]), 0)), 0.0, 0.0]


# Friction with the coefficient par[0] + par[1] times the slip speed.
def RUB(id, time, par, npar, loci, locj, x, xdot, nforce, dflag, iflag):
    s = sqrt(xdot[0]*xdot[0] + xdot[1]*xdot[1] + xdot[2]*xdot[2])
    if s == 0:
        return [0.0, 0.0, 0.0]
    f = -(par[0] + par[1]*s)*nforce/s
    return [f*xdot[0], f*xdot[1], f*xdot[2]]
