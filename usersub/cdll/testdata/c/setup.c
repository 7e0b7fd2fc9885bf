/* Routines that set up or drive a simulation, in C. */
#include "trammel_usersub.h"

DLLFUNC void STDCALL CONSUB(double *par, int *npar)
{
    int err, k, m = 9, n;
    double v[3], t = 0, dt = par[0];
    c_modset("Constraint_Joint", 301, "i_marker_id", "5", &err);
    for (k = 0; k < 2; k++, t += dt) {
        c_analys("KINEMATICS", "a step", t, t + dt, k == 0, &err);
        if (err) return;
        c_datout(&err);
        c_sysary("RVEL", &m, 1, v, &n, &err);
    }
    c_modify("PART/1, MASS = 10", &err);
}

/* The same, declared by hand with pointers, as some documents print it. */
typedef void pointers(const char *, const char *, double *, double *, int *, int *);
DLLFUNC void STDCALL BYPOINTER(double *par, int *npar)
{
    double begin = par[0], end = par[1];
    int first = 1, err = 7;
    ((pointers *)c_analys)("static", "", &begin, &end, &first, &err);
    first = err;
    ((pointers *)c_analys)("Dynamics", "x", &begin, &end, &first, &err);
}

DLLFUNC void STDCALL UCOSUB(int *id, double *time, double *q, double *par, int *npar, int *idrsel,
                            int *iflag, double *scalar, double *array, double *xmatrx)
{
    int parts[] = {30101, 30102}, codes[] = {11, 212}, markers[] = {9}, more[] = {1013};
    if (*iflag) {
        c_ucovar(*id, 2, parts, 2, codes);
        c_ucomar(*id, 1, markers, 1, more);
        return;
    }
    if (idrsel[0]) array[0] = 1, array[1] = 2 * q[2], array[2] = 2 * q[1];
    if (idrsel[1]) *scalar = q[0] + 2 * q[1] * q[2];
    if (idrsel[2]) xmatrx[1 + 2 * 3] = xmatrx[2 + 1 * 3] = 2;
}

DLLFUNC void STDCALL SPLINE_READ(int *id, char *file, int nfile, char *block, int nblock, int *errflg)
{
    double x[4] = {0, 1, 2, 3}, y[8] = {0, 1, 4, 9, 10, 11, 14, 19}, z[2] = {0.5, 1.5};
    c_put_spline(*id, 4, 1, x, y, z, errflg);
    c_put_spline(*id + 1, 4, 2, x, y, z, errflg);
    if (*errflg) return;
    c_put_spline(*id + 2, 3, 1, x, y, z, errflg); /* too few points */
}

DLLFUNC void STDCALL MARKER_READ(int *id, double *par, int *npar, int *errflg)
{
    double r[3] = {1, 2, 3}, angle[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    int kind;
    for (kind = 0; kind < 4; kind++) c_put_marker(*id, r, kind, angle, errflg);
}

DLLFUNC void STDCALL MATRIX_READ(int *id, double *par, int *npar, int *errflg)
{
    double byColumns[6] = {1, 4, 2, 5, 3, 6};
    c_put_matrix(*id, 2, 3, byColumns, errflg);
    if (*errflg) return;
    c_put_matrix(*id, 0, 3, byColumns, errflg); /* no rows */
}

DLLFUNC void STDCALL STRING_READ(int *id, double *par, int *npar, int *errflg)
{
    c_put_string(*id, " a road.txt", errflg);
}
