// Sensors and the driver, as a C++ programmer writes them.
#include "trammel_usersub.h"

static double ask(const char *name, double marker)
{
    const int id = int(marker);
    double v = 0;
    int err = 0;
    c_sysfnc(name, &id, 1, &v, &err);
    if (err)
        c_errmes(err, name, id, "STOP");
    return v;
}

DLLFUNC void STDCALL SENSUB(int *, double *, double *par, int *, int *, double *value)
{
    *value = ask("DY", par[0]) - par[1] * ask("DX", par[0]);
}

DLLFUNC void STDCALL SEVSUB(int *, double *, double *par, int *, int *, double *value)
{
    *value = -par[1] * ask("VY", par[0]);
}

DLLFUNC void STDCALL CONSUB(double *par, int *)
{
    const double step = par[0];
    int err;
    c_datout(&err);
    for (int k = 0; k < int(par[1]); ++k) {
        c_analys("TRANSIENT", "throw", k * step, (k + 1) * step, k == 0, &err);
        c_errmes(err, "ANALYS", k, "STOP");
        c_datout(&err);
    }
}
