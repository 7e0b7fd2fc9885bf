/* The reference routines of usersub/subtest in C. */
#include "msolve.h"

DLLFUNC void STDCALL CATENA(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    int m = (int)par[0], err;
    double x, y;
    c_sysfnc("DY", &m, 1, &y, &err);
    c_sysfnc("DX", &m, 1, &x, &err);
    *value = y - cosh(x);
}

DLLFUNC void STDCALL PARSUM(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    int i;
    *value = 1000. * *npar;
    for (i = 0; i < *npar; i++) *value += (i + 1) * par[i];
}

DLLFUNC void STDCALL FLAGSN(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    *value = 1000 * *id + 100 * *dflag + 10 * *iflag + *time;
}

DLLFUNC void STDCALL LUGARY(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            int *nvalue, double *value)
{
    static const int component[] = {2, 3, 4, 6, 7, 8};
    char text[80];
    int joint = (int)par[1], i, j, k, info, q[4];
    c_modfnc("Constraint_Joint", joint, "i_marker_id", text, &info);
    i = atoi(text);
    c_modfnc("Constraint_Joint", joint, "j_marker_id", text, &info);
    j = atoi(text);
    q[0] = i, q[1] = j, q[2] = j;
    c_sysfnc("WZ", q, 3, &value[0], &info);
    for (k = 0; k < 6; k++) {
        q[0] = joint, q[1] = 0, q[2] = component[k], q[3] = j;
        c_sysfnc("JOINT", q, 4, &value[1 + k], &info);
    }
}

DLLFUNC void STDCALL LUGYFO(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            int *nstate, double *states, int *ninput, double *input, int *noutpt,
                            double *stated, double *output)
{
    double s0 = par[1], s1 = par[2], s2 = par[3], vs = par[4], rb = par[5], rp = par[6], rf = par[7];
    double mus = par[8], mud = par[9], preload = par[10], v[2], t, radial;
    int k;
    v[0] = input[0] * rp;
    v[1] = input[0] * rf;
    for (k = 0; k < 2; k++) {
        double g = (mud + (mus - mud) * pow(2.718, -(v[k] / vs) * (v[k] / vs))) / s0;
        stated[k] = v[k];
        if (fabs(g) > 1e-12) stated[k] -= states[k] * fabs(v[k]) / g;
    }
    radial = sqrt(input[1] * input[1] + input[2] * input[2]) + input[4] / rb + input[5] / rb + preload;
    t = radial * rp * (s0 * states[0] + s1 * stated[0] + s2 * v[0]) +
        input[3] * rf * (s0 * states[1] + s1 * stated[1] + s2 * v[1]);
    output[5] = v[0] < 0 ? fabs(t) : -fabs(t);
}

DLLFUNC void STDCALL COLXX(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
                           double *states, int *ninput, double *input, int *noutpt, double *pxxmat)
{
    int i, j;
    for (i = 0; i < *nstate; i++)
        for (j = 0; j < *nstate; j++)
            pxxmat[i + j * *nstate] = 10 * (i + 1) + (j + 1) + par[0] * states[j];
}

DLLFUNC void STDCALL COLXU(int *id, double *time, double *par, int *npar, int *iflag, int *nstate,
                           double *states, int *ninput, double *input, int *noutpt, double *pxumat)
{
    int i, j;
    for (i = 0; i < *nstate; i++)
        for (j = 0; j < *ninput; j++)
            pxumat[i + j * *nstate] = 10 * (i + 1) + (j + 1) + states[i] * input[j];
}

DLLFUNC void STDCALL BUSHNG(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *result)
{
    int q[3], n, err, c;
    double d[3], v[6];
    q[0] = (int)par[0], q[1] = q[2] = (int)par[1];
    c_sysary("TDISP", q, 3, d, &n, &err);
    c_sysary("VEL", q, 3, v, &n, &err);
    for (c = 0; c < 3; c++) {
        result[c] = -par[2] * d[c] - par[3] * v[c];
        result[3 + c] = -par[4] * v[3 + c];
    }
}

DLLFUNC void STDCALL EIGHTS(int *id, double *time, double *par, int *npar, int *iflag, double *results)
{
    int q[2], err, k;
    double d;
    q[0] = (int)par[0], q[1] = (int)par[1];
    c_sysfnc("DM", q, 2, &d, &err);
    for (k = 0; k < 8; k++) results[k] = (k + 1) * d + *time + par[2 + k] * *iflag;
}

DLLFUNC void STDCALL LATERQ(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    int m = (int)par[0], err;
    double y;
    c_sysfnc("DX", &m, 1, value, &err);
    if (*value > par[1]) {
        c_sysfnc("DY", &m, 1, &y, &err);
        *value += y;
    }
}

DLLFUNC void STDCALL UNKNWN(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    int q = 1, n, e, a;
    double v, w[6] = {0};
    c_sysfnc("NOSUCH", &q, 1, &v, &e);
    c_sysary("NOSUCH", &q, 1, w, &n, &a);
    *value = v + w[0] + (e ? 1 : 0) + (a ? 10 : 0);
}

DLLFUNC void STDCALL SPELNG(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    int m = (int)par[0], err;
    double a, b, c;
    c_sysfnc("dx", &m, 1, &a, &err);
    c_sysfnc("DX    ", &m, 1, &b, &err);
    c_sysfnc("Dx", &m, 1, &c, &err);
    *value = a + 2 * b + 4 * c;
}

DLLFUNC void STDCALL MANYQS(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    int k, err;
    double v, sum = 0;
    for (k = 1; k <= (int)par[0]; k++) {
        c_sysfnc("DX", &k, 1, &v, &err);
        sum += k * v;
    }
    *value = sum;
}

DLLFUNC void STDCALL EVENTS(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    int err;
    double t;
    c_sysfnc("TIME", 0, 0, &t, &err);
    *value = 2 * t + *time;
}

DLLFUNC void STDCALL MODINF(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            int *nvalue, double *value)
{
    char text[80];
    int m = (int)par[0], info;
    c_modfnc("Constraint_Joint", m, "i_marker_id", text, &info);
    value[0] = info;
    c_modfnc("NoSuchThing", m, "i_marker_id", text, &info);
    value[1] = info;
    c_modfnc("Constraint_Joint", -5, "i_marker_id", text, &info);
    value[2] = info;
    c_modfnc("Constraint_Joint", m, "no_such_attribute", text, &info);
    value[3] = info;
}

DLLFUNC void STDCALL COUNTR(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    static int calls = 0;
    *value = calls++;
}

DLLFUNC void STDCALL BEYOND(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *value)
{
    *value = par[*npar] + par[20] + par[29] + 1;
}

DLLFUNC void STDCALL UNSETS(int *id, double *time, double *par, int *npar, int *dflag, int *iflag,
                            double *result)
{
    result[0] = 1;
    result[2] = 3;
}
