def REQSUB(id, time, par, npar, iflag):
    curve, order, surface = int(par[0]), int(par[1]), int(par[2])
    result = []
    worst = 0
    for f in [py_akispl, py_cubspl, py_fitspl, py_quispl, py_linspl]:
        [array, errflg] = f(time, 0, curve, order)
        result.append(array[0])
        worst = worst or errflg
    [array, errflg] = py_akispl(time, 3 * time, surface, 0)
    result.append(array[0])
    [array, refused] = py_akispl(time, 0, surface, 1)
    return result + [worst or errflg, 1 if refused else 0]
