/* Variables, arrays and states, with pointers. */
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

DLLFUNC void STDCALL VARSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int i = (int)par[0], err;
    double f;
    c_poly(ask("DX", i), 0.0, par + 2, 4, 0, &f, &err);
    *value = f + par[1] * ask("VX", i);
}

/* par: time constant, what is followed, 1 if it is another state and the equation implicit */
DLLFUNC void STDCALL DIFSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int what = (int)par[1], err;
    double x = ask("DIF", *id), s;
    if (par[2] != 0.0) {
        *value = par[0] * ask("DIF1", *id) + x - ask("DIF", what);
        return;
    }
    c_havsin(*time, 0.0, 0.0, 0.2, 1.0, 0, &s, &err);
    *value = (ask("DX", what) * s - x) / par[0];
}

DLLFUNC void STDCALL ARYSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *nvalue, double *value)
{
    int i = (int)par[0], err;
    double f[3];
    c_impact(ask("DY", i), ask("VY", i), 0.0, par[2], par[3], par[4], par[5], 0, f, &err);
    value[0] = f[0];
    value[*nvalue - 1] = -par[1] * ask("DX", i);
}

DLLFUNC void STDCALL GSESUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *nstate, double *states,
                            int *ninput, double *input, int *noutpt, double *stated, double *output)
{
    double w = par[0], z = par[1], b = par[2], x = states[0], v = states[1], u = input[0];
    stated[0] = v;
    stated[1] = w * w * (u - x) - 2.0 * z * w * v - b * x * x * x;
    output[0] = x - b * u * u;
    output[1] = v * u;
}

#define PARTIAL(NAME)                                                                                              \
    DLLFUNC void STDCALL NAME(int *id, double *time, double *par, int *npar, int *iflag, int *nstate, double *states, \
                              int *ninput, double *input, int *noutpt, double *p)

PARTIAL(GSEXX)
{
    p[1] = -par[0] * par[0] - 3.0 * par[2] * states[0] * states[0];
    p[2] = 1.0;
    p[3] = -2.0 * par[1] * par[0];
}

PARTIAL(GSEXU)
{
    p[1] = par[0] * par[0];
}

PARTIAL(GSEYX)
{
    p[0] = 1.0;
    p[3] = input[0];
}

PARTIAL(GSEYU)
{
    p[0] = -2.0 * par[2] * input[0];
    p[1] = states[1];
}

/* inputs: two displacements, two velocities; the states follow the displacements */
DLLFUNC void STDCALL YFOSUB(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *nstate, double *states,
                            int *ninput, double *input, int *noutpt, double *stated, double *output)
{
    double t = par[0], k = par[1], c = par[2];
    stated[0] = (input[0] - states[0]) / t;
    stated[1] = (input[1] - states[1]) / t;
    output[0] = -k * (input[0] - states[0]) - c * input[2] * (1.0 + states[0] * states[0]);
    output[1] = -k * (input[1] - states[1]) - c * input[3];
}

PARTIAL(YFOXX)
{
    p[0] = p[3] = -1.0 / par[0];
}

PARTIAL(YFOXU)
{
    p[0] = p[3] = 1.0 / par[0];
}

PARTIAL(YFOYX)
{
    p[0] = par[1] - par[2] * input[2] * 2.0 * states[0];
    p[7] = par[1];
}

PARTIAL(YFOYU)
{
    p[0] = p[7] = -par[1];
    p[12] = -par[2] * (1.0 + states[0] * states[0]);
    p[19] = -par[2];
}

/* The same controller, each part in a routine of its own; the second output counts samples. */
static void sizes(int id)
{
    c_errmes(c_gse_ns() != 2 || c_gse_nd() != 1 || c_gse_ni() != 1 || c_gse_no() != 2, "GSE: sizes", id, "STOP");
}

DLLFUNC void STDCALL GSE_DERIV(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *n, double *xdot)
{
    double w = par[0], z = par[1], b = par[2], s[2], in[1], x, v, u;
    sizes(*id);
    c_gse_x(s, 2);
    c_gse_u(in, 1);
    x = s[0], v = s[1], u = in[0];
    xdot[0] = v;
    xdot[1] = w * w * (u - x) - 2.0 * z * w * v - b * x * x * x;
}

DLLFUNC void STDCALL GSE_OUTPUT(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *n, double *y)
{
    double s[2], u[1], xd[1];
    c_gse_x(s, 2);
    c_gse_u(u, 1);
    c_gse_xd(xd, 1);
    y[0] = s[0] - par[2] * u[0] * u[0];
    y[1] = xd[0];
}

DLLFUNC void STDCALL GSE_UPDATE(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, int *n, double *xplus)
{
    double xd[2] = {0.0, 5.0};
    c_gse_xd(xd, 1);
    c_errmes(xd[1] != 5.0, "GSE_UPDATE: xd", *id, "STOP");
    xplus[0] = xd[0] + 1.0;
}

DLLFUNC void STDCALL GSE_SAMP(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *step) { *step = 0.1; }
