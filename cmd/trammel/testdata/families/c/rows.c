/* Constraints, motions and requests, with pointers. */
#include "msolve.h"

DLLFUNC void STDCALL GCOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    int i = (int)par[0], err;
    double x, y, p[3], f;
    c_sysfnc("DX", &i, 1, &x, &err);
    c_sysfnc("DY", &i, 1, &y, &err);
    p[0] = -par[1];
    p[1] = 0.0;
    p[2] = par[1];
    c_poly(x, 0.0, p, 3, 0, &f, &err);
    *result = y - 1.0 - f;
}

DLLFUNC void STDCALL MOTSUB(int *id, double *time, double *par, int *npar, int *iord, int *iflag, double *value)
{
    int err;
    double p[4] = {0.0, 0.0, 0.0, 0.0};
    p[2] = par[0];
    p[3] = par[1];
    c_poly(*time, 0.0, p, 4, *iord, value, &err);
}

DLLFUNC void STDCALL COUSUB(int *id, double *time, double *par, int *npar, double *disp, int *ndisp, int *iflag, double *phi)
{
    *phi = disp[1] - par[0] * disp[0] - par[1] * disp[0] * disp[0];
}

DLLFUNC void STDCALL COUXX(int *id, double *time, double *par, int *npar, double *disp, int *ndisp, int *iflag, double *dfda)
{
    dfda[0] = -par[0] - 2.0 * par[1] * disp[0];
    dfda[1] = 1.0;
}

DLLFUNC void STDCALL COUXX2(int *id, double *time, double *par, int *npar, double *disp, int *ndisp, int *iflag, double *d2fda2)
{
    d2fda2[0] = -2.0 * par[1];
}

DLLFUNC void STDCALL REQSUB(int *id, double *time, double *par, int *npar, int *iflag, double *results)
{
    int ids[4], n, err;
    double d[6], v[6], a[3] = {0.5, 1.0, 0.25};
    ids[0] = (int)par[0];
    ids[1] = (int)par[1];
    c_sysary("DISP", ids, 2, d, &n, &err);
    c_sysary("VEL", ids, 2, v, &n, &err);
    results[0] = par[3] * d[1];
    results[1] = d[0];
    results[2] = v[0] * v[0] + v[1] * v[1];
    results[3] = v[5];
    results[4] = d[3];
    ids[0] = (int)par[2];
    ids[1] = 0;
    ids[2] = 3;
    ids[3] = 0;
    c_sysfnc("JOINT", ids, 4, &results[5], &err);
    c_forcos(*time, 0.0, 3.0, a, 3, 0, &results[6], &err);
    results[7] = d[0] * v[1] - d[1] * v[0];
}

/* rows come in the order of time, the first and the last are marked; the bob is at a distance of 1 */
DLLFUNC void STDCALL POST_SUB(double *time, double *par, int *npar, int *iflag, int *endflag, int *errflg)
{
    static double before = -1.0;
    int id = (int)par[0], err;
    double d;
    c_sysfnc("DM", &id, 1, &d, &err);
    *errflg = err || fabs(d - 1.0) > 1e-6 || *iflag != (before < 0.0) || (*time <= before) != *endflag;
    before = *time;
}

/* The run begins and ends, rows and steps do in turn; the bob is at a distance of 1. */
DLLFUNC void STDCALL CBKSUB(double *time, int *event, int *data)
{
    static double begun = 0.0;
    static int calls = 0, rows = 0, inside = 0;
    int bob = 20, err, wrong = (calls++ == 0) != (*event == 1);
    double d = 0.0;
    if (*event == 9 || *event == 12) {
        c_sysfnc("DM", &bob, 1, &d, &err);
        wrong |= err || fabs(d - 1.0) > 1e-3 || data[0] != 4 || data[1] != 4 || data[2] != 0;
    }
    if (*event == 8 || *event == 10) {
        wrong |= inside != 0;
        inside = *event;
        begun = *time;
    }
    if (*event == 9 || *event == 12) {
        wrong |= *event == 9 ? inside != 8 || *time != begun : inside != 10 || !(*time > begun);
        inside = 0;
        rows += *event == 9;
    }
    c_errmes(wrong || (*event == 2 && rows < 6), "CBKSUB", *event, "STOP");
}
