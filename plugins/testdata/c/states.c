/* A plugin with a routine of a state equation, which reaches sizes, states and inputs by utilities: xdot = ns nd ni no x1 x2 xd1 u1,
 * then x1 of a short array, and the number of states as Fortran gets it. */
#include "trammel_plugin.h"

void gse_ns_(int *ns);

static void deriv(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *n, double *xdot)
{
    double v[4] = {0, 0, 0, 9};
    int ns = 0;
    xdot[0] = c_gse_ns();
    xdot[1] = c_gse_nd();
    xdot[2] = c_gse_ni();
    xdot[3] = c_gse_no();
    c_gse_x(xdot + 4, c_gse_ns());
    c_gse_xd(xdot + 6, 1);
    c_gse_u(xdot + 7, 1);
    c_gse_x(v + 2, 1);
    xdot[8] = v[3] == 9 ? v[2] : -1; /* no more than was wanted */
    gse_ns_(&ns);
    xdot[9] = ns;
}

TRAMMEL_PLUGIN("tests/states", "0.1", {"GSE_DERIV", "deriv", (const void *)deriv})
