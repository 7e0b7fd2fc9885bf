/* Forces, with pointers. Every order of operations is that of the other languages. */
#include "msolve.h"

static double ask(const char *name, int i, int j, int n)
{
    int ids[2], err;
    double v;
    ids[0] = i;
    ids[1] = j;
    c_sysfnc(name, ids, n, &v, &err);
    if (err)
        c_errmes(err, name, i, "STOP");
    return v;
}

DLLFUNC void STDCALL SFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int i = (int)par[0], j = (int)par[1], err;
    double d = ask("DM", i, j, 2), v = ask("VR", i, j, 2), s;
    c_step(*time, 0.0, 0.0, 0.2, 1.0, 0, &s, &err);
    *value = -s * par[2] * (d - par[4]) - par[3] * v;
}

DLLFUNC void STDCALL GFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    int ids[3], n, err, k;
    double d[6], v[6], e[4];
    ids[0] = (int)par[0];
    ids[1] = ids[2] = (int)par[1];
    c_sysary("DISP", ids, 3, d, &n, &err);
    c_sysary("VEL", ids, 3, v, &n, &err);
    c_rcnvrt("EULER", d + 3, "EULPAR", e, &err);
    for (k = 0; k < 3; k++) {
        result[k] = -par[2] * d[k] - par[3] * v[k];
        result[3 + k] = -par[4] * (2.0 * e[1 + k]) - par[5] * v[3 + k];
    }
}

DLLFUNC void STDCALL VFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    int ids[3], n, err;
    double d[3], v[3], s;
    ids[0] = (int)par[0];
    ids[1] = ids[2] = 1;
    c_sysary("TVEL", ids, 3, v, &n, &err);
    c_sysary("TDISP", ids, 3, d, &n, &err);
    c_havsin(*time, 0.0, 0.0, 0.3, 1.0, 0, &s, &err);
    result[0] = par[1] * s * v[1];
    result[1] = -par[1] * s * v[0];
    result[2] = -par[2] * d[2];
}

DLLFUNC void STDCALL VTOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    int ids[3], n, err, k;
    double w[3], s;
    ids[0] = ids[2] = (int)par[0];
    ids[1] = (int)par[1];
    c_sysary("RVEL", ids, 3, w, &n, &err);
    c_step5(*time, 0.0, 0.0, 0.3, 1.0, 0, &s, &err);
    for (k = 0; k < 3; k++)
        result[k] = -par[3] * w[k];
    result[0] += par[2] * s;
}

DLLFUNC void STDCALL PFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int i = (int)par[0];
    *value = ask("DY", i, 0, 1) - cosh(par[1] * ask("DX", i, 0, 1));
}

DLLFUNC void STDCALL FIESUB(int *id, double *time, double *par, int *npar, double *disp, double *velo, int *dflag, int *iflag,
                            double *field, double *dfddis, double *dfdvel)
{
    int k;
    for (k = 0; k < 6; k++) {
        field[k] = -par[0] * disp[k] * (1.0 + par[1] * disp[k] * disp[k]) - par[2] * velo[k];
        dfddis[7 * k] = -par[0] * (1.0 + 3.0 * par[1] * disp[k] * disp[k]);
        dfdvel[7 * k] = -par[2];
    }
}

DLLFUNC void STDCALL SPDSUB(int *id, double *time, double *par, int *npar, double *disp, double *velo, int *dflag, int *iflag,
                            double *force)
{
    double d = *disp, s;
    int err;
    c_step(*time, 0.0, 0.0, 0.2, 1.0, 0, &s, &err);
    *force = par[0] * d + par[1] * d * d * d + par[2] * *velo * s;
}
