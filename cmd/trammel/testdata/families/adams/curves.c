/* A routine that asks for a curve. */
#include "slv_c_utils.h"

static void demand(int ok, const char *what, int id)
{
    c_errmes(!ok, what, id, "STOP");
}

DLLFUNC void Track(const struct sAdamsVariable *variable, double time, int dflag, int iflag, double *value)
{
    const double *par = variable->PAR;
    int i = (int)par[1], err;
    double x, p[3], d[3];
    c_sysfnc("DX", &i, 1, &x, &err);
    c_gtcurv((int)par[0], x, 0, p, &err);
    demand(err == 0, "GTCURV: point", variable->ID);
    c_gtcurv((int)par[0], x, 1, d, &err);
    demand(err == 0, "GTCURV: slope", variable->ID);
    *value = p[1] + d[1];
}
