/* A constraint of coordinates of a part, a curve and a surface, with pointers. */
#include "msolve.h"

DLLFUNC void STDCALL UCOSUB(int *id, double *time, double *q, double *par, int *npar, int *idrsel, int *iflag,
                            double *scalar, double *array, double *xmatrx)
{
    int parts[2], codes[2] = {11, 12};
    if (*iflag) {
        parts[0] = parts[1] = (int)par[0];
        c_ucovar(*id, 2, parts, 2, codes);
        return;
    }
    if (idrsel[0]) {
        array[0] = 2.0 * q[0];
        array[1] = 2.0 * par[1] * q[1];
    }
    if (idrsel[1])
        *scalar = q[0] * q[0] - 1.0 + par[1] * (q[1] * q[1] - 0.25);
    if (idrsel[2]) {
        xmatrx[0] = 2.0;
        xmatrx[3] = 2.0 * par[1];
    }
}

DLLFUNC void STDCALL CURSUB(int *id, double *par, int *npar, double *alpha, int *iord, int *iflag, double *values)
{
    double u = *alpha;
    if (*iord == 0) {
        values[0] = u;
        values[1] = 1.0 + par[0] * (u * u - 1.0);
    } else if (*iord == 1) {
        values[0] = 1.0;
        values[1] = 2.0 * par[0] * u;
    } else {
        values[1] = 2.0 * par[0];
    }
}

DLLFUNC void STDCALL SURSUB(int *id, double *par, int *npar, double *alpha, double *beta, int *iord, int *iflag, double *values,
                            int *ierr)
{
    double u = *alpha, v = *beta;
    if (*iord == 0) {
        values[0] = u;
        values[1] = v;
        values[2] = 1.0 + par[0] * (u * u - 1.0) + par[1] * (v * v - 0.25);
    } else if (*iord == 1) {
        values[0] = values[4] = 1.0;
        values[2] = 2.0 * par[0] * u;
        values[5] = 2.0 * par[1] * v;
    } else {
        values[2] = 2.0 * par[0];
        values[8] = 2.0 * par[1];
    }
    *ierr = 0;
}
