// Forces, as a C++ programmer writes them.
#include <cmath>
#include "trammel_usersub.h"

namespace {

struct Marker {
    int i, j;

    double of(const char *name) const
    {
        const int ids[] = {i, j};
        double v = 0;
        int err = 0;
        c_sysfnc(name, ids, j ? 2 : 1, &v, &err);
        if (err)
            c_errmes(err, name, i, "STOP");
        return v;
    }
};

template <int N> struct States {
    double v[N];

    States(const char *name, int i, int j, int k)
    {
        const int ids[] = {i, j, k};
        int n = 0, err = 0;
        c_sysary(name, ids, 3, v, &n, &err);
        if (err || n != N)
            c_errmes(1, name, i, "STOP");
    }

    double operator[](int k) const { return v[k]; }
};

} // namespace

DLLFUNC void STDCALL SFOSUB(int *, double *time, double *par, int *, int *, int *, double *value)
{
    const Marker bob = {int(par[0]), int(par[1])};
    double s;
    int err;
    c_step(*time, 0, 0, 0.2, 1, 0, &s, &err);
    *value = -s * par[2] * (bob.of("DM") - par[4]) - par[3] * bob.of("VR");
}

DLLFUNC void STDCALL GFOSUB(int *, double *, double *par, int *, int *, int *, double *result)
{
    const int i = int(par[0]), j = int(par[1]);
    const States<6> d("DISP", i, j, j), v("VEL", i, j, j);
    double e[4];
    int err;
    c_rcnvrt("EULER", d.v + 3, "EULPAR", e, &err);
    for (int k = 0; k < 3; ++k) {
        result[k] = -par[2] * d[k] - par[3] * v[k];
        result[3 + k] = -par[4] * (2 * e[1 + k]) - par[5] * v[3 + k];
    }
}

DLLFUNC void STDCALL VFOSUB(int *, double *time, double *par, int *, int *, int *, double *result)
{
    const States<3> v("TVEL", int(par[0]), 1, 1), d("TDISP", int(par[0]), 1, 1);
    double s;
    int err;
    c_havsin(*time, 0, 0, 0.3, 1, 0, &s, &err);
    result[0] = par[1] * s * v[1];
    result[1] = -par[1] * s * v[0];
    result[2] = -par[2] * d[2];
}

DLLFUNC void STDCALL VTOSUB(int *, double *time, double *par, int *, int *, int *, double *result)
{
    const States<3> w("RVEL", int(par[0]), int(par[1]), int(par[0]));
    double s;
    int err;
    c_step5(*time, 0, 0, 0.3, 1, 0, &s, &err);
    for (int k = 0; k < 3; ++k)
        result[k] = -par[3] * w[k];
    result[0] += par[2] * s;
}

DLLFUNC void STDCALL PFOSUB(int *, double *, double *par, int *, int *, int *, double *value)
{
    const Marker bead = {int(par[0]), 0};
    *value = bead.of("DY") - std::cosh(par[1] * bead.of("DX"));
}

DLLFUNC void STDCALL FIESUB(int *, double *, double *par, int *, double *disp, double *velo, int *, int *, double *field,
                            double *dfddis, double *dfdvel)
{
    for (int k = 0; k < 6; ++k) {
        const double d = disp[k];
        field[k] = -par[0] * d * (1 + par[1] * d * d) - par[2] * velo[k];
        dfddis[7 * k] = -par[0] * (1 + 3 * par[1] * d * d);
        dfdvel[7 * k] = -par[2];
    }
}

DLLFUNC void STDCALL SPDSUB(int *, double *time, double *par, int *, double *disp, double *velo, int *, int *, double *force)
{
    const double d = *disp;
    double s;
    int err;
    c_step(*time, 0, 0, 0.2, 1, 0, &s, &err);
    *force = par[0] * d + par[1] * d * d * d + par[2] * *velo * s;
}
