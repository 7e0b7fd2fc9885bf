/* The routines of usersub/subtest that use utilities, in C. */
#include "utilCcallable.h"

#define ROUTINE(name)                                                                              \
    DLLFUNC void STDCALL name(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, \
                              int *nvalue, double *value)

ROUTINE(RAMPSU)
{
    int n = 0, err, iord;
    for (iord = 0; iord < 3; iord++) {
        c_step(par[0], 0.25, -1, 1.5, 3, iord, &value[n], &err), value[n + 1] = err, n += 2;
    }
    for (iord = 0; iord < 3; iord++) {
        c_step5(par[0], 0.25, -1, 1.5, 3, iord, &value[n], &err), value[n + 1] = err, n += 2;
    }
    for (iord = 0; iord < 3; iord++) {
        c_havsin(par[0], 0.25, -1, 1.5, 3, iord, &value[n], &err), value[n + 1] = err, n += 2;
    }
}

ROUTINE(STOPSU)
{
    int err, iord;
    for (iord = 0; iord < 3; iord++) {
        c_impact(par[0], par[1], 1, 1000, 1.5, 20, 0.25, iord, &value[2 * iord], &err);
        c_bistop(par[0], par[1], 0.5, 1, 1000, 2.5, 20, 0.25, iord, &value[2 * iord + 1], &err);
    }
}

ROUTINE(SERISU)
{
    double c[4] = {1, -2, 0.5, 3}, *v = value;
    int err, iord;
    for (iord = 0; iord < 3; iord++, v += 5) {
        c_poly(par[0], 0.5, c, 4, iord, &v[0], &err);
        c_cheby(par[0], 0.5, c, 4, iord, &v[1], &err);
        c_forcos(par[0], 0.5, 2, c, 4, iord, &v[2], &err);
        c_forsin(par[0], 0.5, 2, c, 4, iord, &v[3], &err);
        c_shf(par[0], 0.5, 2, 3, 0.25, 1, iord, &v[4], &err);
    }
}

ROUTINE(TURNSU)
{
    static const char *to[] = {"EULPAR", "rodpar", "AXAYAZ  ", "YPR", "B123", "COSINES"};
    static const int size[] = {4, 3, 3, 3, 3, 9};
    double a[9] = {0.3, 0.4, 0.5}, *v = value;
    int k, err, flags = 0;
    for (k = 0; k < 6; k++) {
        c_rcnvrt("EULER", a, to[k], v, &err);
        flags += err;
        v += size[k];
    }
    for (k = 0; k < 9; k++) a[k] = v[k - 9];
    c_rcnvrt("COSINES", a, "EULER", a, &err); /* in place */
    for (k = 0; k < 3; k++) v[k] = a[k];
    v[3] = flags + err;
}

ROUTINE(PLACSU)
{
    double a[3] = {2, 0.5, 1.5};
    int err;
    c_tcnvrt("SPHERICAL", a, "CARTESIAN", value, &err);
    c_tcnvrt("CARTESIAN", value, "CYLINDRICAL", value + 3, &err);
}

ROUTINE(SPLISU)
{
    int err, iord;
    for (iord = 0; iord < 2; iord++) {
        c_akispl(par[0], 0, 7, iord, &value[2 * iord], &err), value[2 * iord + 1] = err;
        c_cubspl(par[0], 0, 7, iord, &value[2 * iord + 4], &err), value[2 * iord + 5] = err;
        c_fitspl(par[0], 0, 7, iord, &value[2 * iord + 8], &err), value[2 * iord + 9] = err;
        c_quispl(par[0], 0, 7, iord, &value[2 * iord + 12], &err), value[2 * iord + 13] = err;
    }
}

ROUTINE(MODLSU)
{
    int n, err, modes[2], exists, k;
    double c[2] = {3, 0.5};
    char text[64], units[12 + 1];
    c_gtaray(5, value, &n, &err), value[3] = err;
    c_gtcurv(8, par[0], 1, value + 4, &err), value[7] = err;
    units[12] = '#';
    c_gtunts(&exists, value + 8, units);
    c_cusfnc("MYFUNC", c, 2, value + 12, &err), value[13] = err;
    c_nmodes(30101, &n, &err), value[14] = n, value[15] = err;
    c_modinf(30101, modes, value + 18, &err), value[20] = err;
    for (k = 0; k < 2; k++) value[16 + k] = modes[k];
    c_gtstrg(6, text, &n, &err);
    value[21] = n;
    value[22] = strcmp(text, "road left.rdf") == 0 && strncmp(units, "s  mm N  kg #", 13) == 0;
}

ROUTINE(CLOCSU)
{
    int mode;
    char name[32];
    c_timget(&value[0]);
    c_getstm(&value[1]);
    c_getmod(&mode), value[2] = mode;
    c_getcpu(&value[3]);
    c_getint(name), value[4] = strcmp(name, "HHT") == 0;
}

ROUTINE(SETSSU)
{
    int e[5], k;
    c_modset("Constraint_Joint", 301, "i_marker_id", "12", &e[0]);
    c_set_attribute("13", &e[1]);
    c_modset("NoSuch", 1, "x", "y", &e[2]);
    c_modset("Constraint_Joint", -5, "x", "y", &e[3]);
    c_modset("Constraint_Joint", 301, "x", "y", &e[4]);
    for (k = 0; k < 5; k++) value[k] = e[k];
}

ROUTINE(WRONSU)
{
    double a[9] = {0}, v[9], c = 1;
    int e[8], n, k;
    char text[64];
    c_step(0.5, 0, 0, 1, 1, 3, v, &e[0]);
    c_rcnvrt("EULER", a, "NOSUCH", v, &e[1]);
    c_akispl(0.5, 0, 99, 0, v, &e[2]);
    c_gtaray(99, v, &n, &e[3]);
    c_gtstrg(99, text, &n, &e[4]);
    c_gtcurv(99, 0.5, 0, v, &e[5]);
    c_cusfnc("NOSUCH", &c, 1, v, &e[6]);
    c_nmodes(99, &n, &e[7]);
    for (k = 0; k < 8; k++) value[k] = e[k] != 0;
}
