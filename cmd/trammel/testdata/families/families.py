# The routines of the families in Python.


def ask(name, *ids):
    v, err = py_sysfnc(name, list(ids))
    py_errmes(err, name, ids[0], "STOP")
    return v


def SFOSUB(id, time, par, npar, dflag, iflag):
    i, j = par[0], par[1]
    s, err = py_step(time, 0, 0, 0.2, 1, 0)
    return -s*par[2]*(ask("DM", i, j) - par[4]) - par[3]*ask("VR", i, j)


def GFOSUB(id, time, par, npar, dflag, iflag):
    ids = [par[0], par[1], par[1]]
    d, err = py_sysary("DISP", ids)
    v, err = py_sysary("VEL", ids)
    e, err = py_rcnvrt("EULER", d[3:6], "EULPAR")
    return ([-par[2]*d[k] - par[3]*v[k] for k in range(3)] +
            [-par[4]*(2*e[1 + k]) - par[5]*v[3 + k] for k in range(3)])


def VFOSUB(id, time, par, npar, dflag, iflag):
    v, err = py_sysary("TVEL", [par[0], 1, 1])
    d, err = py_sysary("TDISP", [par[0], 1, 1])
    s, err = py_havsin(time, 0, 0, 0.3, 1, 0)
    return [par[1]*s*v[1], -par[1]*s*v[0], -par[2]*d[2]]


def VTOSUB(id, time, par, npar, dflag, iflag):
    w, err = py_sysary("RVEL", [par[0], par[1], par[0]])
    s, err = py_step5(time, 0, 0, 0.3, 1, 0)
    t = [-par[3]*x for x in w]
    t[0] += par[2]*s
    return t


def PFOSUB(id, time, par, npar, dflag, iflag):
    return ask("DY", par[0]) - cosh(par[1]*ask("DX", par[0]))


def FIESUB(id, time, par, npar, disp, velo, dflag, iflag):
    field, k, c = [], 36*[0.0], 36*[0.0]
    for i in range(6):
        d = disp[i]
        field.append(-par[0]*d*(1 + par[1]*d*d) - par[2]*velo[i])
        k[7*i] = -par[0]*(1 + 3*par[1]*d*d)
        c[7*i] = -par[2]
    return [field, k, c]


def VARSUB(id, time, par, npar, dflag, iflag):
    f, err = py_poly(ask("DX", par[0]), 0, par[2:6], 4, 0)
    return f + par[1]*ask("VX", par[0])


def DIFSUB(id, time, par, npar, dflag, iflag):
    x = ask("DIF", id)
    if par[2] != 0:
        return par[0]*ask("DIF1", id) + x - ask("DIF", par[1])
    s, err = py_havsin(time, 0, 0, 0.2, 1, 0)
    return (ask("DX", par[1])*s - x)/par[0]


def ARYSUB(id, time, par, npar, dflag, iflag, nvalue):
    i = par[0]
    f, err = py_impact(ask("DY", i), ask("VY", i), 0, par[2], par[3], par[4], par[5], 0)
    return [f[0], -par[1]*ask("DX", i)]


def GSESUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt):
    w, z, b = par[:3]
    x, v = states
    u = input[0]
    return [[v, w*w*(u - x) - 2*z*w*v - b*x*x*x], [x - b*u*u, v*u]]


def GSE_DERIV(id, time, par, npar, dflag, iflag, n):
    py_errmes([py_gse_ns(), py_gse_nd(), py_gse_ni(), py_gse_no()] != [2, 1, 1, 2], "GSE: sizes", id, "STOP")
    w, z, b = par[:3]
    x, v = py_gse_x()
    u = py_gse_u()[0]
    return [v, w*w*(u - x) - 2*z*w*v - b*x*x*x]


def GSE_OUTPUT(id, time, par, npar, dflag, iflag, n):
    u = py_gse_u()[0]
    return [py_gse_x()[0] - par[2]*u*u, py_gse_xd()[0]]


def GSE_UPDATE(id, time, par, npar, dflag, iflag, n):
    return [py_gse_xd()[0] + 1]


def GSE_SAMP(id, time, par, npar, dflag, iflag):
    return 0.1


def GSEXX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [0.0, -par[0]*par[0] - 3*par[2]*states[0]*states[0], 1.0, -2*par[1]*par[0]]


def GSEXU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [0.0, par[0]*par[0]]


def GSEYX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [1.0, 0.0, 0.0, input[0]]


def GSEYU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [-2*par[2]*input[0], states[1]]


def YFOSUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt):
    t, k, c = par[:3]
    x, y = states
    return [[(input[0] - x)/t, (input[1] - y)/t],
            [-k*(input[0] - x) - c*input[2]*(1 + x*x), -k*(input[1] - y) - c*input[3], 0, 0, 0, 0]]


def YFOXX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [-1/par[0], 0.0, 0.0, -1/par[0]]


def YFOXU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    return [1/par[0], 0.0, 0.0, 1/par[0], 0.0, 0.0, 0.0, 0.0]


def YFOYX(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    p = 12*[0.0]
    p[0] = par[1] - par[2]*input[2]*2*states[0]
    p[7] = par[1]
    return p


def YFOYU(id, time, par, npar, iflag, nstate, states, ninput, input, noutpt):
    p = 24*[0.0]
    p[0] = p[7] = -par[1]
    p[12] = -par[2]*(1 + states[0]*states[0])
    p[19] = -par[2]
    return p


def GCOSUB(id, time, par, npar, dflag, iflag):
    f, err = py_poly(ask("DX", par[0]), 0, [-par[1], 0.0, par[1]], 3, 0)
    return ask("DY", par[0]) - 1 - f


def MOTSUB(id, time, par, npar, iord, iflag):
    f, err = py_poly(time, 0, [0.0, 0.0, par[0], par[1]], 4, iord)
    return f


def COUSUB(id, time, par, npar, disp, ndisp, iflag):
    return disp[1] - par[0]*disp[0] - par[1]*disp[0]*disp[0]


def COUXX(id, time, par, npar, disp, ndisp, iflag):
    return [-par[0] - 2*par[1]*disp[0], 1.0]


def COUXX2(id, time, par, npar, disp, ndisp, iflag):
    return [-2*par[1], 0.0, 0.0, 0.0]


def REQSUB(id, time, par, npar, iflag):
    d, err = py_sysary("DISP", [par[0], par[1]])
    v, err = py_sysary("VEL", [par[0], par[1]])
    f, err = py_forcos(time, 0, 3, [0.5, 1.0, 0.25], 3, 0)
    return [par[3]*d[1], d[0], v[0]*v[0] + v[1]*v[1], v[5], d[3],
            ask("JOINT", par[2], 0, 3, 0), f, d[0]*v[1] - d[1]*v[0]]


def UCOSUB(id, time, q, par, npar, idrsel, iflag):
    if iflag:
        py_ucovar(id, [par[0], par[0]], [11, 12])
        return
    b, x, y = par[1], q[0], q[1]
    return [x*x - 1 + b*(y*y - 0.25), [2*x, 2*b*y], [2.0, 0.0, 0.0, 2*b]]


def CURSUB(id, par, npar, alpha, iord, iflag):
    a, u = par[0], alpha
    return [[u, 1 + a*(u*u - 1), 0.0], [1.0, 2*a*u, 0.0], [0.0, 2*a, 0.0]][iord]


def SURSUB(id, par, npar, alpha, beta, iord, iflag):
    a, b, u, v = par[0], par[1], alpha, beta
    if iord == 0:
        return [u, v, 1 + a*(u*u - 1) + b*(v*v - 0.25)]
    if iord == 1:
        return [1.0, 0.0, 2*a*u, 0.0, 1.0, 2*b*v]
    return [0.0, 0.0, 2*a, 0.0, 0.0, 0.0, 0.0, 0.0, 2*b]


def TRACK(id, time, par, npar, dflag, iflag):
    x = ask("DX", par[1])
    p, err = py_gtcrv(par[0], x, 0)
    py_errmes(err, "GTCURV: point", id, "STOP")
    d, err = py_gtcrv(par[0], x, 1)
    py_errmes(err, "GTCURV: slope", id, "STOP")
    return p[1] + d[1]


def SENSUB(id, time, par, npar, iflag):
    return ask("DY", par[0]) - par[1]*ask("DX", par[0])


def SEVSUB(id, time, par, npar, iflag):
    return -par[1]*ask("VY", par[0])


def CONSUB(par, npar):
    py_datout()
    for k in range(int(par[1])):
        err = py_analys("TRANSIENT", "throw", k*par[0], (k + 1)*par[0], k == 0)
        py_errmes(err, "ANALYS", k, "STOP")
        py_datout()


def SPLINE_READ(id, file_name, block_name):
    if not file_name.endswith("springs.txt") or block_name != "front":
        return 1
    x = [0.5*k for k in range(6)]
    return py_put_spline(id, x, [8*v + 4*v*v*v for v in x], 0.0)


def MARKER_READ(id, par, npar):
    name, err = py_gtstrg(par[0])
    if err:
        return err
    return py_put_marker(id, [par[1], par[2], 0.1*len(name)], 1, [0.0, 0.0, 0.0])


def MATRIX_READ(id, par, npar):
    return py_put_matrix(id, 1, npar, par)


def STRING_READ(id, par, npar):
    return py_put_string(id, "front")


def SPDSUB(id, time, par, npar, disp, velo, dflag, iflag):
    s, err = py_step(time, 0, 0, 0.2, 1, 0)
    return par[0]*disp + par[1]*disp*disp*disp + par[2]*velo*s


before = [-1.0]


def POST_SUB(time, par, npar, iflag, endflag):
    wrong = (abs(ask("DM", par[0]) - 1) > 1e-6 or (iflag != 0) != (before[0] < 0) or
             (time <= before[0]) != (endflag != 0))
    before[0] = time
    return 1 if wrong else 0


heard = [0, 0, 0, 0.0]  # calls, rows, the event that is open, when that began


def CBKSUB(time, event, data):
    wrong = (heard[0] == 0) != (event == 1)
    heard[0] += 1
    if event in (8, 10):
        wrong = wrong or heard[2] != 0
        heard[2], heard[3] = event, time
    if event in (9, 12):
        wrong = wrong or abs(ask("DM", 20) - 1) > 1e-3 or list(data) != [4, 4, 0]
        wrong = wrong or (heard[2] != 8 or time != heard[3] if event == 9 else heard[2] != 10 or not time > heard[3])
        heard[2] = 0
        heard[1] += event == 9
    py_errmes(wrong or (event == 2 and heard[1] < 6), "CBKSUB", event, "STOP")


def CNFSUB(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, dflag, iflag):
    f = (par[0]*(-gap) - par[1]*gapdot)*(1 + par[3]*loci[0])
    return [f*nj[2] if f > 0 else 0.0, 0.0, 0.0]


def CFFSUB(id, time, par, npar, loci, locj, x, xdot, nforce, dflag, iflag):
    return [-par[2]*nforce*v for v in xdot]


def CONTACTPOST(id, i_gra_id, j_gra_id, time, par, npar, iflag, endflg):
    py_errmes([id, i_gra_id, j_gra_id, npar, par[0]] != [3, 6, 5, 4, 3000], "CONTACTPOST", id, "STOP")
