# The routines of usersub/subtest that use utilities.


def RAMPSU(id, time, par, npar, dflag, iflag, nvalue):
    v = []
    for f in [py_step, py_step5, py_havsin]:
        for iord in range(3):
            v += f(par[0], 0.25, -1, 1.5, 3, iord)
    return v


def STOPSU(id, time, par, npar, dflag, iflag, nvalue):
    v = []
    for iord in range(3):
        [a, err] = py_impact(par[0], par[1], 1, 1000, 1.5, 20, 0.25, iord)
        [b, err] = py_bistop(par[0], par[1], 0.5, 1, 1000, 2.5, 20, 0.25, iord)
        v += [a[0], 1.0 * b]
    return v


def SERISU(id, time, par, npar, dflag, iflag, nvalue):
    v = []
    c = (1, -2, 0.5, 3)
    for iord in range(3):
        for f in [py_poly, py_cheby]:
            [a, err] = f(par[0], 0.5, c, 4, iord)
            v.append(a)
        for f in [py_forcos, py_forsin]:
            [a, err] = f(par[0], 0.5, 2, c, 4, iord)
            v.append(a)
        [a, err] = py_shf(par[0], 0.5, 2, 3, 0.25, 1, iord)
        v.append(a)
    return v


def TURNSU(id, time, par, npar, dflag, iflag, nvalue):
    v = []
    flags = 0
    for to in ["EULPAR", "rodpar", "AXAYAZ  ", "YPR", "B123", "COSINES"]:
        a, err = py_rcnvrt("EULER", [0.3, 0.4, 0.5], to)
        v += a
        flags += err
    a, err = py_rcnvrt("COSINES", a, "EULER")
    return v + a + [flags + err]


def PLACSU(id, time, par, npar, dflag, iflag, nvalue):
    a, err = py_tcnvrt("SPHERICAL", (2, 0.5, 1.5), "CARTESIAN")
    b, err = py_tcnvrt("CARTESIAN", a, "CYLINDRICAL")
    return a + b


def SPLISU(id, time, par, npar, dflag, iflag, nvalue):
    v = []
    for f in [py_akispl, py_cubspl, py_fitspl, py_quispl]:
        for iord in range(2):
            v += f(par[0], 0, 7.0, iord)
    return v


def MODLSU(id, time, par, npar, dflag, iflag, nvalue):
    [a, istat] = py_gtaray(5)
    [c, err] = py_gtcrv(8, par[0], 1)
    [exists, scales, units] = py_gtunts()
    [f, ferr] = py_cusfnc("MYFUNC", [3, 0.5])
    [nq, nerr] = py_nmodes(30101)
    [mode, freq, merr] = py_modinf(30101)
    [text, terr] = py_gtstrg(6)
    same = text == "road left.rdf" and units == ["s", "mm", "N", "kg"] and exists == 1
    v = a + [istat] + c + [err] + scales + [f, ferr, nq, nerr] + mode + freq + [merr, len(text), same]
    return v + (nvalue - len(v)) * [0.0]


def CLOCSU(id, time, par, npar, dflag, iflag, nvalue):
    return [py_timget(), py_getstm(), py_getmod(), py_getcpu(), py_getint() == "HHT"]


def SETSSU(id, time, par, npar, dflag, iflag, nvalue):
    return [py_modset("Constraint_Joint", 301, "i_marker_id", "12"), py_set_attribute(13),
            py_modset("NoSuch", 1, "x", "y"), py_modset("Constraint_Joint", -5, "x", "y"),
            py_modset("Constraint_Joint", 301, "x", "y")]


def WRONSU(id, time, par, npar, dflag, iflag, nvalue):
    return [v[-1] != 0 for v in [
        py_step(0.5, 0, 0, 1, 1, 3), py_rcnvrt("EULER", [0, 0, 0], "NOSUCH"), py_akispl(0.5, 0, 99, 0), py_gtaray(99),
        py_gtstrg(99), py_gtcrv(99, 0.5, 0), py_cusfnc("NOSUCH", [1]), py_nmodes(99)]]
