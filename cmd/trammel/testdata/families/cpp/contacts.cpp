// Contacts, as a C++ programmer writes them.
#include <algorithm>
#include "trammel_usersub.h"

DLLFUNC void STDCALL CNFSUB(int *, double *, double *par, int *, double *loci, double *, double *, double *nj, double *gap,
                            double *gapdot, double *, int *, int *, double *result)
{
    const double f = (par[0] * (-*gap) - par[1] * *gapdot) * (1.0 + par[3] * loci[0]);
    result[0] = f > 0.0 ? f * nj[2] : 0.0;
}

DLLFUNC void STDCALL CFFSUB(int *, double *, double *par, int *, double *, double *, double *, double *xdot, double *nforce,
                            int *, int *, double *result)
{
    std::transform(xdot, xdot + 3, result, [=](double u) { return -par[2] * *nforce * u; });
}

DLLFUNC void STDCALL CONTACTPOST(int *id, int *i_gra_id, int *j_gra_id, double *, double *par, int *npar, int *, int *)
{
    c_errmes(*id != 3 || *i_gra_id != 6 || *j_gra_id != 5 || *npar != 4 || par[0] != 3000.0, "CONTACTPOST", *id, "STOP");
}
