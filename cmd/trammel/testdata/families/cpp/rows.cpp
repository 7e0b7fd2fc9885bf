// Constraints, motions and requests, as a C++ programmer writes them.
#include "trammel_usersub.h"

DLLFUNC void STDCALL GCOSUB(int *, double *, double *par, int *, int *, int *, double *result)
{
    const int i = int(par[0]);
    const double p[] = {-par[1], 0, par[1]};
    double x, y, f;
    int err;
    c_sysfnc("DX", &i, 1, &x, &err);
    c_sysfnc("DY", &i, 1, &y, &err);
    c_poly(x, 0, p, 3, 0, &f, &err);
    *result = y - 1 - f;
}

DLLFUNC void STDCALL MOTSUB(int *, double *time, double *par, int *, int *iord, int *, double *value)
{
    const double p[] = {0, 0, par[0], par[1]};
    int err;
    c_poly(*time, 0, p, 4, *iord, value, &err);
}

DLLFUNC void STDCALL COUSUB(int *, double *, double *par, int *, double *q, int *, int *, double *phi)
{
    *phi = q[1] - par[0] * q[0] - par[1] * q[0] * q[0];
}

DLLFUNC void STDCALL COUXX(int *, double *, double *par, int *, double *q, int *, int *, double *dfda)
{
    dfda[0] = -par[0] - 2 * par[1] * q[0];
    dfda[1] = 1;
}

DLLFUNC void STDCALL COUXX2(int *, double *, double *par, int *, double *, int *, int *, double *d2fda2)
{
    d2fda2[0] = -2 * par[1];
}

DLLFUNC void STDCALL REQSUB(int *, double *time, double *par, int *, int *, double *results)
{
    const int ids[] = {int(par[0]), int(par[1])}, joint[] = {int(par[2]), 0, 3, 0};
    const double a[] = {0.5, 1, 0.25};
    double d[6], v[6];
    int n, err;
    c_sysary("DISP", ids, 2, d, &n, &err);
    c_sysary("VEL", ids, 2, v, &n, &err);
    results[0] = par[3] * d[1];
    results[1] = d[0];
    results[2] = v[0] * v[0] + v[1] * v[1];
    results[3] = v[5];
    results[4] = d[3];
    c_sysfnc("JOINT", joint, 4, &results[5], &err);
    c_forcos(*time, 0, 3, a, 3, 0, &results[6], &err);
    results[7] = d[0] * v[1] - d[1] * v[0];
}

// rows come in the order of time, the first and the last are marked; the bob is at a distance of 1
DLLFUNC void STDCALL POST_SUB(double *time, double *par, int *, int *iflag, int *endflag, int *errflg)
{
    static double before = -1;
    const int id = int(par[0]);
    double d;
    int err;
    c_sysfnc("DM", &id, 1, &d, &err);
    *errflg = err || fabs(d - 1) > 1e-6 || *iflag != (before < 0) || (*time <= before) != *endflag;
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
