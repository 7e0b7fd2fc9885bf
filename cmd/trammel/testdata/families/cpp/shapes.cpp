// A constraint of coordinates of a part, a curve and a surface, as a C++ programmer writes them.
#include "trammel_usersub.h"

DLLFUNC void STDCALL UCOSUB(int *id, double *, double *q, double *par, int *, int *idrsel, int *iflag, double *scalar,
                            double *array, double *xmatrx)
{
    if (*iflag) {
        const int part = int(par[0]), parts[] = {part, part}, codes[] = {11, 12};
        c_ucovar(*id, 2, parts, 2, codes);
        return;
    }
    const double b = par[1], x = q[0], y = q[1];
    if (idrsel[0]) {
        array[0] = 2 * x;
        array[1] = 2 * b * y;
    }
    if (idrsel[1])
        *scalar = x * x - 1 + b * (y * y - 0.25);
    if (idrsel[2]) {
        xmatrx[0] = 2;
        xmatrx[3] = 2 * b;
    }
}

DLLFUNC void STDCALL CURSUB(int *, double *par, int *, double *alpha, int *iord, int *, double *values)
{
    const double a = par[0], u = *alpha;
    switch (*iord) {
    case 0:
        values[0] = u;
        values[1] = 1 + a * (u * u - 1);
        break;
    case 1:
        values[0] = 1;
        values[1] = 2 * a * u;
        break;
    case 2:
        values[1] = 2 * a;
        break;
    }
}

DLLFUNC void STDCALL SURSUB(int *, double *par, int *, double *alpha, double *beta, int *iord, int *, double *values, int *ierr)
{
    const double a = par[0], b = par[1], u = *alpha, v = *beta;
    switch (*iord) {
    case 0:
        values[0] = u;
        values[1] = v;
        values[2] = 1 + a * (u * u - 1) + b * (v * v - 0.25);
        break;
    case 1:
        values[0] = values[4] = 1;
        values[2] = 2 * a * u;
        values[5] = 2 * b * v;
        break;
    case 2:
        values[2] = 2 * a;
        values[8] = 2 * b;
        break;
    }
    *ierr = 0;
}
