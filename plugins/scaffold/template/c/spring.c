/* spring is the force of a spring with a damper along the line between two markers,
 *
 *     F = -k (d - l) - c v
 *
 * with the distance d and its rate v. It pushes the markers apart where it is positive. USER(k, l, i, j, c). */
#include "trammel_usersub.h"

void spring(int *id, double *time, double *par, int *npar, int *dflag, int *iflag, double *value)
{
    int ends[2], err;
    double d, v;
    ends[0] = (int)par[2], ends[1] = (int)par[3];
    c_sysfnc("DM", ends, 2, &d, &err);
    c_sysfnc("VR", ends, 2, &v, &err);
    *value = -par[0] * (d - par[1]) - par[4] * v;
}
