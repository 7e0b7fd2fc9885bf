// Variables, arrays and states, as a C++ programmer writes them.
#include "trammel_usersub.h"

static double ask(const char *name, int id)
{
    double v = 0;
    int err = 0;
    c_sysfnc(name, &id, 1, &v, &err);
    if (err)
        c_errmes(err, name, id, "STOP");
    return v;
}

DLLFUNC void STDCALL VARSUB(int *, double *, double *par, int *, int *, int *, double *value)
{
    const int i = int(par[0]);
    double f;
    int err;
    c_poly(ask("DX", i), 0, &par[2], 4, 0, &f, &err);
    *value = f + par[1] * ask("VX", i);
}

DLLFUNC void STDCALL DIFSUB(int *id, double *time, double *par, int *, int *, int *, double *value)
{
    const double x = ask("DIF", *id);
    double s;
    int err;
    if (par[2]) {
        *value = par[0] * ask("DIF1", *id) + x - ask("DIF", int(par[1]));
    } else {
        c_havsin(*time, 0, 0, 0.2, 1, 0, &s, &err);
        *value = (ask("DX", int(par[1])) * s - x) / par[0];
    }
}

DLLFUNC void STDCALL ARYSUB(int *, double *, double *par, int *, int *, int *, int *nvalue, double *value)
{
    const int i = int(par[0]);
    double f[3];
    int err;
    c_impact(ask("DY", i), ask("VY", i), 0, par[2], par[3], par[4], par[5], 0, f, &err);
    value[0] = f[0];
    value[*nvalue - 1] = -par[1] * ask("DX", i);
}

namespace {

// A matrix stored by columns.
struct Matrix {
    double *p;
    int rows;

    double &operator()(int i, int j) { return p[j * rows + i]; }
};

} // namespace

DLLFUNC void STDCALL GSESUB(int *, double *, double *par, int *, int *, int *, int *, double *x, int *, double *u, int *,
                            double *stated, double *output)
{
    const double w = par[0], z = par[1], b = par[2];
    stated[0] = x[1];
    stated[1] = w * w * (u[0] - x[0]) - 2 * z * w * x[1] - b * x[0] * x[0] * x[0];
    output[0] = x[0] - b * u[0] * u[0];
    output[1] = x[1] * u[0];
}

DLLFUNC void STDCALL GSEXX(int *, double *, double *par, int *, int *, int *nstate, double *x, int *, double *, int *, double *p)
{
    Matrix m = {p, *nstate};
    m(0, 1) = 1;
    m(1, 0) = -par[0] * par[0] - 3 * par[2] * x[0] * x[0];
    m(1, 1) = -2 * par[1] * par[0];
}

DLLFUNC void STDCALL GSEXU(int *, double *, double *par, int *, int *, int *nstate, double *, int *, double *, int *, double *p)
{
    Matrix m = {p, *nstate};
    m(1, 0) = par[0] * par[0];
}

DLLFUNC void STDCALL GSEYX(int *, double *, double *, int *, int *, int *, double *, int *, double *u, int *noutpt, double *p)
{
    Matrix m = {p, *noutpt};
    m(0, 0) = 1;
    m(1, 1) = u[0];
}

DLLFUNC void STDCALL GSEYU(int *, double *, double *par, int *, int *, int *, double *x, int *, double *u, int *noutpt, double *p)
{
    Matrix m = {p, *noutpt};
    m(0, 0) = -2 * par[2] * u[0];
    m(1, 0) = x[1];
}

DLLFUNC void STDCALL YFOSUB(int *, double *, double *par, int *, int *, int *, int *, double *x, int *, double *u, int *,
                            double *stated, double *output)
{
    for (int k = 0; k < 2; ++k)
        stated[k] = (u[k] - x[k]) / par[0];
    output[0] = -par[1] * (u[0] - x[0]) - par[2] * u[2] * (1 + x[0] * x[0]);
    output[1] = -par[1] * (u[1] - x[1]) - par[2] * u[3];
}

DLLFUNC void STDCALL YFOXX(int *, double *, double *par, int *, int *, int *nstate, double *, int *, double *, int *, double *p)
{
    Matrix m = {p, *nstate};
    m(0, 0) = m(1, 1) = -1 / par[0];
}

DLLFUNC void STDCALL YFOXU(int *, double *, double *par, int *, int *, int *nstate, double *, int *, double *, int *, double *p)
{
    Matrix m = {p, *nstate};
    m(0, 0) = m(1, 1) = 1 / par[0];
}

DLLFUNC void STDCALL YFOYX(int *, double *, double *par, int *, int *, int *, double *x, int *, double *u, int *noutpt, double *p)
{
    Matrix m = {p, *noutpt};
    m(0, 0) = par[1] - par[2] * u[2] * 2 * x[0];
    m(1, 1) = par[1];
}

DLLFUNC void STDCALL YFOYU(int *, double *, double *par, int *, int *, int *, double *x, int *, double *, int *noutpt, double *p)
{
    Matrix m = {p, *noutpt};
    m(0, 0) = m(1, 1) = -par[1];
    m(0, 2) = -par[2] * (1 + x[0] * x[0]);
    m(1, 3) = -par[2];
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
