// A routine that asks for a curve.
#include "trammel_usersub.h"

DLLFUNC void STDCALL TRACK(int *id, double *, double *par, int *, int *, int *, double *value)
{
    const int curve = int(par[0]), i = int(par[1]);
    double x, p[3], d[3];
    int err;
    c_sysfnc("DX", &i, 1, &x, &err);
    c_gtcurv(curve, x, 0, p, &err);
    c_errmes(err, "GTCURV: point", *id, "STOP");
    c_gtcurv(curve, x, 1, d, &err);
    c_errmes(err, "GTCURV: slope", *id, "STOP");
    *value = p[1] + d[1];
}
