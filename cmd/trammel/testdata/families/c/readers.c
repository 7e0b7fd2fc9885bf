/* Routines that give data of the model, with pointers. */
#include "msolve.h"

DLLFUNC void STDCALL SPLINE_READ(int *id, char *file_name, int file_name_len, char *block_name, int block_name_len, int *errflg)
{
    double x[6], y[6], z = 0.0;
    int k;
    *errflg = 1;
    if (file_name_len < 11 || strncmp(file_name + file_name_len - 11, "springs.txt", 11) != 0)
        return;
    if (block_name_len != 5 || strncmp(block_name, "front", 5) != 0)
        return;
    for (k = 0; k < 6; k++) {
        x[k] = 0.5 * k;
        y[k] = 8.0 * x[k] + 4.0 * x[k] * x[k] * x[k];
    }
    c_put_spline(*id, 6, 1, x, y, &z, errflg);
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
