/* LuGre friction of a block on a slide: one bristle, its speed the only input.
 * Parameters: bristle stiffness and damping, viscous coefficient, sliding and
 * breakaway force, Stribeck speed. */
#include <math.h>
#include "trammel_usersub.h"

DLLFUNC void STDCALL YFOSUB(int *id, double *time, double *par, int *npar,
                            int *dflag, int *iflag, int *nstate, double *states,
                            int *ninput, double *input, int *noutpt,
                            double *stated, double *output)
{
    double v = input[0], z = states[0];
    double ratio = v / par[5];
    double level = (par[3] + (par[4] - par[3]) * exp(-(ratio * ratio))) / par[0];
    int i;

    stated[0] = v - fabs(v) * z / level;
    output[0] = -(par[0] * z + par[1] * stated[0] + par[2] * v);
    for (i = 1; i < 6; i++)
        output[i] = 0.0;
}
