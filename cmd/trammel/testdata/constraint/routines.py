def GCOSUB(id, time, par, npar, dflag, iflag):
    d, err = py_sysfnc("DM", [30, 1])
    return d - par[0]

def MOTSUB(id, time, par, npar, iord, iflag):
    return [time**3, 3*time**2, 6*time][iord]

def FIESUB(id, time, par, npar, disp, velo, dflag, iflag):
    k = 36*[0.0]
    for i in range(6):
        k[7*i] = -18.0
    return [[-18*d for d in disp], k, 36*[0.0]]

def GSESUB(id, time, par, npar, dflag, iflag, nstate, states, ninput, input, noutpt):
    return [[-states[0]], [2*states[0]]]

def COUSUB(id, time, par, npar, disp, ndisp, iflag):
    return 2*disp[0] - disp[1]

# distance of the centre of part par[0] from marker par[1]; the second partials
# are left to the solver
def UCOSUB(id, time, q, par, npar, idrsel, iflag):
    if iflag:
        py_ucovar(id, 3*[int(par[0])], [11, 12, 13])
        py_ucomar(id, 3*[int(par[1])], [1011, 1012, 1013])
        return [0.0, [], []]
    d = [q[i] - q[i + 3] for i in range(3)]
    f = -par[2]*par[2]
    for x in d:
        f += x*x
    return [f, [2*x for x in d] + [-2*x for x in d], None]
