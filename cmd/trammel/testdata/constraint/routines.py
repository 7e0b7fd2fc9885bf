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
