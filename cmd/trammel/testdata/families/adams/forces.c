/* Forces, with a struct first and scalars by value. What the element says of itself is taken from the struct. */
#include "slv_c_utils.h"

static double ask(const char *name, int i, int j)
{
    int ids[2], err;
    double v;
    ids[0] = i;
    ids[1] = j;
    c_sysfnc(name, ids, 2, &v, &err);
    if (err)
        c_errmes(err, name, i, "STOP");
    return v;
}

/* ends the run where the struct is not what the deck says */
static void demand(int ok, const char *what, int id)
{
    c_errmes(!ok, what, id, "STOP");
}

DLLFUNC void Sfosub(const struct sAdamsSforce *force, double time, int dflag, int iflag, double *result)
{
    const double *par = force->PAR;
    double s;
    int err;
    demand(force->NPAR == 5 && force->ID == 3 && !force->ACTION_ONLY, "SFORCE", force->ID);
    demand(strcmp(force->Type, "TRANSLATIONAL") == 0, force->Type, force->ID);
    c_step(time, 0.0, 0.0, 0.2, 1.0, 0, &s, &err);
    *result = -s * par[2] * (ask("DM", force->I, force->J) - par[4]) - par[3] * ask("VR", force->I, force->J);
}

DLLFUNC void Gfosub(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result)
{
    const double *par = force->PAR;
    int ids[3], n, err, k;
    double d[6], v[6], e[4];
    demand(force->JFLOAT == 11, "GFORCE: JFLOAT", force->ID);
    ids[0] = force->I;
    ids[1] = ids[2] = force->RM;
    c_sysary("DISP", ids, 3, d, &n, &err);
    c_sysary("VEL", ids, 3, v, &n, &err);
    c_rcnvrt("EULER", d + 3, "EULPAR", e, &err);
    for (k = 0; k < 3; k++) {
        result[k] = -par[2] * d[k] - par[3] * v[k];
        result[3 + k] = -par[4] * (2.0 * e[1 + k]) - par[5] * v[3 + k];
    }
}

DLLFUNC void Vfosub(const struct sAdamsVforce *force, double time, int dflag, int iflag, double *result)
{
    const double *par = force->PAR;
    int ids[3], n, err;
    double d[3], v[3], s;
    demand(force->JFLOAT == 11, "VFORCE: JFLOAT", force->ID);
    ids[0] = force->I;
    ids[1] = ids[2] = force->RM;
    c_sysary("TVEL", ids, 3, v, &n, &err);
    c_sysary("TDISP", ids, 3, d, &n, &err);
    c_havsin(time, 0.0, 0.0, 0.3, 1.0, 0, &s, &err);
    result[0] = par[1] * s * v[1];
    result[1] = -par[1] * s * v[0];
    result[2] = -par[2] * d[2];
}

DLLFUNC void Vtosub(const struct sAdamsVtorque *force, double time, int dflag, int iflag, double *result)
{
    const double *par = force->PAR;
    int ids[3], n, err, k;
    double w[3], s;
    demand(force->JFLOAT == 11, "VTORQUE: JFLOAT", force->ID);
    ids[0] = force->I;
    ids[1] = (int)par[1];
    ids[2] = force->RM;
    c_sysary("RVEL", ids, 3, w, &n, &err);
    c_step5(time, 0.0, 0.0, 0.3, 1.0, 0, &s, &err);
    for (k = 0; k < 3; k++)
        result[k] = -par[3] * w[k];
    result[0] += par[2] * s;
}

DLLFUNC void Fiesub(const struct sAdamsField *force, double time, double *disp, double *velo, int dflag, int iflag,
                    double *field, double *dfddis, double *dfdvel)
{
    const double *par = force->PAR;
    int k;
    demand(force->I == 20 && force->J == 1, "FIELD: I, J", force->ID);
    for (k = 0; k < 6; k++) {
        field[k] = -par[0] * disp[k] * (1.0 + par[1] * disp[k] * disp[k]) - par[2] * velo[k];
        dfddis[7 * k] = -par[0] * (1.0 + 3.0 * par[1] * disp[k] * disp[k]);
        dfdvel[7 * k] = -par[2];
    }
}
