/* Sensors and the driver, with pointers. */
#include "msolve.h"

static double ask(const char *name, int id)
{
    int err;
    double v;
    c_sysfnc(name, &id, 1, &v, &err);
    if (err)
        c_errmes(err, name, id, "STOP");
    return v;
}

DLLFUNC void STDCALL SENSUB(int *id, double *time, double *par, int *npar, int *iflag, double *value)
{
    int i = (int)par[0];
    *value = ask("DY", i) - par[1] * ask("DX", i);
}

DLLFUNC void STDCALL SEVSUB(int *id, double *time, double *par, int *npar, int *iflag, double *value)
{
    *value = -par[1] * ask("VY", (int)par[0]);
}

DLLFUNC void STDCALL CONSUB(double *par, int *npar)
{
    int k, err;
    c_datout(&err);
    for (k = 0; k < (int)par[1]; k++) {
        c_analys("TRANSIENT", "throw", k * par[0], (k + 1) * par[0], k == 0, &err);
        c_errmes(err, "ANALYS", k, "STOP");
        c_datout(&err);
    }
}
