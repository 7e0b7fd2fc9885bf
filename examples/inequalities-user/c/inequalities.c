/* Routines that define inequalities, and forces beside them: see README.md. */
#include <math.h>
#include "trammel_usersub.h"

static double ask(const char *what, int i, int j)
{
    int ids[2], errflg = 0;
    double v = 0;

    ids[0] = i;
    ids[1] = j;
    c_sysfnc(what, ids, 2, &v, &errflg);
    return v;
}

/* A rope between markers par[0] and par[1] of the length par[2]: g <= 0. */
DLLFUNC void STDCALL ROPE(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    *result = ask("DM", (int)par[0], (int)par[1]) - par[2];
}

/* A stop below marker par[0] at the height par[1]: g = height - z <= 0. */
DLLFUNC void STDCALL STOP(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    *result = par[1] - ask("DZ", (int)par[0], 0);
}

/* The slip of marker par[0] along x, a row of velocity level: with a bounded multiplier it is dry friction. */
DLLFUNC void STDCALL SLIP(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    *result = ask("VX", (int)par[0], 0);
}

/* A rope again, by coordinates: the squared distance of the centre of part par[0] from the origin less par[1] squared. */
DLLFUNC void STDCALL REACH(int *id, double *time, double *q, double *par, int *npar, int *idrsel, int *iflag,
                           double *scalar, double *array, double *xmatrx)
{
    int k;

    if (*iflag) {
        int part[3], centre[3] = {11, 12, 13};
        part[0] = part[1] = part[2] = (int)par[0];
        c_ucovar(*id, 3, part, 3, centre);
        return;
    }
    *scalar = -par[1] * par[1];
    for (k = 0; k < 3; k++) {
        *scalar += q[k] * q[k];
        array[k] = 2 * q[k];
        xmatrx[4 * k] = 2;
    }
}

/* An angular velocity par[0], its rate. */
DLLFUNC void STDCALL DRIVE(int *id, double *time, double *par, int *npar, int *iord, int *iflag, double *value)
{
    *value = *iord == 0 ? par[0] : 0;
}

/* The torque of a spring par[2] about z between markers par[0] and par[1]. */
DLLFUNC void STDCALL TWIST(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    *value = -par[2] * ask("AZ", (int)par[0], (int)par[1]);
}

/* A hook that moves along x with the speed par[1] from the time par[2] on pulls marker par[0] by a stiff spring par[3] and a damper par[4]. */
DLLFUNC void STDCALL PULL(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *result)
{
    double t = *time - par[2], u = t > 0 ? par[1] * t : 0, v = t > 0 ? par[1] : 0;

    result[0] = par[3] * (u - ask("DX", (int)par[0], 0)) + par[4] * (v - ask("VX", (int)par[0], 0));
    result[1] = result[2] = 0;
}

/* Friction with the coefficient par[0] + par[1] times the slip speed. */
DLLFUNC void STDCALL RUB(int *id, double *time, double *par, int *npar, double *loci, double *locj, double *x, double *xdot,
                         double *nforce, int *dflag, int *iflag, double *result)
{
    double s = sqrt(xdot[0] * xdot[0] + xdot[1] * xdot[1] + xdot[2] * xdot[2]);
    int k;

    for (k = 0; k < 3; k++)
        result[k] = s > 0 ? -(par[0] + par[1] * s) * *nforce * xdot[k] / s : 0;
}
