/* LuGre friction in a hinge.
 *
 * ARYSUB collects what the law needs: the angular velocity of the hinge and its
 * reaction. YFOSUB holds two bristle states, one for the pin (radial load) and
 * one for the collar (axial load), and gives the friction torque about z. */
#include <math.h>
#include <stdlib.h>
#include "trammel_usersub.h"

#define REVOLUTE 1001

/* Parameters, in the order of the deck. */
enum {
    KIND, SIGMA0, SIGMA1, SIGMA2, V_STRIBECK, R_BENDING, R_PIN, R_COLLAR,
    MU_STATIC, MU_DYNAMIC, PRELOAD
};

/* Inputs, in the order in which ARYSUB stores them. */
enum { WZ, FX, FY, FZ, TX, TY, TZ, N_INPUT };

/* One bristle: rate of its deflection z at the sliding speed v, and the
 * coefficient of friction that it gives. */
static double bristle(const double *par, double v, double z, double *rate)
{
    double ratio = v / par[V_STRIBECK];
    double mu = par[MU_DYNAMIC]
              + (par[MU_STATIC] - par[MU_DYNAMIC]) * pow(2.718, -(ratio * ratio));
    double limit = mu / par[SIGMA0];

    *rate = v;
    if (fabs(limit) > 1e-12)
        *rate -= z * fabs(v) / limit;
    return par[SIGMA0] * z + par[SIGMA1] * *rate + par[SIGMA2] * v;
}

DLLFUNC void STDCALL YFOSUB(int *id, double *time, double *par, int *npar,
                            int *dflag, int *iflag, int *nstate, double *states,
                            int *ninput, double *input, int *noutpt,
                            double *stated, double *output)
{
    double radial, bending, pin, collar, torque, v;
    int i;

    if ((int)par[KIND] != REVOLUTE)
        return;
    radial = sqrt(input[FX] * input[FX] + input[FY] * input[FY]);
    bending = input[TX] / par[R_BENDING] + input[TY] / par[R_BENDING];
    v = input[WZ] * par[R_PIN];

    pin = bristle(par, v, states[0], &stated[0]);
    collar = bristle(par, input[WZ] * par[R_COLLAR], states[1], &stated[1]);
    torque = fabs((radial + bending + par[PRELOAD]) * par[R_PIN] * pin
                  + input[FZ] * par[R_COLLAR] * collar);

    for (i = 0; i < 5; i++)
        output[i] = 0.0;
    output[5] = v < 0 ? torque : -torque;
}

/* The marker that a joint names by one of its attributes. */
static int joint_marker(int joint, const char *attribute)
{
    char text[80];
    int info = 0;

    c_modfnc("Constraint_Joint", joint, attribute, text, &info);
    return info == 2 ? atoi(text) : 0;
}

DLLFUNC void STDCALL ARYSUB(int *id, double *time, double *par, int *npar,
                            int *dflag, int *iflag, int *nvalue, double *value)
{
    static const int component[] = {2, 3, 4, 6, 7, 8};
    int joint = (int)par[1];
    int arg[4], k, errflg = 0;
    int i_marker, j_marker;

    if ((int)par[0] != REVOLUTE)
        return;
    i_marker = joint_marker(joint, "i_marker_id");
    j_marker = joint_marker(joint, "j_marker_id");

    arg[0] = i_marker;
    arg[1] = j_marker;
    arg[2] = j_marker;
    c_sysfnc("WZ", arg, 3, &value[WZ], &errflg);

    for (k = 0; k < N_INPUT - 1; k++) {
        arg[0] = joint;
        arg[1] = 0;
        arg[2] = component[k];
        arg[3] = j_marker;
        c_sysfnc("JOINT", arg, 4, &value[FX + k], &errflg);
    }
}
