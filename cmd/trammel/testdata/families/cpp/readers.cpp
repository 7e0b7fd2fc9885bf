// Routines that give data of the model, as a C++ programmer writes them.
#include <string>
#include "trammel_usersub.h"

DLLFUNC void STDCALL SPLINE_READ(int *id, char *file_name, int file_len, char *block_name, int block_len, int *errflg)
{
    const std::string file(file_name, file_len), block(block_name, block_len), wanted("springs.txt");
    *errflg = 1;
    if (block != "front" || file.size() < wanted.size() || file.substr(file.size() - wanted.size()) != wanted)
        return;
    double x[6], y[6];
    const double z[] = {0};
    for (int k = 0; k < 6; ++k) {
        x[k] = 0.5 * k;
        y[k] = 8 * x[k] + 4 * x[k] * x[k] * x[k];
    }
    c_put_spline(*id, 6, 1, x, y, z, errflg);
}

DLLFUNC void STDCALL MARKER_READ(int *id, double *par, int *, int *errflg)
{
    char name[80];
    int n = 0;
    c_gtstrg(int(par[0]), name, &n, errflg);
    if (*errflg)
        return;
    const double r[] = {par[1], par[2], 0.1 * n}, angle[] = {0, 0, 0};
    c_put_marker(*id, r, 1, angle, errflg);
}

DLLFUNC void STDCALL MATRIX_READ(int *id, double *par, int *npar, int *errflg)
{
    c_put_matrix(*id, 1, *npar, par, errflg);
}

DLLFUNC void STDCALL STRING_READ(int *id, double *, int *, int *errflg)
{
    c_put_string(*id, "front", errflg);
}
