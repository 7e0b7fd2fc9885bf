# The routines of the decks.
from math import sin, cos, pi

def wave(u, order):
    # derivative of cos u
    return cos(u + order*pi/2)

def CURSUB(id, par, npar, alpha, iord, iflag):
    return [par[0]*wave(alpha, iord), par[0]*wave(alpha - pi/2, iord), 0.0]

def DISC(id, par, npar, alpha, iord, iflag):
    z = par[0]*wave(alpha - pi/2, iord)
    return [0.0, par[0]*wave(alpha, iord), z + (par[1] if iord == 0 else 0.0)]

def RING(id, par, npar, alpha, iord, iflag):
    return [par[0]*wave(alpha, iord), 0.0, par[0]*wave(alpha - pi/2, iord)]

def SLOPE(id, par, npar, alpha, beta, iord, iflag):
    if iord == 0:
        return [alpha, beta, -par[0]*alpha]
    if iord == 1:
        return [1.0, 0.0, -par[0], 0.0, 1.0, 0.0]
    return 9*[0.0]

def PLANE(id, par, npar, alpha, beta, iord, iflag):
    return SLOPE(id, [0.0], 1, alpha, beta, iord, iflag)

def ELLIPSOID(id, par, npar, alpha, beta, iord, iflag):
    v = []
    for k in range(iord + 1):
        da = iord - k
        v.append(par[0]*wave(beta - pi/2, k) if da == 0 else 0.0)
        v.append(par[1]*wave(beta, k)*wave(alpha, da))
        v.append(par[2]*wave(beta, k)*wave(alpha - pi/2, da))
    return v

# half the square of the distance of part par[0] from marker par[1], less that of par[2]
def UCOSUB(id, time, q, par, npar, idrsel, iflag):
    if iflag:
        py_ucovar(id, 3*[int(par[0])], [11, 12, 13])
        py_ucomar(id, 3*[int(par[1])], [1011, 1012, 1013])
        return [0.0, [], []]
    d = [q[i] - q[i + 3] for i in range(3)]
    f = -par[2]*par[2]
    for x in d:
        f += x*x
    return [f/2, d + [-x for x in d], None]

def VARSUB(id, time, par, npar, dflag, iflag):
    text = py_gtstrg(int(par[0]))
    return float(str(text[0]).split()[0])*time

def LAW(id, time, par, npar, dflag, iflag):
    v, err = py_cusfnc("SPRING", [par[0]])
    return v

def SPRING(id, time, par, npar, dflag, iflag):
    x, err = py_sysfnc("DX", [20])
    return -par[0]*x

def REQSUB(id, time, par, npar, iflag):
    x, err = py_sysfnc("DX", [int(par[0])])
    return [0.0, x, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]

def POST_SUB(time, par, npar, iflag, endflag):
    return 0

# the marker 20 moves with the speed 1: its place is the time
def CBKSUB(time, event, data):
    if event == 9:
        x, err = py_sysfnc("DX", [20])
        py_errmes(err != 0 or abs(x - time) > 1e-6, "CBKSUB", 1, "STOP")

# a spring where a ball is in a plane, and friction that grows with force and slip
def CNFSUB(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, dflag, iflag):
    return [-par[0]*gap, 0.0, 0.0]

def DRAG(id, time, par, npar, loci, locj, x, xdot, nforce, dflag, iflag):
    return [-par[0]*nforce*v for v in xdot]
