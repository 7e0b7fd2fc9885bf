# The reference routines of usersub/subtest.


def CATENA(id, time, par, npar, dflag, iflag):
    m = par[0]
    y, err = py_sysfnc("DY", [m])
    x, err = py_sysfnc("DX", [m])
    return y - cosh(x)


def PARSUM(id, time, par, npar, dflag, iflag):
    v = 1000 * npar
    for i in range(npar):
        v += (i + 1) * par[i]
    return v


def FLAGSN(id, time, par, npar, dflag, iflag):
    return 1000 * id + 100 * dflag + 10 * iflag + time


def LUGARY(id, time, par, npar, dflag, iflag, nvalue):
    joint = int(par[1])
    [i, info] = py_modfnc("Constraint_Joint", joint, "i_marker_id")
    [j, info] = py_modfnc("Constraint_Joint", joint, "j_marker_id")
    i, j = int(i), int(j)
    value = nvalue * [0.0]
    [value[0], err] = py_sysfnc("WZ", [i, j, j])
    for k, c in enumerate([2, 3, 4, 6, 7, 8]):
        [value[1 + k], err] = py_sysfnc("JOINT", [joint, 0, c, j])
    return value


def LUGYFO(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt):
    s0, s1, s2, vs, rb, rp, rf, mus, mud, preload = par[1:11]
    v = [input[0] * rp, input[0] * rf]
    dz = []
    for k in range(nstate):
        g = (mud + (mus - mud) * 2.718 ** (-(v[k] / vs) * (v[k] / vs))) / s0
        d = v[k]
        if abs(g) > 1e-12:
            d -= states[k] * abs(v[k]) / g
        dz.append(d)
    radial = sqrt(input[1] ** 2 + input[2] ** 2) + input[4] / rb + input[5] / rb + preload
    t = radial * rp * (s0 * states[0] + s1 * dz[0] + s2 * v[0])
    t += input[3] * rf * (s0 * states[1] + s1 * dz[1] + s2 * v[1])
    out = noutpt * [0.0]
    out[5] = abs(t) if v[0] < 0 else -abs(t)
    return [dz, out]


def COLXX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    p = nstate * nstate * [0.0]
    for i in range(nstate):
        for j in range(nstate):
            p[i + j * nstate] = 10 * (i + 1) + j + 1 + par[0] * states[j]
    return p


def COLXU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    p = nstate * ninput * [0.0]
    for i in range(nstate):
        for j in range(ninput):
            p[i + j * nstate] = 10 * (i + 1) + j + 1 + states[i] * input[j]
    return p


def BUSHNG(id, time, par, npar, dflag, iflag):
    i, j = par[0], par[1]
    d, err = py_sysary("TDISP", (i, j, j))
    v, err = py_sysary("VEL", (i, j, j))
    return ([-par[2] * d[c] - par[3] * v[c] for c in range(3)] +
            [-par[4] * v[3 + c] for c in range(3)])


def EIGHTS(id, time, par, npar, iflag):
    d, err = py_sysfnc("DM", par[:2])
    return [(k + 1) * d + time + par[2 + k] * iflag for k in range(8)]


def LATERQ(id, time, par, npar, dflag, iflag):
    x, err = py_sysfnc("DX", par[0])
    if x > par[1]:
        y, err = py_sysfnc("DY", par[0])
        x = x + y
    return x


def UNKNWN(id, time, par, npar, dflag, iflag):
    v, e = py_sysfnc("NOSUCH", [1])
    w, a = py_sysary("NOSUCH", [1])
    r = v
    if len(w) > 0:
        r += w[0]
    if e != 0:
        r += 1
    if a != 0:
        r += 10
    return r


def SPELNG(id, time, par, npar, dflag, iflag):
    a, err = py_sysfnc("dx", par)
    b, err = py_sysfnc("DX    ", par)
    c, err = py_sysfnc("Dx", par)
    return a + 2 * b + 4 * c


def MANYQS(id, time, par, npar, dflag, iflag):
    total = 0.0
    for k in range(int(par[0])):
        v, err = py_sysfnc("DX", [k + 1])
        total += (k + 1) * v
    return total


def EVENTS(id, time, par, npar, dflag, iflag):
    v, err = py_sysfnc("TIME", [])
    return 2 * v + time


def MODINF(id, time, par, npar, dflag, iflag, nvalue):
    m = par[0]
    asked = [("Constraint_Joint", m, "i_marker_id"), ("NoSuchThing", m, "i_marker_id"),
             ("Constraint_Joint", -5, "i_marker_id"), ("Constraint_Joint", m, "no_such_attribute")]
    return [py_modfnc(e, i, a)[1] for e, i, a in asked]


calls = 0


def COUNTR(id, time, par, npar, dflag, iflag):
    global calls
    calls += 1
    return calls - 1


def FAILUR(id, time, par, npar, dflag, iflag):
    raise ValueError("no such law")
