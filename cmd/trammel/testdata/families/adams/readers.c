/* Routines that give data of the model; only the reader of splines has a form with a struct. */
#include "slv_c_utils.h"

DLLFUNC void Spline_read(const struct sAdamsSpline *spline, int *ierr)
{
    double x[6], y[6], z = 0.0;
    int k;
    *ierr = 1;
    if (strstr(spline->FILENAME, "springs.txt") == 0 || strcmp(spline->BLOCKNAME, "front") != 0)
        return;
    for (k = 0; k < 6; k++) {
        x[k] = 0.5 * k;
        y[k] = 8.0 * x[k] + 4.0 * x[k] * x[k] * x[k];
    }
    c_put_spline(spline->ID, 6, 1, x, y, &z, ierr);
}

DLLFUNC void STDCALL MARKER_READ(int *id, double *par, int *npar, int *errflg)
{
    char name[80];
    int n;
    double r[3], angle[3] = {0.0, 0.0, 0.0};
    c_gtstrg((int)par[0], name, &n, errflg);
    if (*errflg)
        return;
    r[0] = par[1];
    r[1] = par[2];
    r[2] = 0.1 * n;
    c_put_marker(*id, r, 1, angle, errflg);
}

DLLFUNC void STDCALL MATRIX_READ(int *id, double *par, int *npar, int *errflg)
{
    c_put_matrix(*id, 1, *npar, par, errflg);
}

DLLFUNC void STDCALL STRING_READ(int *id, double *par, int *npar, int *errflg)
{
    c_put_string(*id, "front", errflg);
}
