/* A curve and a surface, with a struct first and scalars by value. */
#include "slv_c_utils.h"

static void demand(int ok, const char *what, int id)
{
    c_errmes(!ok, what, id, "STOP");
}

DLLFUNC void Cursub(const struct sAdamsCurve *curve, double alpha, int iord, int iflag, double *values)
{
    const double *par = curve->PAR;
    demand(!curve->CLOSED && curve->MINPAR == -3.0 && curve->MAXPAR == 3.0, "CURVE: range", curve->ID);
    if (iord == 0) {
        values[0] = alpha;
        values[1] = 1.0 + par[0] * (alpha * alpha - 1.0);
    } else if (iord == 1) {
        values[0] = 1.0;
        values[1] = 2.0 * par[0] * alpha;
    } else {
        values[1] = 2.0 * par[0];
    }
}

DLLFUNC void Sursub(const struct sAdamsSurface *surface, double alpha, double beta, int iord, int iflag, double *values, int *ierr)
{
    const double *par = surface->PAR;
    demand(surface->MINPAR[0] == -3.0 && surface->MAXPAR[1] == 3.0 && !surface->CLOSED[1], "SURFACE: range", surface->ID);
    if (iord == 0) {
        values[0] = alpha;
        values[1] = beta;
        values[2] = 1.0 + par[0] * (alpha * alpha - 1.0) + par[1] * (beta * beta - 0.25);
    } else if (iord == 1) {
        values[0] = values[4] = 1.0;
        values[2] = 2.0 * par[0] * alpha;
        values[5] = 2.0 * par[1] * beta;
    } else {
        values[2] = 2.0 * par[0];
        values[8] = 2.0 * par[1];
    }
    *ierr = 0;
}
