/* Contacts, with pointers and without the argument area. */
#include "msolve.h"

DLLFUNC void STDCALL CNFSUB(int *id, double *time, double *par, int *npar, double *loci, double *ni, double *locj, double *nj,
                            double *gap, double *gapdot, double *gapdotdot, int *dflag, int *iflag, double *result)
{
    double f = (par[0] * (-*gap) - par[1] * *gapdot) * (1.0 + par[3] * loci[0]);
    result[0] = f > 0.0 ? f * nj[2] : 0.0;
}

DLLFUNC void STDCALL CFFSUB(int *id, double *time, double *par, int *npar, double *loci, double *locj, double *x, double *xdot,
                            double *nforce, int *dflag, int *iflag, double *result)
{
    int k;
    for (k = 0; k < 3; k++)
        result[k] = -par[2] * *nforce * xdot[k];
}

/* ends the run where the arguments are not what the deck says; counts its calls, the last of which says so */
DLLFUNC void STDCALL CONTACTPOST(int *id, int *i_gra_id, int *j_gra_id, double *time, double *par, int *npar, int *iflag, int *endflg)
{
    static int calls;
    int ok = *id == 3 && *i_gra_id == 6 && *j_gra_id == 5 && *npar == 4 && par[0] == 3000.0;
    ok = ok && (*iflag != 0) == (calls == 0) && (*endflg != 0) == (calls == 26);
    calls = *endflg ? 0 : calls + 1;
    c_errmes(!ok, "CONTACTPOST", *id, "STOP");
}
