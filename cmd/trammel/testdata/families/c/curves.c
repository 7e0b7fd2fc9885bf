/* A routine that asks for a curve. */
#include "msolve.h"

DLLFUNC void STDCALL TRACK(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int i = (int)par[1], err;
    double x, p[3], d[3];
    c_sysfnc("DX", &i, 1, &x, &err);
    c_gtcurv((int)par[0], x, 0, p, &err);
    c_errmes(err, "GTCURV: point", *id, "STOP");
    c_gtcurv((int)par[0], x, 1, d, &err);
    c_errmes(err, "GTCURV: slope", *id, "STOP");
    *value = p[1] + d[1];
}
