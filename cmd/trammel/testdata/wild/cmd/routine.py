# -k (r - l): par is the two markers, k and l
def spring(id, time, par, npar, dflag, iflag):
    r, error = py_sysfnc("DM", [par[0], par[1]])
    return -par[2]*(r - par[3])
