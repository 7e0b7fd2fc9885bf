/* Variables and states, with a struct first and scalars by value. */
#include "slv_c_utils.h"

static double ask(const char *name, int id)
{
    int err;
    double v;
    c_sysfnc(name, &id, 1, &v, &err);
    if (err)
        c_errmes(err, name, id, "STOP");
    return v;
}

static void demand(int ok, const char *what, int id)
{
    c_errmes(!ok, what, id, "STOP");
}

DLLFUNC void Varsub(const struct sAdamsVariable *var, double time, int dflag, int iflag, double *result)
{
    int i = (int)var->PAR[0], err;
    double f;
    demand(var->IC == 0.25, "VARIABLE: IC", var->ID);
    c_poly(ask("DX", i), 0.0, var->PAR + 2, 4, 0, &f, &err);
    *result = f + var->PAR[1] * ask("VX", i);
}

DLLFUNC void Difsub(const struct sAdamsDiff *diff, double time, int dflag, int iflag, double *result)
{
    const double *par = diff->PAR;
    double x = ask("DIF", diff->ID), s;
    int what = (int)par[1], err;
    demand(!diff->STATIC_HOLD, "DIFF: STATIC_HOLD", diff->ID);
    if (diff->IMPLICIT) {
        demand(diff->IC_R1 == 0.25 && diff->IC_R2 == 1.25, "DIFF: IC", diff->ID);
        *result = par[0] * ask("DIF1", diff->ID) + x - ask("DIF", what);
        return;
    }
    demand(diff->IC_R1 == 0.5, "DIFF: IC", diff->ID);
    c_havsin(time, 0.0, 0.0, 0.2, 1.0, 0, &s, &err);
    *result = (ask("DX", what) * s - x) / par[0];
}

static void check(const struct sAdamsGSE *gse)
{
    demand(gse->NI == 1 && gse->NO == 2 && gse->NS == 2 && gse->ND == 0, "GSE: sizes", gse->ID);
    demand(gse->X == 1 && gse->Y == 2 && gse->U == 3 && gse->IC == 4, "GSE: arrays", gse->ID);
    demand(!gse->STATIC_HOLD && !gse->IMPLICIT, "GSE: flags", gse->ID);
}

DLLFUNC void Gsesub(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int nstate, const double *states, int ninput,
                    const double *inputs, int noutput, double *stated, double *output)
{
    double w = gse->PAR[0], z = gse->PAR[1], b = gse->PAR[2], x = states[0], v = states[1], u = inputs[0];
    check(gse);
    demand(nstate == gse->NS && ninput == gse->NI && noutput == gse->NO, "GSE: arguments", gse->ID);
    stated[0] = v;
    stated[1] = w * w * (u - x) - 2.0 * z * w * v - b * x * x * x;
    output[0] = x - b * u * u;
    output[1] = v * u;
}

#define PARTIAL(NAME)                                                                                        \
    DLLFUNC void NAME(const struct sAdamsGSE *gse, double time, int iflag, int nstate, const double *states, \
                      int ninput, const double *inputs, int noutputs, double *p)

PARTIAL(Gsexx)
{
    check(gse);
    p[1] = -gse->PAR[0] * gse->PAR[0] - 3.0 * gse->PAR[2] * states[0] * states[0];
    p[2] = 1.0;
    p[3] = -2.0 * gse->PAR[1] * gse->PAR[0];
}

PARTIAL(Gsexu)
{
    check(gse);
    p[1] = gse->PAR[0] * gse->PAR[0];
}

PARTIAL(Gseyx)
{
    check(gse);
    p[0] = 1.0;
    p[3] = inputs[0];
}

PARTIAL(Gseyu)
{
    check(gse);
    p[0] = -2.0 * gse->PAR[2] * inputs[0];
    p[1] = states[1];
}

/* The same controller, each part in a routine of its own; the second output counts samples. */
static void sizes(int id)
{
    c_errmes(c_gse_ns() != 2 || c_gse_nd() != 1 || c_gse_ni() != 1 || c_gse_no() != 2, "GSE: sizes", id, "STOP");
}

DLLFUNC void Gse_deriv(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int n, double *xdot)
{
    double w = gse->PAR[0], z = gse->PAR[1], b = gse->PAR[2], s[2], in[1], x, v, u;
    sizes(gse->ID);
    c_gse_x(s, 2);
    c_gse_u(in, 1);
    x = s[0], v = s[1], u = in[0];
    xdot[0] = v;
    xdot[1] = w * w * (u - x) - 2.0 * z * w * v - b * x * x * x;
}

DLLFUNC void Gse_output(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int n, double *y)
{
    double s[2], u[1], xd[1];
    c_gse_x(s, 2);
    c_gse_u(u, 1);
    c_gse_xd(xd, 1);
    y[0] = s[0] - gse->PAR[2] * u[0] * u[0];
    y[1] = xd[0];
}

DLLFUNC void Gse_update(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int n, double *xplus)
{
    double xd[2] = {0.0, 5.0};
    c_gse_xd(xd, 1);
    c_errmes(xd[1] != 5.0, "GSE_UPDATE: xd", gse->ID, "STOP");
    xplus[0] = xd[0] + 1.0;
}

DLLFUNC void Gse_samp(const struct sAdamsGSE *gse, double time, int iflag, double *step) { *step = 0.1; }
